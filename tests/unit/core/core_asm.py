"""A tiny assembler for tests: RV32IMC, Zba, Zbb, Zbs, Zbkb, Zicsr, and raw words, with labels.

Source: RISC-V unprivileged specification 20240411, chapter 35; written apart from the decoder.
"""

import re

import core_asm_compressed

CSRS = {
    "mstatus": 0x300, "misa": 0x301, "mie": 0x304, "mtvec": 0x305, "mstatush": 0x310,
    "mcountinhibit": 0x320, "mscratch": 0x340, "mepc": 0x341, "mcause": 0x342, "mtval": 0x343,
    "mip": 0x344, "mcycle": 0xb00, "minstret": 0xb02, "mcycleh": 0xb80, "minstreth": 0xb82,
    "cycle": 0xc00, "time": 0xc01, "instret": 0xc02, "cycleh": 0xc80, "timeh": 0xc81,
    "instreth": 0xc82, "mvendorid": 0xf11, "marchid": 0xf12, "mimpid": 0xf13, "mhartid": 0xf14,
    "mconfigptr": 0xf15,
}

_OP = {"add": (0, 0), "sub": (0, 0x20), "sll": (1, 0), "slt": (2, 0), "sltu": (3, 0),
       "xor": (4, 0), "srl": (5, 0), "sra": (5, 0x20), "or": (6, 0), "and": (7, 0)}
_OP |= {
    "mul": (0, 1), "mulh": (1, 1), "mulhsu": (2, 1), "mulhu": (3, 1), "div": (4, 1), "divu": (5, 1),
    "rem": (6, 1), "remu": (7, 1), "sh1add": (2, 0x10), "sh2add": (4, 0x10), "sh3add": (6, 0x10),
    "andn": (7, 0x20), "orn": (6, 0x20), "xnor": (4, 0x20), "min": (4, 5), "minu": (5, 5),
    "max": (6, 5), "maxu": (7, 5), "rol": (1, 0x30), "ror": (5, 0x30), "pack": (4, 4),
    "packh": (7, 4), "bclr": (1, 0x24), "bext": (5, 0x24), "binv": (1, 0x34), "bset": (1, 0x14),
}
#: One operand: opcode, funct3, bits 31:20.
_UNARY = {
    "clz": (0x13, 1, 0x600), "ctz": (0x13, 1, 0x601), "cpop": (0x13, 1, 0x602),
    "sext.b": (0x13, 1, 0x604), "sext.h": (0x13, 1, 0x605), "zext.h": (0x33, 4, 0x080),
    "orc.b": (0x13, 5, 0x287), "rev8": (0x13, 5, 0x698), "brev8": (0x13, 5, 0x687),
    "zip": (0x13, 1, 0x08f), "unzip": (0x13, 5, 0x08f),
}
_OP_IMM = {"addi": 0, "slti": 2, "sltiu": 3, "xori": 4, "ori": 6, "andi": 7}
_SHIFT = {"slli": (1, 0), "srli": (5, 0), "srai": (5, 0x20), "rori": (5, 0x30),
          "bclri": (1, 0x24), "bexti": (5, 0x24), "binvi": (1, 0x34), "bseti": (1, 0x14)}
_LOAD = {"lb": 0, "lh": 1, "lw": 2, "lbu": 4, "lhu": 5}
_STORE = {"sb": 0, "sh": 1, "sw": 2}
_BRANCH = {"beq": 0, "bne": 1, "blt": 4, "bge": 5, "bltu": 6, "bgeu": 7}
_CSR = {"csrrw": 1, "csrrs": 2, "csrrc": 3, "csrrwi": 5, "csrrsi": 6, "csrrci": 7}
_FIXED = {"ecall": 0x00000073, "ebreak": 0x00100073, "mret": 0x30200073, "wfi": 0x10500073,
          "fence": 0x0ff0000f, "fence.i": 0x0000100f, "nop": 0x00000013}
_PSEUDO = {
    "li": "addi {0}, x0, {1}", "mv": "addi {0}, {1}, 0", "j": "jal x0, {0}",
    "ret": "jalr x0, 0(x1)", "jr": "jalr x0, 0({0})", "beqz": "beq {0}, x0, {1}",
    "bnez": "bne {0}, x0, {1}",
    "csrr": "csrrs {0}, {1}, x0", "csrw": "csrrw x0, {0}, {1}", "csrwi": "csrrwi x0, {0}, {1}",
}


