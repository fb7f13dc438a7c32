"""The commands build and report, with a made-up board."""

import re
import sys

import pytest
from typer.testing import CliRunner

from boards.board import Board, ClockError
from boards.report import Clock
from boards.toolchain import Measured, Step, Tools
from cli.main import app


class Toolchain:
    name = "fake"
    title = "Fake tools"
    platform = "Fake"
    products = {"made.bin": "design.bit"}
    shell = {}

    def __init__(self):
        self.missing = ()
        self.program = "open('made.bin', 'w').write('bits'); print('[busy]')"
        self.fmax = 60.0

    def find(self):
        return Tools({"python": (sys.executable, "-c")}, self.missing)

    def files(self, job):
        return {"source": "text"}

    def steps(self, job):
        return (Step("Everything", "python", (self.program,), "log", ("made.bin",)),)

    def measure(self, job, folder):
        return Measured({"lut": 1234, "ff": 7}, (Clock("clk", 50.0, self.fmax),),
                        {"core": {"lut": 1000}}, {"fake": "1"})


def sources(settings, image, platform):
    if settings.clock_hz > 100_000_000:
        raise ClockError("the clock must be at most 100 MHz")
    return {}


@pytest.fixture
def toolchain(monkeypatch):
    made = Toolchain()
    fake = Board("fake", "Fake", "F-1", "ecp5", {"ff": 14}, 50_000_000, (made,), sources)
    monkeypatch.setattr("cli.build.board", lambda name: fake)
    monkeypatch.setattr("cli.build.firmware", lambda: "image")
    return made


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})
    return result.exit_code, re.sub(r"\s+", " ", result.output.replace("│", " "))


@pytest.mark.usefixtures("toolchain")
def test_build_and_reports(tmp_path):
    out, copy = tmp_path / "out", tmp_path / "copy.json"
    status, output = call("build", "--board", "fake", "--out", out, "--json", copy)
    assert status == 0, output
    assert "Everything (1 of 1)" in output
    assert "everything 1,234 7 (50%)" in output
    assert "clk 50.00 60.00 +3.333 met" in output
    assert f"{out}/design.bit: 4 bytes" in output
    assert copy.read_text() == (out / "report.json").read_text()
    assert call("report", out)[1] == output[output.index("fake, compact"):output.index(str(out))]
    status, output = call("report", "--compare", out, copy)
    assert status == 0
    assert "core: LUT 1,000 1,000 +0" in output


def test_timing_not_met(tmp_path, toolchain):
    toolchain.fmax = 49.0
    status, output = call("build", "--board", "fake", "--out", tmp_path / "out")
    assert status == 4
    assert "Timing is not met" in output
    assert (tmp_path / "out" / "design.bit").exists()


def test_tools_missing(tmp_path, toolchain):
    toolchain.missing = ("the tool; it is there",)
    status, output = call("build", "--board", "fake", "--out", tmp_path / "out")
    assert status == 3
    assert "the tool; it is there" in output
    assert (tmp_path / "out" / "project" / "build_fake.sh").exists()


def test_tool_fails(tmp_path, toolchain):
    toolchain.program = "print('ERROR: [no] way'); raise SystemExit(5)"
    status, output = call("build", "--board", "fake", "--out", tmp_path / "out")
    assert status == 3
    assert "status 5: ERROR: [no] way" in output
    assert [path.name for path in tmp_path.iterdir()] == ["out.log"]


def test_no_space(tmp_path, toolchain):
    def files(job):
        raise OSError(28, "No space left on device")

    toolchain.files = files
    status, output = call("build", "--board", "fake", "--out", tmp_path / "out")
    assert status == 1
    assert "No space left on device" in output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("toolchain")
@pytest.mark.parametrize(("arguments", "words"), [
    (("--toolchain", "vivado"), ("--toolchain", "auto", "fake", "vivado")),
    (("--preset", "huge"), ("--preset", "compact", "huge")),
    (("--clock-mhz", "101"), ("--clock-mhz", "at most 100 MHz")),
    (("--seed", "x"), ("--seed", "x")),
    (("--out", "a/b"), ("--out", "does not exist")),
    (("--json", "a/b"), ("--json", "does not exist")),
])
def test_refuses(tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    status, output = call("build", "--board", "fake", "--out", "out", *arguments)
    assert status == 2
    for word in words:
        assert word in output
    assert list(tmp_path.iterdir()) == []


def test_unknown_board(tmp_path):
    status, output = call("build", "--board", "arty", "--out", tmp_path / "out")
    assert status == 2
    assert "ulx3s" in output
    assert "'arty'" in output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("arguments", "words"), [
    (("nothing",), ("nothing", "can't be read")),
    ((".",), ("report.json", "can't be read")),
    (("--compare", "."), ("report.json",)),
])
def test_report_refuses(tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    status, output = call("report", *arguments)
    assert status == 2
    for word in words:
        assert word in output


@pytest.mark.usefixtures("toolchain")
def test_compare_wants_two(tmp_path):
    call("build", "--board", "fake", "--out", tmp_path / "out")
    status, output = call("report", "--compare", tmp_path / "out")
    assert status == 2
    assert "two builds, not 1" in output
