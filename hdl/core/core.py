"""The pipeline: IF, ID, EX, WB.

Source: CV32E40X user manual, "Pipeline Details" and "Exceptions and Interrupts".
"""

from amaranth.hdl import C, Cat, Module, Mux, Signal
from amaranth.lib.wiring import connect, flipped

from hdl.core.arithmetic import Arithmetic
from hdl.core.control import CsrSelect, TargetBase
from hdl.core.csr import Csrs
from hdl.core.decode import Decoder
from hdl.core.fetch import Fetch
from hdl.core.hazards import Hazards
from hdl.core.interface import Interface
from hdl.core.interruption import Interruption
from hdl.core.lsu import LoadStoreUnit
from hdl.core.offload import Offload
from hdl.core.operands import Operands
from hdl.core.registers import RegisterFile
from hdl.core.stages import Execute, WriteBack
from hdl.core.tracer import Tracer

__all__ = ["Core"]


class Core(Interface):
    """CV32E40X-style RISC-V core: RV32I and extensions, machine mode, CV-X-IF.

    Parameters and members are those of :class:`~hdl.core.interface.Interface`.
    """

    def elaborate(self, platform):
        m = Module()
        extensions = self.extensions
        m.submodules.fetch = fetch = Fetch(extensions, reset_vector=self.reset_vector)
        m.submodules.decoder = decoder = Decoder(extensions)
        m.submodules.registers = registers = RegisterFile(kind=self.register_file)
        m.submodules.hazards = hazards = Hazards()
        m.submodules.operands = operands = Operands(extensions)
        m.submodules.arithmetic = arithmetic = Arithmetic(extensions)
        m.submodules.lsu = lsu = LoadStoreUnit()
        m.submodules.csrs = csrs = Csrs(extensions, trap_vector=self.trap_vector,
                                        hpm_counters=self.hpm_counters)
        m.submodules.interruption = interruption = Interruption()
        m.submodules.offload = offload = Offload(id_width=self.id_width)
        m.submodules.tracer = tracer = Tracer()
        connect(m, flipped(self.ibus), fetch.bus)
        connect(m, flipped(self.dbus), lsu.bus)
        connect(m, flipped(self.x), offload.link)
        connect(m, flipped(self.rvfi), tracer.rvfi)

        def misaligned(target):
            """Return whether there cannot be an instruction at ``target``."""
            return C(0, 1) if extensions.c else target[1]

        d_valid = Signal()
        d_pc = Signal(32, reset_less=True)
        d_insn = Signal(32, reset_less=True)
        d_compressed = Signal(reset_less=True)
        d_half = Signal(16, reset_less=True)
        d_err = Signal(reset_less=True)
        x_valid = Signal()
        x = Signal(Execute, reset_less=True)
        w_valid = Signal()
        w = Signal(WriteBack, reset_less=True)

        # Handshakes: an instruction leaves its stage; a stage is or gets empty.
        d_move = Signal()
        x_move = Signal()
        x_ready = Signal()
        w_ready = Signal()
        w_done = Signal()
        # Redirections of the instruction stream. Each kills what is younger.
        d_redirect = Signal()
        x_redirect = Signal()
        w_flush = Signal()
        w_refetch = Signal()

        # ---- WB

        m.d.comb += [
            interruption.error.eq(lsu.error),
            interruption.error_store.eq(lsu.error_store),
            interruption.enabled.eq(csrs.interrupt),
            interruption.locked.eq(lsu.busy | lsu.x_started | w_valid & offload.w_active),
            interruption.w_memory.eq(w_valid & w.memory),
            interruption.w_wfi.eq(w_valid & w.wfi),
            interruption.wake.eq(csrs.wake),
            interruption.idle.eq(~fetch.busy),
            self.sleeping.eq(interruption.sleeping),
        ]
        w_killed = interruption.taken

        w_fence_waited = Signal()
        w_ended = Signal()
        w_trap = w_killed | w_valid & w.trap
        w_data = Signal(32)
        with m.If(w.memory):
            m.d.comb += [w_ended.eq(lsu.w_done), w_data.eq(lsu.w_data)]
        with m.Elif(offload.w_active):
            m.d.comb += [w_ended.eq(offload.w_done), w_data.eq(offload.w_data)]
        with m.Else():
            m.d.comb += [w_ended.eq(~w.fence | w_fence_waited), w_data.eq(w.value)]
        w_retire = w_valid & w_done & ~w_trap
        m.d.comb += [
            w_done.eq(w_ended & (~w.wfi | interruption.w_awake)),
            # There is a bubble behind wfi: what wakes it up does not concern the other stages yet.
            w_ready.eq(~w_valid | w_ended & ~w.wfi),
            w_refetch.eq(w_valid & w.fence & w_fence_waited),
            w_flush.eq(w_trap | w_refetch),
            lsu.w_valid.eq(w_valid & w.memory),
            registers.rd_we.eq(w_retire & w.rd_we),
            registers.rd_addr.eq(w.rd),
            registers.rd_data.eq(w_data),
            csrs.write.eq(w_valid & w.csr_we & ~w_killed),
            csrs.write_select.eq(w.csr_select),
            csrs.write_address.eq(w.csr_addr),
            csrs.write_data.eq(w.csr_value),
            csrs.mret.eq(w_valid & w.mret & ~w_killed),
            csrs.trap.eq(w_trap),
            csrs.trap_interrupt.eq(interruption.interrupt),
            csrs.trap_nmi.eq(interruption.nmi),
            csrs.trap_store.eq(interruption.nmi_store),
            csrs.trap_cause.eq(w.cause),
            csrs.trap_pc.eq(Mux(w_valid, w.pc, Mux(x_valid, x.pc, Mux(d_valid, d_pc, fetch.pc)))),
            csrs.irq.eq(self.irq),
            csrs.time.eq(self.time),
            csrs.stop.eq(self.sleeping),
        ]
        # CV32E40X asks whether caches have to be flushed, and waits for the answer.
        w_fence_asked = Signal()
        m.d.sync += [
            w_fence_asked.eq(w_valid & w.slow & ~w_fence_asked & ~w_fence_waited),
            w_fence_waited.eq(w_valid & w.fence & (~w.slow | w_fence_asked) & ~w_fence_waited),
        ]

        # ---- EX

        x_condition = Mux(x.funct3[2], arithmetic.less, arithmetic.equal) ^ x.funct3[0]
        x_taken = x_valid & x.branch & x_condition
        x_misaligned = x.branch & x_condition & misaligned(x.target)
        x_branched = Signal()
        x_memory = x.load | x.store
        # The lowest bits say whether there is a second transfer: not by way of a chain of carries.
        x_addr = Signal(32)
        x_stall = hazards.x_stall | offload.x_hold
        x_done = ~x_stall & (~x_memory | lsu.x_done) & (arithmetic.done | x.trap)
        m.d.comb += [
            # Like CV32E40X, an empty EX takes nothing while it would have to wait: bubbles stay.
            x_ready.eq(w_ready & (x_done | ~x_valid & ~x_stall)),
            x_move.eq(x_valid & x_done & w_ready & ~w_flush),
            x_redirect.eq(x_taken & ~misaligned(x.target) & ~x_branched),

            csrs.read_select.eq(x.csr_select),
            csrs.read_address.eq(x.csr_addr),
            arithmetic.x.eq(x),
            arithmetic.csr.eq(csrs.read_data),
            arithmetic.step.eq(x_valid & ~x.trap & ~x_stall),
            arithmetic.clear.eq(x_move | w_flush),

            # WB either takes the instruction with the response, or holds one that is answered
            # before.
            lsu.x_valid.eq(x_valid & x_memory & ~x_stall & (w_ready | w.memory)),
            lsu.x_kill.eq(w_flush),
            lsu.x_move.eq(x_move & x_memory),
            lsu.x_store.eq(x.store),
            lsu.x_funct3.eq(x.funct3),
            x_addr.eq(Cat(x.a[0] ^ x.b[0], x.a[1] ^ x.b[1] ^ x.a[0] & x.b[0],
                          arithmetic.sum[2:])),
            lsu.x_addr.eq(x_addr),
            lsu.x_data.eq(x.rs2),

            offload.x_valid.eq(x_valid),
            offload.x_kill.eq(w_flush),
            offload.x_move.eq(x_move),
        ]
        csr_value = Signal(32)
        with m.Switch(x.funct3[:2]):
            with m.Case(2):
                m.d.comb += csr_value.eq(csrs.read_data | x.a)
            with m.Case(3):
                m.d.comb += csr_value.eq(csrs.read_data & ~x.a)
            with m.Default():
                m.d.comb += csr_value.eq(x.a)

        with m.If(x_redirect):
            m.d.sync += x_branched.eq(1)
        with m.If(x_move):
            m.d.sync += [
                w.trap.eq(x.trap | x_misaligned),
                w.value.eq(arithmetic.value),
                w.memory.eq(x_memory),
                w.taken.eq(x_taken),
                w.csr_value.eq(csr_value),
                w.slow.eq(x.fence & x.funct3[0] & self.exact_timing),
            ]
            for name in ("pc", "cause", "rd_we", "rd", "compressed", "jump", "branch", "fence",
                         "mret", "wfi", "csr", "csr_we", "csr_select", "csr_addr"):
                m.d.sync += w[name].eq(x[name])
        m.d.sync += w_valid.eq(x_move | w_valid & ~w_done & ~w_killed)

        # ---- ID

        control = decoder.control
        d_rs1_addr = d_insn[15:20]
        d_rs2_addr = d_insn[20:25]
        d_rd_addr = d_insn[7:12]
        # Otherwise it could not be fetched and does not execute.
        d_live = ~d_err
        m.d.comb += [
            decoder.insn.eq(d_insn),
            registers.rs1_addr.eq(d_rs1_addr),
            registers.rs2_addr.eq(d_rs2_addr),
            hazards.rs1.eq(d_rs1_addr),
            hazards.rs2.eq(d_rs2_addr),
            hazards.rs1_used.eq(control.rs1),
            hazards.rs2_used.eq(control.rs2),
            hazards.jalr.eq(control.jump & (control.target_base == TargetBase.RS1)),
            hazards.mret.eq(control.mret),
            hazards.x_counter.eq(x.csr_addr[11] & ~x.csr_addr[9:11].all()),
            hazards.x_memory.eq(x_memory),
            hazards.w_enables.eq(w.mret | w.csr_we & ((w.csr_select == CsrSelect.MSTATUS)
                                                      | (w.csr_select == CsrSelect.MIE))),
            hazards.x.valid.eq(x_valid),
            hazards.x.late.eq(x.load | offload.x_accepted | x.csr & self.exact_timing),
            hazards.w.valid.eq(w_valid),
            hazards.w.late.eq(w.memory | offload.w_active),
        ]
        for name in ("rd_we", "rd", "csr", "csr_we", "csr_addr", "mret", "fence"):
            m.d.comb += [hazards.x[name].eq(x[name]), hazards.w[name].eq(w[name])]

        m.d.comb += [
            operands.insn.eq(d_insn),
            operands.pc.eq(d_pc),
            operands.compressed.eq(d_compressed),
            operands.control.eq(control),
            operands.rs1_stored.eq(registers.rs1_data),
            operands.rs2_stored.eq(registers.rs2_data),
            operands.rs1_from.eq(hazards.rs1_from),
            operands.rs2_from.eq(hazards.rs2_from),
            operands.rs1_in_w.eq(hazards.rs1_in_w),
            operands.x_value.eq(arithmetic.value),
            operands.w_value.eq(w_data),
            operands.w_early.eq(w.value),
            # The second transfer of a load or store borrows the operands' multiplexers.
            operands.advance.eq(x_valid & x_memory & lsu.x_split),
        ]

        # Jumps. Their target does not wait for what EX and WB calculate in this cycle.
        d_target = operands.target
        d_misaligned = control.jump & misaligned(d_target) & d_live
        d_jumped = Signal()
        m.d.comb += d_redirect.eq(d_valid & d_live & (control.jump | control.mret) & ~d_misaligned
                                  & ~hazards.jump_stall & ~d_jumped)

        d_unknown = control.unknown & d_live
        # ID lets nothing go and, as in CV32E40X, takes nothing. Behind wfi there is a bubble.
        d_halted = lsu.error | interruption.pending | x_valid & x.wfi
        # Whether EX or WB redirects is known last. It does not matter to what takes over from ID or
        # IF without being valid then.
        d_kill = x_redirect | w_flush
        d_free = d_valid & x_ready & ~hazards.d_stall & ~d_halted
        d_leaves = d_free & (~d_unknown | offload.d_ready)
        m.d.comb += [
            offload.d_offer.eq(d_free & d_unknown & ~d_kill),
            offload.d_insn.eq(d_insn),
            offload.d_rs1.eq(operands.rs1),
            offload.d_rs2.eq(operands.rs2),
            offload.d_move.eq(d_move),
            d_move.eq(d_leaves & ~d_kill),
        ]

        # What is killed or has to wait in ID is not valid in EX, so it does not matter that it is
        # taken over: whether it moves is known late. But behind a fence, its target is needed.
        with m.If(x_ready | lsu.x_next):
            m.d.sync += [x.a.eq(operands.a), x.b.eq(operands.b)]
        with m.If(d_leaves):
            m.d.sync += x.target.eq(d_target)
        with m.If(x_ready):
            m.d.sync += [
                x_branched.eq(0),
                x.pc.eq(d_pc),
                x.trap.eq(d_err | control.forbidden | control.ecall | control.ebreak
                          | d_misaligned | d_unknown & ~offload.d_accept),
                x.cause.eq(Mux(d_err, 24,
                               Mux(control.unknown | control.forbidden, 2,
                                   Mux(control.ebreak, 3, Mux(control.ecall, 11, 0))))),
                x.rd_we.eq(d_live & (d_rd_addr != 0) & ~d_misaligned
                           & Mux(control.unknown, offload.d_writeback, control.rd_we)),
                x.rd.eq(d_rd_addr),
                x.rs2.eq(operands.rs2),
                x.csr_addr.eq(d_insn[20:]),
                x.compressed.eq(d_compressed),
            ]
            for name in ("jump", "branch", "load", "store", "fence", "mret", "wfi", "csr",
                         "csr_we"):
                m.d.sync += x[name].eq(d_live & control[name])
            for name in ("csr_select", "funct3", "subtract", "signed", "arithmetic", "rotate",
                         "one_hot", "logic", "bit_function", "result"):
                m.d.sync += x[name].eq(control[name])
        with m.If(w_flush):
            m.d.sync += x_valid.eq(0)
        with m.Elif(x_ready):
            m.d.sync += x_valid.eq(d_move)

        # ---- IF

        m.d.comb += [
            fetch.trap.eq(w_trap),
            fetch.trap_target.eq(csrs.vector),
            fetch.branch.eq(x_redirect | w_refetch),
            fetch.branch_target.eq(x.target),
            fetch.jump.eq(d_redirect),
            fetch.jump_target.eq(Mux(control.mret, csrs.mepc,
                                     Cat(0, d_target[1] & extensions.c, d_target[2:]))),
            fetch.ready.eq(~d_valid & x_ready & ~d_halted | d_leaves),
        ]

        with m.If(d_kill):
            m.d.sync += [d_valid.eq(0), d_jumped.eq(0)]
        with m.Else():
            m.d.sync += [
                d_valid.eq(fetch.valid & ~d_redirect & fetch.ready | d_valid & ~d_move),
                d_jumped.eq((d_redirect | d_jumped) & ~d_move),
            ]
        with m.If(fetch.ready):
            m.d.sync += [d_pc.eq(fetch.pc), d_insn.eq(fetch.insn), d_err.eq(fetch.err),
                         d_compressed.eq(fetch.compressed), d_half.eq(fetch.half)]

        # ---- Events

        m.d.comb += [
            csrs.events.cycle.eq(1),
            csrs.events.retired.eq(w_retire),
            csrs.events.compressed.eq(w_retire & w.compressed),
            csrs.events.jump.eq(w_retire & w.jump),
            csrs.events.branch.eq(w_retire & w.branch),
            csrs.events.taken.eq(w_retire & w.taken),
            csrs.events.interrupt.eq(interruption.interrupt),
            csrs.events.data_read.eq(self.dbus.req & self.dbus.gnt & ~self.dbus.we),
            csrs.events.data_write.eq(self.dbus.req & self.dbus.gnt & self.dbus.we),
            csrs.events.if_invalid.eq(~(fetch.valid & ~d_redirect) & fetch.ready | d_kill),
            csrs.events.id_invalid.eq((x_ready | w_flush) & ~d_move),
            # Of an access in two parts, each counts as an instruction.
            csrs.events.ex_invalid.eq((w_ready | w_killed) & ~x_move & ~lsu.x_advance),
            csrs.events.wb_invalid.eq(~(w_retire | w_valid & w.trap & ~w_killed
                                        | lsu.first_done)),
            csrs.events.load_stall.eq(d_valid & hazards.load_stall & x_ready & ~d_move),
            csrs.events.jalr_stall.eq(d_valid & hazards.jalr_stall & x_ready & ~d_move),
            csrs.events.wb_data_stall.eq(w_valid & w.memory & ~lsu.w_done),
        ]

        # ---- RVFI

        m.d.comb += [
            tracer.d_move.eq(d_move),
            tracer.d.insn.eq(Mux(d_compressed, d_half, d_insn)),
            tracer.d.pc.eq(d_pc),
            tracer.d.rs1.eq(Mux(control.rs1 & d_live, d_rs1_addr, 0)),
            tracer.d.rs2.eq(Mux(control.rs2 & d_live, d_rs2_addr, 0)),
            tracer.d.rs1_data.eq(Mux(control.rs1 & d_live, operands.rs1, 0)),
            tracer.d.rs2_data.eq(Mux(control.rs2 & d_live, operands.rs2, 0)),
            tracer.d.next_pc.eq(Mux(control.mret, csrs.mepc,
                                    Mux(control.jump, Cat(0, d_target[1:]),
                                        d_pc + Mux(d_compressed, 2, 4)))),
            tracer.x_move.eq(x_move),
            tracer.x_taken.eq(x_taken),
            tracer.x_target.eq(x.target),
            tracer.x_load.eq(x.load),
            tracer.x_store.eq(x.store),
            tracer.x_funct3.eq(x.funct3),
            tracer.x_addr.eq(x_addr),
            tracer.x_data.eq(x.rs2),
            tracer.x_second.eq(lsu.x_second),
            tracer.w_retire.eq(w_retire),
            tracer.w_trap.eq(w_trap),
            tracer.w_interrupt.eq(w_killed),
            tracer.w_target.eq(csrs.vector),
            tracer.w_rd_we.eq(w.rd_we),
            tracer.w_rd.eq(w.rd),
            tracer.w_data.eq(w_data),
            tracer.w_mcause.eq(csrs.mcause),
            tracer.w_mip.eq(csrs.mip),
        ]
        return m