def _register(text):
    if not re.fullmatch(r"x([0-9]|[12][0-9]|3[01])", text):
        raise ValueError(f"register must be x0..x31, not {text!r}")
    return int(text[1:])


def r_type(opcode, funct3, funct7, rd=0, rs1=0, rs2=0):
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def i_type(opcode, funct3, rd, rs1, imm):
    return (imm & 0xfff) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode


def _s_type(funct3, rs1, rs2, imm):
    return (imm >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | (imm & 31) << 7 | 0x23


def _b_type(funct3, rs1, rs2, imm):
    return ((imm >> 12 & 1) << 31 | (imm >> 5 & 0x3f) << 25 | rs2 << 20 | rs1 << 15
            | funct3 << 12 | (imm >> 1 & 15) << 8 | (imm >> 11 & 1) << 7 | 0x63)


def _j_type(rd, imm):
    return ((imm >> 20 & 1) << 31 | (imm >> 1 & 0x3ff) << 21 | (imm >> 11 & 1) << 20
            | (imm >> 12 & 0xff) << 12 | rd << 7 | 0x6f)


def _encode(line, pc, labels):
    name, _, rest = line.partition(" ")
    args = [arg.strip() for arg in re.split(r"[,()]", rest) if arg.strip()]
    if name in _PSEUDO:
        return _encode(_PSEUDO[name].format(*args), pc, labels)
    if name in _FIXED:
        return _FIXED[name]

    def number(text):
        return labels[text] if text in labels else int(text, 0)

    def relative(text):
        return labels[text] - pc if text in labels else int(text, 0)

    reg = _register
    if _size(line) == 2 and name != ".half":
        half = core_asm_compressed.encode(name, args, reg, number, relative)
        if half is not None:
            return half
    if name in (".word", ".half"):
        return number(args[0])
    if name in ("lui", "auipc"):
        return number(args[1]) << 12 | reg(args[0]) << 7 | (0x37 if name == "lui" else 0x17)
    if name == "jal":
        return _j_type(reg(args[0]), relative(args[1]))
    if name == "jalr":
        return i_type(0x67, 0, reg(args[0]), reg(args[2]), number(args[1]))
    if name in _OP:
        funct3, funct7 = _OP[name]
        return r_type(0x33, funct3, funct7, *map(reg, args))
    if name in _UNARY:
        opcode, funct3, upper = _UNARY[name]
        return i_type(opcode, funct3, reg(args[0]), reg(args[1]), upper)
    if name in _OP_IMM:
        return i_type(0x13, _OP_IMM[name], reg(args[0]), reg(args[1]), number(args[2]))
    if name in _SHIFT:
        funct3, funct7 = _SHIFT[name]
        return r_type(0x13, funct3, funct7, reg(args[0]), reg(args[1]), number(args[2]))
    if name in _LOAD:
        return i_type(0x03, _LOAD[name], reg(args[0]), reg(args[2]), number(args[1]))
    if name in _STORE:
        return _s_type(_STORE[name], reg(args[2]), reg(args[0]), number(args[1]))
    if name in _BRANCH:
        return _b_type(_BRANCH[name], reg(args[0]), reg(args[1]), relative(args[2]))
    if name in _CSR:
        csr = CSRS[args[1]] if args[1] in CSRS else number(args[1])
        source = number(args[2]) if name.endswith("i") else reg(args[2])
        return i_type(0x73, _CSR[name], reg(args[0]), source, csr)
    raise ValueError(f"unknown instruction {line!r}")


def _size(line):
    return 2 if line.startswith(("c.", ".half")) else 4


def assemble(text, *, base=0):
    """Return the words for ``text``; ``;`` or a new line separates, ``name:`` is a label.

    ``.org`` fills with ``nop``; the last word is filled with zeros.
    """
    lines = []
    labels = {}
    pc = base
    for line in re.split(r"[\n;]", text):
        line = re.sub(r"#.*", "", line).strip()
        while match := re.match(r"(\w+):\s*", line):
            labels[match[1]] = pc
            line = line[match.end():]
        if line.startswith(".org "):
            fill = int(line[5:], 0) - pc
            added = ["c.nop"] * (fill % 4 // 2) + ["nop"] * (fill // 4)
        else:
            added = [line] if line else []
        for new in added:
            lines.append((pc, new))
            pc += _size(new)
    image = b"".join(_encode(line, at, labels).to_bytes(_size(line), "little")
                     for at, line in lines)
    image += bytes(-len(image) % 4)
    return [int.from_bytes(image[i:i + 4], "little") for i in range(0, len(image), 4)]
