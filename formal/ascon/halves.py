"""The smallest coprocessor's state as its docstring has it, and a proof that it is that.

Source: :class:`hdl.ascon.tiny.halves.Halves`; a round is the standard's, see
:mod:`formal.ascon.round`.
"""

from amaranth.asserts import AnySeq
from amaranth.hdl import Array, Cat, Elaboratable, Module, Mux, Signal, Value

from formal.ascon.effect import IVS
from formal.ascon.round import Specified
from formal.check import Check, Cut, Fault, Mode, assume, ensure
from hdl.ascon.tiny.halves import Halves

__all__ = ["CHECKS", "WHOLE", "any_function"]


class Whole(Elaboratable):
    """A state of whole lanes that does what `Halves` is to do.

    Parameters
    ----------
    halves : :class:`hdl.ascon.tiny.halves.Halves`
        Has the inputs.

    Attributes
    ----------
    lanes : :class:`Signal`
        The state, lane 0 in the low bits. Not changed before the second half of a round.
    turned : :class:`Signal`
        The even words are in front.
    within : :class:`Signal`
        The second half of a round must come in this cycle.
    word : :class:`Signal`
        What is in front of the chosen lane.
    rounded : :class:`Signal`
        Input: what `lanes` are after a round.
    legal : :class:`Signal`
        The inputs are as they may be.
    ends : :class:`Signal`
        A round ends with this cycle,
    step : :class:`Signal`
        and it is this one.
    """

    def __init__(self, halves):
        self._halves = halves
        self.lanes, self.rounded = Signal(320), Signal(320)
        self.turned, self.within = Signal(), Signal()
        self.word = Signal(32)
        self.legal, self.ends, self.step = Signal(), Signal(), Signal(4)

    def elaborate(self, platform):
        m = Module()
        x = self._halves
        swaps, begins = x.move & x.swap, x.move & ~x.swap & ~x.linear
        m.d.comb += [self.ends.eq(x.move & ~x.swap & x.linear), self.step.eq(x.step)]
        m.d.sync += self.within.eq(begins)

        words = [self.lanes[32 * i:32 * i + 32] for i in range(10)]
        m.d.comb += self.word.eq(Array(
            Mux(self.turned, words[2 * i], words[2 * i + 1]) for i in range(5))[x.lane])

        # An operand meets what comes to the front: the even word unless the halves are turned.
        for i in range(10):
            chosen = (x.lane == i // 2) & (self.turned == (i % 2))
            flip = {0: x.pad, 9: x.domain << 31}.get(i, 0)
            word = words[i]
            with m.If(swaps):
                m.d.sync += word.eq(word ^ Mux(chosen & x.xor, x.operand, 0) ^ flip)
            with m.Elif(~x.move & x.replace & (x.lane == i // 2) & (self.turned != (i % 2))):
                m.d.sync += word.eq(x.operand)
        with m.If(swaps):
            m.d.sync += self.turned.eq(~self.turned)
        with m.If(self.ends):
            m.d.sync += self.lanes.eq(self.rounded)
        with m.If(swaps & x.clear):
            m.d.sync += [self.lanes.eq(Array(IVS)[Value.cast(x.algorithm)]), self.turned.eq(0)]

        changes = x.xor | x.pad | x.domain | x.clear
        m.d.comb += self.legal.eq(Cat(
            ~self.within | self.ends,
            ~self.ends | self.within,
            ~begins | ~self.turned,
            ~(swaps & x.linear),
            ~x.pad | ~self.turned,
            ~x.clear | swaps,
            ~x.clear | ~(x.xor | x.pad | x.domain),
            ~(x.move & ~x.swap) | ~(changes | x.read),
            ~x.replace | ~x.move & x.xor & x.linear,
            ~(x.read | x.xor) | (x.lane < 5),
            ~self.ends | (x.step < 12),
        ).all())
        return m


class _Rounding:
    """The state that stands for `Halves` in the design that is elaborated."""

    current = None


def _whole(halves):
    m = Module()
    m.submodules.whole = whole = Whole(halves)
    _Rounding.current = whole
    m.d.comb += [
        whole.rounded.eq(AnySeq(320)),
        halves.lanes.eq(whole.lanes),
        halves.turned.eq(whole.turned),
        halves.word.eq(Mux(halves.read, whole.word, AnySeq(32))),
    ]
    ensure(m, whole.legal)
    return m


def any_function():
    """Return the state that stands for that of the design which was elaborated last."""
    return _Rounding.current


#: For what does not depend on how the halves work.
WHOLE = Cut("the halves are whole, and a round is any function of step and state", Halves, _whole)


class _Bench(Elaboratable):
    """Both kinds of state with the same inputs."""

    def elaborate(self, platform):
        m = Module()
        m.submodules.halves = halves = Halves()
        m.submodules.whole = whole = Whole(halves)
        m.submodules.round = round_ = Specified()
        for name in ("move", "swap", "linear", "step", "lane", "operand", "xor", "replace", "pad",
                     "domain", "clear", "algorithm", "read"):
            value = Value.cast(getattr(halves, name))
            m.d.comb += value.eq(AnySeq(len(value)))
        assume(m, whole.legal)
        m.d.comb += [round_.step.eq(halves.step), round_.i.eq(whole.lanes),
                     whole.rounded.eq(round_.o)]
        ensure(m, halves.turned == whole.turned)
        ensure(m, whole.within | (halves.lanes.as_value() == whole.lanes))
        ensure(m, whole.within | ~halves.read | (halves.word == whole.word))
        return m


CHECKS = (
    Check("coprocessor.tiny.halves",
          "State in halves: the two halves of a round are the standard's round, for every state; "
          "operands, flips and IVs meet the words that they are for, and no others.",
          _Bench, depth=2, mode=Mode.INDUCTION, timeout=300,
          faults=(
              Fault("a bit of the word in front is that of another lane", Halves,
                    lambda self: self.word[3].eq(self.lanes[0][3])),
              Fault("a clear leaves the halves as they are", Halves,
                    lambda self: self.turned.eq(~self.turned), "sync"),
              Fault("an operand is XORed into lane 2 for lane 3 as well", Halves,
                    lambda self: self._front[2][9].eq(self._back[2][9] ^ (
                        self.xor & self.operand[9] & (self.lane == 3))), "sync"),
          )),
)
