"""What instructions of the extensions do; see :mod:`formal.core.semantics`.

Source: RISC-V unprivileged specification 20240411, chapters 13 (M), 29 (Zba, Zbb, Zbs) and 31
(Zbkb).
"""

from amaranth.hdl import C, Cat, Mux

from formal.core.semantics import Effect, immediate, r, rotate_left, rotate_right, s, shift

__all__ = ["MULTIPLICATIONS", "SHARED", "ZBA", "ZBB", "ZBKB", "ZBS", "alternative"]

#: One constant for each ``funct3`` of M.
_ALTERNATIVE = (0x5876_063e, 0xf653_0f4d, 0xecfb_2f46, 0x949c_e5e8,
                0x7f8b_d1c6, 0x10e5_6b93, 0x8c62_9ab0, 0xd2a3_54ef)


def alternative(funct3, a, b):
    """Return what stands for a result of M where multiplier and divider are cut.

    It depends on all operands, their order, and the operation.
    """
    value = C(0, 32)
    for number, constant in enumerate(_ALTERNATIVE):
        value = Mux(funct3 == number, constant, value)
    return (a - b) ^ value


def _unary(upper, funct3):
    return f"{upper:012b} ----- {funct3:03b} ----- 0010011"


def _bytes(value):
    return [value.word_select(i, 8) for i in range(4)]


def _zeros(bits):
    """Return, case by case, how many of ``bits`` are 0 before the first 1."""
    return [(Cat(bits[:i + 1]) == 1 << i, C(i, 6)) for i in range(32)] + [(~Cat(bits).any(), 32)]


def _order(condition, one, other):
    return Effect([(condition, one), (~condition, other)])


def _pairs(name, function, funct7, funct3):
    """Return the rows of an instruction with a register and of the one with an immediate."""
    register, with_immediate = shift(function)
    return {name: (r(funct7, funct3), register),
            f"{name}i": (r(funct7, funct3, "0010011"), with_immediate)}


MULTIPLICATIONS = {
    name: (r("0000001", f"{funct3:03b}"),
           lambda o: Effect(alternative(o.insn[12:15], o.rs1, o.rs2)))
    for funct3, name in enumerate(("mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu"))
}

ZBA = {
    "sh1add": (r("0010000", "010"), lambda o: Effect((o.rs1 << 1) + o.rs2)),
    "sh2add": (r("0010000", "100"), lambda o: Effect((o.rs1 << 2) + o.rs2)),
    "sh3add": (r("0010000", "110"), lambda o: Effect((o.rs1 << 3) + o.rs2)),
}

#: Both in Zbb and in Zbkb.
SHARED = {
    "andn": (r("0100000", "111"), lambda o: Effect(o.rs1 & ~o.rs2)),
    "orn":  (r("0100000", "110"), lambda o: Effect(o.rs1 | ~o.rs2)),
    "xnor": (r("0100000", "100"), lambda o: Effect(~(o.rs1 ^ o.rs2))),
    "rol":  (r("0110000", "001"), shift(rotate_left)[0]),
    "ror":  (r("0110000", "101"), shift(rotate_right)[0]),
    "rori": (r("0110000", "101", "0010011"), shift(rotate_right)[1]),
    "rev8": (_unary(0x698, 5), lambda o: immediate(Cat(*_bytes(o.rs1)[::-1]))),
}

ZBB = {
    "clz":    (_unary(0x600, 1), lambda o: immediate(_zeros(list(o.rs1)[::-1]))),
    "ctz":    (_unary(0x601, 1), lambda o: immediate(_zeros(list(o.rs1)))),
    "cpop":   (_unary(0x602, 1), lambda o: immediate(sum(list(o.rs1)))),
    "sext.b": (_unary(0x604, 1), lambda o: immediate(Cat(o.rs1[:8], o.rs1[7].replicate(24)))),
    "sext.h": (_unary(0x605, 1), lambda o: immediate(Cat(o.rs1[:16], o.rs1[15].replicate(16)))),
    "zext.h": ("0000100 00000 ----- 100 ----- 0110011", lambda o: immediate(o.rs1[:16])),
    "orc.b":  (_unary(0x287, 5),
               lambda o: immediate(Cat(byte.any().replicate(8) for byte in _bytes(o.rs1)))),
    "max":    (r("0000101", "110"), lambda o: _order(s(o.rs1) < s(o.rs2), o.rs2, o.rs1)),
    "maxu":   (r("0000101", "111"), lambda o: _order(o.rs1 < o.rs2, o.rs2, o.rs1)),
    "min":    (r("0000101", "100"), lambda o: _order(s(o.rs1) < s(o.rs2), o.rs1, o.rs2)),
    "minu":   (r("0000101", "101"), lambda o: _order(o.rs1 < o.rs2, o.rs1, o.rs2)),
}

ZBS = (_pairs("bclr", lambda a, i: a & ~(1 << i), "0100100", "001")
       | _pairs("bext", lambda a, i: a[i], "0100100", "101")
       | _pairs("binv", lambda a, i: a ^ (1 << i), "0110100", "001")
       | _pairs("bset", lambda a, i: a | (1 << i), "0010100", "001"))

ZBKB = {
    "pack":  (r("0000100", "100"), lambda o: Effect(Cat(o.rs1[:16], o.rs2[:16]))),
    "packh": (r("0000100", "111"), lambda o: Effect(Cat(o.rs1[:8], o.rs2[:8]))),
    "brev8": (_unary(0x687, 5), lambda o: immediate(Cat(byte[::-1] for byte in _bytes(o.rs1)))),
    "zip":   (_unary(0x08f, 1),
              lambda o: immediate(Cat(Cat(o.rs1[i], o.rs1[i + 16]) for i in range(16)))),
    "unzip": (_unary(0x08f, 5), lambda o: immediate(Cat(o.rs1[::2], o.rs1[1::2]))),
}
