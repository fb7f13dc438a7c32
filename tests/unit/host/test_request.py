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
    assert not request.makes_tag


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
    ({"tag": ""}, "tag", "16 bytes"),
    ({"tag": "00" * 12}, "tag", "not 12"),
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
