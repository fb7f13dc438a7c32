"""Hazards: what waits, and where ID's operands come from.

Source: CV32E40X user manual, "Pipeline Details", table of cycle counts.
"""

from amaranth.hdl import Module
from amaranth.lib import data, enum, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Forward", "Hazards", "Writer"]


class Forward(enum.Enum, shape=2):
    """Where an operand of ID comes from."""

    REGISTERS = 0
    EX        = 1
    WB        = 2


class Writer(data.Struct):
    """An instruction in EX or WB as seen from ID."""

    #: It is there.
    valid:     1
    #: It writes ``rd``.
    rd_we:     1
    rd:        5
    #: ``rd`` comes from the bus or the coprocessor.
    late:      1
    csr:       1
    csr_we:    1
    #: Address of its CSR.
    csr_addr:  12
    mret:      1
    fence:     1


class Hazards(wiring.Component):
    """Compares ID's registers and CSRs with those of EX and WB. Combinational.

    Members
    -------
    rs1, rs2 : ``In(5)``
        Registers of the instruction in ID.
    rs1_used, rs2_used : ``In(1)``
        It reads them.
    jalr, mret : ``In(1)``
        It is that instruction.
    x, w : ``In(Writer)``
        Instructions in EX and WB.
    x_counter : ``In(1)``
        The instruction in EX reads a counter, if it is a CSR instruction.
    x_memory : ``In(1)``
        The instruction in EX is a load or store.
    w_enables : ``In(1)``
        The instruction in WB writes ``mstatus`` or ``mie``.
    rs1_from, rs2_from : ``Out(Forward)``
        Sources of the operands.
    rs1_in_w : ``Out(1)``
        ``rs1`` is written by WB; for the address of ``jalr``.
    jump_stall : ``Out(1)``
        ``jalr`` or ``mret`` does not know its target yet.
    load_stall, jalr_stall : ``Out(1)``
        It waits for a late result in EX; it is a ``jalr`` that waits.
    d_stall : ``Out(1)``
        The instruction in ID must stay there; ``jump_stall`` included.
    x_stall : ``Out(1)``
        The instruction in EX must stay there.
    """

    rs1: In(5)
    rs2: In(5)
    rs1_used: In(1)
    rs2_used: In(1)
    jalr: In(1)
    mret: In(1)
    x: In(Writer)
    w: In(Writer)
    x_counter: In(1)
    x_memory: In(1)
    w_enables: In(1)
    rs1_from: Out(Forward)
    rs2_from: Out(Forward)
    rs1_in_w: Out(1)
    jump_stall: Out(1)
    load_stall: Out(1)
    jalr_stall: Out(1)
    d_stall: Out(1)
    x_stall: Out(1)

    def elaborate(self, platform):
        m = Module()
        x, w = self.x, self.w
        def writes(stage, register):
            return stage.valid & stage.rd_we & (stage.rd == register)

        # ID waits for WB in any case, so what WB writes is there when it is needed.
        for register, source in ((self.rs1, self.rs1_from), (self.rs2, self.rs2_from)):
            with m.If(writes(x, register)):
                m.d.comb += source.eq(Forward.EX)
            with m.Elif(writes(w, register)):
                m.d.comb += source.eq(Forward.WB)
        m.d.comb += [
            self.load_stall.eq(x.late & (self.rs1_used & writes(x, self.rs1)
                                         | self.rs2_used & writes(x, self.rs2))),
            # The target goes straight to the instruction bus: no result made in this cycle.
            self.rs1_in_w.eq(writes(w, self.rs1)),
            self.jalr_stall.eq(self.jalr & (writes(x, self.rs1) | writes(w, self.rs1) & w.late)),
            # mret reads mepc in ID, CSRs are written in WB.
            self.jump_stall.eq(self.jalr_stall | self.mret & (x.valid & (x.csr | x.mret)
                                                              | w.valid & (w.csr | w.mret))),
            # The instruction behind a fence is fetched again; until then ID must not touch the
            # target.
            self.d_stall.eq(self.load_stall | self.jump_stall | x.valid & x.fence
                            | w.valid & w.fence),
        ]

        x_csr = x.valid & x.csr
        m.d.comb += self.x_stall.eq(
            x_csr & w.valid & w.csr_we & (x.csr_addr == w.csr_addr)
            | x_csr & w.valid & w.mret
            | x_csr & self.x_counter & w.valid
            # A transfer cannot be taken back, and an interrupt may be enabled.
            | x.valid & self.x_memory & w.valid & self.w_enables)
        return m
