"""Counters of events: what each event counts, and their registers."""

import pytest
from core_asm import assemble
from core_lines import Pulse
from core_machine import run
from core_programs import custom

from sim.core.coprocessor import Coprocessor

EVENTS = ("cycle", "retired", "compressed", "jump", "branch", "taken", "interrupt", "data_read",
          "data_write", "if_invalid", "id_invalid", "ex_invalid", "wb_invalid", "load_stall",
          "jalr_stall", "wb_data_stall")


def count(body, *events, **options):
    """Return how often ``events`` happen in ``body``, which may use x1 to x9 and 32(x31) and up.

    What is around it retires the write of ``mcountinhibit``, a ``nop`` and another write.
    """
    text = f"""
        j start
    .org 0x80
        csrr x29, mcause; mret
    .org 0x100
    start: lui x31, 4; addi x30, x0, 0x80; csrw mtvec, x30; li x27, -1; csrw mie, x27
        addi x20, x0, {sum(1 << EVENTS.index(event) for event in events) % 2048}
        addi x21, x0, {sum(1 << EVENTS.index(event) for event in events) >> 11}
        slli x21, x21, 11; add x20, x20, x21; csrw 0x323, x20; csrwi mstatus, 8
        nop; nop; nop; nop; nop; csrwi mcountinhibit, 0; nop
        {body}
        nop; csrw mcountinhibit, x27; csrr x28, 0xb03
    stop: j stop
    """
    options.setdefault("unit", Coprocessor())
    result = run(assemble(text), cycles=140, **({"hpm_counters": 1} | options))
    return result.register(28)


@pytest.mark.parametrize(("body", "event", "number"), [
    ("add x1, x0, x0; lui x2, 1", "retired", 2 + 3),
    ("", "cycle", 3),
    ("lw x1, 0(x31); addi x2, x1, 0", "cycle", 3 + 3),
    ("jal x0, 4; auipc x5, 0; jalr x0, 8(x5); beq x0, x0, 4", "jump", 2),
    ("jal x0, 4; beq x0, x0, 4; bne x0, x0, 4; bge x0, x0, 4", "branch", 3),
    ("jal x0, 4; beq x0, x0, 4; bne x0, x0, 4; bge x0, x0, 4", "taken", 2),
    ("lw x1, 0(x31); lb x2, 1(x31); sw x1, 4(x31); lw x3, 6(x31)", "data_read", 4),
    ("lw x1, 0(x31); sb x2, 1(x31); sw x1, 4(x31); sw x3, 6(x31)", "data_write", 4),
    ("lw x1, 0(x31); addi x2, x1, 0; lw x1, 0(x31); nop; addi x2, x1, 0", "load_stall", 1),
    (f".word {custom(0, 3, 1, 2)}; addi x2, x3, 0", "load_stall", 1),
    ("auipc x5, 0; addi x5, x5, 12; jalr x0, 0(x5)", "jalr_stall", 1),
    ("auipc x5, 0; addi x5, x5, 16; nop; jalr x0, 0(x5)", "jalr_stall", 0),
    # A branch that is taken leaves two bubbles behind it, a jump one.
    ("beq x0, x0, 4", "wb_invalid", 2),
    ("jal x0, 4", "wb_invalid", 1),
    ("lw x1, 0(x31); addi x2, x1, 0", "wb_invalid", 1),
    ("lw x1, 2(x31)", "wb_invalid", 0),
    ("add x1, x0, x0; lui x2, 1", "wb_invalid", 0),
    ("beq x0, x0, 4", "ex_invalid", 2),
    ("beq x0, x0, 4", "id_invalid", 2),
    ("beq x0, x0, 4", "if_invalid", 1),
])
def test_event(body, event, number):
    assert count(body, event) == number


@pytest.mark.parametrize("access", ["lw x1, 0(x31)", "sw x1, 0(x31)"])
def test_wait_for_the_data_bus(access):
    assert count(access, "wb_data_stall") == 0
    waits = set()
    for seed in range(4):
        waited = count(access, "wb_data_stall", ddelay=6, seed=seed)
        assert waited == count(access, "cycle", ddelay=6, seed=seed) - count(access, "cycle")
        waits.add(waited)
    assert len(waits) > 1


def test_interrupts_are_counted():
    assert count("nop; nop; nop; nop; nop; nop; nop", "interrupt", irq=Pulse(28, 1 << 11)) == 1
    assert count("nop; ecall; nop", "interrupt") == 0


def test_compressed_instructions_are_counted():
    body = "c.nop; c.addi x5, 1; addi x1, x1, 1"
    assert count(body, "compressed", c=True) == 2
    assert count(body, "retired", c=True) == 3 + 3


def test_any_of_several_events_is_counted_once():
    body = "beq x0, x0, 4; jal x0, 4"
    assert count(body, "branch", "taken", "jump") == 2
    assert count(body, "branch", "cycle") == count(body, "cycle")


def test_nothing_is_counted_in_sleep():
    """A clock that stands still meanwhile makes no difference."""
    early, late = (count("wfi", "cycle", irq=lambda run, rise=rise: 8 * (len(run.sleeping) > rise))
                   for rise in (60, 90))
    assert early == late


def test_registers():
    """Three counters: halves, aliases, ``mhpmevent``, ``mcountinhibit``; the fourth reads 0."""
    words = assemble("""
        csrr x1, mcountinhibit; li x2, -1; csrw mcountinhibit, x2; csrr x3, mcountinhibit
        csrw 0x323, x2; csrr x4, 0x323; csrw 0x326, x2; csrr x5, 0x326
        csrw 0xb05, x2; csrwi 0xb85, 7; csrr x6, 0xb05; csrr x7, 0xc05; csrr x8, 0xb85
        csrr x9, 0xc85; csrw 0xb06, x2; csrr x10, 0xb06; csrr x11, 0xc86; csrr x12, 0x33f
        csrwi 0x325, 1; csrwi mcountinhibit, 0; nop; csrr x13, 0xb85
        csrwi 0xb05, 0; nop; nop; csrr x14, 0xb05; csrwi 0xc03, 0
        """)
    result = run(words, count=len(words), hpm_counters=3)
    values = [result.register(i) for i in range(1, 15) if i != 2]
    assert values == [0x3d, 0x3d, 0xffff, 0, 0xffff_ffff, 0xffff_ffff, 7, 7, 0, 0, 0, 8, 2]
    assert result.records[-1]["trap"]


@pytest.mark.parametrize("number", [1, 29])
def test_last_counter_exists(number):
    last = 2 + number
    words = assemble(f"csrwi {0xb00 + last}, 9; csrr x1, {0xb00 + last}; csrwi {0x320 + last}, 9;"
                     f"csrr x2, {0x320 + last}; csrr x3, mcountinhibit")
    result = run(words, cycles=30, hpm_counters=number)
    assert [result.register(i) for i in (1, 2, 3)] == [9, 9, 5 | (1 << number) - 1 << 3]
