"""Interrupts in every phase of offloaded instructions: killed, executed again, once each."""

import pytest
from core_asm import assemble
from core_follow import follow
from core_lines import Pulse
from core_machine import run
from core_model import Model
from core_programs import custom

from sim.core.timing import ENTRY, INTERRUPT


class Accumulator:
    """Coprocessor with a state that every instruction changes, so that order and number count."""

    def __init__(self):
        self.state = 1
        self.executed = []

    def respond(self, instr):
        """Return (accept, writeback, exc): ``funct3`` 1 has no result, 3 announces exceptions."""
        funct3 = instr >> 12 & 7
        accept = int(instr & 0x7f == 0x0b and funct3 <= 3)
        return accept, int(accept and funct3 != 1), int(accept and funct3 == 3)

    def execute(self, instr, rs1, rs2):
        """Return the old state and fold the operands into the new one."""
        old = self.state
        self.state = (self.state * 5 + rs1 * 3 + rs2 + instr) & 0xffff_ffff
        self.executed.append(instr)
        return old


def word(*args):
    return f".word {custom(*args)}"


_SEQUENCE = f"""
    {word(0, 3, 1, 2)}; {word(0, 4, 3, 1)}; {word(1, 0, 4, 2)}; lw x5, 0(x31); {word(2, 6, 5, 3)}
    sw x6, 4(x31); {word(3, 7, 6, 1)}; {word(0, 5, 7, 0)}; beq x0, x0, over; {word(0, 5, 1, 1)}
    over: {word(1, 0, 5, 5)}; {word(5)}; jal x0, next; {word(0, 5, 1, 1)}
    next: {word(0, 7, 2, 2)}; add x1, x7, x3; {word(0, 4, 1, 7)}
"""


def simulate(sequence, *, cycles=110, **options):
    """Run ``sequence`` with interrupts enabled; refused instructions are skipped."""
    text = f"""
        j start
    exception: csrr x28, mepc; addi x28, x28, 4; csrw mepc, x28; mret
    handler: csrr x29, mcause; csrr x27, mepc; {word(0, 26, 29, 29)}; mret
    .org 0x80
        j exception; {"; ".join(["j handler"] * 31)}
    start: lui x31, 4; addi x30, x0, 0x81; csrw mtvec, x30; li x30, -1; csrw mie, x30
        addi x1, x0, 11; addi x2, x0, 22; csrwi mstatus, 8
    {sequence}
    stop: j stop
    """
    return run(assemble(text), cycles=cycles, unit=Accumulator(), **options)


@pytest.mark.parametrize(("k", "busy", "options"), [
    (1, 0, {}), (2, 0, {}), (5, 0, {}), (2, 3, {}), (3, 1, {"ddelay": 3}),
])
def test_every_cycle(k, busy, options):
    """The handler offloads too, so that a missing or repeated execution shows in every result."""
    killed = places = 0
    for cycle in range(14, 64, 1 if k == 2 and not busy else 3):
        result = simulate(_SEQUENCE, k=k, busy=lambda: busy, irq=Pulse(cycle, 1 << 20),
                          cycles=110 + 40 * (busy + k > 4 or bool(options)), **options)
        unit = Accumulator()
        causes = follow(result, Model(dict(result.start), unit=unit), where=f"rise at {cycle},")
        assert causes == [0x8000_0014]
        # Committed is what was executed, in its order; all of it has a result.
        log = result.link.log
        assert [entry.instr for entry in log if not entry.kill] == unit.executed
        assert len(unit.executed) == 10
        assert all(entry.commit is not None for entry in log)
        assert all((entry.result is not None) != bool(entry.kill) for entry in log)
        killed += sum(entry.accept and entry.kill for entry in log)
        places += result.register(27) == custom(0, 3, 1, 2)
    assert killed > (0 if busy or k != 2 else 4)


def test_offload_that_waits_for_issue_does_not_delay_an_interrupt():
    """It is withdrawn, and offered again when the handler has returned."""
    offers = iter([60, 0, 0])
    result = simulate(f"nop; nop; {word(0, 3, 1, 2)}", busy=lambda: next(offers),
                      irq=Pulse(30, 1 << 3))
    handler = next(record for record in result.records if record["intr"])
    assert handler["cycle"] == 30 + INTERRUPT
    # Everything in front of it has retired long ago: its address is the one to return to.
    where = next(record for record in result.records if record["insn"] == custom(0, 3, 1, 2))
    assert result.register(27) == where["pc_rdata"]
    assert [entry.instr for entry in result.link.log] == [custom(0, 26, 29, 29),
                                                          custom(0, 3, 1, 2)]
    assert not any(entry.kill for entry in result.link.log)


@pytest.mark.parametrize("k", [2, 9, 20])
def test_offload_in_write_back_is_waited_for(k):
    """What was committed can't be taken back: it retires, the interrupt follows directly."""
    result = simulate(f"nop; nop; {word(0, 3, 1, 2)}; {word(0, 4, 1, 2)}; nop; nop", k=k,
                      irq=Pulse(18, 1 << 3))
    first, second = result.link.log[:2]
    assert (first.cycle, first.commit, first.kill) == (15, 16, 0)
    # The second one is committed a cycle later, before the line is seen in cycle 19.
    assert (second.commit, second.kill) == (17, 0)
    handler = next(record for record in result.records if record["intr"])
    retired = [record for record in result.records if record["insn"] == custom(0, 4, 1, 2)]
    assert handler["cycle"] == max(retired[0]["cycle"], 18) + 1 + ENTRY
    assert result.register(27) == retired[0]["pc_wdata"]


@pytest.mark.parametrize(("rise", "phase"), [(14, "ID"), (15, "EX"), (16, "WB")])
def test_kill(rise, phase):
    """Seen when it is in ID, it is not offered; in EX, it is killed; in WB, it retires."""
    result = simulate(f"nop; nop; {word(0, 3, 1, 2)}; nop; nop", irq=Pulse(rise, 1 << 3))
    mine = [entry for entry in result.link.log if entry.instr == custom(0, 3, 1, 2)]
    kills = [entry.kill for entry in mine]
    assert kills == {"ID": [0], "EX": [1, 0], "WB": [0]}[phase]
    if phase == "EX":
        assert (mine[0].cycle, mine[0].commit) == (rise, rise + 1)
    handler = next(record for record in result.records if record["intr"])
    assert handler["cycle"] == rise + INTERRUPT + (phase == "WB")
