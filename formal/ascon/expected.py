"""Which instructions the coprocessor has, written out once more, apart from its decoder's table.

Source: ``docs/isa.md``.
"""

from amaranth.hdl import Elaboratable, Module, Signal

__all__ = ["Expected"]


class Expected(Elaboratable):
    """What a word is, combinational.

    Parameters
    ----------
    big_endian, last : :class:`bool`
        Whether the big-endian instructions and those for a partial last word exist.

    Attributes
    ----------
    instr : :class:`Signal`
        Input: any word of 32 bits.
    legal : :class:`Signal`
        It is an instruction of the coprocessor.
    writes : :class:`Signal`
        It is one that has a result.
    uses : :class:`Signal`
        Operands that it needs, two bits. Valid if ``legal``, like ``rounds``.
    rounds : :class:`Signal`
        Rounds that follow it, 0 to 12.
    """

    def __init__(self, *, big_endian=True, last=True):
        self._big_endian, self._last = int(big_endian), int(last)
        self.instr = Signal(32)
        self.legal, self.writes = Signal(), Signal()
        self.uses, self.rounds = Signal(2), Signal(4)

    def elaborate(self, platform):
        m = Module()
        opcode, funct3, index = self.instr[:7], self.instr[12:15], self.instr[25:29]
        code = self.instr[30:32]
        little, big = opcode == 0x0b, (opcode == 0x2b) & self._big_endian

        exists = Signal()
        with m.Switch(funct3):
            with m.Case(0):
                m.d.comb += [exists.eq(index < 8), self.uses.eq(3)]
            with m.Case(1):
                m.d.comb += [exists.eq(index[:3] < 5), self.uses.eq(3)]
            with m.Case(2, 3, 4):
                m.d.comb += [exists.eq(index < 10), self.uses.eq(1)]
            with m.Case(5, 6):
                m.d.comb += [exists.eq((index < 2) & self._last), self.uses.eq(3)]
        for order, counts in ((little, (0, 8, 12)), (big, (0, 1, 12, 6))):
            with m.If(order), m.Switch(code):
                for value, count in enumerate(counts):
                    with m.Case(value):
                        m.d.comb += self.rounds.eq(count)
        m.d.comb += [
            self.legal.eq(exists & (little & (code != 3) | big)),
            self.writes.eq(self.legal & (funct3 > 1)),
        ]

        return m
