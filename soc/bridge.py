"""AXI4-Lite target that is an OBI manager: the host's way into the SoC."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl import obi
from soc import axi

__all__ = ["AxiLiteBridge"]


class AxiLiteBridge(wiring.Component):
    """Turns AXI4-Lite reads and writes into OBI transfers.

    Each AXI channel has a register, so no AXI output depends combinationally on an AXI input, and
    write address and data may come in any order. Reads and writes take turns when both wait; among
    themselves they stay in order. One OBI transfer is outstanding. With a bus that grants at once
    and answers in the next cycle, a read's data is valid three cycles after its address was taken,
    and one transfer can be made every two cycles. A bus error is ``SLVERR``, whatever its cause.
    ``awprot`` and ``arprot`` are ignored, as are the low two address bits: reads return the whole
    word.

    Members
    -------
    axi : ``In(axi.Signature())``
        From the host.
    bus : ``Out(obi.Signature())``
        To the SoC.
    """

    axi: In(axi.Signature())
    bus: Out(obi.Signature())

    def elaborate(self, platform):
        """Build the channel registers and the choice between reads and writes."""
        m = Module()

        host, bus = self.axi, self.bus

        aw_addr, w_data, w_strb, ar_addr = Signal(32), Signal(32), Signal(4), Signal(32)
        aw_full, w_full, ar_full = Signal(), Signal(), Signal()
        m.d.comb += [host.awready.eq(~aw_full), host.wready.eq(~w_full), host.arready.eq(~ar_full)]
        with m.If(host.awvalid & host.awready):
            m.d.sync += [aw_full.eq(1), aw_addr.eq(host.awaddr)]
        with m.If(host.wvalid & host.wready):
            m.d.sync += [w_full.eq(1), w_data.eq(host.wdata), w_strb.eq(host.wstrb)]
        with m.If(host.arvalid & host.arready):
            m.d.sync += [ar_full.eq(1), ar_addr.eq(host.araddr)]

        # A request is made only if its response will find its channel's register empty. None
        # follows another one of its kind at once, so reads and writes take turns.
        busy, is_write = Signal(), Signal()
        can_start, can_read, can_write = Signal(), Signal(), Signal()
        m.d.comb += [
            can_start.eq(~busy | bus.rvalid),
            can_read.eq(can_start & ar_full & (~host.rvalid | host.rready)
                        & ~(busy & ~is_write)),
            can_write.eq(can_start & aw_full & w_full
                         & (~host.bvalid | host.bready) & ~(busy & is_write)),
        ]
        held, held_write, choose_write = Signal(), Signal(), Signal()
        m.d.comb += [
            choose_write.eq(Mux(held, held_write, can_write)),
            bus.req.eq(can_read | can_write),
            bus.we.eq(choose_write),
            bus.addr.eq(Mux(choose_write, aw_addr, ar_addr)),
            bus.be.eq(Mux(choose_write, w_strb, 0b1111)),
            bus.wdata.eq(w_data),
        ]
        m.d.sync += [held.eq(bus.req & ~bus.gnt), held_write.eq(choose_write)]

        with m.If(host.rready):
            m.d.sync += host.rvalid.eq(0)
        with m.If(host.bready):
            m.d.sync += host.bvalid.eq(0)
        with m.If(busy & bus.rvalid):
            response = Mux(bus.err, axi.Response.SLVERR, axi.Response.OKAY)
            m.d.sync += busy.eq(0)
            with m.If(is_write):
                m.d.sync += [host.bvalid.eq(1), host.bresp.eq(response)]
            with m.Else():
                m.d.sync += [host.rvalid.eq(1), host.rresp.eq(response),
                             host.rdata.eq(bus.rdata)]

        with m.If(bus.req & bus.gnt):
            m.d.sync += [busy.eq(1), is_write.eq(choose_write)]
            with m.If(choose_write):
                m.d.sync += [aw_full.eq(0), w_full.eq(0)]
            with m.Else():
                m.d.sync += ar_full.eq(0)

        return m
