"""``wfi``: when it sleeps, what wakes it up, and what it costs."""

import pytest
from core_asm import assemble
from core_lines import Pulse
from core_machine import run

_WFI, = assemble("wfi")


def simulate(body, *, cycles=120, **options):
    """Run ``body``; the handler is at 0x80, in direct mode."""
    text = f"""
        j start
    .org 0x80
        csrr x29, mcause; csrr x28, mepc; csrr x27, mstatus; addi x26, x26, 1; mret
    .org 0x100
    start: lui x31, 4; addi x30, x0, 0x80; csrw mtvec, x30; csrwi mcountinhibit, 0
    {body}
    stop: j stop
    """
    return run(assemble(text), cycles=cycles, **options)


def retired(result, word=_WFI):
    return [record["cycle"] for record in result.records if record["insn"] == word]


def test_sleeps_until_a_line_rises():
    """With interrupts disabled it goes on behind the instruction."""
    result = simulate("csrwi mie, 8; addi x5, x0, 1; wfi; addi x6, x0, 2; addi x7, x0, 3",
                      irq=lambda run: 8 * (len(run.sleeping) >= 50))
    assert retired(result) == [50]
    behind = assemble("addi x6, x0, 2; addi x7, x0, 3")
    assert [retired(result, word) for word in behind] == [[53], [54]]
    asleep = [cycle for cycle, sleeping in enumerate(result.sleeping) if sleeping]
    assert asleep == list(range(asleep[0], 50))
    assert asleep[0] < 30
    assert result.register(26) == 0


def test_nothing_happens_on_the_buses_meanwhile():
    result = simulate("csrwi mie, 8; sw x0, 0(x31); wfi; lw x5, 0(x31); lw x6, 0(x31)",
                      irq=lambda run: 8 * (len(run.sleeping) >= 60), iwait=1, idelay=3, ddelay=3)
    asleep = {cycle for cycle, sleeping in enumerate(result.sleeping) if sleeping}
    assert asleep
    assert not asleep & {transfer.cycle for bus in (result.ibus, result.dbus)
                         for transfer in bus.log}
    assert [transfer.we for transfer in result.dbus.log] == [1, 0, 0]


def test_interrupt_is_taken_behind_it():
    """The handler begins as it does in a stream of nops, and returns behind ``wfi``."""
    result = simulate("csrwi mie, 8; csrwi mstatus, 8; wfi; addi x6, x0, 2", irq=Pulse(50, 8))
    assert retired(result) == [50]
    handler, = (record for record in result.records if record["intr"])
    assert handler["cycle"] == 50 + 5
    wfi = next(record for record in result.records if record["insn"] == _WFI)
    assert (result.register(28), result.register(29)) == (wfi["pc_wdata"], 0x8000_0003)
    assert result.register(6) == 2


@pytest.mark.parametrize("lines", [0x8000_0000, 0xffff_fff7, 0x80])
def test_disabled_line_does_not_wake(lines):
    result = simulate("csrwi mie, 8; csrwi mstatus, 8; wfi; addi x6, x0, 2",
                      irq=lambda run: lines)
    assert not retired(result)
    assert result.sleeping[-1]


def test_sleeps_forever_if_nothing_is_enabled():
    assert not retired(simulate("wfi", irq=lambda run: 0xffff_ffff))


def test_cost_if_something_is_pending():
    """Two cycles in WB, and the next instruction leaves ID only then."""
    result = simulate("csrwi mie, 8; nop; nop; addi x5, x0, 1; wfi; addi x6, x0, 2",
                      irq=lambda run: 8)
    before, behind = (retired(result, word)[0]
                      for word in assemble("addi x5, x0, 1; addi x6, x0, 2"))
    assert retired(result) == [before + 2]
    assert behind - before - 1 == 4
    assert not any(result.sleeping)


def test_pending_interrupt_goes_before_it():
    """One that is seen in the first cycle in WB: ``wfi`` executes when the handler has returned."""
    seen = set()
    for cycle in range(14, 24):
        result = simulate("csrwi mie, 8; csrwi mstatus, 8; nop; nop; wfi; addi x6, x0, 2",
                          irq=lambda run, rise=cycle: Pulse(rise, 8)(run) | 8 * (
                              len(run.sleeping) > 90), cycles=140)
        first = next(record for record in result.records if record["intr"])
        seen.add(retired(result)[0] < first["cycle"])
    assert seen == {False, True}


def test_load_behind_it_waits():
    result = simulate("csrwi mie, 8; wfi; lw x5, 0(x31); lw x6, 4(x31)",
                      irq=lambda run: 8 * (len(run.sleeping) >= 50), data={0x4000: 1, 0x4004: 2})
    assert result.dbus.log[0].cycle > 50
    assert (result.register(5), result.register(6)) == (1, 2)
