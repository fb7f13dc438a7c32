"""Files of requests without hardware."""

import json

import pytest

from sim.run import RequestFileError, read_requests, run_requests
from sw.request import Request

GOOD = {"member": "aead128", "op": "encrypt", "key": "00" * 16, "nonce": "00" * 16}


def line(**change):
    return json.dumps(GOOD | change)


def test_empty_lines_are_skipped():
    requests = read_requests(["", line(message="aa"), "  \n", line(message="bb") + "\n"])
    assert [request.message for request in requests] == [b"\xaa", b"\xbb"]


@pytest.mark.parametrize(("wrong", "words"), [
    (line(key="00"), "line 3: key must have 16 bytes"),
    (line(nonce="xx" * 16), "line 3: nonce must be pairs of hexadecimal"),
    (line(extra=1), "line 3: extra is not a field"),
    ('{"member": "aead128"}', "line 3: op is missing"),
    (line()[:-1] + ', "key": ""}', "line 3: key is there twice"),
    ("{", "line 3: no JSON"),
    ("[1]", "line 3: request must be a JSON object"),
    ("[" * 100_000, "line 3: no JSON"),
    ("nonsense", "line 3: no JSON"),
])
def test_wrong_lines_are_named(wrong, words):
    with pytest.raises(RequestFileError) as caught:
        read_requests([line(), "", wrong, line()])
    assert str(caught.value).startswith(words)


def test_a_file_needs_a_request():
    with pytest.raises(RequestFileError, match="no request"):
        read_requests(["", "\n"])


def test_answers_come_in_order_and_too_large_is_one(driver):
    requests = [Request("aead128", "encrypt", bytes(16), bytes(16), message=bytes(length))
                for length in (1, 100_000, 3)]
    seen = []
    answers = run_requests(requests, driver, "baseline", progress=seen.append)
    assert seen == [1, 2, 3]
    assert [len(answer.output) for answer in answers] == [1, 0, 3]
    assert answers[1].status.startswith("too large: the request's buffers need 100000 bytes")
