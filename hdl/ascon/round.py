"""The rounds of Ascon-p that fit into one clock cycle, combinational.

Source: SP 800-232, section 3; the S-box as a formula of 15 two-input gates (inverters aside).
"""

from amaranth.hdl import Cat, Module, Signal, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["BOUNDARY", "DONE", "KEPT", "ROTATIONS", "ROUNDS_PER_CYCLE", "Lanes", "Round", "Rounds",
           "taps"]

#: The state: lane 0 in the low bits.
Lanes = data.ArrayLayout(unsigned(64), 5)

#: Right rotations of the linear layer, two for each lane.
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))

#: The step after the last one. A permutation of ``n`` rounds has the steps ``DONE - n`` and up.
DONE = 12

#: Signals at which synthesis must not merge what is before with what is behind. The outputs of the
#: S-box and the state between two rounds each fit into half a table with five inputs; merged, they
#: do not.
KEPT = {"keep": 1}

#: Of a signal in a module that synthesis must not merge with others, for the same reason.
BOUNDARY = {"boundary": 1}

#: Supported numbers of rounds in one cycle: the divisors of twelve, without twelve itself.
ROUNDS_PER_CYCLE = (1, 2, 3, 4, 6)


def taps(rounds_per_cycle, counts):
    """Return how many rounds, if not all, a first cycle may have for some numbers of rounds."""
    return sorted({count % rounds_per_cycle for count in counts} - {0})


class Round(wiring.Component):
    """One round of Ascon-p, combinational.

    Parameters
    ----------
    alone : :class:`bool`
        Synthesis must not merge it with others: not only the S-box's outputs but also the round's
        share tables, as long as nothing is added.

    Members
    -------
    step : ``In(4)``
        Which round, 0 to 11: the last one is 11 whatever their number.
    i : ``In(Lanes)``
        State before the round.
    o : ``Out(Lanes)``
        State after the round.
    """

    step: In(4)
    i:    In(Lanes)
    o:    Out(Lanes)

    def __init__(self, *, alone=False):
        self._alone = alone
        super().__init__()

    def elaborate(self, platform):
        m = Module()

        x0, x1, x2, x3, x4 = (Signal(64, name=f"x{lane}", attrs=BOUNDARY if self._alone else None)
                              for lane in range(5))
        m.d.comb += [lane.eq(self.i[number]) for number, lane in enumerate((x0, x1, x2, x3, x4))]
        # The constants 0xf0, 0xe1, .. 0x4b: the step and its complement.
        constant = Signal(8, attrs=KEPT)
        m.d.comb += [
            constant.eq(self.i[2][:8] ^ Cat(self.step, ~self.step)),
            x2.eq(Cat(constant, self.i[2][8:])),
        ]

        x12, x34, x04 = (Signal(64, name=name) for name in ("x12", "x34", "x04"))
        m.d.comb += [x12.eq(x1 ^ x2), x34.eq(x3 ^ x4), x04.eq(x0 ^ x4)]
        substituted = [Signal(64, name=f"y{lane}", attrs=KEPT) for lane in range(5)]
        for lane, formula in zip(substituted, (
            x34 ^ (x1 | (x04 ^ x2)),
            x04 ^ (x12 | (x2 ^ x3)),
            x12 ^ (x3 | ~x4),
            x12 ^ (x0 | x34),
            x34 ^ (x1 & ~x04),
        ), strict=True):
            m.d.comb += lane.eq(formula)

        for number, (lane, (first, second)) in enumerate(zip(substituted, ROTATIONS, strict=True)):
            m.d.comb += self.o[number].eq(
                lane ^ lane.rotate_right(first) ^ lane.rotate_right(second))

        return m


class Rounds(wiring.Component):
    """As many rounds as fit into one cycle, combinational.

    From ``step`` on there are ``DONE - step`` rounds to go. If their number is not a multiple of
    ``rounds_per_cycle``, the first cycle does the remainder. Only the remainders that the
    permutations in ``counts`` come to are built.

    Parameters
    ----------
    rounds_per_cycle : :class:`int`
        One of :data:`ROUNDS_PER_CYCLE`.
    counts : iterable of :class:`int`
        Numbers of rounds of the permutations to support, 1 to 12.

    Members
    -------
    step : ``In(4)``
        First round, below :data:`DONE`, on the way of a permutation in ``counts``.
    i : ``In(Lanes)``
        State before the rounds.
    o : ``Out(Lanes)``
        State after ``rounds_per_cycle`` rounds.
    partial : ``Out(1)``
        It is the turn of a remainder.
    short : ``Out(Lanes)``
        If so the state after the remainder.
    next : ``Out(4)``
        ``step`` of the cycle after, :data:`DONE` if there is none.

    Raises
    ------
    ValueError
        If a parameter is not allowed.
    """

    step:    In(4)
    i:       In(Lanes)
    o:       Out(Lanes)
    partial: Out(1)
    short:   Out(Lanes)
    next:    Out(4)

    def __init__(self, *, rounds_per_cycle=1, counts=(8, 12)):
        if rounds_per_cycle not in ROUNDS_PER_CYCLE:
            raise ValueError(f"rounds_per_cycle must be one of {ROUNDS_PER_CYCLE}, "
                             f"not {rounds_per_cycle!r}")
        for count in counts:
            if count not in range(1, DONE + 1):
                raise ValueError(f"counts must be 1..{DONE}, not {count!r}")
        self._rounds_per_cycle = rounds_per_cycle
        self._counts = frozenset(counts)
        super().__init__()

    @property
    def rounds_per_cycle(self):
        """Rounds in one cycle."""
        return self._rounds_per_cycle

    def elaborate(self, platform):
        m = Module()

        after = [self.i]
        for number in range(self._rounds_per_cycle):
            one = Round(alone=number + 1 < self._rounds_per_cycle)
            m.submodules[f"round{number}"] = one
            m.d.comb += [one.step.eq(self.step + number), one.i.eq(after[-1])]
            after.append(one.o)
        m.d.comb += self.o.eq(after[-1])

        m.d.comb += self.next.eq(self.step + self._rounds_per_cycle)
        remainders = taps(self._rounds_per_cycle, self._counts)
        with m.Switch(self.step):
            for count in sorted(self._counts):
                if (rounds := count % self._rounds_per_cycle) in remainders:
                    with m.Case(DONE - count):
                        m.d.comb += [
                            self.partial.eq(1),
                            self.short.eq(after[rounds]),
                            self.next.eq(DONE - count + rounds),
                        ]

        return m
