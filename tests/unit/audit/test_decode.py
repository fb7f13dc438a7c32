"""Decoding, compared with a disassembler's."""

import random

from capstone import CS_ARCH_RISCV, CS_MODE_RISCV32, Cs

from hdl.isa import Operation, encode
from sim.audit.decode import Kind, decode
from sim.disassembly import REGISTERS

OPCODES = (0x03, 0x13, 0x17, 0x23, 0x33, 0x37, 0x63, 0x67, 0x6f)

#: What the disassembler writes shorter, off.
DISASSEMBLER = Cs(CS_ARCH_RISCV, CS_MODE_RISCV32)

ALIASES = {"mv", "neg", "not", "nop", "ret", "j", "jr", "li", "seqz", "snez", "sltz", "sgtz",
           "beqz", "bnez", "blez", "bgez", "bltz", "bgtz", "zext.b", "sext.w"}


def spelled(instruction):
    """Spell an instruction like the disassembler."""
    rd, rs1, rs2 = (REGISTERS[number]
                    for number in (instruction.rd, instruction.rs1, instruction.rs2))
    number = instruction.immediate
    match instruction.kind:
        case Kind.LUI | Kind.AUIPC:
            return instruction.kind.name.lower(), [rd, number >> 12 & 0xf_ffff]
        case Kind.JAL:
            return ("jal", [rd, number]) if instruction.rd != 1 else ("jal", [number])
        case Kind.JALR:
            return "jalr", [rd, rs1, number]
        case Kind.BRANCH:
            return instruction.name, [rs1, rs2, number]
        case Kind.LOAD:
            size = {1: "b", 2: "h", 4: "w"}[instruction.size]
            sign = "" if instruction.signed or size == "w" else "u"
            return f"l{size}{sign}", [rd, number, rs1]
        case Kind.STORE:
            return f"s{ {1: 'b', 2: 'h', 4: 'w'}[instruction.size] }", [rs2, number, rs1]
        case Kind.IMMEDIATE:
            name = f"{instruction.name}i" if instruction.name != "sltu" else "sltiu"
            return name, [rd, rs1, number]
    return instruction.name, [rd, rs1, rs2]


def parsed(text):
    """Take operands apart: registers, and numbers."""
    parts = text.replace("(", ", ").replace(")", "").split(", ")
    return [part if part in REGISTERS else int(part, 0) for part in parts]


def test_random_words():
    generator = random.Random(7)
    compared = set()
    for _ in range(30_000):
        word = generator.getrandbits(32) & ~0x7f | generator.choice(OPCODES)
        if word & 0x7f == 0x33 or word & 0x307f == 0x1013:
            word &= 0x4000_0000 | 0x01ff_ffff
        instruction = decode(word)
        theirs = next(DISASSEMBLER.disasm_lite(word.to_bytes(4, "little"), 0), None)
        if theirs is None or theirs[2] in ALIASES:
            continue
        name, operands = theirs[2:]
        if instruction is None:
            # Extensions that the disassembler knows too.
            assert word & 0x7f in (0x13, 0x33, 0x67), theirs
            continue
        mine = spelled(instruction)
        assert mine == (name, parsed(operands)), hex(word)
        compared.add(name)
    assert len(compared) >= 36


def test_coprocessor():
    for operation, rd in ((Operation.READ, 10), (Operation.ENCRYPT_LAST, 10),
                          (Operation.ABSORB, 0)):
        instruction = decode(encode(operation, rd=10, rs1=11))
        assert (instruction.kind, instruction.rd) == (Kind.COPROCESSOR, rd)


def test_no_instruction():
    ecall, csrr_mcycle, fence, mul, compressed = 0x73, 0xb000_22f3, 0x0f, 0x02c5_8533, 0x4501
    for word in (0, 0xffff_ffff, ecall, csrr_mcycle, fence, mul, compressed):
        assert decode(word) is None
