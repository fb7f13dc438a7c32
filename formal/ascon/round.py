"""One round, and the rounds of one cycle, against the standard's text, for every state.

Source: SP 800-232, section 3: the constants (table 5), the S-box as a table (table 6), the linear
layer (equations 3 to 7) bit by bit. The gateware has formulas for the first two and rotates lanes.
"""

from itertools import pairwise

from amaranth.asserts import AnySeq
from amaranth.hdl import Array, Cat, Elaboratable, Module, Signal

from formal.check import Check, Cut, Fault, assume, ensure
from hdl.ascon.round import ROUNDS_PER_CYCLE, Round, Rounds
from hdl.ascon.substitution import LOOKS

__all__ = ["CHECKS", "Specified"]

#: The S-box; lane 0 is the high bit.
_SBOX = (0x04, 0x0b, 0x1f, 0x14, 0x1a, 0x15, 0x09, 0x02, 0x1b, 0x05, 0x08, 0x12, 0x1d, 0x03, 0x06,
         0x1c, 0x1e, 0x13, 0x07, 0x0e, 0x00, 0x0d, 0x11, 0x18, 0x10, 0x0c, 0x01, 0x19, 0x16, 0x0a,
         0x0f, 0x17)

#: Constants of sixteen rounds; shorter permutations have the last of them.
_CONSTANTS = (0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69,
              0x5a, 0x4b)

#: Right rotations that are added to a lane.
_LINEAR = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))


class Specified(Elaboratable):
    """One round as the standard has it, combinational.

    Attributes
    ----------
    step : :class:`Signal`
        Input: which of twelve rounds, the last one is 11.
    i, o : :class:`Signal`
        State before (input) and after it, 320 bits, lane 0 in the low ones.
    """

    def __init__(self):
        self.step = Signal(4)
        self.i, self.o = Signal(320), Signal(320)

    def elaborate(self, platform):
        m = Module()
        constant = Signal(8)
        m.d.comb += constant.eq(Array((*_CONSTANTS[4:], 0, 0, 0, 0))[self.step])
        added = [self.i[64 * lane:64 * lane + 64] for lane in range(5)]
        added[2] = added[2] ^ constant

        columns = []
        for bit in range(64):
            column = Signal(5, name=f"column{bit}")
            m.d.comb += column.eq(Array(_SBOX)[Cat(added[lane][bit] for lane in range(4, -1, -1))])
            columns.append(column)
        for lane, rotations in enumerate(_LINEAR):
            for bit in range(64):
                total = columns[bit][4 - lane]
                for distance in rotations:
                    total = total ^ columns[(bit + distance) % 64][4 - lane]
                m.d.comb += self.o[64 * lane + bit].eq(total)

        return m


class _RoundBench(Elaboratable):
    def elaborate(self, platform):
        m = Module()
        m.submodules.specified = specified = Specified()
        m.submodules.round = round_ = Round()
        m.d.comb += [
            specified.step.eq(AnySeq(4)),
            specified.i.eq(AnySeq(320)),
            round_.step.eq(specified.step),
            round_.look.eq(AnySeq(2)),
            round_.i.eq(specified.i),
        ]
        assume(m, specified.step < 12)
        ensure(m, (round_.look != 0) | (round_.o.as_value() == specified.o))
        for lane, code in LOOKS.items():
            ensure(m, (round_.look != code) | (round_.seen == round_.i[lane]))
        return m


class _Chain:
    """A step, the state before it, and the states after it and the following ones."""

    #: That of the bench which was made last.
    current = None

    def __init__(self, length):
        self.begin = Signal(4)
        self.states = [Signal(320, name=f"state{number}") for number in range(length + 1)]
        _Chain.current = self


def _any_function(round_):
    """Any function of step and state; it leads from each state of the chain to the next one."""
    m = Module()
    chain = _Chain.current
    m.d.comb += round_.o.eq(AnySeq(320))
    for number, (before, after) in enumerate(pairwise(chain.states)):
        with m.If((round_.step == chain.begin + number) & (round_.i.as_value() == before)):
            m.d.comb += round_.o.eq(after)
    return m


class _RoundsBench(Elaboratable):
    def __init__(self, rounds_per_cycle):
        self._rounds = Rounds(rounds_per_cycle=rounds_per_cycle, counts=range(1, 13))
        self._chain = _Chain(rounds_per_cycle)

    def elaborate(self, platform):
        m = Module()
        m.submodules.rounds = rounds = self._rounds
        chain = self._chain
        m.d.comb += [
            chain.begin.eq(AnySeq(4)),
            *(state.eq(AnySeq(320)) for state in chain.states),
            rounds.step.eq(chain.begin),
            rounds.i.eq(chain.states[0]),
        ]
        assume(m, chain.begin <= 12 - rounds.rounds_per_cycle)
        ensure(m, rounds.o.as_value() == chain.states[-1])
        return m


_ANY_FUNCTION = Cut("a round is any function of step and state", Round, _any_function)


CHECKS = (
    Check("coprocessor.round", "A round is the standard's, for each constant and every state, "
          "unless a lane is looked at; then that is seen.",
          _RoundBench, depth=1, timeout=120, quick=True,
          faults=(
              Fault("lane 2 is not rotated", Round, lambda self: self.o[2].eq(self.i[2])),
              Fault("one bit is inverted if two others are ones", Round,
                    lambda self: self.o[3][17].eq(self.i[3][17] & self.i[0][40])),
              Fault("a bit of another lane is seen", Round,
                    lambda self: self.seen[5].eq(self.i[1][5])),
          )),
    *(Check(f"coprocessor.rounds-{count}",
            f"{count} rounds in a cycle are as many rounds, one after the other, from each step.",
            lambda count=count: _RoundsBench(count), depth=1, cuts=(_ANY_FUNCTION,),
            faults=(Fault("a lane is what it was before", Rounds,
                          lambda self: self.o[1].eq(self.i[1])),
                    Fault("the last round is left out", Rounds,
                          lambda self: self.o.eq(_Chain.current.states[-2]))))
      for count in ROUNDS_PER_CYCLE),
)
