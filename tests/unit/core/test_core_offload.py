"""CV-X-IF at the core's ports, directed; :mod:`core_machine` checks the protocol all the time."""

import pytest
from core_asm import assemble
from core_machine import Refuses, run
from core_programs import custom

from sim.core.coprocessor import Coprocessor


def simulate(body, *, cycles=120, unit=None, **options):
    text = f"""
        j start
    .org 0x80
        csrr x28, mepc; csrr x29, mcause; addi x28, x28, 4; csrw mepc, x28; mret
    .org 0x100
    start: lui x31, 4; addi x30, x0, 0x81; csrw mtvec, x30; addi x1, x0, 11; addi x2, x0, 22
    {body}
    stop: j stop
    """
    return run(assemble(text), cycles=cycles, unit=unit or Coprocessor(), **options)


def word(*args, **options):
    return f".word {custom(*args, **options)}"


@pytest.mark.parametrize("instruction", [
    "csrr x3, mscratch", "csrw mscratch, x1", "csrw mhartid, x1", "csrr x3, 0x7c0", "ecall",
    "ebreak", "wfi", "fence", "fence.i", "lw x3, 1(x31)", "jal x0, 6",
])
def test_instruction_of_the_core_is_not_offered(instruction):
    assert not simulate(f"{instruction}; nop").link.offered


@pytest.mark.parametrize("instruction", [
    0x0000_0000, 0xffff_ffff, 0x0000_000b, 0x0000_002b, 0x0220_81b3, 0x0000_3003, 0x0000_3023,
    0x0000_2063, 0x0000_1067, 0x0000_200f, 0x0000_4073, 0x1020_0073, 0x4000_1013, 0x8000_5013,
    0x0000_0073 | 1 << 7, 0x0000_0073 | 1 << 15,
])
def test_unknown_instruction_is_offered_and_traps_if_refused(instruction):
    result = simulate(f".word {instruction}; addi x5, x0, 1", unit=Refuses())
    entry, = result.link.log
    assert (entry.instr, entry.kill, entry.commit) == (instruction, 1, entry.cycle + 1)
    assert result.register(29) == 2
    assert result.register(5) == 1


@pytest.mark.parametrize("jump", ["beq x0, x0, stop", "jal x0, stop", "jalr x0, stop(x0)"])
def test_nothing_is_offered_in_the_shadow_of_a_jump(jump):
    result = simulate(f"{jump}; {word(0, 3, 1, 2)}; {word(0, 3, 1, 2)}")
    assert not result.link.offered


def test_instruction_that_cannot_be_fetched_is_not_offered():
    words = assemble(word(0, 3, 1, 2))
    result = run(words, cycles=20, unit=Coprocessor(), ierrors=(0,))
    assert result.records[0]["trap"]
    assert words[0] not in [instr for _, instr in result.link.offered]


@pytest.mark.parametrize(("source", "value"), [
    ("addi x3, x0, 5", 5), ("lw x3, 0(x31)", 44), (word(2, rd=3, rs1=1, rs2=2), 33),
])
@pytest.mark.parametrize("distance", range(4))
def test_operands_are_those_of_the_program(source, value, distance):
    """From EX, WB, the registers, a load and another offload, in either place and both."""
    for operands in ({"rs1": 3, "rs2": 2}, {"rs1": 1, "rs2": 3}, {"rs1": 3, "rs2": 3}):
        result = simulate(f"{source}; {'nop;' * distance} {word(1, **operands)}",
                          data={0x4000: 44}, cycles=50)
        values = {1: 11, 2: 22, 3: value}
        entry = result.link.log[-1]
        assert entry.instr == custom(1, **operands)
        assert (entry.rs1, entry.rs2) == (values[operands["rs1"]], values[operands["rs2"]])


def test_result_is_written_unless_rd_is_x0():
    result = simulate(f"{word(2, rd=0, rs1=1, rs2=2)}; add x4, x0, x0; {word(2, 3, 1, 2)}")
    assert (result.register(3), result.register(4)) == (33, 0)
    assert all(record["rd_wdata"] == 0 for record in result.records if record["rd_addr"] == 0)


def test_result_without_writeback_leaves_the_register():
    result = simulate(f"addi x3, x0, 7; {word(1, rd=3, rs1=1)}; add x4, x3, x0", k=5)
    assert result.register(4) == 7


@pytest.mark.parametrize("k", [1, 2, 6])
def test_no_answer_is_lost_while_a_load_waits(k):
    """CV32E40X loses the write-back of an instruction that is issued while EX is stalled."""
    result = simulate(f"lw x5, 0(x31); sw x5, 4(x31); lw x6, 8(x31); {word(2, 3, 1, 2)};"
                      f"add x4, x3, x0; lw x7, 4(x31); {word(2, 8, 3, 3)}; {word(1, 0, 8)}",
                      ddelay=5, dwait=3, k=k, cycles=200)
    assert (result.register(4), result.register(8)) == (33, 66)
    assert [entry.rs1 for entry in result.link.log] == [11, 33, 66]
    assert all(entry.result is not None for entry in result.link.log)


def test_offer_is_repeated_until_it_is_answered():
    result = simulate(f"{word(2, 3, 1, 2)}; {word(1, 0, 3)}", busy=lambda: 4)
    for entry in result.link.log:
        cycles = [cycle for cycle, instr in result.link.offered if instr == entry.instr]
        assert cycles == list(range(entry.cycle - 4, entry.cycle + 1))
        assert entry.commit == entry.cycle + 1


@pytest.mark.parametrize("k", [2, 5])
def test_nothing_is_committed_behind_one_that_may_raise_an_exception(k):
    result = simulate(f"{word(3, rs1=1)}; {word(0, 3, 1, 2)}", k=k)
    first, second = result.link.log
    assert first.result == first.cycle + k
    assert second.commit == first.result + 1


def test_ids_follow_each_other():
    body = ";".join([word(1)] * 20)
    ids = [entry.id for entry in simulate(body).link.log]
    assert ids == [i % 16 for i in range(20)]


def test_bus_error_kills_nothing_that_was_committed():
    """The instruction in EX when the error comes goes on; the one in ID comes back afterwards."""
    text = f"""
        j start
    .org 0x80
        j stop
    .org 0xbc
        mret
    .org 0x100
    start: lui x31, 4; addi x30, x0, 0x81; csrw mtvec, x30; addi x1, x0, 11; addi x2, x0, 22
        lw x5, 0(x31); {word(2, 3, 1, 2)}; {word(2, 4, 1, 1)}; add x6, x3, x4
    stop: j stop
    """
    for ddelay in range(4):
        result = run(assemble(text), cycles=100, unit=Coprocessor(), derrors=(0x4000,),
                     ddelay=ddelay)
        assert result.register(6) == 33 + 22
        done = [entry for entry in result.link.log if not entry.kill]
        assert [entry.instr for entry in done] == [custom(2, 3, 1, 2), custom(2, 4, 1, 1)]
