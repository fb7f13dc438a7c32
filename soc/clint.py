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
        m.d.sync += self.timer.eq(self.time >= mtimecmp)
        for counter, low, high in ((self.time, registers.mtime, registers.mtimeh),
                                   (mtimecmp, registers.mtimecmp, registers.mtimecmph)):
            m.d.comb += [low.value.eq(counter[:32]), high.value.eq(counter[32:])]

        # The bytes of time go through the adder, written or not.
        written = Cat(registers.mtime.write, registers.mtimeh.write)
        word = Cat(registers.mtime.word, registers.mtimeh.word)
        kept = Cat(Mux(written[i], word.word_select(i, 8), self.time.word_select(i, 8))
                   for i in range(8))
        m.d.sync += self.time.eq(kept + ~written.any())

        for half, port in enumerate((registers.mtimecmp, registers.mtimecmph)):
            for lane in range(4):
                with m.If(port.write[lane]):
                    m.d.sync += mtimecmp.word_select(4 * half + lane, 8).eq(
                        port.word.word_select(lane, 8))

        m.d.comb += registers.msip.value.eq(fields(CLINT["MSIP"], pending=self.software))
        with m.If(registers.msip.write[0]):
            m.d.sync += self.software.eq(registers.msip.data[0])

        return m
