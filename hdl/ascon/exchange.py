"""The word of the state that an instruction works on: its result, and what changes the state."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.substitution import BOUNDARY, Lanes

__all__ = ["Exchange", "Words"]


#: Of a signal with a multiplexer of two that may be one of those behind the tables of Xilinx's
#: devices.
WIDE = {"wide": 1}


class Words(wiring.Component):
    """Reads a word, combinational, as far as one table a bit goes.

    Members
    -------
    lanes : ``In(Lanes)``
        The state.
    seen : ``In(64)``
        Lane 1, 3 or 4, whichever is wanted.
    lane : ``In(3)``
        Number of a lane.
    half : ``In(1)``
        Which half of it.
    odd : ``Out(32)``
        The word, of lane 1, 3 or 4.
    even : ``Out(32)``
        The word, of lane 0 or 2.
    """

    lanes: In(Lanes)
    seen:  In(64)
    lane:  In(3)
    half:  In(1)
    odd:   Out(32)
    even:  Out(32)

    def elaborate(self, platform):
        m = Module()
        odd, even = (Signal(32, attrs=BOUNDARY | attrs) for attrs in (WIDE, {}))
        m.d.comb += [
            odd.eq(self._half(self.seen)),
            even.eq(self._half(Mux(self.lane[1], self.lanes[2], self.lanes[0]))),
            self.odd.eq(odd),
            self.even.eq(even),
        ]
        return m

    def _half(self, lane):
        return Mux(self.half, lane[32:], lane[:32])


class Exchange(wiring.Component):
    """Sum and change of a word, combinational; they share the sites.

    The sum of word and operand is the result of either direction. Encryption XORs the operand into
    the state; decryption XORs the sum, which leaves the operand there.

    Members
    -------
    odd, even : ``In(32)``
        The word, see :class:`Words`.
    is_even : ``In(1)``
        Which of them it is.
    operand : ``In(32)``
        The operand.
    replaces : ``In(4)``
        Bytes in which the operand replaces the word.
    total : ``Out(32)``
        The sum.
    change : ``Out(32)``
        What is XORed into the word.
    """

    odd:      In(32)
    even:     In(32)
    is_even:  In(1)
    operand:  In(32)
    replaces: In(4)
    total:    Out(32)
    change:   Out(32)

    def elaborate(self, platform):
        m = Module()
        word = Signal(32, attrs=BOUNDARY)
        m.d.comb += [
            word.eq(Mux(self.is_even, self.even, self.odd)),
            self.total.eq(word ^ self.operand),
            self.change.eq(self.operand ^ (word & Cat(
                flag.replicate(8) for flag in self.replaces))),
        ]
        return m
