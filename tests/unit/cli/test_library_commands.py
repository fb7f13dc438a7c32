"""``library`` and ``example`` as a user calls them."""

import pytest
from typer.testing import CliRunner

from cli.main import app


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "120"})
    return result.exit_code, result.output


def test_library(tmp_path):
    folder = tmp_path / "a" / "b"
    status, output = call("library", "--out", folder, "--variant", "accelerated")
    assert status == 0, output
    assert {path.name for path in folder.iterdir()} == {"ascon_xif.h", "libascon_xif.a"}
    assert str(folder / "libascon_xif.a") in output


def test_library_refuses(tmp_path):
    (tmp_path / "file").write_text("")
    status, output = call("library", "--out", tmp_path / "file" / "deep")
    assert status == 2
    assert "is no folder" in output
    status, output = call("library", "--out", tmp_path / "new", "--variant", "fast")
    assert status == 2
    assert "fast" in output
    assert not (tmp_path / "new").exists()


def test_example():
    status, output = call("example", "--mode", "baseline")
    assert status == 0, output
    assert "variant  baseline\n" in output
    assert "opened   temperature 21.5 C, humidity 40 %\n" in output


def test_example_on_tiny():
    """The library is made for the preset that the program runs on."""
    status, output = call("example", "--preset", "tiny")
    assert status == 0, output
    assert "variant  accelerated\n" in output


@pytest.mark.parametrize(("body", "message"), [
    ("return 7;", "main has returned 7"),
    ("return *(volatile int *)0x40000000;", "the program trapped: mcause"),
])
def test_program_that_fails(tmp_path, body, message):
    source = tmp_path / "mine.c"
    source.write_text(f"int main(void) {{ {body} }}\n")
    status, output = call("example", source, "--variant", "accelerated")
    assert status == 1
    assert message in output


def test_missing_source():
    status, output = call("example", "nowhere.c")
    assert status == 2
    assert "nowhere.c" in output
