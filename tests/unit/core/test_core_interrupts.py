"""Interrupts, directed: lines, modes, priority, masks, nesting, and what is in front of one."""

import pytest
from core_asm import assemble
from core_follow import LINES, follow
from core_lines import Pulse
from core_machine import run
from core_model import Model

from sim.core.coprocessor import Coprocessor

_ALL = sum(1 << line for line in LINES)


_HANDLER = "csrr x29, mcause; csrr x28, mepc; csrr x27, mstatus; addi x26, x26, 1; mret"


def simulate(body, *, handler=_HANDLER, vectored=1, exception="j stop", cycles=90, **options):
    """Run ``body`` at 0x100 with every line enabled in ``mie``; x30 is -1, x31 points to data."""
    text = f"""
        j start
    handler: {handler}
    exception: {exception}
    .org 0x80
        {"; ".join(["j exception" if vectored else "j handler", *["j handler"] * 31])}
    start: lui x31, 4; addi x30, x0, {0x80 + vectored}; csrw mtvec, x30; li x30, -1; csrw mie, x30
    {body}
    stop: j stop
    """
    return run(assemble(text), cycles=cycles, **options)


def entries(result):
    """Return the records of first instructions of handlers that no exception led to."""
    return [record for before, record in zip(result.records, result.records[1:], strict=False)
            if record["intr"] and not before["trap"]]


@pytest.mark.parametrize("vectored", [0, 1])
@pytest.mark.parametrize("line", LINES)
def test_line(line, vectored):
    result = simulate("csrwi mstatus, 8; nop; nop; nop; nop; nop; nop; nop; nop",
                      vectored=vectored, irq=Pulse(22, 1 << line))
    entry, = entries(result)
    assert entry["pc_rdata"] == 0x80 + 4 * line * vectored
    before = result.records[result.records.index(entry) - 1]
    assert result.register(29) == 0x8000_0000 | line
    assert result.register(28) == before["pc_wdata"]
    assert result.register(27) == 0x1880
    back = next(record for record in result.records if record["insn"] == 0x3020_0073)
    assert back["pc_wdata"] == before["pc_wdata"]


def test_lines_that_do_not_exist():
    result = simulate("csrwi mstatus, 8; nop; nop; nop; csrr x5, mip; csrr x6, mie",
                      irq=lambda run: ~_ALL)
    assert not entries(result)
    assert (result.register(5), result.register(6)) == (0, _ALL)


