"""Loads and stores reach memory once, in order, and what is loaded is what memory holds."""

from amaranth.hdl import Cat, Mux, Signal

from formal.check import Check, Fault, ensure
from formal.core.bench import CoreBench
from formal.core.cuts import ANY_REGISTERS
from formal.queue import Queue
from hdl.core.lsu import LoadStoreUnit

__all__ = ["CHECKS"]


def _loads(m, bench, core):
    """Compare what RVFI says that was loaded with the bus's last responses."""
    bus, rvfi = core.dbus, core.rvfi
    before = Signal(32)
    with m.If(bus.rvalid):
        m.d.sync += before.eq(bus.rdata)
    offset = rvfi.mem_addr[:2]
    loads = rvfi.valid & rvfi.mem_rmask.any()
    ensure(m, ~loads | bus.rvalid)
    for i in range(4):
        # Byte of the word, or of both words.
        for start in range(4):
            crosses = (rvfi.mem_rmask << start)[4:].any()
            both = Mux(crosses, Cat(before, bus.rdata), bus.rdata)
            ensure(m, ~(loads & rvfi.mem_rmask[i] & (offset == start))
                   | (rvfi.mem_rdata.word_select(i, 8) == both[8 * (start + i):][:8]))


def _transfers(m, bench, core):
    """Compare the bus's transfers with what RVFI says that instructions access."""
    bus, rvfi = core.dbus, core.rvfi
    lanes = Signal(7)
    mask = rvfi.mem_rmask | rvfi.mem_wmask
    m.d.comb += lanes.eq(mask << rvfi.mem_addr[:2])
    accesses = rvfi.valid & (mask != 0)
    crosses = lanes[4:].any()
    left = Mux(accesses, Mux(crosses, 2, 1), 0)
    granted = Queue(m, "granted", 30 + 1 + 4 + 32, enters=bus.req & bus.gnt,
                    value=Cat(bus.addr[2:], bus.we, bus.be, bus.wdata), leaves=left)
    bytes_stored = Signal(64)
    m.d.comb += bytes_stored.eq(rvfi.mem_wdata << (8 * rvfi.mem_addr[:2]))
    for number, condition in enumerate((accesses, accesses & crosses)):
        there, transfer = granted.there[number]
        part = Cat(lanes, 0).word_select(number, 4)
        ensure(m, ~condition | there
               & (transfer[:30] == (rvfi.mem_addr[2:] + number)[:30])
               & (transfer[30] == rvfi.mem_wmask.any()) & (transfer[31:35] == part))
        for i in range(4):
            ensure(m, ~(condition & rvfi.mem_wmask.any() & part[i])
                   | (transfer[35:].word_select(i, 8)
                      == bytes_stored.word_select(4 * number + i, 8)))
    # An exception or interrupt finds no transfer that would be done once more.
    ensure(m, ~(rvfi.valid & (rvfi.trap | rvfi.intr)) | (granted.count == 0) | accesses)


CHECKS = (
    Check("core.loads",
          "What is loaded is what the data bus answered with: its last response, or its last two.",
          lambda: CoreBench(_loads, coprocessor=True), depth=9, cuts=(ANY_REGISTERS,),
          faults=(Fault("the second byte is not moved to its place", LoadStoreUnit,
                        lambda self: self.w_data[8:16].eq(self.bus.rdata[8:16])),)),
    Check("core.transfers",
          "The data bus sees what retires loads and stores, in their order, and nothing else: "
          "address, byte enables, data; two transfers for an access across words.",
          lambda: CoreBench(_transfers, interrupts=True, coprocessor=True), depth=9,
          cuts=(ANY_REGISTERS,),
          faults=(Fault("the second of two transfers has the first one's address", LoadStoreUnit,
                        lambda self: self.bus.addr[2].eq(self.x_addr[2] ^ self.x_second)),)),
)
