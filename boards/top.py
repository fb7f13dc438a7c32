"""What every board has around the SoC: self-test, lights, an optional host."""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.cdc import FFSynchronizer
from amaranth.lib.wiring import In, Out, connect, flipped
from amaranth.utils import ceil_log2

from boards.selftest import SelfTest
from boards.selftest_program import program
from hdl import obi
from soc.arbiter import Arbiter
from soc.top import SoC

__all__ = ["BoardTop"]

#: Clock cycles that light a LED for a short event: a fraction of a second.
_FLASHES_PER_SECOND = 16


class BoardTop(wiring.Component):
    """The SoC with firmware in its memories, a self-test, and four lights, in one clock domain.

    Parameters
    ----------
    image : :class:`sw.image.Image`
        The firmware.
    clock_hz : :class:`int`
        Frequency of ``sync``.
    host : :class:`bool`
        Adds the member ``host``.
    **parameters
        Of :class:`soc.top.SoC`.

    Members
    -------
    button : ``In(1)``
        Asynchronous: a rising edge starts the self-test.
    alive : ``Out(1)``
        Changes every half second.
    busy : ``Out(1)``
        The firmware works on a command, or did a sixteenth of a second ago.
    passed, failed : ``Out(1)``
        How the last self-test ended; 0 before it and while it runs.
    uart_tx, uart_rx : ``Out(1)``, ``In(1)``
        Of the SoC.
    host : ``In(obi.Signature())``
        With ``host``: a host of the board's own. The self-test goes before it.
    """

    def __init__(self, *, image, clock_hz, host=False, **parameters):
        self._has_host = bool(host)
        self._clock_hz = clock_hz
        self._soc = SoC(image=image, clock_hz=clock_hz, host="obi", **parameters)
        self._test = SelfTest(program(image))
        super().__init__({
            "button":  In(1),
            "alive":   Out(1),
            "busy":    Out(1),
            "passed":  Out(1),
            "failed":  Out(1),
            "uart_tx": Out(1, init=1),
            "uart_rx": In(1, init=1),
            **({"host": In(obi.Signature())} if host else {}),
        })

    @property
    def clock_hz(self):
        """Frequency of ``sync``."""
        return self._clock_hz

    def elaborate(self, platform):
        """Connect everything."""
        m = Module()

        m.submodules.soc = soc = self._soc
        m.submodules.self_test = test = self._test
        if self._has_host:
            m.submodules.arbiter = arbiter = Arbiter()
            connect(m, test.bus, arbiter.first)
            connect(m, flipped(self.host), arbiter.second)
            connect(m, arbiter.bus, soc.bus)
        else:
            connect(m, test.bus, soc.bus)

        button, was = Signal(), Signal(init=1)
        m.submodules.button = FFSynchronizer(self.button, button, init=1)
        m.d.sync += was.eq(button)

        second = Signal(range(max(2, self.clock_hz // 2)))
        with m.If(second == 0):
            m.d.sync += [second.eq(self.clock_hz // 2 - 1), self.alive.eq(~self.alive)]
        with m.Else():
            m.d.sync += second.eq(second - 1)

        flash = Signal(ceil_log2(max(2, self.clock_hz // _FLASHES_PER_SECOND)))
        with m.If(soc.busy):
            m.d.sync += flash.eq(~0)
        with m.Elif(flash != 0):
            m.d.sync += flash.eq(flash - 1)

        m.d.comb += [
            test.start.eq(button & ~was),
            self.busy.eq(flash != 0),
            self.passed.eq(test.passed),
            self.failed.eq(test.failed),
            self.uart_tx.eq(soc.uart_tx),
            soc.uart_rx.eq(self.uart_rx),
        ]

        return m
