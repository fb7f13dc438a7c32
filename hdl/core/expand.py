"""Compressed instructions: each is short for one of 32 bits.

Source: RISC-V unprivileged specification 20240411, chapter 27 (Zca, RV32).
"""

from amaranth.hdl import C, Cat, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["EXPANSIONS", "UNIMP", "Expander"]

#: ``csrrw x0, cycle, x0``, a write to a read-only CSR: traps and is not offered to the coprocessor.
UNIMP = 0xc000_1073

_X0, _RA, _SP = C(0, 5), C(1, 5), C(2, 5)


def _r(funct3, funct7, rd, rs1, rs2):
    return Cat(C(0b0110011, 7), rd, C(funct3, 3), rs1, rs2, C(funct7, 7))


def _i(opcode, funct3, rd, rs1, imm):
    return Cat(C(opcode, 7), rd, C(funct3, 3), rs1, imm[:12])


def _op_imm(funct3, rd, rs1, imm):
    return _i(0b0010011, funct3, rd, rs1, imm)


def _load(rd, rs1, imm):
    return _i(0b0000011, 2, rd, rs1, imm)


def _store(rs2, rs1, imm):
    return Cat(C(0b0100011, 7), imm[:5], C(2, 3), rs1, rs2, imm[5:12])


def _jalr(rd, rs1):
    return _i(0b1100111, 0, rd, rs1, C(0, 12))


def _jal(rd, imm):
    return Cat(C(0b1101111, 7), rd, imm[12:20], imm[11], imm[1:11], imm[20])


def _branch(funct3, rs1, imm):
    return Cat(C(0b1100011, 7), imm[11], imm[1:5], C(funct3, 3), rs1, _X0, imm[5:11], imm[12])


def _lui(rd, imm):
    return Cat(C(0b0110111, 7), rd, imm[12:32])


class _Fields:
    """Registers and immediates of a compressed instruction, named as in the specification.

    Immediates have all the bits that an expansion takes from them.
    """

    def __init__(self, half):
        def immediate(sign, *bits):
            """``bits`` from bit 0 on; a number is a bit of the instruction, None is 0."""
            return Cat(*(C(0, 1) if bit is None else half[bit] for bit in bits),
                       (half[sign] if sign is not None else C(0, 1)).replicate(32 - len(bits)))

        zero = (None,)
        self.rd = half[7:12]
        self.rs2 = half[2:7]
        self.rs1_short = Cat(half[7:10], C(1, 2))
        self.rs2_short = Cat(half[2:5], C(1, 2))
        self.imm6 = immediate(12, 2, 3, 4, 5, 6)
        self.upper = immediate(12, *zero * 12, 2, 3, 4, 5, 6)
        self.addi16sp = immediate(12, *zero * 4, 6, 2, 5, 3, 4)
        self.addi4spn = immediate(None, *zero * 2, 6, 5, 11, 12, 7, 8, 9, 10)
        self.word = immediate(None, *zero * 2, 6, 10, 11, 12, 5)
        self.load_sp = immediate(None, *zero * 2, 4, 5, 6, 12, 2, 3)
        self.store_sp = immediate(None, *zero * 2, 9, 10, 11, 12, 7, 8)
        self.jump = immediate(12, *zero, 3, 4, 5, 11, 2, 7, 6, 9, 10, 8)
        self.branch = immediate(12, *zero, 3, 4, 10, 11, 2, 5, 6)
        # Bit 10 of a 32-bit shift's immediate is that of an arithmetic one.
        self.shift = immediate(None, 2, 3, 4, 5, 6)
        self.shift_arithmetic = immediate(None, 2, 3, 4, 5, 6, *zero * 5) | 1 << 10


