"""Execution of instructions by the smallest coprocessor, whatever a round does.

Between an instruction's issue and the next one's its state goes through halves and turns, so what
is compared are the states at either, and those at the beginning of each round.
"""

from amaranth.asserts import AnyConst, AnySeq
from amaranth.hdl import Cat, Elaboratable, Fragment, Module, Signal

from formal.ascon.bench import drive
from formal.ascon.effect import Effect
from formal.ascon.follow import Follower
from formal.ascon.halves import any_function
from formal.ascon.place import Place
from formal.check import ensure
from hdl.ascon.presets import PRESETS

__all__ = ["TinyExecutionBench"]


class TinyExecutionBench(Elaboratable):
    """The smallest coprocessor under a core that does whatever it likes, and what is to happen.

    To be elaborated with :data:`~formal.ascon.halves.WHOLE`.

    Parameters
    ----------
    places : sequence of :class:`int`
        Bits of the state, one of which is looked at.
    """

    def __init__(self, *, places):
        self._places = places
        chosen = PRESETS["tiny"]
        self.coprocessor = chosen.make()
        self.follower = Follower(self.coprocessor.x, depth=2, last=False, big_endian=False)

    def elaborate(self, platform):
        m = Module()
        x, follower = self.coprocessor.x, self.follower
        m.submodules.coprocessor = Fragment.get(self.coprocessor, platform)
        m.submodules.follower = follower
        whole = any_function()
        drive(m, x)

        # One instruction is marked.
        instr, rs, place = Signal(32), Signal(64), Place(m, self._places)
        chosen = Signal()
        uses = Cat(bit.replicate(32) for bit in follower.word.uses)
        m.d.comb += [
            instr.eq(AnyConst(32)),
            rs.eq(AnyConst(64)),
            chosen.eq(AnySeq(1) & (x.issue.req.instr == instr)
                      & ((x.issue.req.rs ^ rs) & uses == 0)),
            follower.mark.eq(chosen),
        ]

        # In the cycle after its issue the state is still that before it.
        m.submodules.effect = effect = Effect()
        entered, marked = Signal(), Signal()
        wanted, result = Signal(), Signal()
        m.d.sync += [entered.eq(follower.accepted), marked.eq(follower.accepted & chosen)]
        m.d.comb += [effect.instr.eq(instr), effect.rs.eq(rs), effect.before.eq(whole.lanes)]
        with m.If(marked):
            m.d.sync += [wanted.eq(place.of(effect.after)),
                         result.eq(place.of_word(effect.result))]

        # What the bit is to be, if it is known, and rounds that are to be done.
        bit, known, left = Signal(), Signal(init=1), Signal(4)
        now = place.of(whole.lanes)
        with m.If(whole.ends):
            m.d.sync += [bit.eq(place.of(whole.rounded)), known.eq(1), left.eq(left - 1)]
        with m.If(follower.shown):
            m.d.sync += [bit.eq(wanted), known.eq(follower.oldest.mark),
                         left.eq(follower.oldest.rounds)]

        ensure(m, ~whole.ends | (left != 0) & (whole.step == 12 - left) & ~follower.shown)
        ensure(m, ~(whole.ends | entered) | ~known | (now == bit))
        ensure(m, ~entered | (left == 0))
        ensure(m, ~(follower.shown & follower.oldest.mark & follower.oldest.writes)
               | (place.of_word(x.result.data) == result))
        return m
