"""RVFI: follows instructions through the pipeline and reports them when they retire or trap.

Source: riscv-formal, ``docs/rvfi.md``. Nothing here feeds back; if the port is left open, synthesis
removes all of it.
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl import rvfi

__all__ = ["Source", "Tracer"]


class Source(data.Struct):
    """What ID knows of an instruction."""

    insn:     32
    pc:       32
    rs1:      5
    rs2:      5
    rs1_data: 32
    rs2_data: 32
    #: Address of the next instruction unless a branch is taken.
    next_pc:  32


class Access(data.Struct):
    """What EX adds."""

    addr:  32
    rmask: 4
    wmask: 4
    wdata: 32


class Tracer(wiring.Component):
    """Keeps RVFI's data beside the pipeline.

    Members
    -------
    rvfi : ``Out(rvfi.Signature())``
        The port.
    d_move : ``In(1)``
        An instruction moves from ID to EX.
    d : ``In(Source)``
        That instruction.
    x_move : ``In(1)``
        One moves from EX to WB.
    x_taken : ``In(1)``
        It is a taken branch, to ``x_target``.
    x_target : ``In(32)``
        See there.
    x_load, x_store : ``In(1)``
        It loads or stores.
    x_funct3 : ``In(3)``
        Width of the access.
    x_addr, x_data : ``In(32)``
        Byte address (plus 4 if ``x_second``) and value to store.
    x_second : ``In(1)``
        The access has two parts and this is the second.
    w_retire : ``In(1)``
        The instruction in WB retires.
    w_trap : ``In(1)``
        It traps.
    w_interrupt : ``In(1)``
        With ``w_trap``: not it, but an interrupt in front of it; nothing is reported.
    w_target : ``In(32)``
        With ``w_trap``: address of the handler.
    w_rd_we, w_rd, w_data : ``In``
        Register write.
    w_mcause, w_mip : ``In(32)``
        These CSRs.
    """

    rvfi: Out(rvfi.Signature())
    d_move: In(1)
    d: In(Source)
    x_move: In(1)
    x_taken: In(1)
    x_target: In(32)
    x_load: In(1)
    x_store: In(1)
    x_funct3: In(3)
    x_addr: In(32)
    x_data: In(32)
    x_second: In(1)
    w_retire: In(1)
    w_trap: In(1)
    w_interrupt: In(1)
    w_target: In(32)
    w_rd_we: In(1)
    w_rd: In(5)
    w_data: In(32)
    w_mcause: In(32)
    w_mip: In(32)

    def elaborate(self, platform):
        m = Module()
        port = self.rvfi
        x = Signal(Source)
        w = Signal(Source)
        access = Signal(Access)

        with m.If(self.d_move):
            m.d.sync += x.eq(self.d)

        size = Signal(4)
        with m.Switch(self.x_funct3[:2]):
            with m.Case(0):
                m.d.comb += size.eq(0b0001)
            with m.Case(1):
                m.d.comb += size.eq(0b0011)
            with m.Default():
                m.d.comb += size.eq(0b1111)
        with m.If(self.x_move):
            m.d.sync += [
                w.eq(x),
                access.rmask.eq(Mux(self.x_load, size, 0)),
                access.wmask.eq(Mux(self.x_store, size, 0)),
                access.addr.eq(Mux(self.x_load | self.x_store,
                                   self.x_addr - Mux(self.x_second, 4, 0), 0)),
                access.wdata.eq(Mux(self.x_store, self.x_data & _bits(size), 0)),
            ]
            with m.If(self.x_taken):
                m.d.sync += w.next_pc.eq(self.x_target)

        order = Signal(64)
        handler = Signal()
        writes = self.w_rd_we & ~self.w_trap
        m.d.comb += [
            port.valid.eq(self.w_retire | self.w_trap & ~self.w_interrupt),
            port.order.eq(order),
            port.insn.eq(w.insn),
            port.trap.eq(self.w_trap),
            port.intr.eq(handler),
            port.mode.eq(3),
            port.ixl.eq(1),
            port.rs1_addr.eq(w.rs1),
            port.rs2_addr.eq(w.rs2),
            port.rs1_rdata.eq(w.rs1_data),
            port.rs2_rdata.eq(w.rs2_data),
            port.rd_addr.eq(Mux(writes, self.w_rd, 0)),
            port.rd_wdata.eq(Mux(writes, self.w_data, 0)),
            port.pc_rdata.eq(w.pc),
            port.pc_wdata.eq(Mux(self.w_trap, self.w_target, w.next_pc)),
            port.mem_addr.eq(access.addr),
            port.mem_rmask.eq(access.rmask),
            port.mem_wmask.eq(access.wmask),
            port.mem_rdata.eq(self.w_data & _bits(access.rmask)),
            port.mem_wdata.eq(access.wdata),
            port.csr_mcause_rdata.eq(self.w_mcause),
            port.csr_mip_rdata.eq(self.w_mip),
        ]
        m.d.sync += order.eq(order + port.valid)
        with m.If(self.w_trap):
            m.d.sync += handler.eq(1)
        with m.Elif(self.w_retire):
            m.d.sync += handler.eq(0)
        return m


def _bits(mask):
    """Return 32 bits for the four bytes of ``mask``."""
    return Cat(bit.replicate(8) for bit in mask)
