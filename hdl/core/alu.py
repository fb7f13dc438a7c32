"""Arithmetic and logic unit.

Source: RISC-V unprivileged specification 20240411, sections 2.4, 29.4 and 31.2.
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.core.control import Logic, Result

__all__ = ["Alu"]


class Alu(wiring.Component):
    """One adder for sums, differences, comparisons and addresses; one right shifter. Combinational.

    A left shift takes its first operand bit-reversed.

    Parameters
    ----------
    extensions : :class:`~hdl.core.extensions.Extensions`
        Decides which operations of Zbb, Zbs and Zbkb there are, and whether there are inputs of
        the result for units of its own.

    Members
    -------
    a, b : ``In(32)``
        Operands.
    shift : ``In(5)``
        Shift amount.
    csr : ``In(32)``
        Value for ``Logic.CSR``.
    bits, product, quotient : ``In(32)``
        Results of other units.
    subtract, signed, arithmetic, rotate, one_hot, logic, result : ``In``
        See :class:`~hdl.core.control.Control`.
    sum : ``Out(32)``
        ``a + b``, or ``a - b`` if ``subtract``.
    equal : ``Out(1)``
        ``a == b``.
    less : ``Out(1)``
        ``a < b``, as signed numbers if ``signed``; needs ``subtract``.
    shifted : ``Out(32)``
        ``a`` shifted right.
    value : ``Out(32)``
        The result.
    """

    def __init__(self, extensions):
        self._extensions = extensions
        super().__init__({
            "a":          In(32),
            "b":          In(32),
            "shift":      In(5),
            "csr":        In(32),
            "bits":       In(32),
            "product":    In(32),
            "quotient":   In(32),
            "subtract":   In(1),
            "signed":     In(1),
            "arithmetic": In(1),
            "rotate":     In(1),
            "one_hot":    In(1),
            "logic":      In(Logic),
            "result":     In(Result),
            "sum":        Out(32),
            "equal":      Out(1),
            "less":       Out(1),
            "shifted":    Out(32),
            "value":      Out(32),
        })

    @property
    def extensions(self):
        """What there is besides RV32I."""
        return self._extensions

    def elaborate(self, platform):
        m = Module()
        extensions = self._extensions

        # Bit 0 of this sum makes the carry into bit 0 of the difference.
        total = Signal(33)
        m.d.comb += [
            total.eq(Cat(1, self.a) + Cat(self.subtract, self.b ^ self.subtract.replicate(32))),
            self.sum.eq(total[1:]),
            self.equal.eq(self.a == self.b),
            self.less.eq(Mux(self.a[31] ^ self.b[31], Mux(self.signed, self.a[31], self.b[31]),
                             self.sum[31])),
        ]

        second = self.b
        if extensions.zbs:
            second = Mux(self.one_hot, 1 << self.b[:5], second)
        if extensions.has("zbb zbs zbkb"):
            second = second ^ self.subtract.replicate(32)
        logic = Signal(32)
        functions = {
            Logic.XOR: self.a ^ second,
            Logic.OR: self.a | second,
            Logic.AND: self.a & second,
            Logic.LESS: self.less,
            Logic.CSR: self.csr,
        }
        if extensions.zbb:
            functions |= {
                Logic.MIN: Mux(self.less, self.a, self.b),
                Logic.MAX: Mux(self.less, self.b, self.a),
            }
        with m.Switch(self.logic):
            for function, value in functions.items():
                with m.Case(function):
                    m.d.comb += logic.eq(value)

        # One step of two ways and two of four fill a six-input LUT each.
        fill = (self.arithmetic & self.a[31]).replicate(32)
        shifted = self.a
        for low, ways in ((0, 2), (1, 4), (3, 4)):
            entering = Mux(self.rotate, shifted, fill) if extensions.has("zbb zbkb") else fill
            extended = Cat(shifted, entering)
            steps = [extended[i << low:][:32] for i in range(ways)]
            amount = self.shift[low:low + (ways - 1).bit_length()]
            shifted = Signal(32, name=f"shifted_{low}")
            with m.Switch(amount):
                for i, step in enumerate(steps):
                    with m.Case(i):
                        m.d.comb += shifted.eq(step)
        m.d.comb += self.shifted.eq(shifted)

        results = {
            Result.LOGIC: logic,
            Result.SHIFT_RIGHT: shifted,
            Result.SHIFT_LEFT: shifted[::-1],
        }
        if extensions.zbs:
            results[Result.BIT] = shifted[0]
        if extensions.has("zbb zbkb"):
            results[Result.BITS] = self.bits
        if extensions.m:
            results |= {Result.PRODUCT: self.product, Result.QUOTIENT: self.quotient}
        with m.Switch(self.result):
            for result, value in results.items():
                with m.Case(result):
                    m.d.comb += self.value.eq(value)
            with m.Default():
                m.d.comb += self.value.eq(self.sum)
        return m
