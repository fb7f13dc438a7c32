"""Timer, software and other interrupts, and ``wfi``, on the instruction-set simulator."""

import pytest

from sim.iss import Iss
from soc.memory_map import Interrupt, address

COMMAND = address("mailbox", "COMMAND")

#: ``t1`` is the mask of a line, x9 the clint's base.
SETUP = """
  li s1, CLINT_BASE
  li s2, CLINT_BASE + CLINT_MTIME
  li s3, CLINT_BASE + CLINT_MTIMECMP
"""

ENABLE = """
  li t1, 1 << {line}
  csrw mie, t1
  csrsi mstatus, 8
"""

#: The frame's handler goes on one instruction later, as for exceptions; one for interrupts.
HANDLER = """
  la t0, 9f
  csrw mtvec, t0
  j 8f
.balign 128
9:
  csrr t5, mcause
  csrr t6, mepc
  note t5
  note t6
  sw zero, CLINT_MSIP(s1)
  li t5, -1
  sw t5, 4(s3)
  mret
8:
"""

SOFTWARE, TIMER, EXTERNAL, MAILBOX = (1 << 31 | line for line in (
    Interrupt.SOFTWARE, Interrupt.TIMER, Interrupt.EXTERNAL, Interrupt.MAILBOX))


def test_software_interrupt_comes_directly_behind_its_store(run):
    symbols, words = run(SETUP + HANDLER + ENABLE.format(line="INTERRUPT_SOFTWARE") + """
  li t1, 1
  li a0, 5
  sw t1, CLINT_MSIP(s1)
behind: addi a0, a0, 1
  note a0
  lw a1, CLINT_MSIP(s1)
  note a1
""", 4)
    assert words == [SOFTWARE, symbols["behind"], 6, 0]


@pytest.mark.parametrize("enable", ["csrsi mstatus, 8", "csrsi mie, 8", "mret"])
def test_pending_interrupt_comes_directly_behind_what_enables_it(run, enable):
    other = "csrci mie, 8" if "mie" in enable else "csrci mstatus, 8"
    symbols, words = run(SETUP + HANDLER + f"""
  csrsi mie, 8
  csrsi mstatus, 8
  {other}
  li t1, 1
  sw t1, CLINT_MSIP(s1)
  la t1, behind
  csrw mepc, t1
  li t1, 0x80
  {'csrs mstatus, t1' if enable == 'mret' else 'nop'}
  csrr a0, mip
  li a1, 5
  {enable}
behind: addi a1, a1, 1
  note a0
  note a1
""", 4)
    lines = (Interrupt.SOFTWARE, Interrupt.EXTERNAL, Interrupt.MAILBOX)
    assert words == [SOFTWARE, symbols["behind"], sum(1 << line for line in lines), 6]


def test_timer_interrupts_a_loop(run):
    """In time, to within a basic block; where differs by mode, so it is not compared."""
    _, words = run(SETUP + HANDLER + """
  lw a0, 0(s2)
  addi a0, a0, 300
  sw zero, 4(s3)
  sw a0, 0(s3)
""" + ENABLE.format(line="INTERRUPT_TIMER") + """
1:
  addi a1, a1, 1
  lw a2, 4(s3)
  beqz a2, 1b
  csrr a2, time
  sub a2, a2, a0
  sltiu a2, a2, 20
  sw a2, -4(s0)
""", 2)
    assert words == [TIMER, 1]


