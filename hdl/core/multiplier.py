"""Multiplier.

Source: RISC-V unprivileged specification 20240411, section 13.1; CV32E40X user manual, "Multiply
and divide", for the cycles.
"""

from amaranth.hdl import Cat, Module, Mux, Signal, signed
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Multiplier"]

#: Width of the lower part of an operand: what is unsigned and 18 bits wide when signed, as the
#: multipliers of FPGAs are.
_LOW = 17


class Multiplier(wiring.Component):
    """32 by 32 bits with three multipliers of 18 bits: lower half at once, upper half in 4 cycles.

    The upper half is there in the second cycle; it takes four because CV32E40X does.

    Members
    -------
    a, b : ``In(32)``
        Factors.
    funct3 : ``In(2)``
        0 ``mul``, 1 ``mulh``, 2 ``mulhsu``, 3 ``mulhu``.
    step : ``In(1)``
        The factors are there, and work may go on.
    clear : ``In(1)``
        Begin anew in the next cycle.
    value : ``Out(32)``
        With ``done``: the product's half.
    done : ``Out(1)``
        It is there; holds until ``clear``.
    """

    a: In(32)
    b: In(32)
    funct3: In(2)
    step: In(1)
    clear: In(1)
    value: Out(32)
    done: Out(1)

    def elaborate(self, platform):
        m = Module()

        upper = self.funct3 != 0
        cycle = Signal(2)
        second = cycle != 0
        with m.If(self.clear):
            m.d.sync += cycle.eq(0)
        with m.Elif(self.step & upper & ~self.done):
            m.d.sync += cycle.eq(cycle + 1)
        m.d.comb += self.done.eq(~upper | (cycle == 3))

        a_low = self.a[:_LOW]
        b_low = self.b[:_LOW]
        a_high = Cat(self.a[_LOW:], self.a[31] & (self.funct3 != 3)).as_signed()
        b_high = Cat(self.b[_LOW:], self.b[31] & ~self.funct3[1]).as_signed()
        low = Signal(2 * _LOW)
        outer = Signal(signed(_LOW + 17))
        inner = Signal(signed(_LOW + 17))
        factor = Signal(signed(_LOW + 1))
        total = Signal(signed(36))
        middle = Signal(signed(36), reset_less=True)
        m.d.comb += [
            low.eq(a_low * b_low),
            outer.eq(a_low * b_high),
            factor.eq(Mux(second, b_high, b_low)),
            inner.eq(a_high * factor),
            total.eq(inner + Mux(second, middle >> _LOW, (low >> _LOW) + outer)),
            self.value.eq(Mux(upper, Cat(middle[15:_LOW], total[:30]),
                              Cat(low[:_LOW], total[:15]))),
        ]
        with m.If(~second):
            m.d.sync += middle.eq(total)
        return m
