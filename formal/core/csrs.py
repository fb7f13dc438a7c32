"""Control and status registers, exceptions and interrupts, over RVFI.

Source: RISC-V privileged specification 20240411, chapter 3; CV32E40X user manual, "Control and
Status Registers" and "Exceptions and Interrupts".
"""

from amaranth.hdl import C, Cat, Mux, Signal

from formal.check import Check, Fault, ensure
from formal.core.bench import CoreBench
from formal.core.cuts import ANY_REGISTERS
from hdl.core.csr import Csrs
from hdl.core.interrupts import Interrupts

__all__ = ["CHECKS"]

_MSTATUS, _MISA, _MIE, _MTVEC = 0x300, 0x301, 0x304, 0x305
_MSCRATCH, _MEPC, _MCAUSE, _MTVAL = 0x340, 0x341, 0x342, 0x343

#: Bits that can be written, by address.
_WRITABLE = {_MSTATUS: 0x0000_0088, _MISA: 0, _MIE: 0xffff_0888, _MTVEC: 0xffff_ff81,
             _MSCRATCH: 0xffff_ffff, _MEPC: 0xffff_fffc, _MCAUSE: 0x8000_07ff, _MTVAL: 0}

#: Values after reset.
_RESET = {_MSTATUS: 0x0000_1800, _MISA: 0x4080_0100, _MTVEC: 0x0000_0001}

#: Read-only registers, and addresses where there is none.
_READ_ONLY = (0xf11, 0xf12, 0xf13, 0xf14, 0xf15, 0xc00, 0xc01, 0xc02, 0xc80, 0xc81, 0xc82)
_ABSENT = (0x000, 0x100, 0x306, 0x302, 0x7a0, 0x7b0, 0xb01, 0xfff)

_MRET, _ECALL, _EBREAK = 0x3020_0073, 0x0000_0073, 0x0010_0073


def _interrupts(m, bench, core):
    """State what concerns interrupts only."""
    _registers(m, bench, core, only_interrupts=True)


def _registers(m, bench, core, *, only_interrupts=False):
    """Follow the registers through the records of RVFI."""
    rvfi = core.rvfi
    insn, funct3 = rvfi.insn, rvfi.insn[12:15]
    stored = {address: Signal(32, name=f"csr_{address:x}", init=_RESET.get(address, 0))
              for address in _WRITABLE}
    last = Signal(32, init=core.reset_vector)
    after_exception = Signal()
    mie = stored[_MSTATUS][3]

    def entered(status):
        """Return ``mstatus`` in a handler."""
        return Cat(status[:3], 0, status[4:7], status[3], status[8:])

    # An interrupt in front of this instruction.
    interrupted = Signal()
    m.d.comb += interrupted.eq(rvfi.valid & rvfi.intr & ~after_exception)
    now = {address: Mux(interrupted, {_MSTATUS: entered(value), _MEPC: last,
                                      _MCAUSE: rvfi.csr_mcause_rdata}.get(address, value), value)
           for address, value in stored.items()}
    vector = Cat(C(0, 7), now[_MTVEC][7:])
    ensure(m, ~interrupted | mie)
    code = rvfi.csr_mcause_rdata[:5]
    ensure(m, ~interrupted | rvfi.csr_mcause_rdata[31] & (rvfi.csr_mcause_rdata[5:31] == 0)
           & (rvfi.pc_rdata == Mux(now[_MTVEC][0], (vector | code << 2)[:32], vector))
           & now[_MIE].bit_select(code, 1))

    is_csr = (insn[:7] == 0b1110011) & (funct3[:2] != 0)
    operand = Mux(funct3[2], insn[15:20], rvfi.rs1_rdata)
    writes = (funct3[:2] == 1) | (insn[15:20] != 0)
    new = {}
    for address, old in now.items():
        chosen = Signal(name=f"chosen_{address:x}")
        m.d.comb += chosen.eq(rvfi.valid & is_csr & (insn[20:] == address))
        if not only_interrupts:
            ensure(m, ~chosen | ~rvfi.trap & ((insn[7:12] == 0) | (rvfi.rd_wdata == old)))
        value = Mux(funct3[:2] == 1, operand, Mux(funct3[:2] == 2, old | operand, old & ~operand))
        mask = _WRITABLE[address]
        new[address] = Mux(chosen & writes, old & ~C(mask, 32) | value & mask, old)
    if not only_interrupts:
        ensure(m, ~rvfi.valid | (rvfi.csr_mcause_rdata == now[_MCAUSE]))
        ensure(m, ~(rvfi.valid & rvfi.trap) | (rvfi.pc_wdata == vector))
        for address in _READ_ONLY:
            ensure(m, ~(rvfi.valid & is_csr & (insn[20:] == address)) | (rvfi.trap == writes))
        for address in _ABSENT:
            ensure(m, ~(rvfi.valid & is_csr & (insn[20:] == address)) | rvfi.trap)

    returns = insn == _MRET
    ensure(m, ~(rvfi.valid & returns) | ~rvfi.trap & (rvfi.pc_wdata == now[_MEPC]))
    status = now[_MSTATUS]
    returned = Cat(status[:3], status[7], status[4:7], 1, status[8:])
    jumps = (insn[:7] == 0b1101111) | (insn[:7] == 0b1100111) & (funct3 == 0) \
        | (insn[:7] == 0b1100011) & (funct3[1:] != 1)
    cause = Mux(insn == _ECALL, 11, Mux(insn == _EBREAK, 3, Mux(jumps, 0, 2)))
    with m.If(rvfi.valid):
        m.d.sync += [last.eq(rvfi.pc_wdata), after_exception.eq(rvfi.trap)]
        for address, value in new.items():
            m.d.sync += stored[address].eq(value)
        with m.If(rvfi.trap):
            m.d.sync += [stored[_MSTATUS].eq(entered(status)), stored[_MEPC].eq(rvfi.pc_rdata),
                         stored[_MCAUSE].eq(cause)]
        with m.Elif(returns):
            m.d.sync += stored[_MSTATUS].eq(returned)


#: Enables any interrupts: ``csrw mie, x1; csrsi mstatus, 8``.
_ENABLE = (0x3040_9073, 0x3004_6073)

CHECKS = (
    Check("core.csrs",
          "mstatus, misa, mie, mtvec, mscratch, mepc, mcause and mtval: values after reset, what "
          "instructions read and write, what exceptions and mret do to them, where handlers are, "
          "which accesses are illegal.",
          lambda: CoreBench(_registers, interrupts=True), depth=9, cuts=(ANY_REGISTERS,),
          faults=(Fault("mret always goes to 0", Csrs, lambda self: self.mepc.eq(0)),
                  Fault("the handler of an exception is where that of interrupt 1 is", Csrs,
                        lambda self: self.vector[2].eq(1)))),
    Check("core.interrupts",
          "An interrupt is taken only if it is enabled, mcause says which, its handler is where "
          "mtvec says, and mret goes back. The program begins with enabling some.",
          lambda: CoreBench(_interrupts, interrupts=True, begins=_ENABLE), depth=12,
          cuts=(ANY_REGISTERS,),
          faults=(Fault("mie is ignored", Interrupts, lambda self: self.pending.eq(self.mip.any()),
                        domain="sync"),
                  Fault("mret always goes to 0", Csrs, lambda self: self.mepc.eq(0)))),
)
