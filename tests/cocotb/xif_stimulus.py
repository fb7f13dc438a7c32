"""Random instructions for the coprocessor, and how a core treats them.

Everything comes from one :class:`random.Random`, so a seed reproduces a run.
"""

from collections import deque
from dataclasses import dataclass

from hdl import isa
from hdl.isa import ByteOrder, Operation
from sw.model.coprocessor import decode

__all__ = ["MOODS", "Mood", "Stimulus", "Transaction"]


@dataclass(frozen=True)
class Mood:
    """How the core behaves for a while; probabilities are per cycle or per transaction.

    ``delay`` is the longest time from issue to commit, ``earliest`` the shortest. ``hold`` is the
    longest time for which a result is not taken, once it is not taken at all.
    """

    offer:     float = 1.0
    earliest:  int   = 1
    delay:     int   = 1
    kill:      float = 0.0
    orphan:    float = 0.0
    retract:   float = 0.0
    change:    float = 0.0
    foreign:   float = 0.05
    missing:   float = 0.0
    stall:     float = 0.0
    hold:      int   = 0
    unrelated: float = 0.0
    start:     float = 0.3


MOODS = {
    # As CV32E40X: commit one cycle after issue, results taken at once.
    "prompt":   Mood(),
    "dense":    Mood(start=0.0, foreign=0.0),
    "eager":    Mood(earliest=0, delay=0, foreign=0.3, start=0.1),
    "killing":  Mood(offer=0.8, earliest=0, delay=3, kill=0.5, foreign=0.2),
    "patient":  Mood(offer=0.7, earliest=0, delay=30, kill=0.2, stall=0.1, hold=5),
    "stalled":  Mood(earliest=0, delay=2, stall=0.5, hold=20, kill=0.1),
    "fickle":   Mood(offer=0.6, retract=0.3, change=0.3, missing=0.3, foreign=0.3, start=0.6),
    "careless": Mood(earliest=0, delay=4, orphan=0.2, retract=0.2, change=0.2, kill=0.2),
    "hostile":  Mood(offer=0.7, earliest=0, delay=8, kill=0.3, orphan=0.1, retract=0.2, change=0.2,
                     foreign=0.3, missing=0.2, stall=0.3, hold=10, unrelated=0.3),
}


@dataclass
class Transaction:
    """One instruction that a core offers.

    ``delay`` is its time from issue to commit, None if the core forgets it. A transaction that
    must not get lost is ``essential``.
    """

    instr:     int
    rs1:       int
    rs2:       int
    delay:     int | None
    kill:      bool
    missing:   int
    essential: bool = False
    id:        int | None = None


class Stimulus:
    """A source of transactions.

    Parameters
    ----------
    rng : :class:`random.Random`
        Where randomness comes from.
    big_endian : :class:`bool`
        Whether the coprocessor has big-endian instructions; they are tried anyway.
    last : :class:`bool`
        Whether it has those for a partial last word; they are tried anyway.
    read_interval : :class:`int`
        Transactions between two readings of the whole state.
    """

    def __init__(self, rng, *, big_endian, last=True, read_interval=200):
        self._rng = rng
        self._big_endian = big_endian
        self._last = last
        self._read_interval = read_interval
        self._waiting = deque()
        self._made = 0
        self.mood = MOODS["prompt"]

    def next(self):
        """Return the next transaction, without an id."""
        self._made += 1
        if self._made % self._read_interval == 0:
            self.read_state()
        if self._waiting:
            return self._waiting.popleft()
        rng = self._rng
        instr = self._foreign() if rng.random() < self.mood.foreign else self._own()
        rs1, rs2 = self._operand(), self._operand()
        if rng.random() < 0.7 and instr >> 12 & 7 in (5, 6):
            rs2 = rng.randrange(44)
        return self._transaction(instr, rs1, rs2)

    def again(self, transaction):
        """Take a transaction back that was not issued; it may come again."""
        if transaction.essential or self._rng.random() < 0.5:
            self._waiting.appendleft(transaction)

    def read_state(self):
        """Insert instructions that read every word of the state."""
        order = self._rng.choice(list(ByteOrder) if self._big_endian else [ByteOrder.LITTLE])
        words = list(range(isa.STATE_WORDS))
        self._rng.shuffle(words)
        for word in words:
            instr = isa.encode(Operation.READ, order=order, index=word, rd=1 + word)
            transaction = self._transaction(instr, 0, 0)
            transaction.kill, transaction.essential = False, True
            if transaction.delay is None:
                transaction.delay = 1
            self._waiting.append(transaction)

    def filler(self):
        """Return a foreign instruction."""
        return self._transaction(0x0000_0013, 0, 0)

    def _transaction(self, instr, rs1, rs2):
        rng, mood = self._rng, self.mood
        rs1, rs2 = (value if instr >> at & 31 else 0 for value, at in ((rs1, 15), (rs2, 20)))
        return Transaction(
            instr, rs1, rs2,
            delay=(None if rng.random() < mood.orphan
                   else rng.randint(mood.earliest, rng.choice((mood.earliest, mood.delay)))),
            # CV32E40X kills what is refused; that must not matter.
            kill=rng.random() < (mood.kill if self._decode(instr) else 0.8),
            missing=rng.randint(1, 3) if rng.random() < mood.missing else 0)

    def _operand(self):
        return self._rng.choice((self._rng.getrandbits(32), self._rng.getrandbits(32),
                                 1 << self._rng.randrange(32), 0, 0xffff_ffff))

    def _own(self):
        """Return a legal instruction of the table."""
        rng = self._rng
        order = rng.choice(list(ByteOrder)) if self._big_endian else ByteOrder.LITTLE
        row = rng.choice(isa.instructions(last=self._last))
        pattern = rng.choice(row.index.patterns)
        starts = [count for count in isa.ROUNDS[order].values() if count]
        return isa.encode(
            row.operation, order=order, domain=rng.random() < 0.3,
            rounds=rng.choice(starts) if rng.random() < self.mood.start else 0,
            index=int("".join(bit if bit != "-" else rng.choice("01") for bit in pattern), 2),
            rd=rng.randrange(32), rs1=self._register(), rs2=self._register())

    def _register(self):
        """Return the number of a register, often x0."""
        return self._rng.choice((0, self._rng.randrange(32)))

    def _foreign(self):
        """Return an instruction that is not the coprocessor's, many of them almost are."""
        rng = self._rng
        while True:
            instr = rng.choice((
                rng.getrandbits(32),
                rng.getrandbits(25) << 7 | rng.choice(list(isa.OPCODES.values())),
                self._own() ^ 1 << rng.randrange(7),
                self._own() ^ 1 << rng.choice((12, 13, 14, 25, 26, 27, 28, 30, 31)),
                rng.getrandbits(25) << 7 | 0x73,
            ))
            if self._decode(instr) is None:
                return instr

    def _decode(self, instr):
        return decode(instr, big_endian=self._big_endian, last=self._last)
