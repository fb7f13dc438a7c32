"""Execution of the instructions that unicorn is not asked to execute.

CSR instructions, ``ecall``, ``ebreak``, ``mret``, ``wfi`` that need not wait, fences, the
coprocessor's instructions; everything else is illegal.

Source: RISC-V unprivileged specification 20240411, chapters 3 and 6; privileged specification
20240411, chapter 3.
"""

from typing import NamedTuple

from sim.machine import Cause, IllegalAccess
from sw.model.coprocessor import REFUSED

__all__ = ["WFI", "Step", "execute", "trap"]

_MRET, WFI = 0x3020_0073, 0x1050_0073
_TRAPS = {0x0000_0073: Cause.ECALL, 0x0010_0073: Cause.BREAKPOINT}


class Step(NamedTuple):
    """What an instruction did, as :mod:`hdl.rvfi` says it.

    ``timed`` says that ``rd_wdata`` depends on what the simulator does not know: cycles, and
    when the host or the serial port acts.
    """

    pc_rdata:  int
    insn:      int
    pc_wdata:  int
    trap:      int = 0
    rd_addr:   int = 0
    rd_wdata:  int = 0
    mem_addr:  int = 0
    mem_rmask: int = 0
    mem_wmask: int = 0
    mem_rdata: int = 0
    mem_wdata: int = 0
    timed:     bool = False


def execute(insn, pc, register, machine, coprocessor):
    """Execute an instruction.

    Parameters
    ----------
    insn, pc : :class:`int`
        The instruction and its address.
    register : callable
        Returns the value of a general-purpose register.
    machine : :class:`sim.machine.Machine`
        Control and status registers; changed, but for the counters' progress.
    coprocessor : :class:`sw.model.coprocessor.CoprocessorModel` or None
        Executes the coprocessor's instructions; None refuses them.

    Returns
    -------
    :class:`Step`
        What the program counter and ``rd`` are to become.
    """
    fields = None
    match insn & 0x7f:
        case 0x73 if insn in _TRAPS:
            return trap(_TRAPS[insn], insn, pc, machine)
        case 0x73 if insn == _MRET:
            return Step(pc, insn, machine.trap_return())
        case 0x73 if insn >> 12 & 3:
            fields = _access_register(insn, register, machine)
        case 0x73 if insn == WFI:
            fields = {}
        case 0x0f if insn >> 12 & 7 in (0, 1):
            fields = {}
        case _ if coprocessor is not None:
            fields = _offload(insn, register, coprocessor)
    if fields is None:
        return trap(Cause.ILLEGAL, insn, pc, machine)
    return Step(pc, insn, pc + 4 & 0xffff_ffff, **fields)


def trap(cause, insn, pc, machine):
    """Trap an instruction and return its :class:`Step`."""
    return Step(pc, insn, machine.trap(cause, pc), trap=1)


def _offload(insn, register, coprocessor):
    """Execute an instruction of the coprocessor; None if it refuses."""
    result = coprocessor.execute(insn, register(insn >> 15 & 31), register(insn >> 20 & 31))
    if result is REFUSED:
        return None
    return {} if result is None else _destination(insn, result)


def _access_register(insn, register, machine):
    """Execute a CSR instruction; None if it is illegal."""
    number, source, funct3 = insn >> 20, insn >> 15 & 31, insn >> 12 & 7
    operand = source if funct3 & 4 else register(source)
    try:
        old = machine.read(number)
        match funct3 & 3:
            case 1:
                machine.write(number, operand)
            case 2 if source:
                machine.write(number, old | operand)
            case 3 if source:
                machine.write(number, old & ~operand)
    except IllegalAccess:
        return None
    return _destination(insn, old) | {"timed": machine.depends_on_time(number)}


def _destination(insn, value):
    rd = insn >> 7 & 31
    return {"rd_addr": rd, "rd_wdata": value if rd else 0}
