"""What the smallest coprocessor must do in every cycle.

What instructions do comes from the model; when things happen is stated here, from
``docs/coprocessor.md``.
"""

from hdl.isa import Operation
from sw.model.coprocessor import CoprocessorModel
from tests.cocotb.xif_monitor import Checker

__all__ = ["TinyChecker"]


class TinyChecker(Checker):
    """The checker for a coprocessor with room for one instruction, and times of its own.

    The state's two halves take turns: a word can only change if it is in the back. The even words
    are there at first.
    """

    def __init__(self):
        super().__init__(rounds_per_cycle=1, big_endian=False, queue_depth=1)
        self.model = CoprocessorModel(big_endian=False, last=False)
        self._odd_is_back = False
        self._execute_at = None
        self._free_from = 0
        self._last = None

    def check(self, cycle):
        """Check one cycle."""
        try:
            self._check_result(cycle)
            head = self._entries[0] if self._entries else None
            if head is None and self._result is not None and cycle.result_ready:
                self._free_from = self._now + self._cycles_behind(self._last)
            open_ = head is None and self._free_from is not None and self._now >= self._free_from
            self._follow_commits(cycle)
            self._check_issue(cycle, open_)
            if head is not None and not self._entries:
                self._free_from = self._now + 1
            if cycle.result_ready:
                self._result = None
            elif self._result:
                self.events["result stalled"] += 1
            if self._entries and head.committed:
                self._follow_execution(head)
            if cycle.issued:
                self._issue(cycle)
                if self._entries:
                    self._free_from = None
        except AssertionError as error:
            raise AssertionError(f"cycle {self._now}: {error}\n{cycle}") from error
        self._now += 1

    def _follow_execution(self, entry):
        """Execute a committed instruction one cycle later if its word is in front."""
        decoded = entry.decoded
        operation = decoded.row.operation
        odd = bool(decoded.row.rd and decoded.index & 1)
        if self._execute_at is None:
            wrong = odd != self._odd_is_back or operation is Operation.INIT
            self._execute_at = self._now + wrong
        if self._now < self._execute_at:
            return
        self._entries.pop(0)
        self._last, self._execute_at = decoded, None
        self._odd_is_back = decoded.row.rd and not odd
        value = self.model.execute(entry.instr, entry.rs1, entry.rs2)
        self._result = (entry.id, value or 0, decoded.rd, value is not None)
        self.events[decoded.row.mnemonic] += 1
        self.events[f"rounds {decoded.rounds}"] += 1
        self.events["executed"] += 1
        if entry.issued >= self._clear_from:
            self.latencies[self._now + 1 - entry.issued] += 1

    def _cycles_behind(self, decoded):
        """Return how long after its result an instruction still occupies the coprocessor."""
        cycles = int(decoded.row.operation is Operation.READ)
        if decoded.rounds:
            cycles += self._odd_is_back + 2 * decoded.rounds
            self._odd_is_back = False
        return cycles
