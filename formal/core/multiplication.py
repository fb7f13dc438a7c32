"""The multiplier multiplies, and takes as long as it is to.

Source: RISC-V unprivileged specification 20240411, section 13.1. With ``a = ah * 2**17 + al`` and
``b`` alike, ``a * b = ah * bh * 2**34 + (ah * bl + al * bh) * 2**17 + al * bl``. That the unit
makes this sum of these products is proven for products that may be anything.
"""

from itertools import combinations
from unittest.mock import patch

from amaranth.asserts import AnySeq
from amaranth.hdl import Cat, Elaboratable, Module, Mux, Signal, Value, signed, unsigned

from formal.check import Check, Cut, Fault, assume, ensure
from hdl.core.multiplier import Multiplier

__all__ = ["CHECKS"]

_LOW = 17

_elaborate = Multiplier.elaborate


class _Products:
    """Products of parts: each of the first operand with each of the second one.

    Attributes
    ----------
    factors : list of (:class:`Signal`, :class:`Signal`)
        Low and low, low and high, high and low, high and high.
    values : list of :class:`Signal`
        The products.
    """

    #: Those of the bench that was made last.
    current = None

    def __init__(self):
        parts = [[Signal(signed(18), name=f"{name}_{part}") for part in ("low", "high")]
                 for name in "ab"]
        self.factors = [(one, other) for one in parts[0] for other in parts[1]]
        self.values = [Signal(unsigned(34) if number == 0 else signed(34), name=f"product{number}")
                       for number in range(4)]
        _Products.current = self

    def drive(self, m, a, b, *, a_signed, b_signed, hold):
        """Take operands apart; equal factors have equal products, which `hold`."""
        for number, (value, is_signed) in enumerate(((a, a_signed), (b, b_signed))):
            low, high = (self.factors[part << (1 - number)][number] for part in range(2))
            m.d.comb += [low.eq(value[:_LOW]),
                         high.eq(Cat(value[_LOW:], value[31] & is_signed).as_signed())]
        for value in self.values:
            before = Signal(34, name=f"{value.name}_before")
            m.d.comb += value.eq(Mux(hold, before, AnySeq(34)))
            m.d.sync += before.eq(value)
        for (one, product), (other, same) in combinations(
                zip(self.factors, self.values, strict=True), 2):
            assume(m, (Cat(one) != Cat(other)) | (product == same))

    def of(self, one, other):
        """Return what stands for a product in the unit."""
        value = AnySeq(34).as_signed()
        for factors, product in zip(self.factors, self.values, strict=True):
            value = Mux((one == factors[0]) & (other == factors[1]), product, value)
        return value


def _any_product(unit):
    with patch.object(Value, "__mul__", lambda one, other: _Products.current.of(one, other)):
        return _elaborate(unit, None)


class _Bench(Elaboratable):
    """The multiplier, and the sum."""

    def __init__(self):
        self._unit, self._products = Multiplier(), _Products()

    def elaborate(self, platform):
        m = Module()
        m.submodules.multiplier = unit = self._unit
        a, b, funct3 = unit.a, unit.b, unit.funct3

        # The operands stay once there is one step.
        started, steps = Signal(), Signal(2)
        m.d.sync += [
            started.eq(~unit.clear & (started | unit.step)),
            steps.eq(Mux(unit.clear, 0, steps + (unit.step & ~unit.done))),
        ]
        for value in (a, b, funct3):
            before = Signal.like(value, name=f"{value.name}_before")
            m.d.comb += value.eq(AnySeq(len(value)))
            m.d.sync += before.eq(value)
            assume(m, ~started | (value == before))
        m.d.comb += [unit.step.eq(AnySeq(1)), unit.clear.eq(AnySeq(1))]

        products = self._products
        products.drive(m, a, b, a_signed=funct3 != 3, b_signed=funct3 < 2,
                       hold=started)
        low_low, low_high, high_low, high_high = products.values
        total = Signal(64)
        m.d.comb += total.eq(low_low + ((low_high + high_low) << _LOW) + (high_high << 2 * _LOW))
        ensure(m, ~unit.done | (unit.value == Mux(funct3 == 0, total[:32], total[32:])))
        ensure(m, unit.done == ((funct3 == 0) | (steps == 3)))
        return m


CHECKS = (
    Check("core.multiplier",
          "The multiplier's value is the half of the sum of the four products of its operands' "
          "parts, signed and unsigned: the lower one at once, the upper one in the fourth cycle.",
          _Bench, depth=6, timeout=300,
          cuts=(Cut("a product of 17 by 17 bits is anything, the same of the same factors",
                    Multiplier, _any_product),),
          faults=(
              Fault("a bit of the value is one of a factor", Multiplier,
                    lambda self: self.value[20].eq(self.a[3])),
              Fault("it is done a cycle too early", Multiplier, lambda self: self.done.eq(1)),
          )),
)
