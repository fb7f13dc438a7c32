"""The rounds of Ascon-p that fit into one clock cycle, combinational.

Source: SP 800-232, section 3.
"""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.substitution import BOUNDARY, Lanes, Substitution

__all__ = ["DONE", "ROTATIONS", "ROUNDS_PER_CYCLE", "Round", "Rounds", "taps"]

#: Right rotations of the linear layer, two for each lane.
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))

#: The step after the last one. A permutation of ``n`` rounds has the steps ``DONE - n`` and up.
DONE = 12

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
        Synthesis must not merge its linear layer with others: its outputs share tables, as long as
        nothing is added.

    Members
    -------
    step : ``In(4)``
        Which round, 0 to 11: the last one is 11 whatever their number.
    look : ``In(2)``
        0, or a value of :data:`~hdl.ascon.substitution.LOOKS`.
    i : ``In(Lanes)``
        State before the round.
    seen : ``Out(64)``
        The lane of ``i`` that is looked at.
    o : ``Out(Lanes)``
        State after the round, if ``look`` is 0.
    """

    step: In(4)
    look: In(2)
    i:    In(Lanes)
    seen: Out(64)
    o:    Out(Lanes)

    def __init__(self, *, alone=False):
        self._alone = alone
        super().__init__()

    def elaborate(self, platform):
        m = Module()
        m.submodules.substitution = substitution = Substitution()
        m.d.comb += [
            substitution.step.eq(self.step),
            substitution.look.eq(self.look),
            substitution.i.eq(self.i),
            self.seen.eq(substitution.o[4]),
        ]
        for number, (first, second) in enumerate(ROTATIONS):
            lane = Signal(64, name=f"y{number}", attrs=BOUNDARY if self._alone else None)
            m.d.comb += [
                lane.eq(substitution.o[number]),
                self.o[number].eq(lane ^ lane.rotate_right(first) ^ lane.rotate_right(second)),
            ]
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
    look : ``In(2)``
        0, or a value of :data:`~hdl.ascon.substitution.LOOKS`.
    i : ``In(Lanes)``
        State before the rounds.
    seen : ``Out(64)``
        The lane of ``i`` that is looked at.
    o : ``Out(Lanes)``
        State after ``rounds_per_cycle`` rounds, if ``look`` is 0.
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
    look:    In(2)
    i:       In(Lanes)
    seen:    Out(64)
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

        # A table, not an adder: only steps on the way of a permutation, whose next is not 0.
        following, cut = self._following()
        after = [self.i]
        for number in range(self._rounds_per_cycle):
            one = Round(alone=number + 1 < self._rounds_per_cycle)
            m.submodules[f"round{number}"] = one
            if number:
                with m.Switch(self.step):
                    for step in following:
                        with m.Case(step):
                            m.d.comb += one.step.eq(step + number)
            else:
                m.d.comb += [
                    one.step.eq(self.step),
                    one.look.eq(self.look),
                    self.seen.eq(one.seen),
                ]
            m.d.comb += one.i.eq(after[-1])
            after.append(one.o)
        m.d.comb += self.o.eq(after[-1])

        with m.Switch(self.step):
            for step, following_step in following.items():
                with m.Case(step):
                    m.d.comb += self.next.eq(following_step)
                    if step in cut:
                        m.d.comb += [
                            self.partial.eq(1),
                            self.short.eq(after[following_step - step]),
                        ]

        return m

    def _following(self):
        """Return the step after each one that there is, and those with a remainder."""
        following, cut = {}, set()
        for count in self._counts:
            step = DONE - count
            if remainder := count % self._rounds_per_cycle:
                cut.add(step)
                following[step] = step + remainder
                step += remainder
            following |= {step: step + self._rounds_per_cycle
                          for step in range(step, DONE, self._rounds_per_cycle)}
        return following, cut
