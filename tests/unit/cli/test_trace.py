"""``trace`` of every member: its request from options, and a run."""

import re

import pytest
from typer.testing import CliRunner

from cli.main import app
from sim.bench import MEMBERS
from sw.model import family
from sw.request import Request

KEY, MESSAGE = bytes(range(16)), b"Sixteen bytes and some more."

#: What the examples give, by the models.
OUTPUTS = {
    "hash256":  family.hash256(MESSAGE),
    "xof128":   family.xof128(MESSAGE, 32),
    "cxof128":  family.cxof128(MESSAGE, 32, b"trace"),
    "mac":      family.mac(KEY, MESSAGE),
    "prf":      family.prf(KEY, MESSAGE, 32),
    "prfshort": family.prfshort(KEY, b"Sixteen bytes...", 16),
}


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})
    return result.exit_code, re.sub(r"\s+", " ", result.output.replace("│", " "))


@pytest.mark.parametrize("member", [
    member if member in ("cxof128", "prfshort") else pytest.param(member, marks=pytest.mark.full)
    for member in OUTPUTS])
def test_members(tmp_path, member):
    out = tmp_path / "trace"
    status, output = call("trace", "--out", out, "--member", member)
    assert status == 0, output
    assert f"{member} {MEMBERS[member][0]}, accelerated: ok" in output
    assert f"output {OUTPUTS[member].hex()}" in output
    assert "ascon.init" in (out / "instructions.txt").read_text()
    assert len((out / "transactions.txt").read_text().splitlines()) > 20


def test_output_length(tmp_path):
    status, output = call("trace", "--out", tmp_path / "trace", "--member", "prf", "--output", 3,
                          "--message", "", "--mode", "baseline")
    assert status == 0, output
    assert f"output {family.prf(KEY, b'', 3).hex()}," in output


@pytest.mark.parametrize(("arguments", "words"), [
    (("--member", "aes"), ("--member", "aes")),
    (("--member", "hash256", "--key", KEY.hex()), ("--key", "hash256", "16")),
    (("--member", "mac", "--op", "hash"), ("--op", "hash", "mac")),
    (("--member", "hash256", "--output", "31"), ("--output", "32", "31")),
    (("--member", "prfshort", "--message", "00" * 17), ("--message", "16", "17")),
    (("--member", "cxof128", "--customization", "00" * 257), ("--customization", "256", "257")),
    (("--op", "decrypt", "--key", KEY.hex(), "--nonce", KEY.hex()), ("--tag", "4 to 16", "0")),
])
def test_refused(tmp_path, arguments, words):
    status, output = call("trace", "--out", tmp_path / "trace", *arguments)
    assert status == 2
    for word in words:
        assert word in output
    assert list(tmp_path.iterdir()) == []


def test_fields_of_members():
    assert Request.takes("hash256", "hash") == {"message"}
    assert Request.takes("cxof128", "hash") == {"message", "customization", "output"}
    assert Request.takes("prfshort", "mac") == {"key", "message", "output"}
    assert "tag" in Request.takes("aead128", "decrypt")