def test_priority():
    """All lines are set at once; each falls when its handler begins."""
    left = _ALL
    seen = 0

    def irq(result):
        nonlocal left, seen
        for record in result.records[seen:]:
            if record["intr"]:
                left &= ~(1 << (record["pc_rdata"] - 0x80) // 4)
        seen = len(result.records)
        return left

    result = simulate("csrwi mstatus, 8", irq=irq, cycles=600)
    assert [(entry["pc_rdata"] - 0x80) // 4 for entry in entries(result)] == list(LINES)


@pytest.mark.parametrize("line", LINES)
def test_line_is_masked(line):
    body = "csrrc x0, mie, x25; csrwi mstatus, 8; nop; nop; nop; nop"
    select = f"li x25, 1; slli x25, x25, {line};"
    assert not entries(simulate(select + body, irq=lambda run: 1 << line))
    others = simulate(select + body, irq=lambda run: _ALL, cycles=60)
    assert (entries(others)[0]["pc_rdata"] - 0x80) // 4 == next(x for x in LINES if x != line)


@pytest.mark.parametrize("enable", ["csrwi mstatus, 8", "csrw mie, x30"])
@pytest.mark.parametrize("behind", [
    "nop", "sw x30, 0(x31)", "lw x5, 0(x31)", "ecall", "jal x0, stop", "beq x0, x0, stop",
    "csrw mie, x0", "fence", "wfi",
])
def test_enabling_is_seen_by_the_next_instruction(enable, behind):
    """The interrupt was pending before; nothing executes between the two."""
    other = {"csrwi mstatus, 8": "csrw mie, x30", "csrw mie, x30": "csrwi mstatus, 8"}[enable]
    result = simulate(f"csrw mie, x0; {other if 'mstatus' in other else 'csrw mie, x30'};"
                      f"nop; nop; {enable}; {behind}; nop; nop", irq=Pulse(0, 1 << 7), ddelay=2)
    entry, = entries(result)
    before = result.records[result.records.index(entry) - 1]
    assert before["insn"] == assemble(enable)[0]
    assert result.register(28) == before["pc_wdata"]


def test_level_that_is_gone_is_forgotten():
    result = simulate("nop; nop; nop; nop; nop; nop; csrwi mstatus, 8; nop; nop; nop",
                      irq=lambda run: (1 << 11) * (12 <= len(run.sleeping) < 16))
    assert not entries(result)


def test_pending_lines_are_read_and_not_written():
    result = simulate("csrw mip, x30; csrr x5, mip; csrw mip, x0; csrr x6, mip",
                      irq=lambda run: 0x8421_0880)
    assert (result.register(5), result.register(6)) == (0x8421_0880, 0x8421_0880)


@pytest.mark.parametrize(("instruction", "cause"), [
    ("ecall", 11), ("ebreak", 3), (".word 0xffffffff", 2), ("csrw mhartid, x0", 2),
])
def test_interrupt_in_front_of_an_exception(instruction, cause):
    """At every distance: both are taken, and the exception's instruction is the same."""
    for cycle in range(14, 24):
        result = simulate(f"csrwi mstatus, 8; nop; nop; where: {instruction}; nop",
                          exception="csrr x20, mcause; csrr x21, mepc; csrwi mstatus, 8; j stop",
                          irq=Pulse(cycle, 1 << 16), cycles=80)
        assert len(entries(result)) == 1
        trap, = (record for record in result.records if record["trap"])
        assert (result.register(20), result.register(21)) == (cause, trap["pc_rdata"])


@pytest.mark.parametrize("ddelay", [0, 2])
def test_bus_error_goes_before_an_interrupt(ddelay):
    """For every cycle in which the line rises, both are taken, with the right return addresses."""
    order = set()
    for cycle in range(12, 26):
        result = simulate("csrwi mstatus, 8; lw x5, 0(x31); addi x6, x0, 1; addi x7, x0, 2",
                          irq=Pulse(cycle, 1 << 31), derrors=(0x4000,), ddelay=ddelay,
                          cycles=80)
        causes = [record["rd_wdata"] for record in result.records if record["rd_addr"] == 29]
        assert sorted(causes) == [0x8000_001f, 0x8000_0400]
        assert (result.register(6), result.register(7)) == (1, 2)
        order.add(tuple(causes))
    assert len(order) == 2


def test_return_to_a_pending_interrupt_executes_nothing():
    """The line stays set through two handlers."""
    def irq(result):
        return (1 << 3) * (sum(record["intr"] for record in result.records) < 2)

    result = simulate("nop; csrwi mstatus, 8; addi x5, x0, 1", irq=irq)
    first, second = entries(result)
    between = result.records[result.records.index(first):result.records.index(second)]
    assert between[-1]["insn"] == 0x3020_0073
    assert result.register(26) == 2
    assert between[-1]["pc_wdata"] == result.register(28)
    assert result.register(5) == 1


_NESTED = """
    addi x2, x2, -16; sw x5, 0(x2); csrr x5, mepc; sw x5, 4(x2); csrr x5, mcause; sw x5, 8(x2)
    addi x26, x26, 1; csrrsi x0, mstatus, 8
    add x27, x27, x5; nop; nop; nop
    csrrci x0, mstatus, 8; lw x5, 4(x2); csrw mepc, x5; lw x5, 8(x2); csrw mcause, x5
    lw x5, 0(x2); addi x2, x2, 16; mret
"""


@pytest.mark.parametrize("ddelay", [0, 2])
def test_nesting(ddelay):
    """Handlers that enable interrupts are interrupted, by every line in turn, and all return."""
    left = _ALL
    seen = 0

    def irq(result):
        nonlocal left, seen
        for record in result.records[seen:]:
            if record["intr"]:
                left &= ~(1 << (record["pc_rdata"] - 0x80) // 4)
        seen = len(result.records)
        # From the last to the first, so that each is better than the one before it.
        started = [line for i, line in enumerate(reversed(LINES)) if len(result.sleeping) > 30 * i]
        return left & sum(1 << line for line in started)

    result = simulate("addi x2, x31, 1024; addi x5, x0, 77; csrwi mstatus, 8", handler=_NESTED,
                      irq=irq, cycles=1800, ddelay=ddelay)
    assert result.register(26) == len(LINES)
    assert result.register(5) == 77
    assert result.register(2) == 0x4400
    assert result.register(27) == sum(0x8000_0000 | line for line in LINES) & 0xffff_ffff
    depth = deepest = 0
    for record in result.records:
        depth += record["intr"] - (record["insn"] == 0x3020_0073)
        deepest = max(deepest, depth)
    assert depth == 0
    assert deepest > 1


@pytest.mark.parametrize("options", [{}, {"dwait": 2, "ddelay": 3}, {"iwait": 2, "idelay": 2}])
def test_no_access_is_repeated(options):
    """A line that rises in any cycle of a program leaves its loads and stores what they were."""
    def accesses(result):
        return [(t.addr, t.we, t.be, t.wdata if t.we else 0) for t in result.dbus.log]

    body = """
        csrwi mstatus, 8; addi x5, x0, 1; sw x5, 0(x31); lw x6, 0(x31); sw x6, 7(x31)
        beq x6, x5, over; sw x30, 16(x31); over: lw x8, 6(x31); jal x9, next; sw x30, 20(x31)
        next: csrw mscratch, x8; sw x8, 13(x31); fence; sb x8, 3(x31)
        """
    cycles, step = (160, 4) if options else (90, 1)
    wanted = accesses(simulate(body, cycles=cycles, **options))
    assert len(wanted) == 9
    places = set()
    for cycle in range(10, cycles - 50, step):
        result = simulate(body, cycles=cycles, irq=Pulse(cycle, 1 << 11), **options)
        assert accesses(result) == wanted
        assert follow(result, Model(dict(result.start))) == [0x8000_000b]
        places.add(result.register(28))
    assert len(places) > 6


def test_interrupt_in_front_of_an_instruction_that_is_refused():
    """It is offered again, and traps then."""
    for cycle in range(16, 26):
        result = simulate("csrwi mstatus, 8; nop; nop; .word 0x0000500b; nop",
                          exception="csrr x20, mcause; j stop", unit=Coprocessor(),
                          irq=Pulse(cycle, 1 << 3), cycles=80)
        assert result.register(20) == 2
        assert all(entry.kill for entry in result.link.log)
