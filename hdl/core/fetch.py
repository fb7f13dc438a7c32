"""Instruction fetch: the IF stage.

Source: OBI v1.6, sections 3.1 and 3.2; CV32E40X user manual, "Instruction fetch".
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from hdl import obi

__all__ = ["Fetch", "check_reset_vector"]


def check_reset_vector(address):
    """Raise ValueError unless ``address`` is that of an instruction."""
    if address not in range(0, 1 << 32, 4):
        raise ValueError(f"reset_vector must be a multiple of 4 below 2**32, not {address!r}")


class Fetch(wiring.Component):
    """Prefetches sequentially, three instructions ahead at most, two of them on the bus.

    A redirection puts its target on the bus in the same cycle, unless a request waits for its
    grant or two responses are missing; with a memory that answers in the next cycle the target is
    at the output one cycle later. What was fetched or requested before is dropped.

    Parameters
    ----------
    reset_vector : :class:`int`
        Address of the first instruction, a multiple of 4.

    Members
    -------
    bus : ``Out(obi.Signature())``
        Instruction bus; reads words.
    redirect : ``In(1)``
        Continue at ``target``. ``ready`` has no effect in this cycle.
    target : ``In(32)``
        Address, a multiple of 4.
    valid : ``Out(1)``
        An instruction is at the output. Combinational from the bus's response.
    ready : ``In(1)``
        It is taken.
    pc, insn : ``Out(32)``
        Its address and code; ``pc`` is right even while it is not there yet.
    err : ``Out(1)``
        The bus answered with an error.

    Raises
    ------
    ValueError
        If ``reset_vector`` is not a multiple of 4 or does not fit.
    """

    def __init__(self, *, reset_vector=0):
        check_reset_vector(reset_vector)
        self._reset_vector = reset_vector
        super().__init__({
            "bus":      Out(obi.Signature()),
            "redirect": In(1),
            "target":   In(32),
            "valid":    Out(1),
            "ready":    In(1),
            "pc":       Out(32),
            "insn":     Out(32),
            "err":      Out(1),
        })

    @property
    def reset_vector(self):
        """Address of the first instruction."""
        return self._reset_vector

    def elaborate(self, platform):
        m = Module()
        bus = self.bus
        start = self._reset_vector >> 2

        m.submodules.buffer = buffer = Memory(shape=33, depth=4, init=[],
                                              attrs={"ram_style": "distributed"})
        write = buffer.write_port()
        read = buffer.read_port(domain="comb")

        # Nothing is requested in reset, and the answer to a request from before it is ignored.
        running = Signal()
        m.d.sync += running.eq(1)

        # Word addresses: of the next instruction for ID, and of the next request. While a request
        # waits for its grant, the second one is its address. Increments are kept off the end of the
        # path from the ALU through the target.
        pc = Signal(30, init=start)
        requested = Signal(30, init=start)
        was_granted = Signal()
        request = Signal(30)
        m.d.comb += request.eq(requested + was_granted)
        waits = Signal()
        # The request that waits is useless by now, the next one is for ``pc``.
        restart = Signal()
        stale = waits & (restart | self.redirect)

        on_bus = Signal(range(3))   # granted and not answered
        useless = Signal(range(3))  # the first ones of them, to be dropped
        ahead = Signal(range(4))    # granted, useful and not taken by ID

        address = Signal(30)
        with m.If(waits):
            m.d.comb += address.eq(request)
        with m.Elif(self.redirect):
            m.d.comb += address.eq(self.target[2:])
        with m.Elif(restart):
            m.d.comb += address.eq(pc)
        with m.Else():
            m.d.comb += address.eq(request)
        room = ((on_bus != 2) | bus.rvalid) & ((ahead != 3) | self.redirect)
        m.d.comb += [
            bus.req.eq(running & (waits | room)),
            bus.addr.eq(Cat(0, 0, address)),
            bus.be.eq(0b1111),
        ]

        granted = bus.req & bus.gnt
        answered = bus.rvalid & running
        kept = answered & (useless == 0)
        taken = self.valid & self.ready
        empty = write.addr == read.addr
        m.d.sync += [
            waits.eq(bus.req & ~bus.gnt),
            restart.eq(stale),
            requested.eq(address),
            was_granted.eq(granted),
            on_bus.eq(on_bus + granted - answered),
            write.addr.eq(write.addr + kept),
        ]
        with m.If(self.redirect):
            m.d.sync += [
                useless.eq(on_bus - answered + (granted & waits)),
                ahead.eq(granted & ~waits),
                read.addr.eq(write.addr + kept),
                pc.eq(self.target[2:]),
            ]
        with m.Else():
            m.d.sync += [
                useless.eq(useless - (answered & (useless != 0)) + (granted & stale)),
                ahead.eq(ahead + (granted & ~stale) - taken),
                read.addr.eq(read.addr + taken),
            ]
            with m.If(taken):
                m.d.sync += pc.eq(pc + 1)

        m.d.comb += [
            write.en.eq(kept),
            write.data.eq(Cat(bus.rdata, bus.err)),
            self.valid.eq(kept | ~empty),
            Cat(self.insn, self.err).eq(Mux(empty, write.data, read.data)),
            self.pc.eq(Cat(0, 0, pc)),
        ]
        return m
