"""AXI3 target that is an OBI manager: the way of a Zynq's processors into the SoC.

Source: AMBA AXI and ACE Protocol Specification, A3 (channels, bursts), A5.3 (AXI3 write data).
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import memory, wiring
from amaranth.lib.wiring import In, Out

from hdl import obi
from soc import axi3
from soc.axi import Response

__all__ = ["Axi3Bridge"]

#: Beats of write data that are kept: two bursts of the longest kind.
_WRITE_DEPTH = 32

#: Beats of read data that are kept: the longest burst.
_READ_DEPTH = 16

#: Bits of an address that a burst may change: it stays within 4 KiB.
_PAGE = 12

#: Bits of an address that a burst which wraps may change: 16 beats of 4 bytes.
_WRAP = 6


class Axi3Bridge(wiring.Component):
    """Turns AXI3 bursts into OBI transfers, one a beat.

    Bursts of 1 to 16 beats of 1, 2 or 4 bytes, ``FIXED``, ``INCR`` and ``WRAP``, also from an
    unaligned address; ``INCR`` goes round at the end of 4 KiB, which no manager lets it cross.
    Narrow reads return the whole word. One burst is at work at a time; reads and writes take turns
    when both wait, among themselves they stay in order. Exclusive accesses are done like others
    and answered ``OKAY``, which says that they were not exclusive.

    A write burst starts when all its data is there and a read burst when the last one's data has
    gone, so no channel ever waits for another one behind the manager's back. Data may come before
    its address. The interleaving depth of write data is 1, as of every target that names none: a
    beat with another ``wid`` than its burst's ``awid`` writes nothing.

    ``bresp`` is ``SLVERR`` if a beat's bus transfer failed or its ``wid`` was wrong; ``rresp`` of a
    beat whose transfer failed is ``SLVERR``. That is also the answer where nothing is mapped.

    No AXI output depends combinationally on an AXI input. With a bus that grants at once and
    answers in the next cycle, the first beat of a read is valid three cycles after its address was
    taken and the others follow in each cycle; a write's response is there ``n + 3`` cycles after
    the last of its ``n`` beats.

    Parameters
    ----------
    id_width : :class:`int`
        Bits of the identifiers; 12 of a PS7's ``M_AXI_GP``.

    Members
    -------
    axi : ``In(axi3.Signature(id_width))``
        From the host.
    bus : ``Out(obi.Signature())``
        To the SoC.
    """

    def __init__(self, *, id_width=12):
        super().__init__({
            "axi": In(axi3.Signature(id_width=id_width)),
            "bus": Out(obi.Signature()),
        })

    def elaborate(self, platform):
        """Build the channels' registers and queues, and the engine that walks through a burst."""
        m = Module()

        host, bus = self.axi, self.bus

        # The burst at work.
        active, is_write, failed = Signal(), Signal(), Signal()
        remaining = Signal(5)
        addr = Signal(32)
        size = Signal(2)
        wrap = Signal(_WRAP)
        incrementing = Signal()

        # Write address: one register. Write data: a queue.
        aw_full = Signal()
        aw = Signal.like(Cat(host.awaddr, host.awlen, host.awsize, host.awburst, host.awid))
        m.d.comb += host.awready.eq(~aw_full)
        with m.If(host.awvalid & host.awready):
            m.d.sync += [aw_full.eq(1),
                         aw.eq(Cat(host.awaddr, host.awlen, host.awsize, host.awburst,
                                   host.awid))]
        aw_addr, aw_len, aw_size = aw[:32], aw[32:36], aw[36:39]
        aw_burst, aw_id = aw[39:41], aw[41:]

        m.submodules.write_data = queue = memory.Memory(
            shape=36 + len(host.wid), depth=_WRITE_DEPTH, init=[])
        w_put, w_get = queue.write_port(), queue.read_port(domain="comb")
        level = Signal(range(_WRITE_DEPTH + 1))
        w_taken = Signal()
        m.d.comb += [
            host.wready.eq(~level[-1]),
            w_put.en.eq(host.wvalid & host.wready),
            w_put.data.eq(Cat(host.wdata, host.wstrb, host.wid)),
        ]
        w_data, w_strb, w_id = w_get.data[:32], w_get.data[32:36], w_get.data[36:]
        m.d.sync += [
            w_put.addr.eq(w_put.addr + w_put.en),
            w_get.addr.eq(w_get.addr + w_taken),
            level.eq(level + w_put.en - w_taken),
        ]

        # Read data: a queue that one burst has for itself.
        m.submodules.read_data = answers = memory.Memory(shape=34, depth=_READ_DEPTH, init=[])
        r_put, r_get = answers.write_port(), answers.read_port(domain="comb")
        r_filled, r_gone, reading = Signal(5), Signal(5), Signal()
        m.d.comb += [
            r_put.addr.eq(r_filled),
            r_get.addr.eq(r_gone),
            host.rvalid.eq(r_filled != r_gone),
            host.rdata.eq(r_get.data[:32]),
            host.rresp.eq(Mux(r_get.data[32], Response.SLVERR, Response.OKAY)),
            host.rlast.eq(r_get.data[33]),
        ]
        with m.If(host.rvalid & host.rready):
            m.d.sync += r_gone.eq(r_gone + 1)
            with m.If(host.rlast):
                m.d.sync += reading.eq(0)
        with m.If(host.bready):
            m.d.sync += host.bvalid.eq(0)

        # Which burst is next.
        can_write, prefer_write, start_read, start_write = Signal(), Signal(), Signal(), Signal()
        m.d.comb += [
            can_write.eq(aw_full & (level > aw_len) & ~active & ~host.bvalid),
            host.arready.eq(~active & ~reading & ~(can_write & prefer_write)),
            start_read.eq(host.arvalid & host.arready),
            start_write.eq(can_write & ~start_read),
        ]
        for start, burst, length, address, beat_size in (
                (start_read, host.arburst, host.arlen, host.araddr, host.arsize),
                (start_write, aw_burst, aw_len, aw_addr, aw_size)):
            with m.If(start):
                m.d.sync += [
                    active.eq(1),
                    failed.eq(0),
                    remaining.eq(length + 1),
                    addr.eq(address),
                    size.eq(beat_size),
                    incrementing.eq(burst == axi3.Burst.INCR),
                    wrap.eq(Mux(burst == axi3.Burst.FIXED, 0,
                                (length << beat_size[:2]) | ((1 << beat_size[:2]) - 1))),
                ]
                with m.If(burst == axi3.Burst.INCR):
                    m.d.sync += wrap.eq(~0)
        with m.If(start_read):
            m.d.sync += [is_write.eq(0), prefer_write.eq(1), reading.eq(1), host.rid.eq(host.arid)]
        with m.If(start_write):
            m.d.sync += [is_write.eq(1), prefer_write.eq(0), aw_full.eq(0), host.bid.eq(aw_id)]

        # Its requests.
        outstanding, left = Signal(2), Signal(2)
        foreign, granted = Signal(), Signal()
        m.d.comb += [
            left.eq(outstanding - bus.rvalid),
            foreign.eq(is_write & (w_id != host.bid)),
            bus.req.eq(active & (remaining != 0) & (left != 3)),
            bus.addr.eq(addr),
            bus.we.eq(is_write),
            bus.be.eq(Mux(is_write, Mux(foreign, 0, w_strb), 0b1111)),
            bus.wdata.eq(w_data),
            granted.eq(bus.req & bus.gnt),
            w_taken.eq(granted & is_write),
        ]
        following = Signal(_PAGE)
        changing = Cat(wrap, incrementing.replicate(_PAGE - _WRAP))
        m.d.comb += following.eq((addr[:_PAGE] >> size << size) + (1 << size))
        with m.If(granted):
            m.d.sync += [
                remaining.eq(remaining - 1),
                addr[:_PAGE].eq((addr[:_PAGE] & ~changing) | (following & changing)),
            ]
            with m.If(foreign):
                m.d.sync += failed.eq(1)

        # Its responses.
        is_last = Signal()
        m.d.comb += [
            is_last.eq(bus.rvalid & (left == 0) & (remaining == 0)),
            r_put.en.eq(bus.rvalid & ~is_write),
            r_put.data.eq(Cat(bus.rdata, bus.err, is_last)),
        ]
        m.d.sync += [outstanding.eq(left + granted), r_filled.eq(r_filled + r_put.en)]
        with m.If(bus.rvalid & bus.err):
            m.d.sync += failed.eq(1)
        with m.If(is_last):
            m.d.sync += active.eq(0)
            with m.If(is_write):
                m.d.sync += [
                    host.bvalid.eq(1),
                    host.bresp.eq(Mux(failed | bus.err, Response.SLVERR, Response.OKAY)),
                ]

        return m
