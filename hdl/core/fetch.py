"""Instruction fetch: the IF stage.

Source: OBI v1.6, sections 3.1 and 3.2; CV32E40X user manual, "Instruction fetch".
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

from hdl import obi
from hdl.core.align import Aligner
from hdl.core.expand import Expander

__all__ = ["Fetch", "check_reset_vector"]


def check_reset_vector(address):
    """Raise ValueError unless ``address`` is that of an instruction."""
    if address not in range(0, 1 << 32, 4):
        raise ValueError(f"reset_vector must be a multiple of 4 below 2**32, not {address!r}")


class Fetch(wiring.Component):
    """Prefetches sequentially, three words ahead at most, two of them on the bus.

    A redirection, by a trap, a branch or a jump, puts its target on the bus in the same cycle,
    unless a request waits for its grant or two responses are missing; with a memory that answers in
    the next cycle the target is at the output one cycle later; two if it is an instruction that
    lies in two words. What was fetched or requested before is dropped.

    Parameters
    ----------
    extensions : :class:`~hdl.core.extensions.Extensions`
        With C, instructions have two or four bytes and even addresses; those of two are expanded.
    reset_vector : :class:`int`
        Address of the first instruction, a multiple of 4.

    Members
    -------
    bus : ``Out(obi.Signature())``
        Instruction bus; reads words.
    trap, branch, jump : ``In(1)``
        Continue at the target of the first of them. ``ready`` has no effect in this cycle. ``trap``
        and ``branch`` may be known late in the cycle.
    trap_target, branch_target, jump_target : ``In(32)``
        Addresses of instructions.
    valid : ``Out(1)``
        An instruction is at the output. Combinational from the bus's response.
    ready : ``In(1)``
        It is taken.
    pc, insn : ``Out(32)``
        Its address and code; ``pc`` is right even while it is not there yet.
    compressed : ``Out(1)``
        It has two bytes in memory,
    half : ``Out(16)``
        which are these.
    err : ``Out(1)``
        The bus answered with an error.
    busy : ``Out(1)``
        There is a request or a response is missing.

    Raises
    ------
    ValueError
        If ``reset_vector`` is not a multiple of 4 or does not fit.
    """

    def __init__(self, extensions, *, reset_vector=0):
        check_reset_vector(reset_vector)
        self._extensions = extensions
        self._reset_vector = reset_vector
        super().__init__({
            "bus":        Out(obi.Signature()),
            "busy":       Out(1),
            "trap":       In(1),
            "branch":     In(1),
            "jump":       In(1),
            **{f"{name}_target": In(32) for name in ("trap", "branch", "jump")},
            "valid":      Out(1),
            "ready":      In(1),
            "pc":         Out(32),
            "insn":       Out(32),
            "compressed": Out(1),
            "half":       Out(16),
            "err":        Out(1),
        })

    @property
    def extensions(self):
        """What there is besides RV32I."""
        return self._extensions

    @property
    def reset_vector(self):
        """Address of the first instruction."""
        return self._reset_vector

    def elaborate(self, platform):
        m = Module()
        bus = self.bus
        # Instructions are aligned to a power of two: this is its exponent.
        alignment = 1 if self._extensions.c else 2

        m.submodules.buffer = buffer = Memory(shape=33, depth=4, init=[],
                                              attrs={"ram_style": "distributed"})
        write = buffer.write_port()
        read = buffer.read_port(domain="comb")

        # Nothing is requested in reset, and the answer to a request from before it is ignored.
        running = Signal()
        m.d.sync += running.eq(1)

        # Address of the next instruction for ID, and word address of the next request. While a
        # request waits for its grant, the second one is its address. Increments are kept off the
        # end of the path from the ALU through the target.
        pc = Signal(32 - alignment, init=self._reset_vector >> alignment)
        requested = Signal(30, init=self._reset_vector >> 2)
        was_granted = Signal()
        request = Signal(30)
        m.d.comb += request.eq(requested + was_granted)
        waits = Signal()
        # The request that waits is useless by now, the next one is for ``pc``, nothing of which is
        # there yet.
        restart = Signal()
        redirect = self.trap | self.branch | self.jump
        stale = waits & (restart | redirect)

        on_bus = Signal(range(3))   # granted and not answered
        useless = Signal(range(3))  # the first ones of them, to be dropped
        ahead = Signal(range(4))    # granted, useful and not used up

        # What is known late comes last.
        early = Signal(30)
        with m.If(waits):
            m.d.comb += early.eq(request)
        with m.Elif(self.jump):
            m.d.comb += early.eq(self.jump_target[2:])
        with m.Elif(restart):
            m.d.comb += early.eq(pc[2 - alignment:])
        with m.Else():
            m.d.comb += early.eq(request)
        address = Signal(30)
        with m.If(self.trap & ~waits):
            m.d.comb += address.eq(self.trap_target[2:])
        with m.Elif(self.branch & ~waits):
            m.d.comb += address.eq(self.branch_target[2:])
        with m.Else():
            m.d.comb += address.eq(early)
        room = ((on_bus != 2) | bus.rvalid) & ((ahead != 3) | redirect)
        m.d.comb += [
            bus.req.eq(running & (waits | room)),
            bus.addr.eq(Cat(0, 0, address)),
            bus.be.eq(0b1111),
            self.busy.eq(bus.req | (on_bus != 0)),
        ]

        granted = bus.req & bus.gnt
        answered = bus.rvalid & running
        kept = answered & (useless == 0)
        empty = write.addr == read.addr
        word_valid = kept | ~empty
        word = Signal(33)
        m.d.comb += word.eq(Mux(empty, write.data, read.data))
        if self._extensions.c:
            m.submodules.aligner = aligner = Aligner()
            m.submodules.expander = expander = Expander()
            m.d.comb += [
                aligner.word_valid.eq(word_valid),
                Cat(aligner.word, aligner.word_err).eq(word),
                aligner.upper.eq(pc[0]),
                aligner.redirect.eq(redirect),
                aligner.ready.eq(self.ready),
                expander.i.eq(aligner.insn),
                self.valid.eq(aligner.valid),
                self.insn.eq(expander.o),
                self.compressed.eq(aligner.compressed),
                self.half.eq(aligner.insn[:16]),
                self.err.eq(aligner.err),
            ]
            used = aligner.word_ready
            length = Mux(aligner.compressed, 1, 2)
        else:
            m.d.comb += [self.valid.eq(word_valid), Cat(self.insn, self.err).eq(word)]
            used = self.valid & self.ready
            length = 1

        m.d.sync += [
            waits.eq(bus.req & ~bus.gnt),
            restart.eq(stale),
            requested.eq(address),
            was_granted.eq(granted),
            on_bus.eq(on_bus + granted - answered),
            write.addr.eq(write.addr + kept),
        ]
        with m.If(redirect):
            m.d.sync += [
                useless.eq(on_bus - answered + (granted & waits)),
                ahead.eq(granted & ~waits),
                read.addr.eq(write.addr + kept),
                pc.eq(Mux(self.trap, self.trap_target,
                          Mux(self.branch, self.branch_target, self.jump_target))[alignment:]),
            ]
        with m.Else():
            m.d.sync += [
                useless.eq(useless - (answered & (useless != 0)) + (granted & stale)),
                ahead.eq(ahead + (granted & ~stale) - used),
                read.addr.eq(read.addr + used),
            ]
            with m.If(self.valid & self.ready):
                m.d.sync += pc.eq(pc + length)

        m.d.comb += [
            write.en.eq(kept),
            write.data.eq(Cat(bus.rdata, bus.err)),
            self.pc.eq(pc << alignment),
        ]
        return m
