"""Directed cases for every instruction of M, Zba, Zbb, Zbs, Zbkb and C.

Source: RISC-V unprivileged specification 20240411, chapters 13 (M), 27 (Zca), 29 (Zba, Zbb, Zbs)
and 31 (Zbkb). The results are worked out by hand; nothing here calculates.
"""

from isa_rows import Row, Step, fill, immediates, registers, single

EXTENSIONS = (
    *registers("m", {
        "mul":    ((7, 0xffff_fffd, 0xffff_ffeb), (0x1_0000, 0x1_0000, 0),
                   (0xffff_ffff, 0xffff_ffff, 1)),
        "mulh":   ((0x8000_0000, 0x8000_0000, 0x4000_0000), (0xffff_ffff, 0xffff_ffff, 0),
                   (0xffff_ffff, 1, 0xffff_ffff)),
        "mulhsu": ((0xffff_ffff, 0xffff_ffff, 0xffff_ffff), (1, 0xffff_ffff, 0),
                   (0x8000_0000, 0x8000_0000, 0xc000_0000)),
        "mulhu":  ((0xffff_ffff, 0xffff_ffff, 0xffff_fffe), (0x8000_0000, 2, 1),
                   (0xffff_ffff, 1, 0)),
        # Division by zero, and the one quotient that does not fit.
        "div":    ((20, 6, 3), (0xffff_ffec, 6, 0xffff_fffd), (20, 0xffff_fffa, 0xffff_fffd),
                   (0xffff_ffec, 0xffff_fffa, 3), (7, 0, 0xffff_ffff),
                   (0xffff_fff9, 0, 0xffff_ffff), (0x8000_0000, 0xffff_ffff, 0x8000_0000)),
        "divu":   ((20, 6, 3), (0xffff_ffec, 6, 0x2aaa_aaa7), (7, 0, 0xffff_ffff),
                   (0x8000_0000, 0xffff_ffff, 0)),
        "rem":    ((20, 6, 2), (0xffff_ffec, 6, 0xffff_fffe), (20, 0xffff_fffa, 2),
                   (0xffff_ffec, 0xffff_fffa, 0xffff_fffe), (0xffff_fff9, 0, 0xffff_fff9),
                   (0x8000_0000, 0xffff_ffff, 0)),
        "remu":   ((20, 6, 2), (0xffff_ffec, 6, 2), (7, 0, 7),
                   (0x8000_0000, 0xffff_ffff, 0x8000_0000)),
    }),
    *registers("zba", {
        "sh1add": ((0x8000_0001, 3, 5), (3, 100, 106)),
        "sh2add": ((0x4000_0001, 0, 4), (3, 100, 112)),
        "sh3add": ((1, 0xffff_ffff, 7), (3, 100, 124)),
    }),
    *registers("zbb zbkb", {
        "andn": ((0xff00_ff00, 0x0f0f_0f0f, 0xf000_f000),),
        "orn":  ((0xff00_ff00, 0x0f0f_0f0f, 0xfff0_fff0),),
        "xnor": ((0xff00_ff00, 0x0f0f_0f0f, 0x0ff0_0ff0),),
        "rol":  ((0x8000_0001, 1, 3), (0x1234_5678, 8, 0x3456_7812),
                 (0x1234_5678, 32, 0x1234_5678)),
        "ror":  ((0x8000_0001, 1, 0xc000_0000), (0x1234_5678, 8, 0x7812_3456),
                 (0x1234_5678, 32, 0x1234_5678)),
    }),
    *registers("zbb", {
        "min":  ((0xffff_ffff, 1, 0xffff_ffff), (0x7fff_ffff, 0x8000_0000, 0x8000_0000)),
        "minu": ((0xffff_ffff, 1, 1), (0x7fff_ffff, 0x8000_0000, 0x7fff_ffff)),
        "max":  ((0xffff_ffff, 1, 1), (0x7fff_ffff, 0x8000_0000, 0x7fff_ffff)),
        "maxu": ((0xffff_ffff, 1, 0xffff_ffff), (0x7fff_ffff, 0x8000_0000, 0x8000_0000)),
    }),
    *registers("zbkb", {
        "pack":  ((0x1234_5678, 0xabcd_ef01, 0xef01_5678),),
        "packh": ((0x1234_5678, 0xabcd_ef01, 0x0000_0178),),
    }),
    # Of the number of the bit, the lower five bits count.
    *registers("zbs", {
        "bclr": ((0xffff_ffff, 31, 0x7fff_ffff), (0xffff_ffff, 32, 0xffff_fffe)),
        "bext": ((0x8000_0000, 31, 1), (0x7fff_ffff, 31, 0), (2, 33, 1)),
        "binv": ((1, 0, 0), (0, 31, 0x8000_0000), (0, 36, 0x10)),
        "bset": ((0, 5, 0x20), (0x20, 37, 0x20), (0, 31, 0x8000_0000)),
    }),
    *immediates("zbb zbkb", {
        "rori": ((0x1234_5678, 8, 0x7812_3456), (1, 1, 0x8000_0000), (1, 0, 1), (1, 31, 2)),
    }),
    *immediates("zbs", {
        "bclri": ((0xffff_ffff, 31, 0x7fff_ffff), (0xffff_ffff, 0, 0xffff_fffe)),
        "bexti": ((0x8000_0000, 31, 1), (0xffff_fffe, 0, 0)),
        "binvi": ((0, 31, 0x8000_0000), (0xffff_ffff, 4, 0xffff_ffef)),
        "bseti": ((0, 31, 0x8000_0000), (1, 0, 1)),
    }),
    *single("zbb", {
        "clz":    ((0, 32), (1, 31), (0x8000_0000, 0), (0x0000_ffff, 16)),
        "ctz":    ((0, 32), (1, 0), (0x8000_0000, 31), (0xffff_0000, 16)),
        "cpop":   ((0, 0), (0xffff_ffff, 32), (0x8000_0001, 2), (0x5555_5555, 16)),
        "sext.b": ((0x180, 0xffff_ff80), (0x17f, 0x7f)),
        "sext.h": ((0x1_8000, 0xffff_8000), (0x1_7fff, 0x7fff)),
        "zext.h": ((0xffff_8001, 0x8001),),
        "orc.b":  ((0, 0), (0x0001_0080, 0x00ff_00ff), (0x4000_0200, 0xff00_ff00)),
    }),
    *single("zbb zbkb", {"rev8": ((0x1234_5678, 0x7856_3412),)}),
    *single("zbkb", {
        "brev8": ((0x0102_0480, 0x8040_2001),),
        "zip":   ((0x0000_ffff, 0x5555_5555), (0xffff_0000, 0xaaaa_aaaa), (0x0001_0001, 3)),
        "unzip": ((0x5555_5555, 0x0000_ffff), (0xaaaa_aaaa, 0xffff_0000), (3, 0x0001_0001)),
    }),
)


