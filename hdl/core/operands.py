"""Operands of the instruction in ID, and the adder for targets.

Source: CV32E40X user manual, "Pipeline Details", for what is forwarded.
"""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.core.control import Control, Immediate, OperandA, TargetBase
from hdl.core.decode import immediate, target_offset
from hdl.core.hazards import Forward

__all__ = ["Operands"]


class Operands(wiring.Component):
    """Selects registers, forwarded results and immediates. Combinational.

    Parameters
    ----------
    extensions : :class:`~hdl.core.extensions.Extensions`
        With Zba there are multiples of ``rs1``, with C instructions of two bytes.

    Members
    -------
    insn, pc : ``In(32)``
        The instruction and its address.
    compressed : ``In(1)``
        It had two bytes before it was expanded.
    control : ``In(Control)``
        What the decoder says.
    rs1_stored, rs2_stored : ``In(32)``
        Its registers.
    rs1_from, rs2_from : ``In(Forward)``
        Where to take them from.
    rs1_in_w : ``In(1)``
        WB has a newer ``rs1``.
    x_value : ``In(32)``
        Result of EX.
    w_value : ``In(32)``
        What WB writes.
    w_early : ``In(32)``
        The same if it came from EX: a register's output.
    advance : ``In(1)``
        ``a`` and ``b`` are for EX instead: its result, and 4.
    rs1, rs2 : ``Out(32)``
        Values of the registers.
    a, b : ``Out(32)``
        Operands of the ALU.
    target : ``Out(32)``
        Target of a jump or branch, address behind a fence.
    """

    def __init__(self, extensions):
        self._extensions = extensions
        super().__init__({
            "insn":       In(32),
            "pc":         In(32),
            "compressed": In(1),
            "control":    In(Control),
            "rs1_stored": In(32),
            "rs2_stored": In(32),
            "rs1_from":   In(Forward),
            "rs2_from":   In(Forward),
            "rs1_in_w":   In(1),
            "x_value":    In(32),
            "w_value":    In(32),
            "w_early":    In(32),
            "advance":    In(1),
            "rs1":        Out(32),
            "rs2":        Out(32),
            "a":          Out(32),
            "b":          Out(32),
            "target":     Out(32),
        })

    @property
    def extensions(self):
        """What there is besides RV32I."""
        return self._extensions

    def elaborate(self, platform):
        m = Module()
        control = self.control

        rs1_from = Signal(Forward)
        m.d.comb += rs1_from.eq(Mux(self.advance, Forward.EX, self.rs1_from))
        for value, stored, source in ((self.rs1, self.rs1_stored, rs1_from),
                                      (self.rs2, self.rs2_stored, self.rs2_from)):
            with m.Switch(source):
                with m.Case(Forward.EX):
                    m.d.comb += value.eq(self.x_value)
                with m.Case(Forward.WB):
                    m.d.comb += value.eq(self.w_value)
                with m.Default():
                    m.d.comb += value.eq(stored)

        with m.Switch(Mux(self.advance, OperandA.RS1, control.a)):
            with m.Case(OperandA.RS1):
                m.d.comb += self.a.eq(self.rs1)
            with m.Case(OperandA.RS1_REVERSED):
                m.d.comb += self.a.eq(self.rs1[::-1])
            with m.Case(OperandA.PC):
                m.d.comb += self.a.eq(self.pc)
            if self._extensions.zba:
                for i, multiple in enumerate((OperandA.RS1_TIMES_2, OperandA.RS1_TIMES_4,
                                              OperandA.RS1_TIMES_8), 1):
                    with m.Case(multiple):
                        m.d.comb += self.a.eq(self.rs1 << i)
            with m.Default():
                m.d.comb += self.a.eq(Mux(control.csr, self.insn[15:20], 0))
        select = Mux(self.advance, Immediate.SIZE, control.immediate)
        two = self.compressed & ~self.advance if self._extensions.c else 0
        m.d.comb += self.b.eq(Mux(self.advance | control.b_immediate,
                                  immediate(self.insn, select, Mux(two, 2, 4)), self.rs2))

        base = Signal(32)
        with m.If(control.target_base == TargetBase.PC):
            m.d.comb += base.eq(self.pc)
        with m.Else():
            m.d.comb += base.eq(Mux(self.rs1_in_w, self.w_early, self.rs1_stored))
        m.d.comb += self.target.eq(base + target_offset(self.insn, control.target_offset))
        return m
