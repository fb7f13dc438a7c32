"""Disassembly and the lines of both traces."""

import pytest

from hdl.isa import INSTRUCTIONS, ROUNDS, ByteOrder, Operation, encode
from sim.disassembly import disassemble
from sim.events import Commit, Issue, Result, Retired
from sim.trace import (
    instruction_line,
    transaction_line,
    write_instructions,
    write_transactions,
)
from sw.image import build


@pytest.mark.parametrize(("insn", "pc", "text"), [
    (0x0050_0093, 0, "addi ra, zero, 5"),
    (0xff5f_f06f, 0x10c, "j 0x00000100"),
    (0xfe05_9ce3, 0x20, "bnez a1, 0x00000018"),
    (0x0080_00ef, 0x100, "jal 0x00000108"),
    (0xb000_22f3, 0, "csrr t0, mcycle"),
    (0x0000_8067, 0, "ret"),
    (0xffff_ffff, 0, ".word 0xffffffff"),
    (0x0000_4001, 0, ".word 0x00004001"),
    (0x8000_700b, 0, ".word 0x8000700b"),
])
def test_disassembly(insn, pc, text):
    assert disassemble(insn, pc) == text


def test_disassembly_of_the_coprocessors_instructions_assembles_again(tmp_path):
    words = []
    for row in INSTRUCTIONS:
        for order in ByteOrder:
            for rounds in ROUNDS[order].values():
                index = 1 << row.flag_bit if row.flag else 0
                words.append(encode(row.operation, order=order, rounds=rounds, index=index | 2
                                    if row.index.value != "flags" else index, domain=rounds > 1,
                                    rd=5 * row.rd, rs1=10 * row.rs1, rs2=31 * row.rs2))
    lines = [f"  {disassemble(word)}" for word in words]
    source = tmp_path / "lines.S"
    source.write_text('.include "instructions.inc"\n.section .text.start, "ax"\n'
                      ".globl _start\n_start:\n" + "\n".join(lines) + "\n")
    imem = build(sources=[source]).imem
    assert [int.from_bytes(imem[4 * i:4 * i + 4], "little") for i in range(len(words))] == words


def record(**fields):
    return Retired(**dict.fromkeys(Retired._fields, 0) | fields)


@pytest.mark.parametrize(("fields", "line"), [
    ({"cycle": 12, "pc_rdata": 0x40, "insn": 0x0050_0093, "rd_addr": 1, "rd_wdata": 5},
     "        12 00000040 00500093 addi ra, zero, 5 ra=00000005"),
    ({"insn": 0x0003_a683, "mem_addr": 0x0010_0000, "mem_rmask": 15, "mem_rdata": 12,
      "rd_addr": 13, "rd_wdata": 12},
     "         0 00000000 0003a683 lw a3, 0(t2) [00100000]->0000000c a3=0000000c"),
    ({"insn": 0x00d3_8023, "mem_addr": 0x0010_0001, "mem_wmask": 1, "mem_wdata": 0x1ff},
     "         0 00000000 00d38023 sb a3, 0(t2) [00100001]<-ff"),
    ({"insn": 0x73, "trap": 1, "pc_wdata": 0x80}, "         0 00000000 00000073 ecall "
                                                  "trap to 00000080"),
    ({"insn": 0x13, "intr": 1}, "         0 00000000 00000013 nop first of a handler"),
])
def test_instruction_line(fields, line):
    assert " ".join(instruction_line(record(**fields)).split()) == " ".join(line.split())


def test_transaction_lines():
    insn = encode(Operation.READ, index=3, rd=5, rs1=10, rounds=8)
    lines = [" ".join(transaction_line(event).split()) for event in (
        Issue(9, 2, insn, 1, 2, True, True), Issue(9, 2, insn, 1, 2, True, False),
        Issue(10, 3, 0x73, 0, 0, False, False), Commit(10, 2, False), Commit(11, 3, True),
        Result(11, 2, 0xabc, 5, True), Result(12, 4, 0, 0, False))]
    assert lines == [
        f"9 issue 2 {insn:08x} ascon.read t0, 3, a0, rounds=8 rs1=00000001 rs2=00000002 accepted, "
        "writes rd",
        f"9 issue 2 {insn:08x} ascon.read t0, 3, a0, rounds=8 rs1=00000001 rs2=00000002 accepted",
        "10 issue 3 00000073 ecall rs1=00000000 rs2=00000000 refused",
        "10 commit 2 commit", "11 commit 3 kill", "11 result 2 t0=00000abc",
        "12 result 4 nothing to write"]


def test_files(tmp_path):
    write_instructions(tmp_path / "i.txt", [record(insn=0x13), record(insn=0x73)])
    write_transactions(tmp_path / "t.txt", [Commit(10, 2, False)])
    instructions, transactions = ((tmp_path / name).read_text() for name in ("i.txt", "t.txt"))
    assert (instructions.count("\n"), transactions.count("\n")) == (3, 2)
    assert instructions.split()[:3] == ["cycle", "pc", "insn"]
