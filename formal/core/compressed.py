"""Compressed instructions do what they are short for.

Source: RISC-V unprivileged specification 20240411, chapter 27 (Zca, RV32); written apart from the
core.
"""

from amaranth.hdl import C, Cat, Signal

from formal.check import Check, Fault, ensure
from formal.core.bench import CoreBench
from formal.core.cuts import ANY_REGISTERS
from formal.core.instructions import check_effect
from formal.core.semantics import ACCESSES, COMPUTATIONS, JUMPS, SHIFTS
from hdl.core.expand import Expander

__all__ = ["CHECKS"]


def _i(opcode, funct3, rd, rs1, imm):
    return Cat(C(opcode, 7), rd, C(funct3, 3), rs1, imm.as_signed()[:12] if len(imm) >= 12
               else Cat(imm, imm[-1].replicate(12 - len(imm))))


def _r(funct3, funct7, rd, rs1, rs2):
    return Cat(C(0x33, 7), rd, C(funct3, 3), rs1, rs2, C(funct7, 7))


def _s(rs1, rs2, offset):
    return Cat(C(0x23, 7), offset[:5], C(2, 3), rs1, rs2, offset[5:12])


def _j(offset, rd):
    """Encode ``jal``; ``offset`` has 12 bits, the lowest of them 0."""
    sign = offset[11]
    return Cat(C(0x6f, 7), rd, sign.replicate(8), sign, offset[1:11], sign)


def _b(funct3, rs1, offset):
    """Encode a branch that compares with x0; ``offset`` has 9 bits."""
    sign = offset[8]
    return Cat(C(0x63, 7), sign, offset[1:5], C(funct3, 3), rs1, C(0, 5), offset[5:8],
               sign.replicate(3), sign)


def _zero_extended(*parts):
    value = Cat(*parts)
    return Cat(value, C(0, 12 - len(value)))


def expansions(h):
    """Return, for the 16 bits ``h``, ``name: (pattern, condition, instruction)``."""
    low, high = Cat(h[2:5], C(1, 2)), Cat(h[7:10], C(1, 2))
    rd, rs2 = h[7:12], h[2:7]
    x0, x1, x2 = C(0, 5), C(1, 5), C(2, 5)
    imm = Cat(h[2:7], h[12])
    word = _zero_extended(C(0, 2), h[6], h[10:13], h[5])
    jump = Cat(C(0, 1), h[3:6], h[11], h[2], h[7], h[6], h[9:11], h[8], h[12])
    branch = Cat(C(0, 1), h[3:5], h[10:12], h[2], h[5:7], h[12])
    spn = _zero_extended(C(0, 2), h[6], h[5], h[11:13], h[7:11])
    sp16 = Cat(C(0, 4), h[6], h[2], h[5], h[3:5], h[12])
    lwsp = _zero_extended(C(0, 2), h[4:7], h[12], h[2:4])
    swsp = _zero_extended(C(0, 2), h[9:13], h[7:9])
    shift = _zero_extended(h[2:7])
    always = C(1, 1)
    return {
        "c.addi4spn": ("000 -------- --- 00", h[5:13] != 0, _i(0x13, 0, low, x2, spn)),
        "c.lw":       ("010 --- --- -- --- 00", always, _i(0x03, 2, low, high, word)),
        "c.sw":       ("110 --- --- -- --- 00", always, _s(high, low, word)),
        "c.addi":     ("000 - ----- ----- 01", always, _i(0x13, 0, rd, rd, imm)),
        "c.jal":      ("001 ----------- 01", always, _j(jump, x1)),
        "c.li":       ("010 - ----- ----- 01", always, _i(0x13, 0, rd, x0, imm)),
        "c.addi16sp": ("011 - 00010 ----- 01", imm != 0, _i(0x13, 0, x2, x2, sp16)),
        "c.lui":      ("011 - ----- ----- 01", (imm != 0) & (rd != 2),
                       Cat(C(0x37, 7), rd, imm, imm[5].replicate(14))),
        "c.srli":     ("100 0 00 --- ----- 01", always, _i(0x13, 5, high, high, shift)),
        "c.srai":     ("100 0 01 --- ----- 01", always,
                       _i(0x13, 5, high, high, shift | 0x400)),
        "c.andi":     ("100 - 10 --- ----- 01", always, _i(0x13, 7, high, high, imm)),
        "c.sub":      ("100 0 11 --- 00 --- 01", always, _r(0, 0x20, high, high, low)),
        "c.xor":      ("100 0 11 --- 01 --- 01", always, _r(4, 0, high, high, low)),
        "c.or":       ("100 0 11 --- 10 --- 01", always, _r(6, 0, high, high, low)),
        "c.and":      ("100 0 11 --- 11 --- 01", always, _r(7, 0, high, high, low)),
        "c.j":        ("101 ----------- 01", always, _j(jump, x0)),
        "c.beqz":     ("110 --- --- ----- 01", always, _b(0, high, branch)),
        "c.bnez":     ("111 --- --- ----- 01", always, _b(1, high, branch)),
        "c.slli":     ("000 0 ----- ----- 10", always, _i(0x13, 1, rd, rd, shift)),
        "c.lwsp":     ("010 - ----- ----- 10", rd != 0, _i(0x03, 2, rd, x2, lwsp)),
        "c.jr":       ("100 0 ----- 00000 10", rd != 0, _i(0x67, 0, x0, rd, C(0, 12))),
        "c.mv":       ("100 0 ----- ----- 10", rs2 != 0, _r(0, 0, rd, x0, rs2)),
        "c.jalr":     ("100 1 ----- 00000 10", rd != 0, _i(0x67, 0, x1, rd, C(0, 12))),
        "c.add":      ("100 1 ----- ----- 10", rs2 != 0, _r(0, 0, rd, rd, rs2)),
        "c.swsp":     ("110 ------ ----- 10", always, _s(x2, rs2, swsp)),
    }




