"""A core of CV-X-IF v1.0.0, as unpleasant as that specification allows.

It knows which of its instructions it has committed or killed from the order in which it issued
them; ids are arithmetic only where it chooses them.

Source: CV-X-IF v1.0.0 (2024-05-22), "Identification", "Register interface", "Commit interface".
"""

from dataclasses import dataclass

from sw.model.coprocessor import Decoded, decode
from tests.cocotb.xif_core import CoreSide

__all__ = ["MOODS", "Core1", "Flight", "Mood1"]


@dataclass(frozen=True)
class Mood1:
    """How the core behaves for a while; probabilities are per cycle.

    ``prompt`` commits or kills in the cycle after the issue. ``hold`` is the longest time for which
    a result is not taken, once it is not taken at all. What :class:`Stimulus` asks for on top is
    decided here in other ways: ``earliest`` to ``missing``.
    """

    offer:    float = 1.0
    prompt:   bool  = False
    commit:   float = 0.5
    kill:     float = 0.0
    noise:    float = 0.0
    retract:  float = 0.0
    persist:  float = 0.3
    late:     float = 0.0
    skip:     float = 0.0
    other:    float = 0.0
    foreign:  float = 0.05
    stall:    float = 0.0
    hold:     int   = 1
    start:    float = 0.2
    earliest: int   = 1
    delay:    int   = 1
    orphan:   float = 0.0
    missing:  float = 0.0


MOODS = {
    "prompt":  Mood1(prompt=True, start=0.05),
    "dense":   Mood1(prompt=True, start=0.0, foreign=0.0),
    "batch":   Mood1(commit=0.2, skip=0.3, foreign=0.3, start=0.1),
    "killing": Mood1(commit=0.3, kill=0.5, foreign=0.2, skip=0.2, late=0.3),
    "eager":   Mood1(commit=0.9, start=0.1, foreign=0.2, late=0.5),
    "stalled": Mood1(stall=0.5, hold=20, kill=0.1),
    "fickle":  Mood1(offer=0.6, retract=0.4, late=0.6, foreign=0.2, kill=0.2, start=0.5),
    "crowded": Mood1(offer=0.8, other=0.5, kill=0.2, skip=0.2, late=0.3),
    "hostile": Mood1(offer=0.8, commit=0.3, kill=0.3, noise=0.3, retract=0.2, persist=0.6,
                     late=0.5, skip=0.3, other=0.2, foreign=0.3, stall=0.3, hold=10),
}


@dataclass(eq=False)
class Flight:
    """An instruction of our hart from its first offer on.

    ``decoded`` is None for a foreign one. ``state`` is ``speculative``, ``committed`` or
    ``killed``.
    """

    id:       int
    instr:    int
    rs:       tuple
    decoded:  Decoded | None
    state:    str  = "speculative"
    issued:   bool = False
    provided: bool = False
    finished: bool = False


