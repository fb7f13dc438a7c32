"""Traps, CSRs and counters, directed."""

import pytest
from core_asm import assemble
from core_machine import run
from core_programs import custom

from sim.core.coprocessor import Coprocessor

_MASK = 0xffff_ffff


def simulate(body, *, handler="csrr x29, mcause; csrr x28, mepc; csrr x27, mstatus; j stop",
             cycles=200, **options):
    """Run ``body`` at 0x100 with mtvec 0x81; the handler of bus errors is at 0xbc."""
    text = f"""
        j start
    .org 0x80
        {handler}
    .org 0xbc
        csrr x29, mcause; csrr x28, mepc; csrr x27, mstatus; addi x26, x26, 1; mret
    .org 0x100
    start: lui x31, 4; addi x30, x0, 0x81; csrw mtvec, x30; csrwi mcountinhibit, 0
    {body}
    stop: j stop
    """
    return run(assemble(text), cycles=cycles, **options)


def read(*csrs, before=""):
    """Return the values of CSRs after ``before``."""
    result = simulate(f"{before}\n" + "\n".join(f"csrr x{i}, {name}"
                                                for i, name in enumerate(csrs, 1)))
    return [result.register(i) for i in range(1, len(csrs) + 1)]


@pytest.mark.parametrize(("instruction", "cause"), [
    ("ecall", 11), ("ebreak", 3), (".word 0", 2), (".word 0xffffffff", 2), ("csrr x5, 0x7c0", 2),
    ("csrw cycle, x5", 2), ("csrrsi x5, mvendorid, 1", 2), ("csrrc x5, instret, x1", 2),
    ("jal x5, 6", 0), ("jalr x5, 2(x0)", 0), ("beq x0, x0, 10", 0), (".word 0x10200073", 2),
])
def test_exception(instruction, cause):
    result = simulate(f"csrwi mstatus, 8; addi x5, x0, 7\nwhere: {instruction}; addi x5, x0, 9")
    trap, = (record for record in result.records if record["trap"])
    assert (result.register(29), result.register(28)) == (cause, trap["pc_rdata"])
    assert result.register(27) == 0x1880  # MPP is 3, MPIE what MIE was, MIE 0
    assert result.register(5) == 7
    assert trap["pc_wdata"] == 0x80
    assert trap["rd_addr"] == trap["mem_rmask"] == trap["mem_wmask"] == 0
    following = result.records[result.records.index(trap) + 1]
    assert (following["pc_rdata"], following["intr"]) == (0x80, 1)
    assert sum(record["intr"] for record in result.records) == 1


@pytest.mark.parametrize("instruction", [
    "csrrs x5, mvendorid, x0", "csrrc x5, cycle, x0", "csrrsi x5, instret, 0", "bne x0, x0, 10",
    "fence", "fence.i", "csrw misa, x0", "csrw mtval, x5", ".word 0x8330000f",
])
def test_no_exception(instruction):
    result = simulate(f"{instruction}; addi x6, x0, 1")
    assert result.register(6) == 1
    assert not any(record["trap"] for record in result.records)


def test_fetch_error():
    for pc in (0x114, 0x118):
        result = simulate("csrwi mstatus, 8; addi x5, x0, 1; addi x5, x0, 2", ierrors=(pc,))
        assert (result.register(29), result.register(28)) == (24, pc)
        assert result.register(5) == (pc == 0x118)


def test_error_behind_a_jump_is_not_seen():
    result = simulate("jal x0, 8; nop; addi x5, x0, 1", ierrors=(0x114,))
    assert result.register(5) == 1
    assert not any(record["trap"] for record in result.records)


def test_mret_restores():
    result = simulate("csrwi mstatus, 8; ecall; csrr x9, mstatus",
                      handler="csrr x28, mepc; addi x28, x28, 4; csrw mepc, x28; mret")
    assert result.register(9) == 0x1888


