"""Builds with made-up tools: what is written, and what is left when something goes wrong."""

import errno
import json
import sys
from pathlib import Path

import pytest

from boards.board import Board, ClockError, Settings
from boards.build import PROJECT, ToolsMissing, Unreadable, build, check_folder
from boards.placement import Placed
from boards.report import Clock
from boards.steps import StepError
from boards.toolchain import Measured, Step, Tools

SETTINGS = Settings(50_000_000)


class Fake:
    """A toolchain whose tools are programs in Python."""

    title = "Fake"
    platform = "Fake"
    products = {"made.bin": "design.bit"}
    shell = {}

    def __init__(self, name="fake", *programs, missing=(), fmax=60.0):
        self.name = name
        self.programs = programs
        self.missing = missing
        self.fmax = fmax
        self.placement = ()

    def find(self):
        return Tools({"python": (sys.executable, "-c")}, self.missing, {"FAKE": "yes"})

    def files(self, job):
        return {"source": job.sources["top"], f"{self.name}.txt": job.settings.preset}

    def steps(self, job):
        return tuple(Step(f"Step {number}", "python", (text,), f"{number}.log",
                          ("made.bin",) if number == len(self.programs) else ())
                     for number, text in enumerate(self.programs, 1))

    def measure(self, job, folder):
        return Measured({"lut": 7}, (Clock("clk", 50.0, self.fmax),), {"core": {"lut": 5}},
                        {"fake": "1"}, placement=self.placement)


GOOD = ("import os; print('first', os.environ['FAKE'], open('source').read())",
        "print('second'); open('made.bin', 'w').write('bits')")


def board(*toolchains, extras=None):
    def sources(settings, image, platform):
        if settings.clock_hz != 50_000_000:
            raise ClockError("the clock must be 50 MHz")
        return {"top": f"{image} for {platform}"}
    return Board("fake", "Fake board", "F-1", "ecp5", {"lut": 14}, 50_000_000, toolchains,
                 sources, extras)


