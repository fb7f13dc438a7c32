"""Watches the coprocessor's answers to a core of CV-X-IF v1.0.0.

What must happen follows from the core's own knowledge of its instructions and from the model.
"""

from collections import Counter
from dataclasses import dataclass

from sw.model.coprocessor import REFUSED, CoprocessorModel

__all__ = ["Checker1", "Cycle1", "sampler"]

#: Cycles that an oldest instruction may take once nothing of the core's is missing: the longest
#: permutation before it, and the way through.
_PATIENCE = 36


@dataclass(frozen=True, slots=True)
class Cycle1:
    """What is on the channels in one cycle; fields without meaning in it are whatever is there."""

    issue_valid:              int
    issue_ready:              int
    issue_req_instr:          int
    issue_req_hartid:         int
    issue_req_id:             int
    issue_resp_accept:        int
    issue_resp_writeback:     int
    issue_resp_register_read: int
    register_ready:           int
    register_rs_valid:        int
    commit_valid:             int
    commit_id:                int
    result_valid:             int
    result_ready:             int
    result_hartid:            int
    result_id:                int
    result_data:              int
    result_rd:                int
    result_we:                int

    @property
    def result(self):
        """Everything that belongs to a result."""
        return (self.result_hartid, self.result_id, self.result_data, self.result_rd,
                self.result_we)


def sampler(dut):
    """Return a function that returns the :class:`Cycle1` of now."""
    fields = [getattr(dut, f"x_{name}") for name in Cycle1.__slots__]
    return lambda: Cycle1(*(int(handle.value) for handle in fields))


class Checker1:
    """Says whether the answers are right.

    Parameters
    ----------
    flights : callable
        Returns the core's list of :class:`~tests.cocotb.xif1_core.Flight`, oldest first, as it is
        in the cycle to check; the checker sets ``finished``.
    split, big_endian, last, hartid
        Of the coprocessor.

    Attributes
    ----------
    events : :class:`collections.Counter`
        What was seen.
    """

    def __init__(self, flights, *, split, big_endian, last, hartid):
        self._flights, self._split, self._hartid = flights, split, hartid
        self.model = CoprocessorModel(big_endian=big_endian, last=last)
        self.events = Counter()
        self._now = 0
        self._result = None
        self._owner = None
        self._waits = 0

    def check(self, cycle):
        """Check one cycle.

        Raises
        ------
        AssertionError
            If anything is not as it must be.
        """
        try:
            self._check_result(cycle)
            self._check_issue(cycle)
            self._check_progress(cycle)
        except AssertionError as error:
            raise AssertionError(f"cycle {self._now}: {error}\n{cycle}") from error
        self._now += 1

    def _check_issue(self, cycle):
        assert cycle.register_ready == (1 if self._split else cycle.issue_ready), "register_ready"
        if not cycle.issue_valid:
            return
        decoded = self.model.decode(cycle.issue_req_instr)
        if cycle.issue_req_hartid != self._hartid:
            self.events["ours of another hart"] += decoded is not None
            decoded = None
        uses = decoded.row.rs1 | decoded.row.rs2 << 1 if decoded else 0
        if decoded is None:
            assert cycle.issue_ready, "a foreign instruction must be answered at once"
            self.events["foreign"] += 1
        elif not self._split and uses & ~cycle.register_rs_valid:
            assert not cycle.issue_ready, "ready without operands"
            self.events["operands missing"] += 1
        if cycle.issue_ready:
            expected = (decoded is not None, decoded is not None and decoded.row.rd, uses)
            assert (cycle.issue_resp_accept, cycle.issue_resp_writeback,
                    cycle.issue_resp_register_read) == expected, f"answer must be {expected}"

    def _check_result(self, cycle):
        if self._result is not None:
            assert cycle.result_valid, "a result went away"
            assert cycle.result == self._result, f"result was {self._result}"
            self.events["result stalled"] += 1
        elif cycle.result_valid:
            self._result, self._owner = cycle.result, self._execute()
            value = self.model.execute(self._owner.instr, *self._owner.rs)
            assert value is not REFUSED
            expected = (self._hartid, self._owner.id, value, self._owner.decoded.rd,
                        value is not None)
            if value is None:
                # Nothing to write: anything may be there.
                expected = (*expected[:2], cycle.result[2], *expected[3:])
            assert cycle.result == expected, f"result must be {expected} of {self._owner}"
            decoded = self._owner.decoded
            self.events[f"{decoded.order.name} {decoded.row.mnemonic}"] += 1
            self.events["executed"] += 1
        if cycle.result_valid and cycle.result_ready:
            self._owner.finished = True
            self._result = self._owner = None

    def _execute(self):
        oldest = self._oldest()
        assert oldest is not None, "a result of nobody"
        assert oldest.state == "committed", f"a result before its commit, of {oldest}"
        assert oldest.provided, f"a result before its operands, of {oldest}"
        return oldest

    def _oldest(self):
        """Return the oldest accepted instruction without a result that is not killed."""
        return next((flight for flight in self._flights()
                     if flight.decoded and flight.issued and flight.state != "killed"
                     and not flight.finished and flight is not self._owner), None)

    def _check_progress(self, cycle):
        oldest = self._oldest()
        waits = (oldest is not None and oldest.state == "committed" and oldest.provided
                 and (self._result is None or cycle.result_ready))
        self._waits = self._waits + 1 if waits and not cycle.result_valid else 0
        assert self._waits < _PATIENCE, f"no result of {oldest} for {_PATIENCE} cycles"
