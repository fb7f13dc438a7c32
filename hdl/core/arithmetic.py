"""Everything in EX that calculates: the ALU, and the units of the extensions."""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.core.alu import Alu
from hdl.core.bits import BitUnit
from hdl.core.control import Result
from hdl.core.divider import Divider
from hdl.core.multiplier import Multiplier
from hdl.core.stages import Execute

__all__ = ["Arithmetic"]


class Arithmetic(wiring.Component):
    """Calculates the result of EX; combinational but for ``mulh``, divisions and remainders.

    Parameters
    ----------
    extensions : :class:`~hdl.core.extensions.Extensions`
        What there is besides RV32I.

    Members
    -------
    x : ``In(Execute)``
        The instruction.
    csr : ``In(32)``
        Value of its CSR.
    step : ``In(1)``
        It is there, will not trap, and may go on.
    clear : ``In(1)``
        It leaves EX, done or flushed.
    done : ``Out(1)``
        It does not need another cycle; holds until ``clear``.
    sum, equal, less : ``Out``
        See :class:`~hdl.core.alu.Alu`.
    value : ``Out(32)``
        With ``done``: the result.
    """

    def __init__(self, extensions):
        self._extensions = extensions
        super().__init__({
            "x":     In(Execute),
            "csr":   In(32),
            "step":  In(1),
            "clear": In(1),
            "done":  Out(1),
            "sum":   Out(32),
            "equal": Out(1),
            "less":  Out(1),
            "value": Out(32),
        })

    @property
    def extensions(self):
        """What there is besides RV32I."""
        return self._extensions

    def elaborate(self, platform):
        m = Module()
        x = self.x

        m.submodules.alu = alu = Alu(self._extensions)
        for name in ("a", "b", "subtract", "signed", "arithmetic", "rotate", "one_hot", "logic",
                     "result"):
            m.d.comb += getattr(alu, name).eq(x[name])
        m.d.comb += [
            alu.csr.eq(self.csr),
            alu.shift.eq(x.b),
            self.sum.eq(alu.sum),
            self.equal.eq(alu.equal),
            self.less.eq(alu.less),
            self.value.eq(alu.value),
            self.done.eq(1),
        ]

        if self._extensions.has("zbb zbkb"):
            m.submodules.bits = bits = BitUnit(self._extensions)
            m.d.comb += [bits.a.eq(x.a), bits.b.eq(x.b), bits.function.eq(x.bit_function),
                         alu.bits.eq(bits.value)]

        if self._extensions.m:
            m.submodules.multiplier = multiplier = Multiplier()
            m.submodules.divider = divider = Divider()
            for unit, result, value in ((multiplier, Result.PRODUCT, alu.product),
                                        (divider, Result.QUOTIENT, alu.quotient)):
                chosen = x.result == result
                m.d.comb += [unit.a.eq(x.a), unit.b.eq(x.b), unit.funct3.eq(x.funct3),
                             unit.step.eq(self.step & chosen), unit.clear.eq(self.clear),
                             value.eq(unit.value)]
                with m.If(chosen):
                    m.d.comb += self.done.eq(unit.done)
            m.d.comb += divider.shifted.eq(alu.shifted)
            with m.If(x.result == Result.QUOTIENT):
                m.d.comb += alu.shift.eq(divider.shift)
        return m
