"""Watches a coprocessor on CV-X-IF and compares it, cycle by cycle, with the model.

What instructions do comes from :class:`sw.model.coprocessor.CoprocessorModel`; when things happen
is stated here, from CV-X-IF v0.2.0 and ``docs/coprocessor.md``.
"""

from collections import Counter
from dataclasses import dataclass

from hdl.isa import Operation
from sw.model.coprocessor import REFUSED, CoprocessorModel, Decoded

__all__ = ["Checker", "Cycle", "Monitor"]

_UNUSED = ("issue_resp_dualwrite", "issue_resp_dualread", "issue_resp_loadstore",
           "issue_resp_ecswrite", "issue_resp_exc", "result_ecsdata", "result_ecswe", "result_exc",
           "result_exccode", "result_err", "result_dbg")


@dataclass(frozen=True, slots=True)
class Cycle:
    """What is on the channels in one cycle; fields without meaning in it are whatever is there."""

    issue_valid:          int
    issue_ready:          int
    issue_req_instr:      int
    issue_req_id:         int
    issue_req_rs:         int
    issue_req_rs_valid:   int
    issue_resp_accept:    int
    issue_resp_writeback: int
    commit_valid:         int
    commit_id:            int
    commit_commit_kill:   int
    result_valid:         int
    result_ready:         int
    result_id:            int
    result_data:          int
    result_rd:            int
    result_we:            int

    @property
    def issued(self):
        """An issue transaction takes place."""
        return self.issue_valid and self.issue_ready


class Monitor:
    """Samples the channels.

    Parameters
    ----------
    dut : cocotb handle
        Has the flat names of CV-X-IF.
    prefix : :class:`str`
        What the names begin with.
    """

    def __init__(self, dut, prefix="x_"):
        self._fields = [getattr(dut, prefix + name) for name in Cycle.__slots__]
        self._unused = {name: getattr(dut, prefix + name) for name in _UNUSED}

    def sample(self):
        """Return the :class:`Cycle` of now."""
        return Cycle(*(int(handle.value) for handle in self._fields))

    def check_unused(self):
        """Check that the answers of unused features are 0."""
        for name, handle in self._unused.items():
            assert int(handle.value) == 0, f"{name} is {handle.value}"