@pytest.mark.parametrize(("access", "cause"), [
    ("lw x5, 0(x31)", 0x8000_0400), ("sw x5, 0(x31)", 0x8000_0401),
    ("lh x5, 3(x31)", 0x8000_0400), ("lw x5, -2(x31)", 0x8000_0400),
    ("sw x5, -1(x31)", 0x8000_0401), ("sw x5, 2(x31)", 0x8000_0401),
])
@pytest.mark.parametrize("ddelay", [0, 3])
def test_bus_error_becomes_an_interrupt(access, cause, ddelay):
    """It is taken behind the instruction that is in EX, even with MIE 0; the load writes rd."""
    result = simulate(f"where: {access}; addi x6, x0, 1; addi x7, x0, 2; addi x8, x0, 3",
                      derrors=(0x4000,), ddelay=ddelay, data={0x4000: 5, 0x4004: 6})
    assert (result.register(29), result.register(26)) == (cause, 1)
    assert result.register(27) == 0x1800
    assert [result.register(i) for i in (6, 7, 8)] == [1, 2, 3]
    handler, = (record for record in result.records if record["intr"])
    assert handler["pc_rdata"] == 0xbc
    before = result.records[result.records.index(handler) - 1]
    assert before["pc_wdata"] == result.register(28)
    assert result.register(28) in (0x114, 0x118)
    assert not any(record["trap"] for record in result.records)


def test_user_of_a_failed_load_does_not_execute_before_the_interrupt():
    result = simulate("lw x5, 0(x31); addi x6, x5, 1; addi x7, x0, 2", derrors=(0x4000,))
    assert result.register(28) == 0x114
    order = [record["pc_rdata"] for record in result.records]
    assert order.index(0xbc) < order.index(0x114)


def test_bus_error_in_direct_mode():
    result = simulate("addi x30, x0, 0x80; csrw mtvec, x30; lw x5, 0(x31); nop; nop",
                      derrors=(0x4000,))
    handler, = (record for record in result.records if record["intr"])
    assert handler["pc_rdata"] == 0x80
    assert result.register(29) == 0x8000_0400


def test_values_after_reset():
    words = assemble("\n".join(f"csrr x{i}, {name}" for i, name in enumerate(
        ("mstatus", "misa", "mie", "mtvec", "mscratch", "mepc", "mcause", "mcountinhibit",
         "mcycle", "minstret"), 1)) + "\nstop: j stop")
    result = run(words, cycles=60)
    assert [result.register(i) for i in range(1, 11)] == [0x1800, 0x4080_0100, 0, 1, 0, 0, 0, 5,
                                                          0, 0]


def test_parameters():
    result = run(assemble("j stop; stop: j stop"), cycles=20, reset_vector=0x4)
    assert result.records[0]["pc_rdata"] == 4
    result = run(assemble("ecall"), cycles=20, trap_vector=0x1f80)
    assert result.records[0]["pc_wdata"] == 0x1f80


@pytest.mark.parametrize(("name", "writable"), [
    ("mstatus", 0x88), ("mie", 0xffff_0888), ("mtvec", 0xffff_ff81), ("mscratch", _MASK),
    ("mepc", _MASK - 3), ("mcause", 0x8000_07ff), ("mcountinhibit", 5), ("misa", 0), ("mtval", 0),
    ("mip", 0), ("mstatush", 0), ("0x323", 0), ("0x33f", 0), ("0xb03", 0), ("0xb9f", 0),
])
def test_bits_that_can_be_written(name, writable):
    fixed = {"mstatus": 0x1800, "misa": 0x4080_0100}.get(name, 0)
    result = simulate(f"""
        addi x1, x0, -1; lui x2, 0x12345; addi x2, x2, 0x678
        csrw {name}, x1; csrr x3, {name}; csrw {name}, x0; csrr x4, {name}
        csrrs x5, {name}, x2; csrrc x6, {name}, x1; csrrsi x7, {name}, 13; csrr x8, {name}
    """)
    values = [result.register(i) for i in range(3, 9)]
    assert values == [writable | fixed, fixed, fixed, 0x1234_5678 & writable | fixed, fixed,
                      13 & writable | fixed]


