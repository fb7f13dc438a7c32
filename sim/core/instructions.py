"""Table of instructions, to make random ones and to name those that ran.

Source: RISC-V unprivileged specification 20240411, chapters 27 and 35. Offloads are those of the
bench's coprocessor on custom-0.
"""

from dataclasses import dataclass

__all__ = ["INSTRUCTIONS", "Instruction", "Namer", "with_extensions"]

#: Bits that tell an instruction of a format.
_MASKS = {"r": 0xfe00_707f, "shift": 0xfe00_707f, "unary": 0xfff0_707f, "i": 0x707f,
          "load": 0x707f, "store": 0x707f, "branch": 0x707f, "jalr": 0x707f, "csr": 0x707f,
          "csri": 0x707f, "offload": 0x707f, "fence": 0x707f, "u": 0x7f, "jal": 0x7f,
          "fixed": 0xffff_ffff}

#: Operands that a format reads.
_READS = {"r": "12", "shift": "1", "unary": "1", "i": "1", "load": "1", "store": "12",
          "branch": "12", "jalr": "1", "csr": "1", "offload": "12"}


@dataclass(frozen=True)
class Instruction:
    """One instruction.

    Attributes
    ----------
    name : :class:`str`
        As the assembler calls it.
    extensions : :class:`str`
        It exists with any of these; ``"i"`` always.
    format : :class:`str`
        Kind of operands; ``"c"`` for compressed instructions.
    word : :class:`int`
        Its bits without operands.
    mask : :class:`int`
        Bits that tell it.
    reads : :class:`str`
        Operands that it reads: ``"1"``, ``"2"``, ``"12"`` or none.
    """

    name:       str
    extensions: str
    format:     str
    word:       int
    mask:       int
    reads:      str


