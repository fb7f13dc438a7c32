"""The core's own interrupts: machine timer and software interrupt."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from hdl import obi
from soc.memory_map import CLINT
from soc.registers import Registers, fields

__all__ = ["Clint"]


class Clint(wiring.Component):
    """Registers of `soc.memory_map.CLINT`.

    ``mtime`` counts clock cycles from 0 after a reset. A write of one half wins over counting.

    Members
    -------
    bus : ``In(obi.Signature())``
        Requests, answered in the next cycle.
    time : ``Out(64)``
        ``mtime``.
    timer : ``Out(1)``
        ``mtime`` was not less than ``mtimecmp`` in the cycle before.
    software : ``Out(1)``
        ``MSIP``.
    """

    bus:      In(obi.Signature())
    time:     Out(64)
    timer:    Out(1)
    software: Out(1)

    def elaborate(self, platform):
        """Build the counter and the comparison."""
        m = Module()

        m.submodules.registers = registers = Registers(CLINT)
        connect(m, flipped(self.bus), registers.bus)

        mtimecmp = Signal(64, init=~0)
        m.d.sync += [
            self.time.eq(self.time + 1),
            self.timer.eq(self.time >= mtimecmp),
        ]
        for counter, low, high in ((self.time, registers.mtime, registers.mtimeh),
                                   (mtimecmp, registers.mtimecmp, registers.mtimecmph)):
            low_written, high_written = low.write.any(), high.write.any()
            m.d.comb += [low.value.eq(counter[:32]), high.value.eq(counter[32:])]
            with m.If(low_written | high_written):
                m.d.sync += counter.eq(Cat(Mux(low_written, low.data, counter[:32]),
                                           Mux(high_written, high.data, counter[32:])))

        m.d.comb += registers.msip.value.eq(fields(CLINT["MSIP"], pending=self.software))
        with m.If(registers.msip.write[0]):
            m.d.sync += self.software.eq(registers.msip.data[0])

        return m
