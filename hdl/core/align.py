"""Cuts words from memory into instructions of two and four bytes.

Source: RISC-V unprivileged specification 20240411, section 1.5 (instruction length).
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Aligner"]


class Aligner(wiring.Component):
    """Keeps the upper half of a word until the instruction that begins there is taken.

    An instruction that lies in two words is there with the second one; so it costs a cycle where
    the first word does not end an instruction as well, which is the target of a jump.

    Members
    -------
    word_valid : ``In(1)``
        The next word is there.
    word : ``In(32)``
        The word.
    word_err : ``In(1)``
        It could not be fetched.
    word_ready : ``Out(1)``
        It is taken.
    upper : ``In(1)``
        The next instruction begins in the upper half of a word.
    redirect : ``In(1)``
        Words are of another place from the next cycle on; nothing is taken.
    valid : ``Out(1)``
        An instruction is at the output. Combinational from the word.
    ready : ``In(1)``
        It is taken.
    insn : ``Out(32)``
        The instruction; only bits 15:0 matter if it is ``compressed``.
    compressed : ``Out(1)``
        It has two bytes.
    err : ``Out(1)``
        A part of it could not be fetched.
    """

    word_valid: In(1)
    word: In(32)
    word_err: In(1)
    word_ready: Out(1)
    upper: In(1)
    redirect: In(1)
    valid: Out(1)
    ready: In(1)
    insn: Out(32)
    compressed: Out(1)
    err: Out(1)

    def elaborate(self, platform):
        m = Module()

        kept = Signal()
        half = Signal(16, reset_less=True)
        half_err = Signal(reset_less=True)

        # Where the instruction begins, and what follows if that is no upper half of a word.
        first = Signal(16)
        first_err = Signal()
        with m.If(~self.upper):
            m.d.comb += [first.eq(self.word[:16]), first_err.eq(self.word_err)]
        with m.Elif(kept):
            m.d.comb += [first.eq(half), first_err.eq(half_err)]
        with m.Else():
            m.d.comb += [first.eq(self.word[16:]), first_err.eq(self.word_err)]
        # What could not be fetched does not wait for the rest of it.
        short = (first[:2] != 0b11) | first_err
        m.d.comb += [
            self.insn.eq(Cat(first, Mux(self.upper, self.word[:16], self.word[16:]))),
            self.compressed.eq(first[:2] != 0b11),
            self.err.eq(first_err | self.word_err & ~short),
            self.valid.eq(Mux(kept & short, 1, self.word_valid & (~self.upper | kept | short))),
        ]

        # A word is used up, or only its upper half is left.
        taken = self.valid & self.ready
        fills = self.upper & ~kept & ~short
        m.d.comb += self.word_ready.eq(Mux(fills, self.word_valid, taken & ~(kept & short)))
        with m.If(self.redirect):
            m.d.sync += kept.eq(0)
        with m.Elif(self.word_valid & fills | taken & (self.upper ^ short)):
            m.d.sync += kept.eq(1)
        with m.Elif(taken):
            m.d.sync += kept.eq(0)
        with m.If(self.word_ready):
            m.d.sync += [half.eq(self.word[16:]), half_err.eq(self.word_err)]
        return m
