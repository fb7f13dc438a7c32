"""The mailbox: a few words that host and firmware both reach."""

from amaranth.hdl import Module, Signal
from amaranth.lib import memory, wiring
from amaranth.lib.wiring import In, Out
from amaranth.utils import ceil_log2, exact_log2

from hdl import obi
from soc.memory_map import MAILBOX, REGIONS

__all__ = ["WORDS", "Mailbox"]

#: Words of memory: all registers of the block, rounded up to a power of two.
WORDS = 1 << ceil_log2(max(register.offset for register in MAILBOX.registers) // 4 + 1)


class Mailbox(wiring.Component):
    """`WORDS` words of memory, zero at power-up; a reset leaves them as they are.

    Every request is granted at once and answered in the next cycle. Offsets beyond the words answer
    with ``err``.

    Members
    -------
    bus : ``In(obi.Signature())``
        Requests; the address bits above the region are not looked at.
    commanded : ``Out(1)``
        ``COMMAND`` is not 0.
    """

    bus:       In(obi.Signature())
    commanded: Out(1)

    def elaborate(self, platform):
        """Build the memory."""
        m = Module()

        m.submodules.memory = words = memory.Memory(shape=32, depth=WORDS, init=[])
        write = words.write_port(granularity=8)
        read = words.read_port()

        bus = self.bus
        index = bus.addr[2:exact_log2(REGIONS["mailbox"].size)]
        m.d.comb += [
            write.addr.eq(index),
            write.data.eq(bus.wdata),
            read.addr.eq(index),
            read.en.eq(bus.req),
            bus.gnt.eq(1),
            bus.rdata.eq(read.data),
        ]
        m.d.sync += bus.rvalid.eq(bus.req)
        with m.If(bus.req):
            m.d.sync += bus.err.eq(index >= WORDS)
            with m.If(bus.we & (index < WORDS)):
                m.d.comb += write.en.eq(bus.be)

        # Like the memory, this survives a reset.
        occupied = Signal(4, reset_less=True)
        with m.If(write.en.any() & (index == MAILBOX["COMMAND"].offset // 4)):
            for lane in range(4):
                with m.If(write.en[lane]):
                    m.d.sync += occupied[lane].eq(bus.wdata.word_select(lane, 8).any())
        m.d.comb += self.commanded.eq(occupied.any())

        return m
