"""What Zbb and Zbkb have that is neither addition, nor logic, nor shift.

Source: RISC-V unprivileged specification 20240411, sections 29.4 (Zbb) and 31.2 (Zbkb).
"""

from amaranth.hdl import Cat, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.core.control import BitFunction
from hdl.core.leading import LeadingZeros

__all__ = ["BitUnit"]


class BitUnit(wiring.Component):
    """Counts, extends and permutes bits. Combinational.

    Parameters
    ----------
    extensions : :class:`~hdl.core.extensions.Extensions`
        Zbb, Zbkb or both; decides which functions there are.

    Members
    -------
    a, b : ``In(32)``
        Operands.
    function : ``In(BitFunction)``
        What to do.
    value : ``Out(32)``
        The result.
    """

    def __init__(self, extensions):
        self._extensions = extensions
        super().__init__({
            "a":        In(32),
            "b":        In(32),
            "function": In(BitFunction),
            "value":    Out(32),
        })

    def elaborate(self, platform):
        m = Module()
        a, b = self.a, self.b
        octets = [a.word_select(i, 8) for i in range(4)]

        functions = {BitFunction.REVERSE_BYTES: Cat(octets[::-1])}
        if self._extensions.zbb:
            m.submodules.leading = leading = LeadingZeros()
            m.d.comb += leading.i.eq(a)
            functions |= {
                BitFunction.COUNT_LEADING: leading.o,
                BitFunction.COUNT_ONES: sum(a),
                BitFunction.EXTEND_BYTE: Cat(a[:8], a[7].replicate(24)),
                BitFunction.EXTEND_HALF: Cat(a[:16], a[15].replicate(16)),
                BitFunction.OR_BYTES: Cat(octet.any().replicate(8) for octet in octets),
                BitFunction.PACK_HALVES: a[:16],
            }
        if self._extensions.zbkb:
            functions |= {
                BitFunction.PACK_HALVES: Cat(a[:16], b[:16]),
                BitFunction.PACK_BYTES: Cat(a[:8], b[:8]),
                BitFunction.ZIP: Cat(Cat(a[i], a[i + 16]) for i in range(16)),
                BitFunction.UNZIP: Cat(a[::2], a[1::2]),
            }
        with m.Switch(self.function):
            for function, value in functions.items():
                with m.Case(function):
                    m.d.comb += self.value.eq(value)
        return m