def _properties(rows):
    def properties(m, bench, core):
        rvfi = core.rvfi
        short = Signal()
        legal = Signal()
        long = Signal(32)
        with m.If(rvfi.insn[:2] != 0b11):
            for pattern, condition, insn in expansions(rvfi.insn[:16]).values():
                with m.If(rvfi.insn[:16].matches(pattern) & condition):
                    m.d.comb += [long.eq(insn), legal.eq(1)]
            m.d.comb += short.eq(1)
        # The coprocessor is not there, so what is none of the instructions traps.
        ensure(m, ~(rvfi.valid & short & ~legal) | rvfi.trap)
        ensure(m, ~(rvfi.valid & short & legal) | ~rvfi.trap)
        ensure(m, ~(rvfi.valid & short) | (rvfi.insn[16:] == 0))
        check_effect(m, rvfi, rows, long, C(2, 3), compressed=True)

    return properties


def _check(name, about, rows, fault):
    return Check(f"core.c-{name}",
                 f"Compressed {about}: RVFI's record is that of the instruction they are short "
                 "for, but for the size; other patterns trap.",
                 lambda: CoreBench(_properties(rows), c=True), depth=8, cuts=(ANY_REGISTERS,),
                 faults=(fault,))


_USED = ("lui", "addi", "andi", "add", "sub", "xor", "or", "and")

CHECKS = (
    _check("computations", "sums and bitwise operations",
           {name: COMPUTATIONS[name] for name in _USED},
           Fault("c.addi4spn is from x0", Expander, lambda self: self.o[16].eq(0))),
    _check("shifts", "shifts", {name: SHIFTS[name] for name in ("slli", "srli", "srai")},
           Fault("c.srai is c.srli", Expander, lambda self: self.o[30].eq(0))),
    _check("jumps", "jumps and branches",
           {name: JUMPS[name] for name in ("jal", "jalr", "beq", "bne")},
           Fault("c.bnez is c.beqz", Expander, lambda self: self.o[12].eq(0))),
    _check("accesses", "loads and stores", {name: ACCESSES[name] for name in ("lw", "sw")},
           Fault("c.lw loads a half", Expander, lambda self: self.o[12].eq(1))),
)
