"""RISC-V Formal Interface: what an instruction did, in the cycle in which it retires.

Names and meaning are those of riscv-formal's ``docs/rvfi.md``, one channel, ``ILEN = XLEN = 32``,
with memory addresses not aligned (the byte address of the access, its bytes in the low lanes).
"""

from amaranth.lib import wiring
from amaranth.lib.wiring import Out

__all__ = ["Signature"]


class Signature(wiring.Signature):
    """Retirement port, from the core's side.

    Interface attributes
    --------------------
    valid : ``Out(1)``
        An instruction retires, or traps, in this cycle; everything else is about it.
    order : ``Out(64)``
        Number of the instruction, from 0.
    insn : ``Out(32)``
        The instruction.
    trap, halt, intr : ``Out(1)``
        It trapped; the core stops after it; it is the first of a trap handler.
    mode, ixl : ``Out(2)``
        Privilege level (3) and XLEN (1).
    rs1_addr, rs2_addr : ``Out(5)``
        Source registers, 0 if there is none.
    rs1_rdata, rs2_rdata : ``Out(32)``
        Their values before the instruction.
    rd_addr : ``Out(5)``
        Destination register, 0 if none is written.
    rd_wdata : ``Out(32)``
        Its new value, 0 if none is written.
    pc_rdata, pc_wdata : ``Out(32)``
        Address of this instruction, and of the next one.
    mem_addr : ``Out(32)``
        Byte address of a load or store.
    mem_rmask, mem_wmask : ``Out(4)``
        Bytes read and written, counted from ``mem_addr``.
    mem_rdata, mem_wdata : ``Out(32)``
        Their values.
    csr_mcause_rdata, csr_mip_rdata : ``Out(32)``
        These CSRs before the instruction: on the first of a handler, why it runs.
    """

    def __init__(self):
        super().__init__({
            "valid":     Out(1),
            "order":     Out(64),
            "insn":      Out(32),
            "trap":      Out(1),
            "halt":      Out(1),
            "intr":      Out(1),
            "mode":      Out(2),
            "ixl":       Out(2),
            "rs1_addr":  Out(5),
            "rs2_addr":  Out(5),
            "rs1_rdata": Out(32),
            "rs2_rdata": Out(32),
            "rd_addr":   Out(5),
            "rd_wdata":  Out(32),
            "pc_rdata":  Out(32),
            "pc_wdata":  Out(32),
            "mem_addr":  Out(32),
            "mem_rmask": Out(4),
            "mem_wmask": Out(4),
            "mem_rdata": Out(32),
            "mem_wdata": Out(32),
            "csr_mcause_rdata": Out(32),
            "csr_mip_rdata":    Out(32),
        })

    def __eq__(self, other):
        return type(self) is type(other)
