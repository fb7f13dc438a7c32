"""Both directions of an 8N1 line."""

from amaranth.hdl import Cat, Const, Module, Signal
from amaranth.lib import stream, wiring
from amaranth.lib.cdc import FFSynchronizer
from amaranth.lib.wiring import In, Out

__all__ = ["DIVISOR_WIDTH", "MIN_DIVISOR", "Receiver", "Transmitter"]

#: Bits of a divisor: 300 baud at 300 MHz still fits.
DIVISOR_WIDTH = 20

#: Least clock cycles per bit; the receiver needs a middle.
MIN_DIVISOR = 4


class Transmitter(wiring.Component):
    """Sends bytes, least significant bit first, between a start bit 0 and a stop bit 1.

    A byte takes ``10 * divisor`` cycles from the cycle after its transfer on ``data``.

    Members
    -------
    divisor : ``In(DIVISOR_WIDTH)``
        Clock cycles per bit, at least `MIN_DIVISOR`.
    data : ``In(stream.Signature(8))``
        Bytes to send; ``ready`` while the line is idle.
    tx : ``Out(1)``
        The line, idle 1.
    """

    divisor: In(DIVISOR_WIDTH)
    data:    In(stream.Signature(8))
    tx:      Out(1, init=1)

    def elaborate(self, platform):
        """Build the shift register."""
        m = Module()

        bits = Signal(9)
        count = Signal(range(11))
        timer = Signal(DIVISOR_WIDTH)

        m.d.comb += self.data.ready.eq(count == 0)
        with m.If(self.data.valid & self.data.ready):
            m.d.sync += [
                self.tx.eq(0),
                bits.eq(Cat(self.data.payload, Const(1, 1))),
                count.eq(10),
                timer.eq(self.divisor - 1),
            ]
        with m.Elif(count != 0):
            m.d.sync += timer.eq(timer - 1)
            with m.If(timer == 0):
                m.d.sync += [
                    Cat(self.tx, bits).eq(Cat(bits, Const(1, 1))),
                    count.eq(count - 1),
                    timer.eq(self.divisor - 1),
                ]

        return m


class Receiver(wiring.Component):
    """Receives bytes; each bit is sampled in its middle.

    The line is synchronised by two flip-flops. A start bit that is over before its middle is
    ignored. After a byte whose stop bit is missing, the line must return to 1 first.

    Members
    -------
    divisor : ``In(DIVISOR_WIDTH)``
        Clock cycles per bit, at least `MIN_DIVISOR`.
    rx : ``In(1)``
        The line, asynchronous.
    data : ``Out(8)``
        With ``valid``: the byte.
    valid : ``Out(1)``
        One cycle: a byte ended, in the middle of its stop bit.
    framing : ``Out(1)``
        One cycle: a byte ended without a stop bit.
    """

    divisor: In(DIVISOR_WIDTH)
    rx:      In(1, init=1)
    data:    Out(8)
    valid:   Out(1)
    framing: Out(1)

    def elaborate(self, platform):
        """Build the synchroniser, the bit timer and the shift register."""
        m = Module()

        line = Signal(init=1)
        m.submodules.synchronizer = FFSynchronizer(self.rx, line, init=1)

        count = Signal(range(9))
        timer = Signal(DIVISOR_WIDTH)

        with m.FSM():
            with m.State("IDLE"):
                m.d.sync += [timer.eq((self.divisor >> 1) - 1), count.eq(8)]
                with m.If(~line):
                    m.next = "START"
            with m.State("START"):
                m.d.sync += timer.eq(timer - 1)
                with m.If(timer == 0):
                    m.d.sync += timer.eq(self.divisor - 1)
                    m.next = "BITS"
                with m.If(line):
                    m.next = "IDLE"
            with m.State("BITS"):
                m.d.sync += timer.eq(timer - 1)
                with m.If(timer == 0):
                    m.d.sync += [timer.eq(self.divisor - 1), count.eq(count - 1)]
                    with m.If(count == 0):
                        m.d.comb += [self.valid.eq(line), self.framing.eq(~line)]
                        m.next = "END"
                    with m.Else():
                        m.d.sync += self.data.eq(Cat(self.data[1:], line))
            with m.State("END"):
                with m.If(line):
                    m.next = "IDLE"

        return m
