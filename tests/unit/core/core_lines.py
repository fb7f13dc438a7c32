"""Interrupt lines for the core under test, as functions of the run so far."""

from core_follow import LINES, first, read_cause


class RandomLines:
    """Lines rise at random, ``rate`` of them in a cycle on average, and fall some cycles later.

    Most fall when a handler begins. While the core sleeps, line 3 rises soon.
    """

    def __init__(self, generator, rate=0.0):
        self.g = generator
        self.rate = rate
        self.lines = 0
        self.seen = 0

    def __call__(self, run):
        g = self.g
        if self.lines:
            begun = any(record["intr"] for record in run.records[self.seen:])
            for line in LINES:
                if g.random() < (0.8 if begun else 0.1):
                    self.lines &= ~(1 << line)
        self.seen = len(run.records)
        if g.random() < self.rate:
            self.lines |= 1 << g.choice(LINES)
        if run.sleeping and run.sleeping[-1] and g.random() < 0.3:
            self.lines |= 1 << 3
        return self.lines | g.getrandbits(32) & ~sum(1 << line for line in LINES)


class Pulse:
    """``lines`` are set from ``cycle`` on, until a handler reads their cause from ``mcause``."""

    def __init__(self, cycle, lines):
        self.cycle = cycle
        self.lines = lines
        self.seen = 0

    def __call__(self, run):
        if any(read_cause(record) == first(self.lines) for record in run.records[self.seen:]):
            self.lines = 0
        self.seen = len(run.records)
        return self.lines if len(run.sleeping) >= self.cycle else 0