def test_counters_count():
    result = simulate("""
        csrr x1, minstret; csrr x2, mcycle; nop; nop; nop; csrr x3, minstret; csrr x4, mcycle
        csrr x5, instret; csrr x6, cycle
    """)
    values = [result.register(i) for i in range(1, 7)]
    cycles = {record["rd_addr"]: record["cycle"] for record in result.records}
    assert values[2] - values[0] == 5
    assert values[3] - values[1] == cycles[4] - cycles[2]
    assert values[4] - values[2] == 2
    assert values[5] - values[3] == cycles[6] - cycles[4]


def test_time_is_an_input():
    result = simulate("csrr x1, time; csrr x2, timeh", time=0x1234_5678_9abc_def0)
    assert (result.register(1), result.register(2)) == (0x9abc_def0, 0x1234_5678)


def test_trap_is_not_counted_as_retired():
    result = simulate("csrr x1, minstret; ecall; csrr x2, minstret",
                      handler="csrr x28, mepc; addi x28, x28, 4; csrw mepc, x28; mret")
    assert result.register(2) - result.register(1) == 1 + 4


def test_counters_carry_and_stop():
    result = simulate("""
        addi x1, x0, -1; csrw mcycleh, x0; csrw mcycle, x1; nop; csrr x2, mcycleh
        csrw minstreth, x1; csrw minstret, x1; nop; csrr x3, minstreth; csrr x4, minstret
        csrwi mcountinhibit, 1; csrr x5, mcycle; csrr x6, minstret
        nop; csrr x7, mcycle; csrr x8, minstret
        csrwi mcountinhibit, 4; csrr x9, mcycle; csrr x10, minstret; nop
        csrr x11, mcycle; csrr x12, minstret
    """)
    assert [result.register(i) for i in (2, 3, 4)] == [1, 0, 1]
    assert result.register(7) == result.register(5)
    assert result.register(8) - result.register(6) == 3
    assert result.register(11) > result.register(9)
    assert result.register(12) == result.register(10)


def test_identity():
    assert read("mvendorid", "marchid", "mimpid", "mhartid", "mconfigptr") == [0] * 5


def test_store_behind_a_trap_does_not_reach_the_bus():
    result = simulate("ecall; sw x31, 0(x31); sw x31, 4(x31)", dwait=2)
    assert not result.dbus.log


def test_store_behind_a_taken_branch_does_not_reach_the_bus():
    result = simulate("beq x0, x0, stop; sw x31, 0(x31); sw x31, 4(x31)")
    assert not result.dbus.log


def test_misaligned_access_is_two_transfers_the_lower_first():
    result = simulate("lui x5, 0x12345; addi x5, x5, 0x678; sw x5, 3(x31); lhu x6, 3(x31)")
    seen = [(t.addr, t.we, t.be) for t in result.dbus.log]
    assert seen == [(0x4003, 1, 0b1000), (0x4004, 1, 0b0111), (0x4003, 0, 0b1000),
                    (0x4004, 0, 0b0001)]
    assert (result.memory[0x4000], result.memory[0x4004]) == (0x7800_0000, 0x12_3456)
    assert result.register(6) == 0x5678


def test_offload_in_handler_order():
    """The coprocessor never commits what a trap in front of it flushes."""
    for trap in ("ecall", "ebreak", ".word 0xffffffff", "csrw mhartid, x1", "jal x1, 6",
                 "beq x0, x0, 6"):
        result = simulate(f"{trap}; .word {custom(0, 3, 1, 2)}; .word {custom(1)}",
                          unit=Coprocessor())
        committed = [entry for entry in result.link.log if entry.accept and not entry.kill]
        assert not committed, trap
        assert all(entry.commit is not None for entry in result.link.log)
