"""Cycle counts at zero wait states: every line of CV32E40X's table, and what CV-X-IF costs.

The cost of a sequence is the number of cycles between the retirement of the instruction in front
of it and that of the one behind it, less one; so an instruction without any stall costs 1. The
numbers are those of CV32E40X's RTL (master d952cd6), measured.
"""

import pytest
from core_asm import assemble
from core_machine import run
from core_programs import Unit, custom

#: Instructions that occur once: in front of the sequence, behind it, and first of the handler.
_BEFORE, _BEHIND, _HANDLER = "addi x0, x0, 1", "addi x0, x0, 2", "addi x0, x0, 3"


def simulate(sequence, **options):
    """Run ``sequence``; x22, the word at 0(x31) and mepc hold the address of the label ``end``."""
    text = f"""
        j start
    .org 0x80
        {_HANDLER}
        j stop
    .org 0x100
    start: lui x31, 4; addi x30, x0, 0x81; csrw mtvec, x30; csrwi mcountinhibit, 0
        addi x1, x0, 1; addi x2, x0, 2; addi x22, x0, end; sw x22, 0(x31); csrw mepc, x22
        nop; nop; nop; nop
        {_BEFORE}
        {sequence}
    end: {_BEHIND}; nop; nop; nop; nop
    stop: j stop
    """
    options.setdefault("unit", Unit())
    return run(assemble(text), **({"cycles": 70} | options))


def cycle(result, instruction):
    word, = assemble(instruction)
    return next(record["cycle"] for record in result.records if record["insn"] == word)


def cost(sequence, **options):
    result = simulate(sequence, **options)
    return cycle(result, _BEHIND) - cycle(result, _BEFORE) - 1


@pytest.mark.parametrize(("sequence", "cycles"), [
    ("add x3, x1, x2", 1),
    ("lui x3, 1; slt x4, x3, x1; sll x5, x4, x3; sra x6, x5, x4", 4),
    # Loads and stores.
    ("lw x3, 0(x31)", 1),
    ("sw x1, 0(x31)", 1),
    ("lw x3, 0(x31); lw x4, 4(x31); sw x1, 8(x31); sb x2, 1(x31)", 4),
    ("lw x3, 1(x31)", 2),
    ("sw x1, 6(x31)", 2),
    ("lh x3, 1(x31)", 1),
    ("lh x3, 3(x31)", 2),
    ("lw x3, 1(x31); lw x4, 2(x31); sw x3, 7(x31)", 6),
    ("lw x3, 0(x31); add x4, x3, x1", 2 + 1),
    ("lw x3, 0(x31); nop; add x4, x3, x1", 3),
    ("lw x3, 0(x31); sw x3, 4(x31)", 2 + 1),
    ("lw x3, 1(x31); add x4, x1, x3", 3 + 1),
    # Branches and jumps.
    ("bne x0, x0, end; nop", 2),
    ("beq x0, x0, end; nop", 3),
    ("add x3, x1, x2; beq x3, x3, end", 1 + 3),
    ("lw x3, 0(x31); beq x3, x3, end", 1 + 3 + 1),
    ("jal x3, end; nop", 2),
    ("jalr x3, 0(x22); nop", 2),
    ("mret; nop", 2),
    ("addi x3, x22, 0; jalr x0, 0(x3); nop", 1 + 2 + 1),
    ("addi x3, x22, 0; nop; jalr x0, 0(x3); nop", 1 + 1 + 2),
    ("lw x3, 0(x31); jalr x0, 0(x3); nop", 1 + 2 + 2),
    ("lw x3, 0(x31); nop; jalr x0, 0(x3); nop", 1 + 1 + 2 + 1),
    ("lw x3, 0(x31); nop; nop; jalr x0, 0(x3); nop", 1 + 2 + 2),
    ("addi x3, x0, 5; loop: addi x3, x3, -1; bne x3, x0, loop", 1 + 5 * 4 - 2),
    # CSRs.
    ("csrr x3, mscratch", 1),
    ("csrr x3, mscratch; add x4, x3, x1", 2),
    ("csrw mscratch, x1; csrr x3, mepc", 2),
    ("csrw mscratch, x1; csrr x3, mscratch", 2 + 1),
    ("csrw mscratch, x1; nop; csrr x3, mscratch", 3),
    ("csrr x3, mscratch; csrr x4, mscratch", 2),
    ("csrr x3, mcycle", 1 + 1),
    ("csrr x3, instret", 1 + 1),
    ("jal x0, 4; csrr x3, mcycle", 2 + 1),
    ("csrr x3, mcycle; jal x0, end", 1 + 1 + 2 - 1),
    ("csrw mie, x1; lw x3, 0(x31)", 2 + 1),
    ("csrw mie, x1; add x3, x1, x2", 2),
    ("csrw mscratch, x1; mret; nop", 1 + 2 + 2),
    ("csrw mscratch, x1; nop; mret; nop", 1 + 1 + 2 + 1),
    # Fences.
    ("fence", 5),
    ("fence.i", 5),
    ("sw x1, 0(x31); fence; lw x3, 0(x31)", 1 + 5 + 1),
])
def test_cost(sequence, cycles):
    assert cost(sequence) == cycles


