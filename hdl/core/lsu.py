"""Load/store unit: the data bus's address phase in EX and its response in WB.

Source: OBI v1.6, sections 3.1 and 3.2; CV32E40X user manual, "Load-store unit".
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl import obi

__all__ = ["LoadStoreUnit"]


class LoadStoreUnit(wiring.Component):
    """Splits accesses that cross a word into two transfers, lower address first; never traps.

    The core adds 4 to the address between the two (``advance``), so that there is no second adder.

    Members
    -------
    bus : ``Out(obi.Signature())``
        Data bus.
    x_valid : ``In(1)``
        EX holds a load or store that may access the bus; holds until ``x_move`` or ``x_kill``.
    x_kill : ``In(1)``
        It is flushed in this cycle; only if not ``x_started``.
    x_move : ``In(1)``
        It goes on to WB; needs ``x_done``.
    x_store : ``In(1)``
        It is a store.
    x_funct3 : ``In(3)``
        Its ``funct3``: width and, for a load, sign.
    x_addr : ``In(32)``
        Byte address, plus 4 after ``advance``.
    x_data : ``In(32)``
        Value to store.
    x_split : ``Out(1)``
        The access needs a second transfer and this is the first one's turn.
    x_advance : ``Out(1)``
        The first of two transfers is granted: ``x_addr`` must be 4 more from the next cycle on.
    x_next : ``Out(1)``
        ``x_advance``, or it would be without ``x_kill``, which comes late.
    x_second : ``Out(1)``
        It is the second transfer's turn.
    x_started : ``Out(1)``
        The bus has been asked in a cycle before: the access can't be taken back.
    x_done : ``Out(1)``
        The last transfer is granted, in this cycle or before; right if ``x_valid``. Does not wait
        for it, which comes late in the cycle.
    w_valid : ``In(1)``
        WB holds a load or store.
    w_done : ``Out(1)``
        It is over. Combinational from the bus's response.
    w_data : ``Out(32)``
        With ``w_done``: the value loaded.
    first_done : ``Out(1)``
        The first of two responses is there.
    busy : ``Out(1)``
        A transfer was granted in a cycle before and not answered until then.
    error, error_store : ``Out(1)``
        The bus answered with an error; that was a store.
    """

    bus: Out(obi.Signature())
    x_valid: In(1)
    x_kill: In(1)
    x_move: In(1)
    x_store: In(1)
    x_funct3: In(3)
    x_addr: In(32)
    x_data: In(32)
    x_split: Out(1)
    x_advance: Out(1)
    x_next: Out(1)
    x_second: Out(1)
    x_started: Out(1)
    x_done: Out(1)
    w_valid: In(1)
    w_done: Out(1)
    w_data: Out(32)
    first_done: Out(1)
    busy: Out(1)
    error: Out(1)
    error_store: Out(1)

    def elaborate(self, platform):
        m = Module()
        bus = self.bus
        offset = self.x_addr[:2]

        # Byte enables of both transfers.
        lanes = Signal(7)
        with m.Switch(self.x_funct3[:2]):
            with m.Case(0):
                m.d.comb += lanes.eq(0b0001 << offset)
            with m.Case(1):
                m.d.comb += lanes.eq(0b0011 << offset)
            with m.Default():
                m.d.comb += lanes.eq(0b1111 << offset)
        crosses = lanes[4:].any()

        # Address phase. ``granted``: nothing is left to do, but WB is not free.
        granted = Signal()
        on_bus = Signal(range(3))
        room = on_bus != 2
        wanted = self.x_valid & ~granted & room
        accepted = wanted & ~self.x_kill & bus.gnt
        m.d.comb += [
            self.x_split.eq(crosses & ~self.x_second),
            bus.req.eq(wanted & ~self.x_kill),
            bus.addr.eq(Cat(Mux(self.x_second, 0, offset), self.x_addr[2:])),
            bus.we.eq(self.x_store),
            bus.be.eq(Mux(self.x_second, lanes[4:], lanes[:4])),
            self.x_advance.eq(accepted & self.x_split),
            self.x_next.eq(wanted & bus.gnt & self.x_split),
            self.x_done.eq(granted | room & bus.gnt & ~self.x_split),
            self.busy.eq(on_bus != 0),
        ]
        with m.Switch(offset):
            for i in range(4):
                with m.Case(i):
                    m.d.comb += bus.wdata.eq(self.x_data.rotate_left(8 * i))
        m.d.sync += [
            self.x_started.eq((self.x_started | bus.req) & ~self.x_move),
            granted.eq((granted | accepted & ~self.x_split) & ~self.x_move),
            on_bus.eq(on_bus + accepted - (bus.rvalid & (on_bus != 0))),
        ]
        with m.If(self.x_move):
            m.d.sync += self.x_second.eq(0)
        with m.Elif(self.x_advance):
            m.d.sync += self.x_second.eq(1)

        # Response phase. The first of two responses may come while the instruction is still in
        # EX, but not before everything in WB has been answered.
        x_first = Signal()  # the instruction in EX waits for the first of two responses
        w_first = Signal()  # the one in WB does
        w_store = Signal()
        w_crosses = Signal()
        w_funct3 = Signal(3, reset_less=True)
        w_offset = Signal(2, reset_less=True)
        first = Signal(32, reset_less=True)
        for_x = bus.rvalid & ~self.w_valid & x_first
        for_w = bus.rvalid & self.w_valid
        m.d.comb += self.first_done.eq(for_x | for_w & w_first)
        with m.If(self.first_done):
            m.d.sync += first.eq(bus.rdata)
        m.d.comb += self.w_done.eq(for_w & ~w_first)
        with m.If(self.x_advance):
            m.d.sync += x_first.eq(1)
        with m.Elif(for_x | self.x_move):
            m.d.sync += x_first.eq(0)
        with m.If(self.x_move):
            m.d.sync += [
                w_first.eq(x_first & ~for_x),
                w_store.eq(self.x_store),
                w_crosses.eq(self.x_second),
                w_funct3.eq(self.x_funct3),
                w_offset.eq(offset),
            ]
        with m.Elif(for_w):
            m.d.sync += w_first.eq(0)

        lane = [Mux(w_crosses & (w_offset <= i), first.word_select(i, 8),
                    bus.rdata.word_select(i, 8)) for i in range(4)]
        aligned = Signal(32)
        with m.Switch(w_offset):
            for i in range(4):
                with m.Case(i):
                    m.d.comb += aligned.eq(Cat(lane[i:], lane[:i]))
        with m.Switch(w_funct3[:2]):
            with m.Case(0):
                sign = aligned[7] & ~w_funct3[2]
                m.d.comb += self.w_data.eq(Cat(aligned[:8], sign.replicate(24)))
            with m.Case(1):
                sign = aligned[15] & ~w_funct3[2]
                m.d.comb += self.w_data.eq(Cat(aligned[:16], sign.replicate(16)))
            with m.Default():
                m.d.comb += self.w_data.eq(aligned)

        m.d.comb += [
            self.error.eq(bus.rvalid & bus.err & (self.w_valid | x_first)),
            self.error_store.eq(Mux(self.w_valid, w_store, self.x_store)),
        ]
        return m
