"""``audit``: its table, its file, and its exit status."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

import cli.audit
from cli.main import app
from sw.image import build


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "80"})
    return result.exit_code, result.output


@pytest.fixture(scope="module")
def image():
    return build()


@pytest.fixture
def only_firmware(monkeypatch):
    monkeypatch.setattr(cli.audit, "library_image", lambda: None)
    monkeypatch.setattr(cli.audit, "audit_library", lambda image: [])


def test_proven(image, only_firmware, monkeypatch, tmp_path):
    monkeypatch.setattr(cli.audit, "firmware", lambda: image)
    path = tmp_path / "audit.json"
    status, output = call("audit", "--json", path)
    assert status == 0, output
    assert "No branch, jump or address of 31 routines" in output
    assert "found" not in output
    rows = json.loads(path.read_text())["firmware"]
    assert all(row["constant_time"] and row["instructions"] > 10 for row in rows)
    assert {row["routine"] for row in rows if row["verdicts"]} == {
        "ascon_aead128_decrypt", "ascon_aead128_decrypt_options"}


def test_findings(image, only_firmware, monkeypatch):
    """Without the verdicts' labels there are findings, each with its place and instruction."""
    others = {name: at for name, at in image.symbols.items() if "verdict" not in name}
    monkeypatch.setattr(cli.audit, "firmware", lambda: replace(image, symbols=others))
    status, output = call("audit")
    assert status == 1
    assert "6 of 31 routines may depend on secrets." in output
    assert "bnez a0, 0x" in output
    assert "the branch depends on a secret" in output


@pytest.mark.full
def test_everything():
    status, output = call("audit")
    assert status == 0, output
    lines = [line for line in output.splitlines() if line.startswith("ascon_")
             or line.startswith(" ascon_")]
    assert len(lines) > 50
    assert not any("…" in line for line in lines)
