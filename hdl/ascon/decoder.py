"""Recognises the coprocessor's instructions; built from the table in :mod:`hdl.isa`."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl.isa import OPCODES, ROUNDS, ByteOrder, Operation, instructions

__all__ = ["Decoded", "Decoder"]


class Decoded(data.Struct):
    """What the coprocessor keeps of an instruction."""

    #: What to do.
    operation: Operation
    #: The index field; its meaning depends on the operation.
    index: 4
    #: Flip the last bit of the state.
    domain: 1
    #: Code of the number of rounds, a key of ``ROUNDS[order]``; 0 starts no permutation.
    rounds: 2
    #: Byte order of the operands and the result.
    order: ByteOrder
    #: The operation has a result for ``rd``.
    writeback: 1


class Decoder(wiring.Component):
    """Instruction decoder, combinational.

    Parameters
    ----------
    big_endian : :class:`bool`
        Whether the big-endian instructions exist.
    last : :class:`bool`
        Whether the instructions for a partial last word exist.

    Members
    -------
    instr : ``In(32)``
        Any instruction.
    legal : ``Out(1)``
        It is one of the coprocessor's.
    uses : ``Out(2)``
        Operands it needs: ``rs1`` in bit 0, ``rs2`` in bit 1. Valid if ``legal``.
    rd : ``Out(5)``
        Its destination register. Valid if ``legal``.
    decoded : ``Out(Decoded)``
        Its fields. Valid if ``legal``; ``writeback`` is 0 otherwise.
    """

    instr:   In(32)
    legal:   Out(1)
    uses:    Out(2)
    rd:      Out(5)
    decoded: Out(Decoded)

    def __init__(self, *, big_endian=True, last=True):
        self._big_endian = bool(big_endian)
        self._last = bool(last)
        super().__init__()

    @property
    def big_endian(self):
        """Whether the big-endian instructions exist."""
        return self._big_endian

    @property
    def last(self):
        """Whether the instructions for a partial last word exist."""
        return self._last

    @property
    def orders(self):
        """Byte orders that exist."""
        return tuple(ByteOrder) if self._big_endian else (ByteOrder.LITTLE,)

    def elaborate(self, platform):
        m = Module()

        order_legal = Signal()
        with m.Switch(Cat(self.instr[30:32], self.instr[:7])):
            for order in self.orders:
                for rounds in ROUNDS[order]:
                    with m.Case(f"{OPCODES[order]:07b}{rounds:02b}"):
                        m.d.comb += [order_legal.eq(1), self.decoded.order.eq(order)]

        operation_legal, rows = Signal(), instructions(last=self._last)
        with m.Switch(Cat(self.instr[25:29], self.instr[12:15])):
            for row in rows:
                with m.Case(*(f"{row.operation.value:03b}{index}" for index in row.index.patterns)):
                    m.d.comb += operation_legal.eq(1)

        def has(register):
            """Tell from a legal instruction's operation alone whether it has a register."""
            without = (row.operation.value for row in rows if not getattr(row, register))
            return ~self.instr[12:15].matches(*without)

        m.d.comb += [
            self.legal.eq(order_legal & operation_legal),
            self.uses.eq(Cat(has("rs1"), has("rs2"))),
            self.rd.eq(self.instr[7:12]),
            self.decoded.operation.eq(self.instr[12:15]),
            self.decoded.index.eq(self.instr[25:29]),
            self.decoded.domain.eq(self.instr[29]),
            self.decoded.rounds.eq(self.instr[30:32]),
            self.decoded.writeback.eq(has("rd") & self.legal),
        ]

        return m
