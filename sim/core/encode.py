"""Encodes the instructions of random programs.

Source: RISC-V unprivileged specification 20240411, chapters 2, 27 and 35.
"""

__all__ = ["b_type", "c_word", "fields", "i_type", "j_type", "s_type", "u_type"]


def fields(word, rd=0, rs1=0, rs2=0):
    """Return ``word`` with registers."""
    return word | rd << 7 | rs1 << 15 | rs2 << 20


def i_type(word, rd, rs1, imm):
    """Return an I-type ``word`` with operands."""
    return word | rd << 7 | rs1 << 15 | (imm & 0xfff) << 20


def s_type(word, rs1, rs2, imm):
    """Return an S-type ``word`` with operands."""
    return word | (imm & 31) << 7 | rs1 << 15 | rs2 << 20 | (imm >> 5 & 0x7f) << 25


def u_type(word, rd, imm):
    """Return a U-type ``word``; ``imm`` is the upper 20 bits."""
    return word | rd << 7 | (imm & 0xf_ffff) << 12


def b_type(word, rs1, rs2, offset):
    """Return a B-type ``word`` with operands."""
    return (word | rs1 << 15 | rs2 << 20 | (offset >> 12 & 1) << 31 | (offset >> 5 & 0x3f) << 25
            | (offset >> 1 & 15) << 8 | (offset >> 11 & 1) << 7)


def j_type(word, rd, offset):
    """Return a J-type ``word`` with operands."""
    return (word | rd << 7 | (offset >> 20 & 1) << 31 | (offset >> 1 & 0x3ff) << 21
            | (offset >> 11 & 1) << 20 | (offset >> 12 & 0xff) << 12)


def _pick(value, *places):
    """Put bits of ``value`` in a row: each of ``places`` is a bit number, the first the highest."""
    result = 0
    for place in places:
        result = result << 1 | value >> place & 1
    return result


def c_word(name, word, one=0, two=0, imm=0):
    """Return a compressed instruction.

    Parameters
    ----------
    name : :class:`str`
        Its name.
    word : :class:`int`
        Its bits without operands.
    one, two : :class:`int`
        Registers in the order of the assembler, whole numbers where three bits are encoded too.
    imm : :class:`int`
        Immediate or offset.
    """
    six = _pick(imm, 5) << 12 | (imm & 31) << 2
    match name:
        case "c.nop":
            return word
        case "c.addi4spn":
            return word | _pick(imm, 5, 4, 9, 8, 7, 6, 2, 3) << 5 | (one & 7) << 2
        case "c.lw" | "c.sw":
            return (word | _pick(imm, 5, 4, 3) << 10 | (two & 7) << 7 | _pick(imm, 2, 6) << 5
                    | (one & 7) << 2)
        case "c.addi16sp":
            return word | _pick(imm, 9) << 12 | _pick(imm, 4, 6, 8, 7, 5) << 2
        case "c.srli" | "c.srai":
            return word | (one & 7) << 7 | (imm & 31) << 2
        case "c.andi":
            return word | (one & 7) << 7 | six
        case "c.sub" | "c.xor" | "c.or" | "c.and":
            return word | (one & 7) << 7 | (two & 7) << 2
        case "c.j" | "c.jal":
            return word | _pick(imm, 11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5) << 2
        case "c.beqz" | "c.bnez":
            return (word | _pick(imm, 8, 4, 3) << 10 | (one & 7) << 7
                    | _pick(imm, 7, 6, 2, 1, 5) << 2)
        case "c.slli":
            return word | one << 7 | (imm & 31) << 2
        case "c.lwsp":
            return word | _pick(imm, 5) << 12 | one << 7 | _pick(imm, 4, 3, 2, 7, 6) << 2
        case "c.swsp":
            return word | _pick(imm, 5, 4, 3, 2, 7, 6) << 7 | one << 2
        case "c.jr" | "c.jalr":
            return word | one << 7
        case "c.mv" | "c.add":
            return word | one << 7 | two << 2
    return word | one << 7 | six
