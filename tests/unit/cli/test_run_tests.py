"""``ascon-xif test``: what it asks pytest for."""

import sys

import pytest
from typer.testing import CliRunner

import cli.test
from cli.main import app


@pytest.fixture
def called(monkeypatch):
    commands = []

    def call(command, *, cwd):
        commands.append((command, cwd))
        return 5

    monkeypatch.setattr(cli.test.subprocess, "call", call)
    return commands


PYTEST = [sys.executable, "-m", "pytest", "-n", "2", "--durations=15"]


@pytest.mark.parametrize(("arguments", "expected"), [
    ([], ["-m", "not full"]),
    (["--full"], []),
    (["-k", "permutation", "-x"], ["-m", "not full", "-k", "permutation", "-x"]),
])
def test_arguments(called, arguments, expected):
    result = CliRunner().invoke(app, ["test", *arguments])
    assert result.exit_code == 5
    assert called == [(PYTEST + expected, cli.test.ROOT)]


def test_files_are_meant_from_the_users_folder(called, monkeypatch, tmp_path):
    (tmp_path / "test_mine.py").touch()
    monkeypatch.chdir(tmp_path)
    CliRunner().invoke(app, ["test", "--full", "test_mine.py::test_a", "-k", "x"])
    assert called[0][0] == [*PYTEST, str(tmp_path / "test_mine.py::test_a"), "-k", "x"]

