"""The assembler's compressed instructions.

Source: RISC-V unprivileged specification 20240411, chapter 27; written apart from the core.
"""

_CB = {"c.srli": 0b100, "c.srai": 0b101, "c.andi": 0b110}
_CA = {"c.sub": 0, "c.xor": 1, "c.or": 2, "c.and": 3}


def _field(value, *places):
    """Put bits of ``value`` in a row: each of ``places`` is a bit number, the first the highest."""
    result = 0
    for place in places:
        result = result << 1 | value >> place & 1
    return result


def _short(register):
    if register not in range(8, 16):
        raise ValueError(f"register must be x8..x15, not x{register}")
    return register - 8


def _check(value, low, high, step=1):
    if value not in range(low, high, step):
        raise ValueError(f"immediate must be {low}..{high - 1} in steps of {step}, not {value}")
    return value


def _six(value):
    """Place a 6-bit immediate."""
    value = _check(value, -32, 64)
    return _field(value, 5) << 12 | _field(value, 4, 3, 2, 1, 0) << 2


def encode(name, args, register, number, relative):
    """Return the halfword of one instruction, or None if there is none of that name.

    The last three are functions that parse an argument.
    """
    def reg(i):
        return register(args[i])

    def short(i):
        return _short(reg(i))

    match name:
        case "c.nop":
            return 0x0001
        case "c.ebreak":
            return 0x9002
        case "c.addi4spn":
            imm = _check(number(args[1]), 0, 1024, 4)
            return _field(imm, 5, 4, 9, 8, 7, 6, 2, 3) << 5 | short(0) << 2
        case "c.lw" | "c.sw":
            imm = _check(number(args[1]), 0, 128, 4)
            return ((0x4000 if name == "c.lw" else 0xc000) | _field(imm, 5, 4, 3) << 10
                    | short(2) << 7 | _field(imm, 2, 6) << 5 | short(0) << 2)
        case "c.addi" | "c.li" | "c.lui" | "c.slli":
            base = {"c.addi": 0x0001, "c.li": 0x4001, "c.lui": 0x6001, "c.slli": 0x0002}[name]
            return base | reg(0) << 7 | _six(number(args[1]))
        case "c.addi16sp":
            imm = _check(number(args[0]), -512, 512, 16)
            return 0x6101 | _field(imm, 9) << 12 | _field(imm, 4, 6, 8, 7, 5) << 2
        case "c.srli" | "c.srai" | "c.andi":
            return 0x8001 | (_CB[name] & 3) << 10 | short(0) << 7 | _six(number(args[1]))
        case "c.sub" | "c.xor" | "c.or" | "c.and":
            return 0x8c01 | short(0) << 7 | _CA[name] << 5 | short(1) << 2
        case "c.j" | "c.jal":
            imm = _check(relative(args[0]), -2048, 2048, 2)
            return ((0xa001 if name == "c.j" else 0x2001)
                    | _field(imm, 11, 4, 9, 8, 10, 6, 7, 3, 2, 1, 5) << 2)
        case "c.beqz" | "c.bnez":
            imm = _check(relative(args[1]), -256, 256, 2)
            return ((0xc001 if name == "c.beqz" else 0xe001) | _field(imm, 8, 4, 3) << 10
                    | short(0) << 7 | _field(imm, 7, 6, 2, 1, 5) << 2)
        case "c.lwsp":
            imm = _check(number(args[1]), 0, 256, 4)
            return 0x4002 | _field(imm, 5) << 12 | reg(0) << 7 | _field(imm, 4, 3, 2, 7, 6) << 2
        case "c.swsp":
            imm = _check(number(args[1]), 0, 256, 4)
            return 0xc002 | _field(imm, 5, 4, 3, 2, 7, 6) << 7 | reg(0) << 2
        case "c.jr" | "c.jalr":
            return (0x8002 if name == "c.jr" else 0x9002) | reg(0) << 7
        case "c.mv" | "c.add":
            return (0x8002 if name == "c.mv" else 0x9002) | reg(0) << 7 | reg(1) << 2
    return None
