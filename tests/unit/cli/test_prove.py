"""``ascon-xif prove``: what it prints and its exit status; the solver is a stand-in."""

import json
import re

import pytest
from typer.testing import CliRunner

import formal.prover
from cli.main import app
from formal.checks import CHECKS
from formal.prover import Outcome


@pytest.fixture
def run(monkeypatch):
    def prove(check, fault, *, waveform=None):
        holds = fault is None and check.name != "core.dbus"
        return Outcome(check, fault, holds, () if holds else ("formal/obi.py:7",),
                       None if holds else 5, 1.25)

    monkeypatch.setattr(formal.prover, "prove", prove)

    def invoke(*arguments):
        result = CliRunner().invoke(app, ["prove", *arguments])
        return result.exit_code, result.stdout, re.sub(r"\s+", " ", result.stderr.replace("│", " "))

    return invoke


def test_list(run):
    status, output, _ = run("--list", "--json")
    assert status == 0
    assert [row["name"] for row in json.loads(output)["rows"]] == [check.name for check in CHECKS]
    status, output, _ = run("--list")
    assert status == 0
    assert all(check.name in output for check in CHECKS)


def test_results(run):
    status, output, progress = run("core.ibus")
    assert status == 0
    assert re.search(r"core\.ibus +reachability +\d+ +1\.2 +holds", output)
    assert "core.ibus: holds in 1.2 s" in progress


def test_failure(run):
    status, output, _ = run("core.ibus", "core.dbus")
    assert status == 1
    assert "fails in cycle 5" in output
    assert "core.dbus: formal/obi.py:7" in output


def test_faults(run):
    status, output, _ = run("core.dbus", "--seeded", "--json")
    assert status == 0
    (row, *_) = json.loads(output)["rows"]
    assert row["right"]
    assert row["holds"] is False
    assert row["step"] == 5
    assert run("core.dbus", "--seeded")[0] == 0


def test_wrong_arguments(run, tmp_path):
    status, _, message = run("cor")
    assert status == 2
    assert "no check is called 'cor'; there are core." in message
    (tmp_path / "file").write_text("")
    status, _, message = run("--waves", str(tmp_path / "file"))
    assert status == 2
    assert "can't be a folder" in message
