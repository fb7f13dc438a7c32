"""Cycle counts at zero wait states: every line of CV32E40X's table, and what CV-X-IF costs.

The cost of a sequence is the number of cycles between the retirement of the instruction in front
of it and that of the one behind it, less one; so an instruction without any stall costs 1. The
numbers are those of CV32E40X's RTL (master d952cd6), measured.
"""

import pytest
from core_asm import assemble
from core_machine import run
from core_programs import custom

from sim.core.coprocessor import Coprocessor
from sim.core.timing import ENTRY, HAZARDS, INSTRUCTIONS, OFFLOADS

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
    options.setdefault("unit", Coprocessor())
    return run(assemble(text), **({"cycles": 70} | options))


def cycle(result, instruction):
    word, = assemble(instruction)
    return next(record["cycle"] for record in result.records if record["insn"] == word)


def cost(sequence, **options):
    result = simulate(sequence, **options)
    return cycle(result, _BEHIND) - cycle(result, _BEFORE) - 1


def documented_cost(case, **options):
    return cost(case.sequence, cycles=110, **options,
                **dict.fromkeys(case.extensions.split(), True))


@pytest.mark.parametrize("case", [*INSTRUCTIONS, *HAZARDS], ids=lambda case: case.what)
def test_documented_cost(case):
    """What ``docs/core.md`` says."""
    assert documented_cost(case) == case.cycles


@pytest.mark.parametrize("case", [case for case in (*INSTRUCTIONS, *HAZARDS)
                                  if "csr" in case.sequence or "fence" in case.sequence],
                         ids=lambda case: case.what)
def test_exact_timing(case):
    assert documented_cost(case, exact_timing=True) == (case.exact or case.cycles)


@pytest.mark.parametrize(("sequence", "cycles"), [
    ("lw x3, 0(x31); lw x4, 4(x31); sw x1, 8(x31); sb x2, 1(x31)", 4),
    ("sw x1, 6(x31)", 2),
    ("lh x3, 1(x31)", 1),
    ("lh x3, 3(x31)", 2),
    ("lw x3, 1(x31); lw x4, 2(x31); sw x3, 7(x31)", 6),
    ("lw x3, 1(x31); add x4, x1, x3", 3 + 1),
    ("add x3, x1, x2; beq x3, x3, end", 1 + 3),
    ("csrr x3, mscratch; csrr x4, mscratch", 2),
    ("csrr x3, instret", 1 + 1),
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
    assert cycle(result, _HANDLER) - trap == ENTRY


def test_handler_retires_four_cycles_after_a_fetch_error():
    clean = simulate("nop; nop")
    where = next(record["pc_wdata"] for record in clean.records
                 if record["insn"] == assemble(_BEFORE)[0])
    result = simulate("nop; nop", ierrors=(where,))
    trap, = (record["cycle"] for record in result.records if record["trap"])
    assert cycle(result, _HANDLER) - trap == ENTRY


def word(*args, **options):
    return f".word {custom(*args, **options)}"


#: With a result, and without; both of them announcing an exception.
_RD3 = word(0, rd=3, rs1=1, rs2=2)
_RD4_OF_3 = word(0, rd=4, rs1=3)
_RD5 = word(0, rd=5, rs1=1)
_NONE = word(1, rs1=1, rs2=2)
_EXC = word(3, rs1=1)
_REFUSED = word(5)


_WORDS = {"rd": _RD3, "rd5": _RD5, "use": _RD4_OF_3, "use2": word(0, rd=4, rs2=3), "none": _NONE,
          "idle": word(1, rs1=1, rs2=3), "exc": _EXC, "to_end": word(2, rd=3, rs1=22)}


@pytest.mark.parametrize("case", OFFLOADS, ids=lambda case: case.what)
def test_documented_offload_cost(case):
    waits = iter([case.busy])
    assert cost(case.sequence.format(**_WORDS), k=case.k,
                busy=lambda: next(waits, 0)) == case.cycles


@pytest.mark.parametrize(("sequence", "k", "cycles"), [
    (f"{_RD3}; {_RD4_OF_3}; {word(0, rd=3, rs1=4)}; {word(0, rd=4, rs2=3)}", 2, 4 + 3),
    (f"{_RD3}; nop; sw x3, 4(x31)", 2, 3),
    (f"{_EXC}; {_RD3}", 2, 2 + 1),
    # A branch or jump that has to wait is taken at once: its target waits in IF.
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
    assert cycle(result, _HANDLER) - trap == ENTRY


def test_stages_of_an_offload():
    """Issue at t, commit at t + 1, result and retirement at t + 2."""
    result = simulate(f"{_RD3}; {_RD5}; {_REFUSED}")
    first, second, refused = result.link.log
    for entry in (first, second):
        assert (entry.commit, entry.kill, entry.result) == (entry.cycle + 1, 0, entry.cycle + 2)
    assert (refused.commit, refused.kill, refused.result) == (refused.cycle + 1, 1, None)
    assert cycle(result, _RD3) == first.result


def test_stages_behind_an_offload_that_waits():
    """The next one is committed a cycle after its issue all the same; results stay in order."""
    first, second, third = simulate(f"{_RD3}; {_RD5}; {_NONE}", k=5).link.log
    assert [entry.commit - entry.cycle for entry in (first, second, third)] == [1, 1, 1]
    assert second.cycle == first.cycle + 1
    assert (first.result, second.result) == (first.cycle + 5, second.cycle + 5)
    # One is in WB, one in EX: the third is issued when the first leaves.
    assert third.cycle == first.result
    assert third.result == third.cycle + 5
