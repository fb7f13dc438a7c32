"""The tests' assembler agrees with clang, so the encodings that the core is tested with are right.

Every instruction of the extensions, with operands that have different bits.
"""

import subprocess
import sys

from core_asm import assemble

from sw.elf import read_elf

_THREE = """
    add sub sll slt sltu xor srl sra or and mul mulh mulhsu mulhu div divu rem remu sh1add sh2add
    sh3add andn orn xnor min minu max maxu rol ror pack packh bclr bext binv bset
""".split()
_TWO = "clz ctz cpop sext.b sext.h zext.h orc.b rev8 brev8 zip unzip".split()
_SHIFTS = "slli srli srai rori bclri bexti binvi bseti".split()

#: Of the same length, so that both have the same places.
_LINES = [f"{name} x5, x18, x27" for name in _THREE]
_LINES += [f"{name} x26, x13" for name in _TWO]
_LINES += [f"{name} x21, x10, 22" for name in _SHIFTS]
_COMPRESSED = [
    "c.nop", "c.ebreak", "c.lw x9, 100(x14)", "c.lw x14, 24(x9)", "c.sw x10, 68(x13)",
    "c.sw x13, 56(x10)", "c.addi x21, -19", "c.addi x10, 18", "c.li x22, 21", "c.li x9, -32",
    "c.slli x25, 22", "c.slli x6, 9", "c.srli x9, 21", "c.srai x14, 10", "c.andi x12, -11",
    "c.andi x11, 21", "c.sub x9, x14", "c.xor x14, x9", "c.or x10, x13", "c.and x13, x10",
    "c.jr x21", "c.jalr x10", "c.mv x21, x10", "c.add x10, x21", "c.j 0", "c.jal 0",
]
#: Where clang's syntax is another one.
_DIFFERENT = [
    ("c.addi4spn x9, 676", "c.addi4spn x9, x2, 676"),
    ("c.addi4spn x14, 344", "c.addi4spn x14, x2, 344"),
    ("c.addi16sp 336", "c.addi16sp x2, 336"), ("c.addi16sp -352", "c.addi16sp x2, -352"),
    ("c.lui x21, 21", "c.lui x21, 21"), ("c.lui x10, -11", "c.lui x10, 0xffff5"),
    ("c.lwsp x21, 148", "c.lwsp x21, 148(x2)"), ("c.lwsp x10, 104", "c.lwsp x10, 104(x2)"),
    ("c.swsp x21, 148", "c.swsp x21, 148(x2)"), ("c.swsp x10, 104", "c.swsp x10, 104(x2)"),
]
_OFFSETS = (2046, -2048, 1364, 682, -2, -1366)
_SHORT_OFFSETS = (254, -256, 170, 84, -86)


def _clang(lines, folder):
    source = folder / "instructions.S"
    source.write_text(".option norelax\n" + "\n".join(lines) + "\n")
    target = folder / "instructions.o"
    command = [sys.executable, "-m", "ziglang", "cc", "-target", "riscv32-freestanding-none",
               "-mcpu=generic_rv32+m+c+zba+zbb+zbs+zbkb", "-g0", "-c", source, "-o", target]
    subprocess.run(list(map(str, command)), check=True, cwd=folder)
    sections, _ = read_elf(target.read_bytes())
    return next(section.content for section in sections if section.name == ".text")


def test_assembler_agrees_with_clang(tmp_path):
    ours = _LINES + _COMPRESSED + [mine for mine, _ in _DIFFERENT]
    theirs = [line.replace(" 0", " .") for line in _LINES + _COMPRESSED]
    theirs += [line for _, line in _DIFFERENT]
    for offset in _OFFSETS:
        for name in ("c.j", "c.jal"):
            ours.append(f"{name} {offset}")
            theirs.append(f"{name} . + {offset}")
    for offset in _SHORT_OFFSETS:
        for name in ("c.beqz x13,", "c.bnez x10,"):
            ours.append(f"{name} {offset}")
            theirs.append(f"{name} . + {offset}")
    image = b"".join(word.to_bytes(4, "little") for word in assemble("\n".join(ours)))
    code = _clang(theirs, tmp_path)
    at = 0
    for line in ours:
        size = 2 if line.startswith("c.") else 4
        assert image[at:at + size].hex() == code[at:at + size].hex(), line
        at += size
    assert len(code) == at
