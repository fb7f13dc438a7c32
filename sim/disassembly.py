"""Disassembly: RV32I by capstone, the coprocessor's instructions from their table."""

from functools import lru_cache

from capstone import CS_ARCH_RISCV, CS_MODE_RISCV32, Cs

from hdl.isa import ByteOrder, Index
from sw.model.coprocessor import decode

__all__ = ["REGISTERS", "disassemble"]

#: Names of the general-purpose registers in the calling convention.
REGISTERS = ("zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1",
             *(f"a{i}" for i in range(8)), *(f"s{i}" for i in range(2, 12)),
             *(f"t{i}" for i in range(3, 7)))

_PREFIX = {ByteOrder.LITTLE: "ascon.", ByteOrder.BIG: "ascon.be."}

_CAPSTONE = Cs(CS_ARCH_RISCV, CS_MODE_RISCV32)


@lru_cache(maxsize=1 << 14)
def disassemble(insn, pc=0):
    """Return an instruction as the assembler takes it.

    Parameters
    ----------
    insn : :class:`int`
        The 32-bit instruction.
    pc : :class:`int`
        Its address; targets of jumps and branches are absolute.

    Returns
    -------
    :class:`str`
        ``.word`` if it is no instruction.
    """
    decoded = decode(insn)
    if decoded is not None:
        return _custom(decoded)
    code = insn.to_bytes(4, "little")
    for _, size, mnemonic, operands in _CAPSTONE.disasm_lite(code, pc, 1):
        if size == 4:
            return f"{mnemonic} {_absolute(insn, pc, operands)}".rstrip()
    return f".word 0x{insn:08x}"


def _custom(decoded):
    """Spell an instruction of the coprocessor as the macros of :mod:`sw.generate` do."""
    row = decoded.row
    index = decoded.index & ~(1 << row.flag_bit if row.flag else 0)
    operands = [REGISTERS[decoded.rd]] if row.rd else []
    operands += [str(index)] if row.index is not Index.FLAGS else []
    operands += [REGISTERS[decoded.rs1]] if row.rs1 else []
    operands += [REGISTERS[decoded.rs2]] if row.rs2 else []
    operands += [f"rounds={decoded.rounds}"] if decoded.rounds else []
    operands += ["domain=1"] if decoded.domain else []
    operands += [f"{row.flag}=1"] if decoded.flag else []
    return f"{_PREFIX[decoded.order]}{row.mnemonic} {', '.join(operands)}"


def _absolute(insn, pc, operands):
    """Replace the offset of a jump or branch, which capstone leaves as it is."""
    if insn & 0x7f not in (0x63, 0x6f):
        return operands
    *others, offset = operands.split(", ")
    return ", ".join([*others, f"0x{pc + int(offset, 0) & 0xffff_ffff:08x}"])
