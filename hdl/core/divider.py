"""Divider.

Source: RISC-V unprivileged specification 20240411, section 13.2; CV32E40X user manual, "Multiply
and divide", for the cycles.
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.core.leading import LeadingZeros

__all__ = ["Divider"]


class Divider(wiring.Component):
    """Restoring division, a bit a cycle, from the first bit on that the quotient can have.

    Takes 3 cycles and one more for each leading zero of the divisor (for a negative one: leading
    zeros of its complement, less one), so 3 to 35; the time depends on the data. The shifter is the
    ALU's.

    A negative dividend is complemented and not negated, so it is too small by one. That makes the
    remainder too small by one, unless it wraps: then the quotient is.

    Members
    -------
    a, b : ``In(32)``
        Dividend and divisor.
    funct3 : ``In(2)``
        0 ``div``, 1 ``divu``, 2 ``rem``, 3 ``remu``.
    step : ``In(1)``
        The operands are there, and work may go on.
    clear : ``In(1)``
        Begin anew in the next cycle.
    shift : ``Out(5)``
        The ALU must shift ``a`` right by this, arithmetically if the division is signed,
    shifted : ``In(32)``
        and this is the result; combinational.
    value : ``Out(32)``
        With ``done``: quotient or remainder.
    done : ``Out(1)``
        It is there; holds until ``clear``.
    """

    a: In(32)
    b: In(32)
    funct3: In(2)
    step: In(1)
    clear: In(1)
    shift: Out(5)
    shifted: In(32)
    value: Out(32)
    done: Out(1)

    def elaborate(self, platform):
        m = Module()
        is_signed = ~self.funct3[0]
        is_remainder = self.funct3[1]
        a_negative = is_signed & self.a[31]
        b_negative = is_signed & self.b[31]

        m.submodules.leading = leading = LeadingZeros()
        zeros = Signal(6)
        m.d.comb += [
            leading.i.eq(self.b ^ b_negative.replicate(32)),
            zeros.eq(leading.o - b_negative),
            self.shift.eq(zeros),
        ]

        b_zero = leading.o[5] & ~b_negative

        busy = Signal()
        left = Signal(6, reset_less=True)       # quotient bits behind the one of this cycle
        partial = Signal(33, reset_less=True)   # part of the dividend that the divisor goes into
        quotient = Signal(32, reset_less=True)
        largest = Signal(32, reset_less=True)   # remainder: the divisor's magnitude less 1
        negative = Signal(reset_less=True)      # the quotient is to be negated

        difference = Signal(34)
        next_bit = Cat(self.a[31], self.a[:31]).bit_select(left[:5], 1) ^ a_negative
        fits = difference[33]
        m.d.comb += difference.eq(
            partial + Cat(self.b ^ (~b_negative).replicate(32), 1) + ~b_negative)
        with m.If(self.clear):
            m.d.sync += [busy.eq(0), self.done.eq(0)]
        with m.Elif(self.step & ~self.done):
            m.d.sync += busy.eq(1)
            with m.If(busy):
                m.d.sync += [
                    partial.eq(Cat(next_bit, Mux(fits, difference[:32], partial[:32]))),
                    quotient.eq(Cat(fits, quotient[:31])),
                    left.eq(left - 1),
                    self.done.eq(left == 0),
                ]
            with m.Else():
                m.d.sync += [
                    partial.eq(self.shifted ^ a_negative.replicate(32)),
                    quotient.eq(0),
                    left.eq(zeros),
                    largest.eq((self.b ^ b_negative.replicate(32)) - ~b_negative),
                    negative.eq((a_negative ^ b_negative) & ~b_zero),
                ]

        # The bit that was appended last is none of the dividend's.
        remainder = partial[1:]
        wraps = a_negative & (remainder == largest)
        result = Mux(is_remainder,
                     (remainder ^ a_negative.replicate(32)) & (~wraps).replicate(32),
                     quotient ^ negative.replicate(32))
        m.d.comb += self.value.eq(result + (~is_remainder & (negative ^ wraps)))
        return m
