"""Checks the coprocessor's transactions against its model.

Source: CV-X-IF v0.2.0, issue, commit and result interfaces.
"""

from collections import deque

from sim.events import Commit, Issue, Result
from sw.model.coprocessor import CoprocessorModel

__all__ = ["TransactionChecker", "TransactionError"]


class TransactionError(AssertionError):
    """The coprocessor, or the core towards it, did something else than the model."""


class TransactionChecker:
    """Follows the three channels: what is accepted, what is executed at commit, every result.

    An issue with the id of an instruction that was never committed means that the old one is dead.

    Parameters
    ----------
    big_endian : :class:`bool`
        Whether the coprocessor has the big-endian instructions.
    last : :class:`bool`
        Whether it has those for a partial last word.

    Attributes
    ----------
    model : :class:`sw.model.coprocessor.CoprocessorModel`
        Its state is that after the last commit.
    executed : :class:`int`
        Instructions that the model has executed.
    """

    def __init__(self, *, big_endian=True, last=True):
        self.model = CoprocessorModel(big_endian=big_endian, last=last)
        self.executed = 0
        self.reset()

    def reset(self):
        """Forget what is under way; the coprocessor was reset."""
        self.model.reset()
        self._issued = {}
        self._results = deque()

    @property
    def idle(self):
        """Whether every committed instruction has had its result."""
        return not self._results

    def check(self, event):
        """Check an event.

        Parameters
        ----------
        event : :class:`sim.events.Issue`, :class:`sim.events.Commit` or :class:`sim.events.Result`
            In order of cycles; in a cycle in this order.

        Raises
        ------
        TransactionError
            If the event is wrong.
        """
        match event:
            case Issue():
                self._issue(event)
            case Commit():
                self._commit(event)
            case Result():
                self._result(event)

    def _issue(self, event):
        decoded = self.model.decode(event.instr)
        expected = event._replace(accept=decoded is not None,
                                  writeback=decoded is not None and decoded.row.rd)
        self._compare(event, expected)
        self._issued.pop(event.id, None)
        self._issued[event.id] = event

    def _commit(self, event):
        issue = self._issued.pop(event.id, None)
        if event.kill:
            return
        if issue is None or not issue.accept:
            raise TransactionError(f"{event}\nbut no accepted instruction has this id")
        data = self.model.execute(issue.instr, issue.rs1, issue.rs2)
        decoded = self.model.decode(issue.instr)
        self.executed += 1
        self._results.append(Result(event.cycle, event.id, data or 0, decoded.rd, decoded.row.rd))

    def _result(self, event):
        if not self._results:
            raise TransactionError(f"{event}\nbut no instruction waits for a result")
        expected = self._results.popleft()
        if event.cycle <= expected.cycle:
            raise TransactionError(f"{event}\nbut committed only in cycle {expected.cycle}")
        expected = expected._replace(cycle=event.cycle)
        if not event.we and not expected.we:
            # Nothing is written: ``rd`` and ``data`` mean nothing.
            expected = expected._replace(rd=event.rd, data=event.data)
        self._compare(event, expected)

    @staticmethod
    def _compare(event, expected):
        if event != expected:
            raise TransactionError(f"hardware {event}\nmodel    {expected}")