def _rows():
    def row(name, extensions, form, word):
        return Instruction(name, extensions, form, word, _MASKS[form], _READS.get(form, ""))

    def r(extensions, funct7, names, opcode=0x33, form="r"):
        """``names`` has ``name:funct3`` for each."""
        for item in names.split():
            name, funct3 = item.split(":")
            yield row(name, extensions, form, funct7 << 25 | int(funct3) << 12 | opcode)

    # First what is a special case of something else.
    yield row("zext.h", "zbb", "unary", 0x0800_4033)
    for name, upper, funct3, extensions in (
            ("clz", 0x600, 1, "zbb"), ("ctz", 0x601, 1, "zbb"), ("cpop", 0x602, 1, "zbb"),
            ("sext.b", 0x604, 1, "zbb"), ("sext.h", 0x605, 1, "zbb"), ("orc.b", 0x287, 5, "zbb"),
            ("rev8", 0x698, 5, "zbb zbkb"), ("brev8", 0x687, 5, "zbkb"), ("zip", 0x08f, 1, "zbkb"),
            ("unzip", 0x08f, 5, "zbkb")):
        yield row(name, extensions, "unary", upper << 20 | funct3 << 12 | 0x13)
    yield from r("i", 0x00, "add:0 sll:1 slt:2 sltu:3 xor:4 srl:5 or:6 and:7")
    yield from r("i", 0x20, "sub:0 sra:5")
    yield from r("m", 0x01, "mul:0 mulh:1 mulhsu:2 mulhu:3 div:4 divu:5 rem:6 remu:7")
    yield from r("zba", 0x10, "sh1add:2 sh2add:4 sh3add:6")
    yield from r("zbb zbkb", 0x20, "andn:7 orn:6 xnor:4")
    yield from r("zbb zbkb", 0x30, "rol:1 ror:5")
    yield from r("zbb", 0x05, "min:4 minu:5 max:6 maxu:7")
    yield from r("zbkb", 0x04, "pack:4 packh:7")
    yield from r("zbs", 0x24, "bclr:1 bext:5")
    yield from r("zbs", 0x34, "binv:1")
    yield from r("zbs", 0x14, "bset:1")
    yield from r("i", 0x00, "slli:1 srli:5", 0x13, "shift")
    yield from r("i", 0x20, "srai:5", 0x13, "shift")
    yield from r("zbb zbkb", 0x30, "rori:5", 0x13, "shift")
    yield from r("zbs", 0x24, "bclri:1 bexti:5", 0x13, "shift")
    yield from r("zbs", 0x34, "binvi:1", 0x13, "shift")
    yield from r("zbs", 0x14, "bseti:1", 0x13, "shift")
    yield from r("i", 0, "addi:0 slti:2 sltiu:3 xori:4 ori:6 andi:7", 0x13, "i")
    yield from r("i", 0, "lb:0 lh:1 lw:2 lbu:4 lhu:5", 0x03, "load")
    yield from r("i", 0, "sb:0 sh:1 sw:2", 0x23, "store")
    yield from r("i", 0, "beq:0 bne:1 blt:4 bge:5 bltu:6 bgeu:7", 0x63, "branch")
    yield from r("i", 0, "csrrw:1 csrrs:2 csrrc:3", 0x73, "csr")
    yield from r("i", 0, "csrrwi:5 csrrsi:6 csrrci:7", 0x73, "csri")
    yield from r("i", 0, "offload.mix:0 offload.note:1 offload.add:2 offload.count:3 "
                 "offload.recall:4", 0x0b, "offload")
    yield from r("i", 0, "fence:0 fence.i:1", 0x0f, "fence")
    yield row("lui", "i", "u", 0x37)
    yield row("auipc", "i", "u", 0x17)
    yield row("jal", "i", "jal", 0x6f)
    yield row("jalr", "i", "jalr", 0x67)
    yield row("mret", "i", "fixed", 0x3020_0073)
    yield row("wfi", "i", "fixed", 0x1050_0073)
    for name, word, mask, reads in (
            ("c.addi4spn", 0x0000, 0xe003, "1"), ("c.lw", 0x4000, 0xe003, "1"),
            ("c.sw", 0xc000, 0xe003, "12"), ("c.nop", 0x0001, 0xef83, ""),
            ("c.addi", 0x0001, 0xe003, "1"), ("c.jal", 0x2001, 0xe003, ""),
            ("c.li", 0x4001, 0xe003, ""), ("c.addi16sp", 0x6101, 0xef83, "1"),
            ("c.lui", 0x6001, 0xe003, ""), ("c.srli", 0x8001, 0xec03, "1"),
            ("c.srai", 0x8401, 0xec03, "1"), ("c.andi", 0x8801, 0xec03, "1"),
            ("c.sub", 0x8c01, 0xfc63, "12"), ("c.xor", 0x8c21, 0xfc63, "12"),
            ("c.or", 0x8c41, 0xfc63, "12"), ("c.and", 0x8c61, 0xfc63, "12"),
            ("c.j", 0xa001, 0xe003, ""), ("c.beqz", 0xc001, 0xe003, "1"),
            ("c.bnez", 0xe001, 0xe003, "1"), ("c.slli", 0x0002, 0xe003, "1"),
            ("c.lwsp", 0x4002, 0xe003, "1"), ("c.jr", 0x8002, 0xf07f, "1"),
            ("c.jalr", 0x9002, 0xf07f, "1"), ("c.mv", 0x8002, 0xf003, "2"),
            ("c.add", 0x9002, 0xf003, "12"), ("c.swsp", 0xc002, 0xe003, "12")):
        yield Instruction(name, "c", "c", word, mask, reads)


#: All of them; of two that match a word, the first is meant.
INSTRUCTIONS = tuple(_rows())


def with_extensions(extensions):
    """Return the instructions of a core with these extensions."""
    there = {"i", *extensions}
    return [row for row in INSTRUCTIONS if there & set(row.extensions.split())]


class Namer:
    """Finds instructions by their word; remembers what it has found.

    Parameters
    ----------
    extensions : iterable of :class:`str`
        Of the core.
    """

    def __init__(self, extensions):
        self._rows = with_extensions(extensions)
        self._short = "c" in extensions
        self._known = {}

    def __call__(self, insn):
        """Return the :class:`Instruction`, or None if there is none."""
        try:
            return self._known[insn]
        except KeyError:
            compressed = self._short and insn & 3 != 3
            found = next((row for row in self._rows if (row.format == "c") == compressed
                          and insn & row.mask == row.word), None)
            self._known[insn] = found
            return found
