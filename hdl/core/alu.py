"""Arithmetic and logic unit.

Source: RISC-V unprivileged specification 20240411, section 2.4.
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.core.control import Logic, Result

__all__ = ["Alu"]


class Alu(wiring.Component):
    """One adder for sums, differences, comparisons and addresses; one right shifter. Combinational.

    A left shift takes its first operand bit-reversed.

    Members
    -------
    a, b : ``In(32)``
        Operands.
    csr : ``In(32)``
        Value for ``Logic.CSR``.
    subtract, signed, arithmetic, logic, result : ``In``
        See :class:`~hdl.core.control.Control`.
    sum : ``Out(32)``
        ``a + b``, or ``a - b`` if ``subtract``.
    equal : ``Out(1)``
        ``a == b``.
    less : ``Out(1)``
        ``a < b``, as signed numbers if ``signed``; needs ``subtract``.
    value : ``Out(32)``
        The result.
    """

    a: In(32)
    b: In(32)
    csr: In(32)
    subtract: In(1)
    signed: In(1)
    arithmetic: In(1)
    logic: In(Logic)
    result: In(Result)
    sum: Out(32)
    equal: Out(1)
    less: Out(1)
    value: Out(32)

    def elaborate(self, platform):
        m = Module()

        # Bit 0 of this sum makes the carry into bit 0 of the difference.
        total = Signal(33)
        m.d.comb += [
            total.eq(Cat(1, self.a) + Cat(self.subtract, self.b ^ self.subtract.replicate(32))),
            self.sum.eq(total[1:]),
            self.equal.eq(self.a == self.b),
            self.less.eq(Mux(self.a[31] ^ self.b[31], Mux(self.signed, self.a[31], self.b[31]),
                             self.sum[31])),
        ]

        logic = Signal(32)
        with m.Switch(self.logic):
            with m.Case(Logic.XOR):
                m.d.comb += logic.eq(self.a ^ self.b)
            with m.Case(Logic.OR):
                m.d.comb += logic.eq(self.a | self.b)
            with m.Case(Logic.AND):
                m.d.comb += logic.eq(self.a & self.b)
            with m.Case(Logic.ZERO):
                m.d.comb += logic.eq(self.less)
            with m.Case(Logic.CSR):
                m.d.comb += logic.eq(self.csr)

        # One step of two ways and two of four fill a six-input LUT each.
        fill = self.arithmetic & self.a[31]
        shifted = self.a
        for low, ways in ((0, 2), (1, 4), (3, 4)):
            extended = Cat(shifted, fill.replicate(ways << low))
            steps = [extended[i << low:][:32] for i in range(ways)]
            amount = self.b[low:low + (ways - 1).bit_length()]
            shifted = Signal(32, name=f"shifted_{low}")
            with m.Switch(amount):
                for i, step in enumerate(steps):
                    with m.Case(i):
                        m.d.comb += shifted.eq(step)

        with m.Switch(self.result):
            with m.Case(Result.SUM):
                m.d.comb += self.value.eq(self.sum)
            with m.Case(Result.LOGIC):
                m.d.comb += self.value.eq(logic)
            with m.Case(Result.SHIFT_RIGHT):
                m.d.comb += self.value.eq(shifted)
            with m.Case(Result.SHIFT_LEFT):
                m.d.comb += self.value.eq(shifted[::-1])
        return m
