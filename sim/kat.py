"""Runs known-answer cases on the simulated SoC, on one core of this machine or on several."""

import multiprocessing
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field

from sim.engine import Engine
from sim.vectors import Case
from sw.driver import Driver
from sw.request import Answer

__all__ = ["Failure", "Report", "check", "run_kat"]

#: Cases that a process takes at a time: a second or so of work.
_CHUNK = 100


@dataclass(frozen=True)
class Failure:
    """A case with a wrong answer."""

    case:   Case
    mode:   str
    answer: Answer

    def to_json(self):
        """Return an object for JSON."""
        expected = self.case.expected
        return {"count": self.case.count, "kind": self.case.kind, "mode": self.mode,
                "request": self.case.request.to_json(),
                "expected": {"status": expected.status, "output": expected.output.hex(),
                             "tag": expected.tag.hex()},
                "answer": self.answer.to_json()}


@dataclass
class Report:
    """How cases ended.

    Attributes
    ----------
    total, passed : :class:`collections.Counter`
        Number of cases, and of those with the right answer, by ``(member, kind, mode)``.
    failures : :class:`list` of :class:`Failure`
        The others.
    """

    total:    Counter = field(default_factory=Counter)
    passed:   Counter = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    @property
    def ok(self):
        """Whether there were cases and all passed."""
        return self.total.total() > 0 and self.total == self.passed

    def add(self, case, mode, answer):
        """Count an answer."""
        key = (case.request.member, case.kind, mode)
        self.total[key] += 1
        if case.passed(answer):
            self.passed[key] += 1
        else:
            self.failures.append(Failure(case, mode, answer))

    def merge(self, other):
        """Add another report."""
        self.total += other.total
        self.passed += other.passed
        self.failures += other.failures
        self.failures.sort(key=lambda failure: (failure.mode, failure.case.count,
                                                failure.case.kind))

    def to_json(self):
        """Return an object for JSON."""
        counts = [{"member": member, "kind": kind, "mode": mode, "total": total,
                   "passed": self.passed[member, kind, mode]}
                  for (member, kind, mode), total in sorted(self.total.items())]
        return {"passed": self.ok, "counts": counts,
                "failures": [failure.to_json() for failure in self.failures]}


def check(cases, driver, mode, *, progress=None):
    """Run cases over a driver.

    Parameters
    ----------
    cases : iterable of :class:`sim.vectors.Case`
        What to run.
    driver : :class:`sw.driver.Driver`
        Where, with an image loaded.
    mode : :class:`str`
        One of :data:`sw.request.MODES`.
    progress : callable, optional
        Called with 1 after each case.

    Returns
    -------
    :class:`Report`
        How they ended.
    """
    report = Report()
    for case in cases:
        report.add(case, mode, driver.run(case.request, mode))
        if progress is not None:
            progress(1)
    return report


def run_kat(cases, modes, image, *, config=None, jobs=None, progress=None, notify=None):
    """Run cases on the fast engine.

    Parameters
    ----------
    cases : sequence of :class:`sim.vectors.Case`
        What to run.
    modes : iterable of :class:`str`
        Each of :data:`sw.request.MODES`.
    image : :class:`sw.image.Image`
        The firmware.
    config : :class:`sim.engine.EngineConfig`, optional
        The hardware.
    jobs : :class:`int`, optional
        Processes; by default one for each processor that this one may use.
    progress : callable, optional
        Called with the number of cases done since its last call; in all there are
        ``len(cases) * len(modes)``.
    notify : callable, optional
        Called with a sentence before something is compiled.

    Returns
    -------
    :class:`Report`
        How they ended.
    """
    # Builds the library, so that the processes only load it.
    Engine(config, notify=notify).close()
    chunks = [(cases[start:start + _CHUNK], mode)
              for mode in modes for start in range(0, len(cases), _CHUNK)]
    report = Report()
    jobs = jobs or len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"),
                             initializer=_start, initargs=(config, image)) as pool:
        running = {pool.submit(_check_chunk, *chunk): len(chunk[0]) for chunk in chunks}
        try:
            for done in as_completed(running):
                report.merge(done.result())
                if progress is not None:
                    progress(running[done])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return report


#: The driver of this process, if it is one of `run_kat`.
_driver = None


def _start(config, image):
    """Make the driver of this process."""
    global _driver
    _driver = Driver(Engine(config))
    _driver.load(image)


def _check_chunk(cases, mode):
    return check(cases, _driver, mode)
