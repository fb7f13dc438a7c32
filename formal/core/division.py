"""The divider divides, and takes as long as it is to: invariants of each step.

Source: RISC-V unprivileged specification 20240411, section 13.2, and long division, a bit a step.
"""

from amaranth.asserts import AnySeq
from amaranth.hdl import C, Cat, Elaboratable, Fragment, Module, Mux, Signal

from formal.check import Check, Fault, Mode, assume, ensure
from hdl.core.divider import Divider
from hdl.core.leading import LeadingZeros

__all__ = ["CHECKS"]


class _Bench(Elaboratable):
    """The divider, and a division of the operands' magnitudes in step with it."""

    def elaborate(self, platform):
        m = Module()
        divider = Divider()
        fragment = Fragment.get(divider, platform)
        m.submodules.divider = fragment
        inner = {signal.name: signal for statement in fragment.statements["sync"]
                 for signal in statement._lhs_signals()}
        a, b, funct3 = divider.a, divider.b, divider.funct3

        # The operands stay once there is one step.
        started = Signal()
        m.d.sync += started.eq(~divider.clear & (started | divider.step))
        for value in (a, b, funct3):
            before = Signal.like(value, name=f"{value.name}_before")
            m.d.comb += value.eq(AnySeq(len(value)))
            m.d.sync += before.eq(value)
            assume(m, ~started | (value == before))
        m.d.comb += [
            divider.step.eq(AnySeq(1)),
            divider.clear.eq(AnySeq(1)),
            divider.shifted.eq(Mux(funct3[0], a >> divider.shift,
                                   a.as_signed() >> divider.shift)),
        ]

        # Magnitudes; the divider has one less than that of a negative dividend.
        a_negative, b_negative = Signal(), Signal()
        dividend, divisor, given = Signal(32), Signal(32), Signal(32)
        m.d.comb += [
            a_negative.eq(~funct3[0] & a[31]),
            b_negative.eq(~funct3[0] & b[31]),
            dividend.eq(Mux(a_negative, -a, a)),
            divisor.eq(Mux(b_negative, -b, b)),
            given.eq(Mux(a_negative, ~a, a)),
        ]

        # Bits of the dividend that are still to come. It begins with those in front of the first
        # one of the divisor, which the divisor is greater than.
        first, to_come = Signal(6), Signal(6)
        searched = Signal(32)
        m.d.comb += searched.eq(Mux(b_negative, ~b, b))
        m.d.comb += first.eq(32 - b_negative)
        for bit in range(32):
            with m.If(searched[bit]):
                m.d.comb += first.eq(31 - bit - b_negative)
        remainder, quotient = Signal(33), Signal(32)
        next_ = Signal(34)
        begins, goes = Signal(), Signal()
        m.d.comb += [
            begins.eq(divider.step & ~started & ~divider.clear),
            goes.eq(divider.step & started & (to_come != 0) & ~divider.clear),
            next_.eq(Cat(dividend.bit_select((to_come - 1)[:5], 1), remainder)),
        ]
        with m.If(begins):
            m.d.sync += [to_come.eq(first + 1), remainder.eq(dividend >> (first + 1)),
                         quotient.eq(0)]
        with m.Elif(goes):
            m.d.sync += [
                to_come.eq(to_come - 1),
                remainder.eq(Mux(next_ >= divisor, next_ - divisor, next_)),
                quotient.eq(Cat(next_ >= divisor, quotient)),
            ]
        ensure(m, (divisor == 0) | (dividend >> (first + 1) < divisor))

        # In its third cycle and one more for each bit that is left out, it is done.
        done = started & (to_come == 0)
        ensure(m, divider.done == done)
        ensure(m, divider.done | (inner["busy"] == started))
        ensure(m, to_come <= 33)

        # What the divider has got so far, if the divisor is not zero.
        partial, rest = inner["partial"], inner["partial"][1:]
        mask = ((C(1, 34) << to_come) - 1)[:32]
        less = a_negative & ((given & mask) == mask)
        ensure(m, ~started | done | (inner["left"] == to_come - 1))
        valid = started & (divisor != 0)
        ensure(m, ~valid | (remainder < divisor) & (rest < divisor) & (to_come <= 32))
        ensure(m, ~valid | done | (partial[0] == given.bit_select((to_come - 1)[:5], 1)))
        ensure(m, ~valid | less | (remainder == rest) & (quotient == inner["quotient"]))
        wraps = rest == divisor - 1
        ensure(m, ~valid | ~less | Mux(
            wraps, (remainder == 0) & (quotient == (inner["quotient"] + 1)[:32]),
            (remainder == rest + 1) & (quotient == inner["quotient"])))
        ensure(m, ~started | (inner["largest"] == (divisor - 1)[:32]))
        ensure(m, ~started | (inner["negative"] == ((a_negative ^ b_negative) & (divisor != 0))))

        # If it is zero the dividend goes through, and all bits of the quotient are ones.
        zero = started & (divisor == 0)
        steps = Signal(6)
        passed = ((C(1, 34) << steps) - 1)[:33]
        m.d.comb += steps.eq(33 - to_come)
        ensure(m, ~zero | done | (partial & passed == given >> (to_come - 1)[:6]))
        ensure(m, ~zero | ~done | (rest == given))
        ensure(m, ~zero | (inner["quotient"] & passed[:32] == passed[:32]))

        expected = Signal(32)
        m.d.comb += expected.eq(Mux(
            funct3[1],
            Mux(divisor == 0, a, Mux(a_negative, -remainder, remainder)),
            Mux(divisor == 0, C(0xffff_ffff, 32),
                Mux(a_negative ^ b_negative, -quotient, quotient))))
        ensure(m, ~done | (divider.value == expected))
        return m


CHECKS = (
    Check("core.divider",
          "The divider's quotient and remainder are those of long division, signed and unsigned, "
          "by zero and with overflow too, 3 cycles after it begins and one for each leading zero "
          "of the divisor.",
          _Bench, depth=1, mode=Mode.INDUCTION, timeout=300,
          faults=(
              Fault("a zero too many is left out", LeadingZeros, lambda self: self.o[0].eq(0)),
              Fault("a bit of the quotient is lost", Divider,
                    lambda self: self.value[7].eq(self.a[7])),
          )),
)
