"""A core on CV-X-IF, as unpleasant as the specification allows and in a few ways more.

Source: CV-X-IF v0.2.0; what CV32E40X adds to it is that it may forget an instruction and use its id
again.
"""

from collections import deque

from tests.cocotb.xif_core import CoreSide

__all__ = ["Core"]


class Core(CoreSide):
    """Drives the core's side of the channels.

    In every cycle, call :meth:`drive` after the clock's edge; if it returns true, call
    :meth:`commit_at_once` as soon as ``issue_ready`` has settled; then :meth:`observe` with the
    sampled cycle.

    Parameters
    ----------
    dut, rng, stimulus
        See :class:`~tests.cocotb.xif_core.CoreSide`.
    id_width : :class:`int`
        Width of ids.
    """

    def __init__(self, dut, rng, stimulus, *, id_width=4):
        super().__init__(dut, rng, stimulus, (
            "issue_valid", "issue_req_instr", "issue_req_mode", "issue_req_id", "issue_req_rs",
            "issue_req_rs_valid", "issue_req_ecs", "issue_req_ecs_valid", "commit_valid",
            "commit_id", "commit_commit_kill", "result_ready"))
        self._commits = deque()
        self._busy = set()
        self._forgotten = []
        self._ids = range(1 << id_width)
        self._now = 0
        self._committing = False
        self._retracted = None
        self._issue_ready = dut.x_issue_ready
        self._set(issue_valid=0, issue_req_mode=3, issue_req_ecs=63, issue_req_ecs_valid=1,
                  commit_valid=0, result_ready=0)

    @property
    def idle(self):
        """No instruction is under way."""
        return self._offer is None and not self._busy and not self._forgotten

    def drive(self):
        """Drive a cycle; return whether an instruction wants its commit in it."""
        self._drive_issue()
        self._drive_commit()
        self._drive_result()
        offer = self._offer
        return (offer is not None and offer.delay == 0 and not self._committing
                and not self._commits)

    def commit_at_once(self):
        """Commit or kill the offered instruction if it is issued in this cycle."""
        if self._issue_ready.value:
            offer = self._offer
            self._committing = True
            self._set(commit_valid=1, commit_id=offer.id, commit_commit_kill=offer.kill)

    def observe(self, cycle):
        """Note what happened in the cycle."""
        if cycle.result_valid and cycle.result_ready:
            self._busy.discard(cycle.result_id)
        if cycle.commit_valid and self._committing:
            kill = cycle.commit_commit_kill
            if self._commits and self._commits[0][0].id == cycle.commit_id:
                _, accepted, _ = self._commits.popleft()
                if kill or not accepted:
                    self._busy.discard(cycle.commit_id)
        if cycle.issued:
            self._note_issue(cycle)
        self._now += 1

    def _note_issue(self, cycle):
        offer, self._offer = self._offer, None
        self.issued += 1
        accepted = bool(cycle.issue_resp_accept)
        if cycle.commit_valid and cycle.commit_id == offer.id:
            if cycle.commit_commit_kill or not accepted:
                self._busy.discard(offer.id)
        elif offer.delay is None and accepted:
            self._busy.discard(offer.id)
            self._forgotten.append(offer.id)
            self.events["orphan"] += 1
        else:
            self._commits.append((offer, accepted, self._now + max(offer.delay or 0, 1)))

    def _drive_issue(self):
        rng, mood = self._rng, self._stimulus.mood
        previous = self._offer
        if previous is not None:
            # Not ready in the last cycle.
            fate = rng.random()
            impatience = 0.2 if self._forgotten else 0
            if fate < max(mood.retract, impatience):
                self._withdraw()
                self.events["retracted"] += 1
            elif fate < max(mood.retract, impatience) + mood.change:
                self._withdraw()
                self._take_offer(excluded=previous.id)
                self.events["changed"] += self._offer is not None
        elif rng.random() < mood.offer or self._forgotten:
            self._take_offer()
        offer = self._offer
        if offer is None:
            self._set(issue_valid=0)
            return
        if offer is not previous:
            self._rs_valid = 3 & ~offer.missing
        elif self._rs_valid != 3 and rng.random() < 0.4:
            self._rs_valid |= rng.randint(1, 3)
        rs1, rs2 = (rs if self._rs_valid >> number & 1 else rng.getrandbits(32)
                    for number, rs in enumerate((offer.rs1, offer.rs2)))
        self._set(issue_valid=1, issue_req_instr=offer.instr, issue_req_id=offer.id,
                  issue_req_rs=rs1 | rs2 << 32, issue_req_rs_valid=self._rs_valid)

    def _withdraw(self):
        self._busy.discard(self._offer.id)
        self._stimulus.again(self._offer)
        self._offer = None

    def _take_offer(self, excluded=None):
        """Offer something under a free id, often one of a forgotten instruction."""
        forgotten = [id_ for id_ in self._forgotten if id_ != excluded]
        if self.stopped:
            if not forgotten:
                return
            offer, pool = self._stimulus.filler(), forgotten
        else:
            free = [id_ for id_ in self._ids if id_ not in self._busy and id_ != excluded]
            pool = forgotten if forgotten and self._rng.random() < 0.6 else free
            if not pool:
                return
            offer = self._stimulus.next()
        offer.id = self._rng.choice(pool)
        if offer.id in self._forgotten:
            self._forgotten.remove(offer.id)
            self.events["id used again"] += 1
        self._busy.add(offer.id)
        self._offer = offer

    def _drive_commit(self):
        self._committing = False
        if self._commits and self._commits[0][2] <= self._now:
            transaction = self._commits[0][0]
            self._committing = True
            self._set(commit_valid=1, commit_id=transaction.id,
                      commit_commit_kill=transaction.kill)
        elif self._rng.random() < self._stimulus.mood.unrelated:
            self._set(commit_valid=1, commit_id=self._unrelated_id(),
                      commit_commit_kill=self._rng.getrandbits(1))
        else:
            self._set(commit_valid=0)

    def _unrelated_id(self):
        """Return the id of nothing that waits for its commit."""
        waiting = {transaction.id for transaction, _, _ in self._commits} | set(self._forgotten)
        if self._offer is not None:
            waiting.add(self._offer.id)
        self.events["unrelated commit"] += 1
        return self._rng.choice([id_ for id_ in self._ids if id_ not in waiting])