@pytest.mark.parametrize("instruction", [
    "ecall", "ebreak", ".word 0xffffffff", "csrw mhartid, x0", "csrr x3, 0x7c0", "jal x3, 6",
    "jalr x3, 6(x0)", "beq x0, x0, 6",
])
def test_handler_retires_four_cycles_after_the_trap(instruction):
    result = simulate(f"{instruction}; nop; nop; nop; nop")
    trap, = (record["cycle"] for record in result.records if record["trap"])
    assert trap - cycle(result, _BEFORE) == 1
    assert cycle(result, _HANDLER) - trap == 4


def test_handler_retires_four_cycles_after_a_fetch_error():
    clean = simulate("nop; nop")
    where = next(record["pc_wdata"] for record in clean.records
                 if record["insn"] == assemble(_BEFORE)[0])
    result = simulate("nop; nop", ierrors=(where,))
    trap, = (record["cycle"] for record in result.records if record["trap"])
    assert cycle(result, _HANDLER) - trap == 4


def word(*args, **options):
    return f".word {custom(*args, **options)}"


#: With a result, and without; both of them announcing an exception.
_RD3 = word(0, rd=3, rs1=1, rs2=2)
_RD4_OF_3 = word(0, rd=4, rs1=3)
_RD5 = word(0, rd=5, rs1=1)
_NONE = word(1, rs1=1, rs2=2)
_EXC = word(3, rs1=1)
_REFUSED = word(5)


@pytest.mark.parametrize(("sequence", "k", "cycles"), [
    (_RD3, 1, 1),
    (_RD3, 2, 1),
    (f"{_RD3}; {_RD5}; {_RD3}; {_RD5}", 2, 4),
    (f"{_NONE}; {_NONE}; {_NONE}", 2, 3),
    (f"{_RD3}; add x4, x3, x1", 2, 2 + 1),
    (f"{_RD3}; nop; add x4, x3, x1", 2, 3),
    (f"{_RD3}; {_RD4_OF_3}; {word(0, rd=3, rs1=4)}; {word(0, rd=4, rs2=3)}", 2, 4 + 3),
    (_RD3, 5, 4),
    (f"{_RD3}; add x4, x3, x1", 5, 4 + 1 + 1),
    (_NONE, 5, 4),
    (f"{_RD3}; {_RD5}", 5, 4 + 1),
    (f"{_NONE}; {_NONE}", 5, 4 + 1),
    (f"lw x3, 0(x31); {_RD4_OF_3}", 2, 2 + 1),
    (f"add x3, x1, x2; {_RD4_OF_3}", 2, 2),
    (f"{_RD3}; sw x3, 4(x31)", 2, 2 + 1),
    (f"{_RD3}; nop; sw x3, 4(x31)", 2, 3),
    (f"{_EXC}; nop", 2, 2 + 1),
    (f"{_EXC}; {_RD3}", 2, 2 + 1),
    # An unused field that names the register of a pending load costs all the same.
    (f"lw x3, 0(x31); {word(1, rs1=1, rs2=3)}", 2, 2 + 1),
    # A branch or jump that has to wait is taken at once: its target waits in IF.
    (f"{_RD3}; beq x0, x0, end; nop", 5, 4 + 3 - 1),
    (f"{_RD3}; jal x3, end; nop", 5, 4 + 2),
    (f"{_RD3}; nop; jal x3, end; nop", 5, 4 + 1 + 2 - 1),
    # What is behind a slow one: a load asks the bus when its place in WB gets free.
    (f"{_RD3}; lw x5, 0(x31); nop", 5, 4 + 1 + 1),
])
def test_offload_cost(sequence, k, cycles):
    assert cost(sequence, k=k) == cycles


@pytest.mark.parametrize("between", [0, 1, 2])
def test_jump_to_a_result(between):
    """Unlike in CV32E40X, it goes to the right address; it waits like behind a load."""
    sequence = f"{word(2, rd=3, rs1=22)};{'nop;' * between} jalr x0, 0(x3); nop"
    assert cost(sequence) == 1 + between + 2 + max(0, 2 - between)
    assert cost(sequence, k=5) == 4 + between + 2 + max(0, 2 - between)


@pytest.mark.parametrize("busy", [1, 2, 5])
def test_low_issue_ready_costs_as_long_as_it_is_low(busy):
    waits = iter([busy, 0])
    assert cost(f"{_RD3}; {_RD5}", busy=lambda: next(waits)) == 2 + busy


def test_handler_retires_four_cycles_after_a_refusal():
    result = simulate(f"{_REFUSED}; nop")
    trap, = (record["cycle"] for record in result.records if record["trap"])
    assert trap - cycle(result, _BEFORE) == 1
    assert cycle(result, _HANDLER) - trap == 4


def test_stages_of_an_offload():
    """Issue at t, commit at t + 1, result and retirement at t + 2."""
    result = simulate(f"{_RD3}; {_RD5}; {_REFUSED}")
    first, second, refused = result.link.log
    for entry in (first, second):
        assert (entry.commit, entry.kill, entry.result) == (entry.cycle + 1, 0, entry.cycle + 2)
    assert (refused.commit, refused.kill, refused.result) == (refused.cycle + 1, 1, None)
    assert cycle(result, _RD3) == first.result