#: ``(name, pattern, function from the fields to the expansion)``; None if it is illegal. The first
#: row that matches counts; what matches none is illegal.
EXPANSIONS = (
    ("c.addi4spn 0", "00000000000---00", None),
    ("c.addi4spn", "000-----------00", lambda f: _op_imm(0, f.rs2_short, _SP, f.addi4spn)),
    ("c.lw",       "010-----------00", lambda f: _load(f.rs2_short, f.rs1_short, f.word)),
    ("c.sw",       "110-----------00", lambda f: _store(f.rs2_short, f.rs1_short, f.word)),

    ("c.addi",     "000-----------01", lambda f: _op_imm(0, f.rd, f.rd, f.imm6)),
    ("c.jal",      "001-----------01", lambda f: _jal(_RA, f.jump)),
    ("c.li",       "010-----------01", lambda f: _op_imm(0, f.rd, _X0, f.imm6)),
    ("c.lui 0",    "0110-----0000001", None),
    ("c.addi16sp", "011-00010-----01", lambda f: _op_imm(0, _SP, _SP, f.addi16sp)),
    ("c.lui",      "011-----------01", lambda f: _lui(f.rd, f.upper)),
    ("c.srli",     "100000--------01", lambda f: _op_imm(5, f.rs1_short, f.rs1_short, f.shift)),
    ("c.srai",     "100001--------01", lambda f: _op_imm(5, f.rs1_short, f.rs1_short,
                                                         f.shift_arithmetic)),
    ("c.andi",     "100-10--------01", lambda f: _op_imm(7, f.rs1_short, f.rs1_short, f.imm6)),
    ("c.sub",      "100011---00---01", lambda f: _r(0, 0x20, f.rs1_short, f.rs1_short,
                                                    f.rs2_short)),
    ("c.xor",      "100011---01---01", lambda f: _r(4, 0, f.rs1_short, f.rs1_short, f.rs2_short)),
    ("c.or",       "100011---10---01", lambda f: _r(6, 0, f.rs1_short, f.rs1_short, f.rs2_short)),
    ("c.and",      "100011---11---01", lambda f: _r(7, 0, f.rs1_short, f.rs1_short, f.rs2_short)),
    ("c.j",        "101-----------01", lambda f: _jal(_X0, f.jump)),
    ("c.beqz",     "110-----------01", lambda f: _branch(0, f.rs1_short, f.branch)),
    ("c.bnez",     "111-----------01", lambda f: _branch(1, f.rs1_short, f.branch)),

    ("c.slli",     "0000----------10", lambda f: _op_imm(1, f.rd, f.rd, f.shift)),
    ("c.lwsp x0",  "010-00000-----10", None),
    ("c.lwsp",     "010-----------10", lambda f: _load(f.rd, _SP, f.load_sp)),
    ("c.jr x0",    "1000000000000010", None),
    ("c.jr",       "1000-----0000010", lambda f: _jalr(_X0, f.rd)),
    ("c.mv",       "1000----------10", lambda f: _r(0, 0, f.rd, _X0, f.rs2)),
    ("c.ebreak",   "1001000000000010", lambda f: C(0x0010_0073, 32)),
    ("c.jalr",     "1001-----0000010", lambda f: _jalr(_RA, f.rd)),
    ("c.add",      "1001----------10", lambda f: _r(0, 0, f.rd, f.rd, f.rs2)),
    ("c.swsp",     "110-----------10", lambda f: _store(f.rs2, _SP, f.store_sp)),
)


class Expander(wiring.Component):
    """Expands compressed instructions and passes others. Combinational.

    Members
    -------
    i : ``In(32)``
        The instruction; a compressed one in bits 15:0.
    o : ``Out(32)``
        The same one with 32 bits; :data:`UNIMP` if it is compressed and illegal.
    """

    i: In(32)
    o: Out(32)

    def elaborate(self, platform):
        m = Module()
        fields = _Fields(self.i)
        m.d.comb += self.o.eq(UNIMP)
        with m.Switch(self.i[:16]):
            with m.Case("--------------11"):
                m.d.comb += self.o.eq(self.i)
            for _, pattern, expansion in EXPANSIONS:
                with m.Case(pattern):
                    if expansion is not None:
                        m.d.comb += self.o.eq(expansion(fields))
        return m