def _c(name, *cases):
    return Row(name, "c", cases)


def _modify(table):
    """Instructions that change x10: ``(x10 before, immediate or x11, x10 behind)``."""
    for name, (other, cases) in table.items():
        yield _c(name, *((Step(f"li x10, {a:#x}"), Step(f"li x11, {b:#x}"),
                          Step(f"{name} x10, {other or b}", rd=r)) for a, b, r in cases))


COMPRESSED = (
    *_modify({
        "c.addi": ("", ((5, 31, 36), (5, -32, 0xffff_ffe5))),
        "c.andi": ("", ((0xffff_ffff, -32, 0xffff_ffe0), (0xffff_ffff, 31, 31))),
        "c.slli": ("", ((1, 31, 0x8000_0000), (0x8000_0001, 1, 2))),
        "c.srli": ("", ((0x8000_0000, 31, 1), (0xfedc_ba98, 4, 0x0fed_cba9))),
        "c.srai": ("", ((0x8000_0000, 31, 0xffff_ffff), (0xfedc_ba98, 4, 0xffed_cba9))),
        "c.mv":   ("x11", ((1, 0x1234_5678, 0x1234_5678),)),
        "c.add":  ("x11", ((0xffff_ffff, 2, 1),)),
        "c.sub":  ("x11", ((1, 2, 0xffff_ffff),)),
        "c.xor":  ("x11", ((0xff00_ff00, 0x0f0f_0f0f, 0xf00f_f00f),)),
        "c.or":   ("x11", ((0xff00_ff00, 0x0f0f_0f0f, 0xff0f_ff0f),)),
        "c.and":  ("x11", ((0xff00_ff00, 0x0f0f_0f0f, 0x0f00_0f00),)),
    }),
    _c("c.nop", (Step("c.nop", next=2),)),
    _c("c.li", (Step("c.li x12, -32", rd=0xffff_ffe0),), (Step("c.li x12, 31", rd=31),)),
    _c("c.lui", (Step("c.lui x12, 0xfffe0", rd=0xfffe_0000),),
       (Step("c.lui x12, 31", rd=0x1_f000),)),
    _c("c.addi16sp", (Step("li x2, 0x1000"), Step("c.addi16sp x2, -512", rd=0xe00)),
       (Step("li x2, 0x1000"), Step("c.addi16sp x2, 496", rd=0x11f0))),
    _c("c.addi4spn", (Step("li x2, 0x1000"), Step("c.addi4spn x12, x2, 1020", rd=0x13fc)),
       (Step("li x2, 0x1000"), Step("c.addi4spn x8, x2, 4", rd=0x1004))),
    _c("c.lw", (Step("la x10, data"), Step("c.lw x12, 0(x10)", rd=0x80ff_7f01)),
       (Step("la x10, data - 120"), Step("c.lw x12, 124(x10)", rd=0x1234_5678))),
    _c("c.lwsp", (Step("la x2, data"), Step("c.lwsp x12, 4(x2)", rd=0x1234_5678)),
       (Step("la x2, data - 252"), Step("c.lwsp x12, 252(x2)", rd=0x80ff_7f01))),
    _c("c.sw", (*fill(), Step("addi x10, x10, -120"), Step("li x11, 0x11223344"),
                Step("c.sw x11, 124(x10)"), Step("lw x12, 124(x10)", rd=0x1122_3344),
                Step("lw x12, 120(x10)", rd=0xaaaa_aaaa))),
    _c("c.swsp", (*fill(), Step("addi x2, x10, -248"), Step("li x11, 0x11223344"),
                  Step("c.swsp x11, 252(x2)"), Step("lw x12, 4(x10)", rd=0x1122_3344),
                  Step("lw x12, 0(x10)", rd=0xaaaa_aaaa))),
    _c("c.j", (Step("c.j .+6", next=6), Step("nop")),
       (Step("j .+12"), Step("nop"), Step("j .+6"), Step("c.j .-4", next=-4))),
    _c("c.jal", (Step("c.jal .+6", next=6, link=2), Step("nop")),
       (Step("j .+12"), Step("nop"), Step("j .+6"), Step("c.jal .-4", next=-4, link=2))),
    _c("c.jr", (Step("auipc x10, 0"), Step("addi x10, x10, 15"), Step("c.jr x10", next=6),
                Step("nop"))),
    _c("c.jalr", (Step("auipc x10, 0"), Step("addi x10, x10, 15"),
                  Step("c.jalr x10", next=6, link=2), Step("nop")),
       # rs1 is read before rd, which is x1, is written.
       (Step("auipc x1, 0"), Step("addi x1, x1, 14"), Step("c.jalr x1", next=6, link=2),
        Step("nop"))),
    *(_c(name, (Step(f"li x10, {zero}"), Step(f"{name} x10, .+6", next=6), Step("nop")),
         (Step(f"li x10, {zero}"), Step("j .+12"), Step("nop"), Step("j .+6"),
          Step(f"{name} x10, .-4", next=-4)),
         (Step(f"li x10, {other:#x}"), Step(f"{name} x10, .+6", next=2), Step("nop")))
      for name, zero, other in (("c.beqz", 0, 0x8000_0000), ("c.bnez", 1, 0))),
    _c("c.ebreak", (Step("c.ebreak", trap=3),)),
)
