"""The serial port: 8 data bits, no parity, one stop bit."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from hdl import obi
from soc.memory_map import UART
from soc.registers import Registers, fields
from soc.serial import DIVISOR_WIDTH, MIN_DIVISOR, Receiver, Transmitter

__all__ = ["Uart"]


class Uart(wiring.Component):
    """Registers of `soc.memory_map.UART`, with a transmitter and a receiver.

    One byte is buffered on reception. A byte that ends while the buffer is full is lost and sets
    ``STATUS.RX_OVERRUN``; one without a stop bit is dropped and sets ``STATUS.RX_FRAMING``.
    Reading ``STATUS`` clears both. Writing a ``DIVISOR`` out of range sets the nearest one in
    range.

    Parameters
    ----------
    divisor : :class:`int`
        Value of ``DIVISOR`` after a reset.

    Members
    -------
    bus : ``In(obi.Signature())``
        Requests, answered in the next cycle.
    tx : ``Out(1)``
        Serial output, idle 1.
    rx : ``In(1)``
        Serial input, asynchronous.
    received : ``Out(1)``
        ``STATUS.RX_VALID``.

    Raises
    ------
    ValueError
        If ``divisor`` is out of range.
    """

    def __init__(self, *, divisor):
        if divisor not in range(MIN_DIVISOR, 1 << DIVISOR_WIDTH):
            raise ValueError(f"divisor must be {MIN_DIVISOR}..{(1 << DIVISOR_WIDTH) - 1}, "
                             f"not {divisor!r}")
        self._divisor = divisor
        super().__init__({
            "bus":      In(obi.Signature()),
            "tx":       Out(1, init=1),
            "rx":       In(1, init=1),
            "received": Out(1),
        })

    @property
    def divisor(self):
        """Value of ``DIVISOR`` after a reset."""
        return self._divisor

    def elaborate(self, platform):
        """Build the registers around both directions."""
        m = Module()

        m.submodules.registers = registers = Registers(UART)
        m.submodules.transmitter = transmitter = Transmitter()
        m.submodules.receiver = receiver = Receiver()
        connect(m, flipped(self.bus), registers.bus)

        divisor = Signal(DIVISOR_WIDTH, init=self.divisor)
        wanted = registers.divisor.data
        m.d.comb += [
            registers.divisor.value.eq(divisor),
            transmitter.divisor.eq(divisor),
            receiver.divisor.eq(divisor),
        ]
        with m.If(registers.divisor.write.any()):
            with m.If(wanted < MIN_DIVISOR):
                m.d.sync += divisor.eq(MIN_DIVISOR)
            with m.Elif(wanted[DIVISOR_WIDTH:].any()):
                m.d.sync += divisor.eq(~0)
            with m.Else():
                m.d.sync += divisor.eq(wanted)

        m.d.comb += [
            transmitter.data.valid.eq(registers.tx_data.write[0]),
            transmitter.data.payload.eq(registers.tx_data.data),
            self.tx.eq(transmitter.tx),
            receiver.rx.eq(self.rx),
        ]

        data = Signal(8)
        full, overrun, framing = Signal(), Signal(), Signal()
        m.d.comb += [
            self.received.eq(full),
            registers.rx_data.value.eq(fields(UART["RX_DATA"], data=Mux(full, data, 0),
                                              empty=~full)),
            registers.status.value.eq(fields(UART["STATUS"], tx_ready=transmitter.data.ready,
                                             rx_valid=full, rx_overrun=overrun,
                                             rx_framing=framing)),
        ]
        with m.If(registers.rx_data.read):
            m.d.sync += full.eq(0)
        with m.If(registers.status.read):
            m.d.sync += [overrun.eq(0), framing.eq(0)]
        with m.If(receiver.framing):
            m.d.sync += framing.eq(1)
        with m.If(receiver.valid):
            with m.If(full & ~registers.rx_data.read):
                m.d.sync += overrun.eq(1)
            with m.Else():
                m.d.sync += [data.eq(receiver.data), full.eq(1)]

        return m