@pytest.mark.parametrize("enabled", [0, 8])
def test_wfi_lets_time_pass_until_the_timer(run, enabled):
    """What is behind executes whether the interrupt is taken or not; ``mcycle`` stands still."""
    symbols, words = run(SETUP + HANDLER + f"""
  lw a0, 0(s2)
  li a1, 5000
  add a0, a0, a1
  sw zero, 4(s3)
  sw a0, 0(s3)
  li t1, 1 << INTERRUPT_TIMER
  csrw mie, t1
  csrwi mstatus, {enabled}
  csrr a3, mcycle
  wfi
behind: csrr a1, time
  csrr a4, mcycle
  sub a1, a1, a0
  sltiu a1, a1, 20
  note a1
  sub a4, a4, a3
  sltiu a4, a4, 20
  note a4
""", 2 + enabled // 4)
    assert words == [TIMER, symbols["behind"]] * (enabled // 8) + [1, 1]


def test_wfi_goes_on_if_something_is_pending(run):
    _, words = run(SETUP + """
  csrwi mie, 8
  li t1, 1
  sw t1, CLINT_MSIP(s1)
  csrr a0, time
  wfi
  csrr a1, time
  sub a0, a1, a0
  note a0
""", 1)
    assert words == [2]


@pytest.mark.parametrize("observer", [None, lambda step: None])
def test_host_wakes_the_core_up(assemble, frame, observer):
    image = assemble(frame("""
  li t1, 1 << INTERRUPT_MAILBOX
  csrw mie, t1
  wfi
  csrr a0, mip
  note a0
"""))
    iss = Iss(image, observer=observer)
    iss.run(1000)
    assert iss.cycles == 1000
    before = iss.instructions
    iss.run(10_000_000)
    assert iss.instructions == before
    iss.write(COMMAND, [1])
    iss.wait_zero(COMMAND, 1000)
    assert iss.read(0x0010_1000, 1) == [1 << Interrupt.MAILBOX | 1 << Interrupt.EXTERNAL]


def test_sleep_is_not_longer_than_the_limit(assemble, frame):
    """The core still sleeps then, and a sleeping core that nothing wakes up is a timeout."""
    iss = Iss(assemble(frame("  wfi\n")))
    iss.write(COMMAND, [1])
    with pytest.raises(TimeoutError, match="not 0 after 100000 cycles"):
        iss.wait_zero(COMMAND, 100_000)
    assert iss.instructions < 20
    # A reset ends it.
    iss.write(address("control", "CONTROL"), [3])
    iss.write(address("control", "CONTROL"), [1])
    steps = iss.instructions
    iss.run(3)
    assert iss.instructions == steps + 3


def test_priority(run):
    """External, then software, then timer; the last one ends with its line."""
    _, words = run(SETUP + """
  la t0, 9f
  csrw mtvec, t0
  j 8f
.balign 128
9:
  csrr t5, mcause
  note t5
  andi t5, t5, 31
  li t6, 1
  sll t6, t6, t5
  csrc mie, t6
  mret
8:
  li t1, 1
  sw t1, CLINT_MSIP(s1)
  sw zero, 4(s3)
  sw zero, 0(s3)
  li t1, -1
  csrw mie, t1
  csrsi mstatus, 8
  csrr a0, mip
  note a0
""", 5)
    assert words == [MAILBOX, EXTERNAL, SOFTWARE, TIMER,
                     1 << Interrupt.SOFTWARE | 1 << Interrupt.TIMER | 1 << Interrupt.EXTERNAL
                     | 1 << Interrupt.MAILBOX]


def test_mtime_is_written_and_read(run):
    _, words = run(SETUP + """
  li a0, 7
  sw a0, 4(s2)
  li a0, 0x1000
  sw a0, 0(s2)
  csrr a1, timeh
  note a1
  csrr a1, time
  sub a1, a1, a0
  sltiu a1, a1, 12
  note a1
  lw a1, 4(s2)
  note a1
  lw a1, 0(s3)
  note a1
""", 4)
    assert words == [7, 1, 7, 0xffff_ffff]


def test_nothing_interrupts_one_that_defers(assemble):
    iss = Iss(assemble("""
  csrsi mstatus, 8
  csrwi mie, 8
  li t0, CLINT_BASE
  li t1, 1
  sw t1, CLINT_MSIP(t0)
  wfi
  nop
1: j 1b
"""), defer_interrupts=True, observer=lambda step: None)
    iss.run(20)
    assert iss.register(6) == 1
    iss.take_interrupt(SOFTWARE)
    with pytest.raises(RuntimeError, match="is not enabled"):
        iss.take_interrupt(SOFTWARE)
