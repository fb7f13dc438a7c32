"""Cases from known-answer files."""

from collections import Counter
from dataclasses import replace

import pytest

from sim.expect import expected_answer
from sim.vectors import cases
from sw.request import Answer

VECTOR = """Count = 7
Key = 000102030405060708090A0B0C0D0E0F
Nonce = 101112131415161718191A1B1C1D1E1F
PT = 20
AD = 30
CT = 962B8016836C75A7D86866588CA245D886
"""


@pytest.fixture(scope="module")
def official():
    return cases("aead128")


def test_every_vector_gives_its_cases(official):
    """33 lengths of plaintext and of associated data; what is empty can't be changed."""
    assert Counter(case.kind for case in official) == {
        "encrypt": 1089, "decrypt": 1089, "forged tag": 1089, "forged nonce": 1089,
        "forged ciphertext": 1056, "forged ad": 1056}


def test_expectations_are_the_models(official):
    for case in official[::17]:
        assert case.passed(expected_answer(case.request)), case


def test_forgeries_change_one_bit_and_every_bit_of_a_tag(official):
    originals = {case.count: case.request for case in official if case.kind == "decrypt"}
    tag_bits = set()
    for case in official:
        if not case.kind.startswith("forged"):
            continue
        original = originals[case.count]
        field = {"forged ciphertext": "message"}.get(case.kind, case.kind.split()[1])
        difference = (int.from_bytes(getattr(original, field), "little")
                      ^ int.from_bytes(getattr(case.request, field), "little"))
        assert difference.bit_count() == 1
        assert replace(case.request, **{field: getattr(original, field)}) == original
        if field == "tag":
            tag_bits.add(difference.bit_length())
    assert len(tag_bits) == 128


def test_vector_of_a_file():
    made = {case.kind: case for case in cases("aead128", VECTOR)}
    assert len(made) == 6
    encrypt = made["encrypt"]
    assert encrypt.count == 7
    assert encrypt.request.message == b"\x20"
    assert encrypt.expected == Answer("ok", b"\x96",
                                      bytes.fromhex("2B8016836C75A7D86866588CA245D886"))


def test_passed_compares_status_output_and_tag():
    case = cases("aead128", VECTOR)[0]
    good = replace(case.expected, cycles=5)
    assert case.passed(good)
    for change in ({"status": "tag mismatch"}, {"output": b""}, {"tag": bytes(16)}):
        assert not case.passed(replace(good, **change))


def test_wrong_vector_is_named():
    with pytest.raises(ValueError, match=r"vector 1 \(Count = 7\): key must have 16 bytes"):
        cases("aead128", VECTOR.replace("Key = 00", "Key = "))
    with pytest.raises(ValueError, match=r"vector 1 \(Count = 7\): CT must have a tag of 16 bytes"):
        cases("aead128", VECTOR.replace("CT = 962B", "CT = "))


@pytest.mark.parametrize(("member", "count"), [
    ("hash256", 1025), ("xof128", 1025), ("cxof128", 1089), ("mac", 1025), ("prf", 1025),
    ("prfshort", 17)])
def test_every_vector_of_the_others_is_a_case(member, count):
    made = cases(member)
    assert [case.count for case in made] == list(range(1, count + 1))
    assert {case.kind for case in made} == {made[0].request.op}
    for case in made[::97]:
        assert case.passed(expected_answer(case.request)), case
        assert not case.passed(replace(case.expected, output=bytes(len(case.expected.output))))


def test_wrong_vector_of_another_member_is_named():
    text = "Count = 3\nKey = 00\nMsg =\nTag = 00\n"
    with pytest.raises(ValueError, match=r"vector 1 \(Count = 3\): key must have 16 bytes"):
        cases("prf", text)
    text = f"Count = 3\nKey = {'00' * 16}\nMsg = {'00' * 17}\nTag = {'00' * 16}\n"
    with pytest.raises(ValueError, match=r"message must have at most 16 bytes"):
        cases("prfshort", text)


def test_unknown_member():
    with pytest.raises(ValueError, match="member must be one of .* not 'isap'"):
        cases("isap")
