"""Instructions of RV32I and of the coprocessor, taken apart.

Source: RISC-V unprivileged specification 20240411, chapters 2 and 35; :mod:`hdl.isa`.
"""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from sim.rv32i import is_rv32i
from sw.model.coprocessor import decode as decode_custom

__all__ = ["Instruction", "Kind", "decode"]


class Kind(Enum):
    """What an instruction does."""

    LUI         = 0x37
    AUIPC       = 0x17
    JAL         = 0x6f
    JALR        = 0x67
    BRANCH      = 0x63
    LOAD        = 0x03
    STORE       = 0x23
    IMMEDIATE   = 0x13
    REGISTER    = 0x33
    COPROCESSOR = 0x0b


_BRANCHES = {0: "beq", 1: "bne", 4: "blt", 5: "bge", 6: "bltu", 7: "bgeu"}

_OPERATIONS = ("add", "sll", "slt", "sltu", "xor", "srl", "or", "and")


class Instruction(NamedTuple):
    """An instruction.

    Attributes
    ----------
    kind : :class:`Kind`
        Its kind.
    name : :class:`str`
        Of a branch, or of an operation whether the second operand is a register or not.
    rd, rs1, rs2 : :class:`int`
        Registers; 0 where there is none.
    immediate : :class:`int`
        Immediate operand or offset, signed.
    size : :class:`int`
        Bytes of an access to memory.
    signed : :class:`bool`
        A load extends the sign.
    """

    kind:      Kind
    name:      str = ""
    rd:        int = 0
    rs1:       int = 0
    rs2:       int = 0
    immediate: int = 0
    size:      int = 0
    signed:    bool = False


@lru_cache(maxsize=1 << 14)
def decode(word):
    """Decode a word.

    Parameters
    ----------
    word : :class:`int`
        The 32-bit instruction.

    Returns
    -------
    :class:`Instruction` or None
        None if it is neither a computation, jump, branch, load or store of RV32I nor an
        instruction of the coprocessor.
    """
    custom = decode_custom(word)
    if custom is not None:
        return Instruction(Kind.COPROCESSOR, custom.row.mnemonic, custom.rd if custom.row.rd else 0)
    if not is_rv32i(word):
        return None
    kind, funct3 = Kind(word & 0x7f), word >> 12 & 7
    rd, rs1, rs2 = word >> 7 & 31, word >> 15 & 31, word >> 20 & 31
    immediate = _signed(word >> 20, 12)
    match kind:
        case Kind.LUI | Kind.AUIPC:
            return Instruction(kind, rd=rd, immediate=_signed(word & 0xffff_f000, 32))
        case Kind.JAL:
            offset = _bits(word, (31, 31, 20), (19, 12, 12), (20, 20, 11), (30, 21, 1))
            return Instruction(kind, rd=rd, immediate=_signed(offset, 21))
        case Kind.JALR:
            return Instruction(kind, rd=rd, rs1=rs1, immediate=immediate)
        case Kind.BRANCH:
            offset = _bits(word, (31, 31, 12), (7, 7, 11), (30, 25, 5), (11, 8, 1))
            return Instruction(kind, _BRANCHES[funct3], rs1=rs1, rs2=rs2,
                               immediate=_signed(offset, 13))
        case Kind.LOAD:
            return Instruction(kind, rd=rd, rs1=rs1, immediate=immediate, size=1 << (funct3 & 3),
                               signed=funct3 < 4)
        case Kind.STORE:
            offset = _bits(word, (31, 25, 5), (11, 7, 0))
            return Instruction(kind, rs1=rs1, rs2=rs2, immediate=_signed(offset, 12),
                               size=1 << funct3)
    name = _OPERATIONS[funct3]
    if word >> 30 & 1 and (kind is Kind.REGISTER or funct3 == 5):
        name = {"add": "sub", "srl": "sra"}[name]
    if kind is Kind.REGISTER:
        return Instruction(kind, name, rd, rs1, rs2)
    if funct3 in (1, 5):
        immediate = rs2
    return Instruction(kind, name, rd, rs1, immediate=immediate)


def _signed(value, width):
    """Extend the sign of a field."""
    return value - (1 << width) if value >> width - 1 else value


def _bits(word, *spans):
    """Put an immediate together: bits ``high`` to ``low`` of the word go to ``position``."""
    return sum((word >> low & (1 << high - low + 1) - 1) << position
               for high, low, position in spans)
