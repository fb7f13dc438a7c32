"""Compressed instructions for models: what each one is short for.

Source: RISC-V unprivileged specification 20240411, chapter 27 (Zca, RV32); written apart from the
core.
"""

__all__ = ["expand"]


def _bit(value, position, to):
    return (value >> position & 1) << to


def _signed(value, width):
    return value - (1 << width) if value >> width - 1 else value


def _i(opcode, funct3, rd, rs1, imm):
    return (imm & 0xfff) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def _r(funct3, funct7, rd, rs1, rs2):
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | 0x33


def _s(rs1, rs2, imm):
    return imm >> 5 << 25 | rs2 << 20 | rs1 << 15 | 2 << 12 | (imm & 31) << 7 | 0x23


def _jump(half, rd):
    offset = (_bit(half, 12, 11) | _bit(half, 11, 4) | (half >> 9 & 3) << 8 | _bit(half, 8, 10)
              | _bit(half, 7, 6) | _bit(half, 6, 7) | (half >> 3 & 7) << 1 | _bit(half, 2, 5))
    offset = _signed(offset, 12) & 0x1f_ffff
    return (_bit(offset, 20, 31) | (offset >> 1 & 0x3ff) << 21 | _bit(offset, 11, 20)
            | (offset >> 12 & 0xff) << 12 | rd << 7 | 0x6f)


def _branch(half, funct3):
    offset = (_bit(half, 12, 8) | (half >> 10 & 3) << 3 | (half >> 5 & 3) << 6
              | (half >> 3 & 3) << 1 | _bit(half, 2, 5))
    offset = _signed(offset, 9) & 0x1fff
    return (_bit(offset, 12, 31) | (offset >> 5 & 0x3f) << 25 | (8 + (half >> 7 & 7)) << 15
            | funct3 << 12 | (offset >> 1 & 15) << 8 | _bit(offset, 11, 7) | 0x63)


def _quadrant_0(half):
    low, high = 8 + (half >> 2 & 7), 8 + (half >> 7 & 7)
    offset = (half >> 10 & 7) << 3 | _bit(half, 6, 2) | _bit(half, 5, 6)
    match half >> 13:
        case 0:
            imm = ((half >> 11 & 3) << 4 | (half >> 7 & 15) << 6 | _bit(half, 6, 2)
                   | _bit(half, 5, 3))
            return _i(0x13, 0, low, 2, imm) if imm else None
        case 2:
            return _i(0x03, 2, low, high, offset)
        case 6:
            return _s(high, low, offset)


def _quadrant_1(half):
    rd, low, high = half >> 7 & 31, 8 + (half >> 2 & 7), 8 + (half >> 7 & 7)
    unsigned = (half >> 12 & 1) << 5 | half >> 2 & 31
    imm = _signed(unsigned, 6)
    match half >> 13:
        case 0:
            return _i(0x13, 0, rd, rd, imm)
        case 1:
            return _jump(half, 1)
        case 2:
            return _i(0x13, 0, rd, 0, imm)
        case 3 if rd == 2:
            imm = _signed(_bit(half, 12, 9) | _bit(half, 6, 4) | _bit(half, 5, 6)
                          | (half >> 3 & 3) << 7 | _bit(half, 2, 5), 10)
            return _i(0x13, 0, 2, 2, imm) if imm else None
        case 3:
            return (imm & 0xf_ffff) << 12 | rd << 7 | 0x37 if imm else None
        case 4:
            match half >> 10 & 3:
                case 0:
                    return None if unsigned > 31 else _i(0x13, 5, high, high, unsigned)
                case 1:
                    return None if unsigned > 31 else _i(0x13, 5, high, high, 0x400 | unsigned)
                case 2:
                    return _i(0x13, 7, high, high, imm)
            if half >> 12 & 1:
                return None
            funct3, funct7 = {0: (0, 0x20), 1: (4, 0), 2: (6, 0), 3: (7, 0)}[half >> 5 & 3]
            return _r(funct3, funct7, high, high, low)
        case 5:
            return _jump(half, 0)
        case 6:
            return _branch(half, 0)
        case 7:
            return _branch(half, 1)


def _quadrant_2(half):
    rd, rs2, top = half >> 7 & 31, half >> 2 & 31, half >> 12 & 1
    match half >> 13:
        case 0:
            return None if top else _i(0x13, 1, rd, rd, rs2)
        case 2:
            offset = top << 5 | (half >> 4 & 7) << 2 | (half >> 2 & 3) << 6
            return _i(0x03, 2, rd, 2, offset) if rd else None
        case 4 if rs2:
            return _r(0, 0, rd, rd if top else 0, rs2)
        case 4 if rd:
            return _i(0x67, 0, top, rd, 0)
        case 4:
            return 0x0010_0073 if top else None
        case 6:
            return _s(2, rs2, (half >> 9 & 15) << 2 | (half >> 7 & 3) << 6)


def expand(half):
    """Return the 32-bit instruction that ``half`` is short for, or None."""
    return (_quadrant_0, _quadrant_1, _quadrant_2)[half & 3](half)
