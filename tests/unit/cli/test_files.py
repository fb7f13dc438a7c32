"""Output files: whole or not at all."""

import json
import os
import stat

import pytest

from cli.files import write_json, write_text


def test_replaces_a_file(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    write_text(path, "new ü\n")
    assert path.read_text(encoding="utf-8") == "new ü\n"
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_are_those_of_any_new_file(tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("")
    write_text(tmp_path / "file", "")
    assert stat.S_IMODE(os.stat(tmp_path / "file").st_mode) == stat.S_IMODE(os.stat(plain).st_mode)


def test_failure_leaves_what_was_there(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_text(path, "new \ud800")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_json(tmp_path):
    write_json(tmp_path / "file", {"a": [1]})
    assert json.loads((tmp_path / "file").read_text()) == {"a": [1]}
    write_json(None, {})
