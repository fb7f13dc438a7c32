"""Runs known-answer cases over a driver and counts how they end."""

from collections import Counter
from dataclasses import dataclass, field

from sim.vectors import Case
from sw.request import Answer

__all__ = ["Failure", "Report", "check"]


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