@dataclass
class _Entry:
    """An accepted instruction that is not executed yet."""

    id:        int
    instr:     int
    rs1:       int
    rs2:       int
    decoded:   Decoded
    issued:    int
    committed: bool
    goes_on:   bool = False

    @property
    def executes_twice(self):
        """It takes a second cycle: an INIT with operands."""
        return (self.decoded.row.operation is Operation.INIT
                and bool(self.decoded.rs1 or self.decoded.rs2))

    @property
    def starts_at_once(self):
        """Its permutation starts in its own cycle: a READ of a plain word of lane 0 or 2."""
        return (self.decoded.row.operation is Operation.READ and not self.decoded.domain
                and not self.decoded.rs1 and self.decoded.rounds == 12
                and self.decoded.index // 2 in (0, 2))


def _merges(decoded):
    """Whether an instruction may execute in the last cycle of a permutation."""
    return decoded.row.operation is Operation.ABSORB and decoded.index & 7 == 0


class Checker:
    """Says what the coprocessor must do in every cycle.

    Parameters
    ----------
    rounds_per_cycle, big_endian, queue_depth
        Of the coprocessor.

    Attributes
    ----------
    events : :class:`collections.Counter`
        What was seen, so that a test can tell that it has tested something.
    latencies : :class:`collections.Counter`
        Cycles from issue to result, of instructions with a commit at most one cycle after their
        issue and nothing in their way.
    """

    def __init__(self, *, rounds_per_cycle, big_endian, queue_depth):
        self._rounds_per_cycle = rounds_per_cycle
        self._queue_depth = queue_depth
        self.model = CoprocessorModel(big_endian=big_endian)
        self.events = Counter()
        self.latencies = Counter()
        self._now = 0
        self._entries = []
        self._result = None
        self._to_go = 0     # cycles of a permutation, the current one included
        self._clear_from = 0

    @property
    def idle(self):
        """Nothing waits for anything."""
        return not self._entries and self._result is None

    def check(self, cycle):
        """Check one cycle.

        Raises
        ------
        AssertionError
            If anything is not as it must be.
        """
        try:
            self._check_result(cycle)
            head = self._entries[0] if self._entries else None
            waiting = len(self._entries)
            starting = any(entry.decoded.rounds for entry in self._entries)
            self._follow_commits(cycle)
            gone = head is not None and head not in self._entries
            executes = (head is not None and not gone and head.committed and not head.goes_on
                        and (self._result is None or cycle.result_ready))
            leaves = executes and not head.executes_twice or head is not None and head.goes_on
            if self._queue_depth == 1:
                room = not waiting or leaves or gone
            else:
                room = waiting < self._queue_depth
            open_ = room and not starting and not (self._to_go and waiting)
            self._check_issue(cycle, open_)
            self._permute(waiting, executes)
            if head is not None and head.goes_on:
                self._start(self._entries.pop(0))
            if cycle.result_ready:
                self._result = None
            elif self._result:
                self.events["result stalled"] += 1
                self._clear_from = self._now + 1
            if executes:
                self._execute(head)
                if leaves:
                    self._entries.remove(head)
            if cycle.issued:
                self._issue(cycle)
        except AssertionError as error:
            raise AssertionError(f"cycle {self._now}: {error}\n{cycle}") from error
        self._now += 1

    def _check_result(self, cycle):
        expected = self._result
        assert cycle.result_valid == (expected is not None), f"expected {expected}"
        if expected is not None:
            # Without `we` the data means nothing.
            data = cycle.result_data if cycle.result_we else 0
            seen = (cycle.result_id, data, cycle.result_rd, cycle.result_we)
            assert seen == expected, f"result is {seen}, not {expected}"
            self.events["result"] += 1

    def _follow_commits(self, cycle):
        for entry in list(self._entries):
            if entry.committed:
                continue
            if cycle.issue_valid and cycle.issue_req_id == entry.id:
                self._entries.remove(entry)
                self._clear_from = self._now + 1
                self.events["forgotten"] += 1
            elif cycle.commit_valid and cycle.commit_id == entry.id:
                if cycle.commit_commit_kill:
                    self._entries.remove(entry)
                    self._clear_from = self._now + 1
                    self.events["killed later"] += 1
                else:
                    entry.committed = True
                    self.events[f"committed {min(self._now - entry.issued, 3)} later"] += 1
                    if self._now - entry.issued > 1:
                        self._clear_from = self._now + 1

    def _check_issue(self, cycle, open_):
        if not cycle.issue_valid:
            return
        decoded = self.model.decode(cycle.issue_req_instr)
        if decoded is None:
            assert cycle.issue_ready, "a foreign instruction must be answered at once"
            assert not cycle.issue_resp_accept, "a foreign instruction is accepted"
            assert not cycle.issue_resp_writeback, "a foreign instruction has a writeback"
            self.events["foreign"] += 1
            if not open_ or self._to_go:
                self.events["foreign while busy"] += 1
            return
        open_ = open_ and self._to_go <= 1 + _merges(decoded)
        needed = decoded.row.rs1 | decoded.row.rs2 << 1
        complete = needed & cycle.issue_req_rs_valid == needed
        assert cycle.issue_ready == (open_ and complete), (
            f"issue_ready is {cycle.issue_ready}, operands complete: {complete}, open: {open_}")
        if cycle.issue_ready:
            assert cycle.issue_resp_accept, "an instruction is refused"
            assert cycle.issue_resp_writeback == decoded.row.rd, "wrong writeback"
        else:
            self.events["held" if complete else "operands missing"] += 1

    def _issue(self, cycle):
        decoded = self.model.decode(cycle.issue_req_instr)
        if decoded is None:
            return
        named = cycle.commit_valid and cycle.commit_id == cycle.issue_req_id
        if named and cycle.commit_commit_kill:
            self.events["killed at once"] += 1
            return
        self.events["accepted"] += 1
        self.events["committed at once"] += named
        self._entries.append(_Entry(
            cycle.issue_req_id, cycle.issue_req_instr, cycle.issue_req_rs & 0xffff_ffff,
            cycle.issue_req_rs >> 32, decoded, self._now, bool(named)))

    def _execute(self, entry):
        value = self.model.execute(entry.instr, entry.rs1, entry.rs2)
        assert value is not REFUSED
        self._result = (entry.id, value or 0, entry.decoded.rd, value is not None)
        self.events[f"{entry.decoded.order.name} {entry.decoded.row.mnemonic}"] += 1
        self.events[f"rounds {entry.decoded.rounds}"] += 1
        self.events["executed"] += 1
        if entry.issued >= self._clear_from:
            self.latencies[self._now + 1 - entry.issued] += 1
        if entry.executes_twice:
            entry.goes_on = True
            self._clear_from = self._now + 1
            self.events["executed twice"] += 1
        else:
            self._start(entry)

    def _start(self, entry):
        """Start the permutation of what is executed."""
        if rounds := entry.decoded.rounds:
            at_once = entry.starts_at_once
            self._to_go = -(-rounds // self._rounds_per_cycle) - at_once
            self.events["started at once"] += at_once

    def _permute(self, waiting, executes):
        """Run a permutation; what waits executes in its last cycle, which waits for that."""
        if self._to_go:
            if waiting and not executes:
                self.events["permutation held"] += 1
            else:
                self._to_go -= 1
                self.events["merged"] += executes
