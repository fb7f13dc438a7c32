"""Counting leading zeros.

Source: RISC-V unprivileged specification 20240411, section 29.4 (``clz``).
"""

from amaranth.hdl import Cat, Module, Mux
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["LeadingZeros"]


class LeadingZeros(wiring.Component):
    """Counts the zeros in front of the first one. Combinational.

    Members
    -------
    i : ``In(32)``
        The word.
    o : ``Out(6)``
        Number of its leading zeros, 0..32.
    """

    i: In(32)
    o: Out(6)

    def elaborate(self, platform):
        m = Module()
        m.d.comb += self.o.eq(_count(self.i))
        return m


def _count(word):
    """Return the leading zeros of ``word``, whose width is a power of 2; the top bit says all."""
    if len(word) == 1:
        return ~word
    half = len(word) // 2
    low, high = _count(word[:half]), _count(word[half:])
    all_low, all_high = low[-1], high[-1]
    return Cat(Mux(all_high, low[:-1], high[:-1]), all_high & ~all_low, all_high & all_low)
