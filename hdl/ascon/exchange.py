"""The word of the state that an instruction works on: its result, and what changes the state."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.round import BOUNDARY, KEPT, Lanes

__all__ = ["Exchange", "Words"]


class Words(wiring.Component):
    """Reads a word, combinational, as far as one table a bit goes.

    The first multiplexers have the inputs of the S-box's last output, with which they share sites.

    Members
    -------
    lanes : ``In(Lanes)``
        The state.
    lane : ``In(3)``
        Number of a lane.
    half : ``In(1)``
        Which half of it.
    odd : ``Out(32)``
        The word, of lane 0, 1 or 3.
    even : ``Out(32)``
        The word, of lane 2 or 4.
    """

    lanes: In(Lanes)
    lane:  In(3)
    half:  In(1)
    odd:   Out(32)
    even:  Out(32)

    def elaborate(self, platform):
        m = Module()
        x0, x1, x2, x3, x4 = (self.lanes[number] for number in range(5))
        lower = Signal(64, attrs=KEPT | BOUNDARY)
        m.d.comb += [
            lower.eq(Mux(self.lane[0], x1, x0)),
            self.odd.eq(self._half(Mux(self.lane[1], x3, lower))),
            self.even.eq(self._half(Mux(self.lane[2], x4, x2))),
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