def everything(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_output(tmp_path):
    steps, lines = [], []
    built = build(board(Fake("fake", *GOOD), extras=lambda folder, image: {
        "host/size": str((folder / "design.bit").stat().st_size).encode()}), SETTINGS, "image",
        tmp_path / "out", on_step=lambda *step: steps.append(step), on_line=lines.append)
    assert everything(tmp_path) == [f"out/{name}" for name in (
        "design.bit", "host/size", "project/1.log", "project/2.log", "project/build_fake.sh",
        "project/fake.txt", "project/made.bin", "project/source", "report.json", "report.md",
        "utilization.svg")]
    assert (tmp_path / "out" / "design.bit").read_text() == "bits"
    assert (tmp_path / "out" / "host" / "size").read_text() == "4"
    assert (tmp_path / "out" / PROJECT / "1.log").read_text() == "first yes image for Fake\n"
    assert steps == [("Step 1", 1, 2), ("Step 2", 2, 2)]
    assert lines == ["first yes image for Fake", "second"]
    data = json.loads((tmp_path / "out" / "report.json").read_text())
    assert (data["board"], data["preset"], data["utilization"]) == ("fake", "compact", {"lut": 7})
    assert data["timing_met"]
    assert data["clocks"][0]["slack_ns"] == pytest.approx(3.333)
    assert "| everything | 7 (50%) |" in (tmp_path / "out" / "report.md").read_text()
    assert built.products == (tmp_path / "out" / "design.bit", tmp_path / "out" / "host/size")


@pytest.mark.parametrize(("results", "kept", "tried"), [
    ("5", "5", 1), ("-1 3", "3", 2), ("-1 -2 -3", "-1", 3), ("-3 -1 -2", "-1", 3)])
def test_attempts(tmp_path, results, kept, tried):
    """Each attempt takes the next of some results; the best one is kept, with its log."""
    program = ("import sys; word = sys.argv[1].split()[int(sys.argv[2])]; print('says', word); "
               "open('made.bin', 'w').write(word)")
    toolchain = Fake("fake", "")
    toolchain.steps = lambda job: (
        Step("Route", "python", (program, results, "0"), "log", ("made.bin",),
             attempts=((program, results, "1"), (program, results, "2")),
             slack=lambda folder: int((folder / "made.bin").read_text())),)
    steps = []
    out = tmp_path / "out"
    build(board(toolchain), SETTINGS, "image", out, on_step=lambda *step: steps.append(step))
    assert (out / "design.bit").read_text() == kept
    assert (out / PROJECT / "log").read_text() == f"says {kept}\n"
    assert steps == [("Route", 1, 1), ("Route, attempt 2", 1, 1),
                     ("Route, attempt 3", 1, 1)][:tried]
    assert not (out / PROJECT / "best").exists()


def test_floor_plan(tmp_path):
    toolchain = Fake("fake", *GOOD)
    toolchain.placement = [Placed("lut", "core", 3, 4, 0, 1)]
    build(board(toolchain), SETTINGS, "image", tmp_path / "out")
    assert "Fake board, compact" in (tmp_path / "out" / "floorplan.svg").read_text()


def test_replaces_a_former_build(tmp_path):
    for word in ("old", "new"):
        build(board(Fake("fake", GOOD[0], f"open('made.bin', 'w').write('{word}')")), SETTINGS,
              "image", tmp_path / "out")
    assert (tmp_path / "out" / "design.bit").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_first_complete_toolchain_is_taken(tmp_path):
    lacking = Fake("lacking", *GOOD, missing=("a thing",))
    assert build(board(lacking, Fake("fake", *GOOD)), SETTINGS, "image",
                 tmp_path / "out").report.toolchain == "fake"
    with pytest.raises(ToolsMissing, match="a thing"):
        build(board(lacking, Fake("fake", *GOOD)), SETTINGS, "image", tmp_path / "out",
              toolchain=lacking)


def test_without_tools_sources_and_scripts_are_written(tmp_path):
    with pytest.raises(ToolsMissing) as caught:
        build(board(Fake("one", *GOOD, missing=("a thing; get it there",)),
                    Fake("two", *GOOD, missing=("another thing",))), SETTINGS, "image",
              tmp_path / "out")
    for words in ("a thing; get it there", "another thing", "bash build_two.sh",
                  str(tmp_path / "out" / PROJECT)):
        assert words in str(caught.value)
    assert everything(tmp_path) == [f"out/project/{name}" for name in (
        "build_one.sh", "build_two.sh", "one.txt", "source", "two.txt")]


BAD = [
    ("print('fine'); print('ERROR: no way'); print('more'); raise SystemExit(7)",
     ("Step 2", "status 7", "ERROR: no way")),
    ("print('last line'); raise SystemExit(1)", ("status 1", "last line")),
    ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", ("ended by signal 9",)),
    ("print('all is well')", ("made no made.bin", "all is well")),
    ("open('made.bin', 'w')", ("made no made.bin",)),
]


@pytest.mark.parametrize(("program", "words"), BAD)
def test_failing_tool(tmp_path, program, words):
    out = tmp_path / "out"
    build(board(Fake("fake", *GOOD)), SETTINGS, "image", out)
    before = {name: (tmp_path / name).read_bytes() for name in everything(tmp_path)}
    with pytest.raises(StepError) as caught:
        build(board(Fake("fake", GOOD[0], program)), SETTINGS, "image", out)
    for word in (*words, str(tmp_path / "out.log")):
        assert word in str(caught.value)
    log = (tmp_path / "out.log").read_text()
    assert caught.value.log == log
    assert {name: (tmp_path / name).read_bytes() for name in everything(tmp_path)} == before | {
        "out.log": log.encode()}


def test_tool_that_cannot_be_started(tmp_path):
    toolchain = Fake("fake", *GOOD)
    toolchain.find = lambda: Tools({"python": (str(tmp_path / "nothing"),)})
    with pytest.raises(StepError, match="can't be started"):
        build(board(toolchain), SETTINGS, "image", tmp_path / "out")


@pytest.mark.parametrize(("full", "program"), [
    ("source", GOOD[1]), ("1.log", GOOD[1]), ("report.json", GOOD[1]),
    # The tool has failed for the same reason, and what it has said can't be kept.
    ("out.log", "print('No space left on device'); raise SystemExit(1)"),
])
def test_no_space(tmp_path, monkeypatch, full, program):
    def refuse(self, *arguments, **options):
        if self.name == full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return genuine(self, *arguments, **options)

    genuine = Path.open
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(OSError, match="No space left"):
        build(board(Fake("fake", GOOD[0], program)), SETTINGS, "image", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_clock_that_cannot_be_made(tmp_path):
    with pytest.raises(ValueError, match="must be 50 MHz"):
        build(board(Fake("fake", *GOOD)), Settings(1), "image", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_unreadable_reports(tmp_path):
    toolchain = Fake("fake", *GOOD)
    toolchain.measure = lambda job, folder: {}["nothing"]
    with pytest.raises(Unreadable, match="nothing"):
        build(board(toolchain), SETTINGS, "image", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_presets():
    assert Settings(1, "fast").parameters == {"preset": "fast", "clock_hz": 1}
    with pytest.raises(ValueError, match="compact"):
        Settings(1, "huge")


def test_folders(tmp_path, monkeypatch):
    check_folder(tmp_path / "new")
    (tmp_path / "empty").mkdir()
    check_folder(tmp_path / "empty")
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="is a file"):
        check_folder(tmp_path / "file")
    with pytest.raises(ValueError, match="no build has made"):
        check_folder(tmp_path)
    with pytest.raises(ValueError, match="does not exist"):
        check_folder(tmp_path / "a" / "b")
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path / "empty")
    with pytest.raises(ValueError, match="can't be written to"):
        check_folder(tmp_path / "empty")
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)
    with pytest.raises(ValueError, match="can't be written to"):
        check_folder(tmp_path / "new")
