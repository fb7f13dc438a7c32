"""Builds for a board: sources, steps, reports; the output folder is complete or untouched."""

import os
import shutil
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from boards.attempts import run_attempts
from boards.drawing import floorplan, utilization_chart
from boards.report import Report
from boards.report_text import markdown
from boards.steps import StepError
from boards.toolchain import Job, shell_script

__all__ = ["PROJECT", "Built", "ToolsMissing", "Unreadable", "build", "check_folder"]

#: Folder in the output that has sources, scripts, logs and everything between.
PROJECT = "project"


class ToolsMissing(RuntimeError):
    """No toolchain is complete; sources, constraints and scripts have been written."""


class Unreadable(RuntimeError):
    """A tool's report is not what it is expected to be."""


@dataclass(frozen=True)
class Built:
    """A finished build.

    Attributes
    ----------
    report : :class:`boards.report.Report`
        What it takes and how fast it is.
    products : tuple of :class:`pathlib.Path`
        Files for the board.
    """

    report:   Report
    products: tuple


def check_folder(out):
    """Check that a build can go to a folder: a new one, an empty one, or that of a former build.

    Raises
    ------
    ValueError
        If it can't.
    """
    parent = out.resolve().parent
    if not parent.is_dir():
        raise ValueError(f"the folder {str(parent)!r} of {str(out)!r} does not exist")
    if out.exists() and not out.is_dir():
        raise ValueError(f"{str(out)!r} is a file; a folder's name is wanted")
    for folder in (parent, *([out] if out.exists() else [])):
        if not os.access(folder, os.W_OK | os.X_OK):
            raise ValueError(f"the folder {str(folder)!r} can't be written to")
    if out.exists() and any(out.iterdir()) and not (out / PROJECT).is_dir():
        raise ValueError(f"the folder {str(out)!r} has files in it that no build has made")


def build(board, settings, image, out, *, toolchain=None, on_step=None, on_line=None):
    """Build a bitstream.

    Parameters
    ----------
    board : :class:`boards.board.Board`
        What for.
    settings : :class:`boards.board.Settings`
        How.
    image : :class:`sw.image.Image`
        The firmware.
    out : :class:`pathlib.Path`
        Output folder, see `check_folder`; a former build is replaced at the end.
    toolchain : :class:`boards.toolchain.Toolchain`, optional
        By default the first one of the board's that is there.
    on_step : callable, optional
        Called with title, number and count of each step before it.
    on_line : callable, optional
        Called with each line that a tool prints.

    Returns
    -------
    :class:`Built`

    Raises
    ------
    ValueError
        If the folder is unsuitable.
    boards.board.ClockError
        If the clock can't be made.
    ToolsMissing
        If no toolchain is complete; the output has what is needed to build elsewhere.
    boards.steps.StepError
        If a tool fails. Its log is kept beside the output folder.
    Unreadable
        If a tool's report can't be understood.
    OSError
        If there is no space.
    """
    out = Path(out)
    check_folder(out)
    candidates = (toolchain,) if toolchain is not None else board.toolchains
    found = {candidate: candidate.find() for candidate in candidates}
    chosen = next((candidate for candidate in candidates if not found[candidate].missing), None)
    steps_done = _Steps(on_step)
    with _staging(out) as folder:
        project = folder / PROJECT
        project.mkdir()
        for candidate in candidates if chosen is None else (chosen,):
            job = Job(board, settings, board.sources(settings, image, candidate.platform))
            for name, text in candidate.files(job).items():
                (project / name).write_text(text, encoding="utf-8")
            script = project / f"build_{candidate.name}.sh"
            script.write_text(shell_script(candidate, job), encoding="utf-8")
            script.chmod(0o755)
        if chosen is None:
            _publish(folder, out)
            raise ToolsMissing(_help(candidates, found, out))
        try:
            steps_done.run(chosen.steps(job), found[chosen], project, on_line)
            measured = chosen.measure(job, project)
        except StepError as error:
            log = out.with_name(f"{out.name}.log")
            log.write_text(error.log, encoding="utf-8")
            error.args = (f"{error}\nAll of what it printed is in {log}.",)
            raise
        except (ValueError, KeyError) as error:
            raise Unreadable(f"{chosen.title}: the reports can't be read: {error}") from error
        report = Report.of(job, chosen, measured, steps_done.seconds)
        (folder / "report.json").write_text(report.to_json(), encoding="utf-8")
        (folder / "report.md").write_text(markdown(report), encoding="utf-8")
        (folder / "utilization.svg").write_text(utilization_chart(report), encoding="utf-8")
        if measured.placement:
            (folder / "floorplan.svg").write_text(
                floorplan(measured.placement, f"{board.title}, {settings.preset}"),
                encoding="utf-8")
        names = list(chosen.products.values())
        for made, name in chosen.products.items():
            shutil.copyfile(project / made, folder / name)
        for name, content in (board.extras(folder, image) if board.extras else {}).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
            names.append(name)
        _publish(folder, out)
    return Built(report, tuple(out / name for name in names))


class _Steps:
    """Runs steps and takes their times."""

    def __init__(self, on_step):
        self._on_step = on_step
        self.seconds = {}

    def run(self, steps, tools, folder, on_line):
        for number, step in enumerate(steps, 1):
            self._tell(step.title, number, steps)
            start = time.monotonic()
            run_attempts(step, tools, folder, on_line, lambda attempt, title=step.title,
                         number=number: self._tell(f"{title}, attempt {attempt}", number, steps))
            self.seconds[step.title] = round(time.monotonic() - start, 1)

    def _tell(self, title, number, steps):
        if self._on_step is not None:
            self._on_step(title, number, len(steps))


@contextmanager
def _staging(out):
    """Give a folder beside ``out`` that is gone afterwards, unless it was published."""
    folder = Path(tempfile.mkdtemp(dir=out.resolve().parent, prefix=f".{out.name}."))
    mask = os.umask(0)
    os.umask(mask)
    folder.chmod(0o777 & ~mask)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _publish(folder, out):
    """Put a finished folder in the place of ``out``."""
    if out.exists():
        with _staging(out) as aside:
            os.replace(out, aside / "old")
            try:
                os.replace(folder, out)
            except BaseException:
                os.replace(aside / "old", out)
                raise
    else:
        os.replace(folder, out)


def _help(candidates, found, out):
    """Say what was missing and what to do."""
    lines = []
    for candidate in candidates:
        lines.append(f"{candidate.title} is not complete:")
        lines += [f"  {phrase}" for phrase in found[candidate].missing]
    lines.append(f"Sources, constraints and scripts are in {out / PROJECT}. Where the tools are on "
                 "the path, there:")
    lines += [f"  bash build_{candidate.name}.sh" for candidate in candidates]
    return "\n".join(lines)
