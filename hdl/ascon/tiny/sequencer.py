"""The steps of an instruction: from its issue to its result, and the permutation behind it."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.tiny.kept import kept
from hdl.isa import Operation

__all__ = ["Sequencer"]


class Sequencer(wiring.Component):
    """Steers :class:`~hdl.ascon.tiny.halves.Halves`.

    An operand meets a word when that comes to the front. So a word has to be in the back before,
    and a lane operation turns the halves once for either word:

    =========  ====================================================================================
    state      what is done in it
    =========  ====================================================================================
    waiting    nothing; in the cycle of the commit what ``sure`` does
    sure       the halves are swapped; if the word was in the back it meets its operand. INIT
               clears the state instead
    prepared   the same again, if it was not, and for INIT
    done       the result is there. When it is taken a lane operation swaps once more, for
               ``rs2``; a word that was decrypted becomes the operand, one that was read goes back
    restoring  a word that was read meets the operand again
    running    two cycles a round; if the even words are in front, one more before the first
    =========  ====================================================================================

    There is at most one of these states at a time. None of this depends on data.

    Members
    -------
    enter : ``In(1)``
        An instruction is accepted; only with ``free``. Its fields below are valid from the next
        cycle on, until the next one enters; ``rounds`` is valid in this cycle.
    enter_sure : ``In(1)``
        With ``enter``: it is already committed.
    rounds : ``In(2)``
        Code of the rounds it starts, a key of ``ROUNDS[ByteOrder.LITTLE]``.
    operation : ``In(Operation)``
        What it does.
    odd : ``In(1)``
        Its word is odd; 0 if it has a lane.
    confirm, drop : ``In(1)``
        It is committed; it is killed or forgotten. Without meaning unless it waits. If both, it
        is dropped.
    turned : ``In(1)``
        The even words are in front.
    free : ``Out(1)``
        An instruction may enter.
    done : ``Out(1)``
        There is a result.
    taken : ``In(1)``
        It is taken; only with ``done``.
    execute : ``Out(1)``
        The swap in which ``rs1`` meets its word.
    second : ``Out(1)``
        The operand is ``rs2``, not ``rs1``.
    move, swap, linear, xor, replace, clear : ``Out(1)``
        Of `Halves`.
    step : ``Out(4)``
        Ditto.
    """

    enter:      In(1)
    enter_sure: In(1)
    rounds:     In(2)
    operation:  In(Operation)
    odd:        In(1)
    confirm:    In(1)
    drop:       In(1)
    turned:     In(1)
    free:       Out(1)
    done:       Out(1)
    taken:      In(1)
    execute:    Out(1)
    second:     Out(1)
    move:       Out(1)
    swap:       Out(1)
    linear:     Out(1)
    xor:        Out(1)
    replace:    Out(1)
    clear:      Out(1)
    step:       Out(4)

    def elaborate(self, platform):
        m = Module()

        is_init = self.operation == Operation.INIT
        is_lane = is_init | (self.operation == Operation.ABSORB)
        is_decrypt = self.operation == Operation.DECRYPT
        is_read = self.operation == Operation.READ

        waiting, sure, prepared, restoring, running = (Signal(name=name) for name in (
            "waiting", "sure", "prepared", "restoring", "running"))
        linear, last = Signal(), kept(1, "last")
        # Without a permutation to start, the step is from DONE on.
        starts = ~self.step[3]
        begin, direct, execute = kept(1, "begin"), kept(1, "direct"), kept(1, "execute")
        m.d.comb += [
            begin.eq(sure | waiting & self.confirm & ~self.drop),
            direct.eq((self.turned == self.odd) & ~is_init),
            execute.eq(begin & direct | prepared),
            last.eq(linear & (self.step[:2] == 3) & self.step[3]),
        ]
        m.d.sync += [
            waiting.eq(self.enter & ~self.enter_sure | waiting & ~self.confirm & ~self.drop),
            sure.eq(self.enter & self.enter_sure),
            prepared.eq(begin & ~direct),
            self.done.eq(execute | self.done & ~self.taken),
            restoring.eq(self.taken & is_read),
            running.eq((self.taken & ~is_read | restoring) & starts | running & ~last),
            linear.eq(running & ~linear & ~self.turned),
        ]
        busy = kept(1, "busy")
        m.d.comb += [
            busy.eq(waiting | sure | prepared | self.done | restoring | running),
            self.free.eq(~busy | (self.taken & ~is_read | restoring) & ~starts | running & last),
        ]

        with m.If(self.enter):
            m.d.sync += self.step.eq(Cat(0, 0, ~self.rounds[1], self.rounds == 0))
        with m.Elif(linear):
            m.d.sync += [bit.eq(bit ^ self.step[:number].all())
                         for number, bit in enumerate(self.step)]

        always, turning, second = kept(1, "always"), kept(1, "turning"), kept(1, "operand_is_rs2")
        m.d.comb += [
            always.eq(begin | prepared | self.taken & (is_read | is_lane) | restoring),
            turning.eq(self.turned & running & ~linear),
            self.move.eq(always | turning | running),
            self.swap.eq(~running | ~linear & self.turned),
            self.linear.eq(running & linear | self.done & is_decrypt),
            self.xor.eq(execute | restoring | self.done & ~is_read),
            self.replace.eq(self.taken & is_decrypt),
            self.clear.eq(begin & is_init),
            self.execute.eq(execute),
            second.eq(self.done & is_lane),
            self.second.eq(second),
        ]

        return m
