"""Requests: what is allowed, and what the error names."""

import pytest

from sw.request import Answer, FieldError, Request

GOOD = {"member": "aead128", "op": "decrypt", "key": "00" * 16, "nonce": "Ab" * 16, "ad": "",
        "message": "0102", "tag": "ff" * 16}


def test_request_from_json_and_back():
    request = Request.from_json(GOOD)
    assert request == Request("aead128", "decrypt", bytes(16), b"\xab" * 16, b"", b"\x01\x02",
                              b"\xff" * 16)
    assert Request.from_json(request.to_json()) == request
    assert request.output_length == 2
    assert request.new_tag_length == 0


@pytest.mark.parametrize(("change", "field", "words"), [
    ({"member": "aead64"}, "member", "aead64"),
    ({"member": 3}, "member", "3"),
    ({"member": None}, "member", "missing"),
    ({"op": "hash"}, "op", "hash"),
    ({"op": None}, "op", "missing"),
    ({"key": "00" * 15}, "key", "16 bytes"),
    ({"key": "00" * 17}, "key", "not 17"),
    ({"key": None}, "key", "not 0"),
    ({"nonce": "0"}, "nonce", "hexadecimal"),
    ({"nonce": "zz" * 16}, "nonce", "zz"),
    ({"ad": "00 11"}, "ad", "00 11"),
    ({"ad": "é"}, "ad", "hexadecimal"),
    ({"message": 12}, "message", "12"),
    ({"message": ["00"]}, "message", "00"),
    ({"tag": ""}, "tag", "4 to 16 bytes"),
    ({"tag": "00" * 3}, "tag", "not 3"),
    ({"tag": "00" * 17}, "tag", "not 17"),
    ({"tag_length": 12}, "tag", "12 bytes, not 16"),
    ({"tag_length": 3, "tag": "000000"}, "tag", "not 3"),
    ({"tag_length": 17}, "tag_length", "4 to 16, not 17"),
    ({"tag_length": "16"}, "tag_length", "'16'"),
    ({"nonce_mask": "00" * 15}, "nonce_mask", "0 or 16 bytes"),
    ({"customization": "00"}, "customization", "0 bytes"),
    ({"output": 16}, "output", "16"),
    ({"output": True}, "output", "True"),
    ({"output": "0"}, "output", "0"),
    ({"mesage": "00"}, "mesage", "not a field"),
])
def test_wrong_field_is_named(change, field, words):
    data = {name: value for name, value in (GOOD | change).items() if value is not None}
    with pytest.raises(FieldError) as caught:
        Request.from_json(data)
    assert caught.value.field == field
    assert str(caught.value).startswith(field)
    assert words in str(caught.value)


KEY = {"key": "00" * 16}


@pytest.mark.parametrize(("data", "field", "words"), [
    ({"member": "hash256", "op": "mac"}, "op", "['hash'] for hash256, not 'mac'"),
    ({"member": "hash256", "op": "hash", "output": 31}, "output", "must be 32 for hash256 hash"),
    ({"member": "hash256", "op": "hash", **KEY}, "key", "0 bytes for hash256 hash, not 16"),
    ({"member": "xof128", "op": "hash"}, "output", "is missing"),
    ({"member": "xof128", "op": "hash", "output": -1}, "output", "not -1"),
    ({"member": "xof128", "op": "hash", "output": 1, "customization": "00"}, "customization",
     "not 1"),
    ({"member": "cxof128", "op": "hash"}, "output", "is missing"),
    ({"member": "cxof128", "op": "hash", "output": 8, "customization": "00" * 257},
     "customization", "at most 256 bytes for cxof128 hash, not 257"),
    ({"member": "mac", "op": "mac"}, "key", "16 bytes for mac mac, not 0"),
    ({"member": "mac", "op": "mac", **KEY, "output": 32}, "output", "must be 16"),
    ({"member": "mac", "op": "mac", **KEY, "tag_length": 8}, "tag_length", "not for mac mac"),
    ({"member": "prf", "op": "mac", **KEY}, "output", "is missing"),
    ({"member": "prf", "op": "mac", "key": "00" * 32, "output": 1}, "key", "not 32"),
    ({"member": "prfshort", "op": "mac", **KEY, "message": "00" * 17}, "message",
     "at most 16 bytes for prfshort mac, not 17"),
    ({"member": "prfshort", "op": "mac", **KEY, "output": 17}, "output", "at most 16"),
])
def test_wrong_field_of_any_member_is_named(data, field, words):
    with pytest.raises(FieldError) as caught:
        Request.from_json(data)
    assert caught.value.field == field
    assert words in str(caught.value)


@pytest.mark.parametrize(("data", "output", "command"), [
    ({"member": "hash256", "op": "hash"}, 32, 0x20),
    ({"member": "xof128", "op": "hash", "output": 0}, 0, 0x30),
    ({"member": "cxof128", "op": "hash", "output": 7, "customization": "ab" * 256}, 7, 0x40),
    ({"member": "mac", "op": "mac", **KEY, "message": "00"}, 16, 0x50),
    ({"member": "prf", "op": "mac", **KEY, "output": 500}, 500, 0x60),
    ({"member": "prfshort", "op": "mac", **KEY, "message": "ab" * 16}, 16, 0x70),
    ({"member": "prfshort", "op": "mac", **KEY, "output": 3}, 3, 0x70),
    (GOOD, 2, 0x11),
    (GOOD | {"tag_length": 16}, 2, 0x11),
    (GOOD | {"tag": "00" * 4}, 2, 0x13),
    (GOOD | {"nonce_mask": "00" * 16}, 2, 0x13),
])
def test_every_member(data, output, command):
    request = Request.from_json(data)
    assert request.output_length == output
    assert request.command == command
    assert Request.from_json(request.to_json()) == request


def test_tag_length_of_encryption():
    request = Request("aead128", "encrypt", bytes(16), bytes(16), tag_length=5)
    assert (request.new_tag_length, request.command) == (5, 0x12)
    request = Request("aead128", "encrypt", bytes(16), bytes(16))
    assert (request.new_tag_length, request.command) == (16, 0x10)


@pytest.mark.parametrize("data", [[], "x", 1, None])
def test_request_must_be_an_object(data):
    with pytest.raises(FieldError, match="JSON object"):
        Request.from_json(data)


def test_encrypt_takes_no_tag():
    with pytest.raises(FieldError, match="tag must have 0 bytes for aead128 encrypt, not 16"):
        Request("aead128", "encrypt", bytes(16), bytes(16), tag=bytes(16))


def test_fields_are_bytes():
    with pytest.raises(FieldError, match="key must be bytes, not 'k'"):
        Request("aead128", "encrypt", "k", bytes(16))


def test_answer_to_json():
    assert Answer("ok", b"\x0a", b"\xff", 3, 2).to_json() == {
        "status": "ok", "output": "0a", "tag": "ff", "cycles": 3, "instructions": 2}