class Core1(CoreSide):
    """Drives the core's side of the channels.

    In every cycle, call :meth:`drive` after the clock's edge, then :meth:`observe` with the sampled
    cycle.

    Parameters
    ----------
    dut, rng, stimulus
        See :class:`~tests.cocotb.xif_core.CoreSide`; the mood is a :class:`Mood1`.
    split : :class:`bool`
        ``X_ISSUE_REGISTER_SPLIT``.
    big_endian, last : :class:`bool`
        Instructions that the coprocessor has.
    hartid : :class:`int`
        The hart that is served; others talk as well.
    harts : :class:`int`
        How many there are.
    id_width : :class:`int`
        Width of ids.

    Attributes
    ----------
    flights : list of :class:`Flight`
        In flight, oldest first; an accepted one is here until ``finished``.
    """

    def __init__(self, dut, rng, stimulus, *, split, big_endian, last, hartid, harts, id_width=4):
        super().__init__(dut, rng, stimulus, (
            "issue_valid", "issue_req_instr", "issue_req_hartid", "issue_req_id", "register_valid",
            "register_hartid", "register_id", "register_rs", "register_rs_valid", "commit_valid",
            "commit_hartid", "commit_id", "commit_commit_kill", "result_ready"))
        self._split, self._has = split, {"big_endian": big_endian, "last": last}
        self._hartid = hartid
        self._others = [hart for hart in range(harts) if hart != hartid]
        self._size = 1 << id_width
        self._newest = 0
        self._intruder = False
        self.flights = []
        self._set(issue_valid=0, register_valid=0, commit_valid=0, result_ready=0)

    def drive(self):
        """Drive a cycle."""
        self._drive_issue()
        self._drive_register()
        self._drive_commit()
        self._drive_result()

    def observe(self, cycle):
        """Note what happened in the cycle."""
        offer = self._offer
        if offer is not None and not self._intruder and cycle.issue_ready:
            offer.issued = True
            offer.provided = not self._split
            self._newest = offer.id
            self._offer = None
            self.issued += 1
        self.flights = [flight for flight in self.flights if not (
            flight.finished or flight.issued and (
                flight.state == "killed"
                or flight.decoded is None and flight.state == "committed"))]

    # Issue.

    def _drive_issue(self):
        rng, mood = self._rng, self._stimulus.mood
        before, self._intruder = self._offer, False
        if before is not None:
            impatience = 1 - mood.persist if before.state == "killed" else mood.retract
            if before.state != "committed" and rng.random() < impatience:
                self._withdraw()
        if self._offer is None and not self.stopped and rng.random() < mood.offer:
            self._take_offer(excluded=None if before is None or before.issued else before.id)
        if self._offer is None or (self._offer is not before and rng.random() < mood.other):
            if self._offer is not None:
                self._withdraw()
            self._drive_other(rng.random() < mood.other)
            return
        offer = self._offer
        if offer is not before:
            self._rs_valid = 3 if rng.random() >= mood.late else rng.randrange(3)
        elif rng.random() < 0.4:
            self._rs_valid |= rng.randint(1, 3)
        self._set(issue_valid=1, issue_req_hartid=self._hartid, issue_req_id=offer.id,
                  issue_req_instr=offer.instr)
        if not self._split:
            self._set(register_valid=1, register_hartid=self._hartid, register_id=offer.id,
                      register_rs_valid=self._rs_valid,
                      register_rs=self._operands(offer, self._rs_valid))

    def _drive_other(self, wanted):
        """Offer an instruction of another hart, or nothing."""
        rng = self._rng
        if not wanted:
            self._set(issue_valid=0)
            if not self._split:
                self._set(register_valid=0)
            return
        self._intruder = True
        hartid, id_ = rng.choice(self._others), rng.randrange(self._size)
        self._set(issue_valid=1, issue_req_instr=self._stimulus.next().instr,
                  issue_req_hartid=hartid, issue_req_id=id_)
        if not self._split:
            self._set(register_valid=1, register_hartid=hartid, register_id=id_,
                      register_rs=rng.getrandbits(64), register_rs_valid=rng.randrange(4))
        self.events["other hart"] += 1

    def _operands(self, flight, valid):
        rs1, rs2 = (rs if valid >> number & 1 else self._rng.getrandbits(32)
                    for number, rs in enumerate(flight.rs))
        return rs1 | rs2 << 32

    def _withdraw(self):
        self.events["retracted killed" if self._offer.state == "killed" else "retracted"] += 1
        self.flights.remove(self._offer)
        self._offer = None

    def _take_offer(self, excluded):
        """Offer a new instruction under a legal id; the one that ended just now must not return."""
        rng = self._rng
        newest = self._newest
        if self.flights and rng.random() < 0.5:
            # Ids of killed instructions may come again.
            newest = self.flights[-1].id
        room = self._size - 1
        if self.flights:
            room = (self.flights[0].id - newest - 1) % self._size
        if not room:
            return
        step = rng.randint(1, room) if rng.random() < self._stimulus.mood.skip else 1
        id_ = (newest + step) % self._size
        if id_ == excluded:
            return
        transaction = self._stimulus.next()
        self._offer = Flight(id_, transaction.instr, (transaction.rs1, transaction.rs2),
                             decode(transaction.instr, **self._has))
        self.flights.append(self._offer)

    # Operands that come later.

    def _drive_register(self):
        if not self._split:
            return
        rng, mood = self._rng, self._stimulus.mood
        waiting = [flight for flight in self.flights if flight.issued and not flight.provided]
        if not waiting or rng.random() < mood.late:
            self._set(register_valid=0)
            if rng.random() < mood.other:
                self._set(register_valid=1, register_hartid=rng.choice(self._others),
                          register_id=rng.randrange(self._size), register_rs=rng.getrandbits(64))
            return
        flight = rng.choice(waiting) if mood.late else waiting[0]
        self.events["operands out of order"] += flight is not waiting[0]
        self.events["operands after commit"] += flight.state == "committed"
        flight.provided = True
        uses = flight.decoded.row.rs1 | flight.decoded.row.rs2 << 1 if flight.decoded else 0
        # A core need not drive rs_valid in this case.
        self._set(register_valid=1, register_hartid=self._hartid, register_id=flight.id,
                  register_rs=self._operands(flight, uses), register_rs_valid=rng.randrange(4))

    # Commit.

    def _drive_commit(self):
        rng, mood = self._rng, self._stimulus.mood
        self._set(commit_valid=0)
        open_ = [flight for flight in self.flights if flight.state == "speculative"]
        if mood.prompt:
            if open_ and open_[0].issued:
                self._commit(open_[0], kill=False)
            return
        if rng.random() < mood.other * 0.5:
            self._set(commit_valid=1, commit_hartid=rng.choice(self._others),
                      commit_id=rng.randrange(self._size), commit_commit_kill=rng.getrandbits(1))
        elif rng.random() < mood.noise:
            self._repeat()
        elif open_ and rng.random() < (1 if self.stopped else mood.commit):
            self._commit(rng.choice(open_), kill=rng.random() < mood.kill)

    def _commit(self, flight, *, kill):
        """Commit a flight and all before it, or kill it and all behind it."""
        if flight.state != "speculative":
            return
        where = self.flights.index(flight)
        affected = self.flights[where:] if kill else self.flights[:where + 1]
        affected = [one for one in affected if one.state == "speculative"]
        for one in affected:
            one.state = "killed" if kill else "committed"
            self.events[f"{one.state} while offered"] += not one.issued
        id_ = self._stand_in(where, kill)
        self.events["killed" if kill else "committed"] += len(affected)
        self.events["batch of kills" if kill else "batch"] += len(affected) > 1
        self._set(commit_valid=1, commit_hartid=self._hartid, commit_id=id_,
                  commit_commit_kill=kill)

    def _stand_in(self, where, kill):
        """Return the id of a flight, or one that nobody has and that means the same."""
        id_ = self.flights[where].id
        neighbour = where - 1 if kill else where + 1
        if neighbour not in range(len(self.flights)) or self._rng.random() < 0.8:
            return id_
        older, younger = (self.flights[place].id for place in sorted((where, neighbour)))
        gap = self._rng.randrange((younger - older) % self._size)
        self.events["unknown id"] += gap > 0
        return (id_ - gap if kill else id_ + gap) % self._size

    def _repeat(self):
        """Commit once more what is committed."""
        done = [flight for flight in self.flights if flight.state == "committed"]
        if done:
            self._set(commit_valid=1, commit_hartid=self._hartid,
                      commit_id=self._rng.choice(done).id, commit_commit_kill=0)
            self.events["repeated commit"] += 1
