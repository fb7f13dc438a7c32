"""The official known-answer files, byte for byte."""

import hashlib

import pytest

from sw.model.kat import FIELDS, FILES, generate, parse

# SHA-256 of the files in ascon-c, revision 446347f, and their number of vectors.
OFFICIAL = {
    "aead128":  ("bbbc34692fe05e5fda0a3b025585622ab3e3747495e5e3655b29aae8c2a4bd33", 1089),
    "cxof128":  ("abcbb0cc851a7f9cfc5ea2bcaf3eba5b2056e37fcb8ce541ceda1d1b960fc9dc", 1089),
    "hash256":  ("b7d6fbc51362f0d62bc7e57b21f3e83242983434a7c92320a4956d915749df17", 1025),
    "mac":      ("18cc27a1b9f647dd6178f9f49cf61ed89760a0fd4abc4bdc2862d55661d64458", 1025),
    "prf":      ("354fd797326ca5615a70e573518e9d708f94cf8a0baf2069919180c92506296a", 1025),
    "prfshort": ("1cc3e4796afd17278297fbc34fcfde92b1370354d402074879eaf99a6f4ed019", 17),
    "xof128":   ("d7f5a23f37fc969896e48246700bc859fa324f2d309164043361376068e30852", 1025),
}


def test_every_member_is_here():
    assert OFFICIAL.keys() == FIELDS.keys() == FILES.keys()


@pytest.mark.parametrize("member", OFFICIAL)
def test_file(member):
    text = generate(member)
    assert (hashlib.sha256(text.encode()).hexdigest(), text.count("Count")) == OFFICIAL[member]


def test_parse():
    text = generate("prfshort")
    blocks = parse(text, "prfshort")
    assert len(blocks) == 17
    assert [block["Count"] for block in blocks] == list(range(1, 18))
    assert blocks[2]["Msg"] == b"\x10\x11"
    assert blocks[0]["Tag"].hex() == "b31643d698dfa8b8fa2904af5d1daeef"
    assert parse(text.replace("\n", "\r\n").rstrip(), "prfshort") == blocks


@pytest.mark.parametrize(("text", "message"), [
    ("", "no vector"),
    ("Count = 1\nMsg = 00\n", "line 3: the block ends without MD"),
    ("Count = 1\nMsg = 0\nMD = 00", "line 2: Msg must be hexadecimal, not '0'"),
    ("Count = x\nMsg = \nMD = 00", "line 1: Count must be a number, not 'x'"),
    ("Count = 1\nCount = 2\nMsg = \nMD = ", "line 2: must be one of"),
    ("Count = 1\nKey = 00\nMsg = \nMD = ", "line 2: must be one of"),
    ("Count 1", "line 1: must be one of"),
])
def test_parse_errors(text, message):
    with pytest.raises(ValueError, match=message):
        parse(text, "hash256")


@pytest.mark.parametrize("function", [generate, lambda member: parse("", member)])
def test_unknown_member(function):
    with pytest.raises(ValueError, match="member must be one of aead128, .*, not 'aead'"):
        function("aead")
