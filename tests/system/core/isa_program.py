"""Makes a program of directed cases, runs it on a core in Verilator, compares every step."""

from pathlib import Path
from typing import NamedTuple

from isa_rows import Step

from sim.core.bench import EXTENSIONS, Bench, Settings, Status, core_library, core_verilog
from sim.core.soak import COUNTERS
from sw.clang import Toolchain
from sw.elf import memory_of, read_elf

_SCRIPT = Path(__file__).parents[2] / "programs" / "bench.ld"

#: The handler leaves ``mcause`` in x30 and ``mepc`` in x31, and skips the instruction.
_START = """
.option norvc
.section .text.start, "ax"
.globl _start
_start:
{first}
  la    x31, handler
  csrw  mtvec, x31
  j     main
.balign 128
handler:
  csrr  x30, mcause
  csrr  x31, mepc
  lhu   x29, 0(x31)
  andi  x29, x29, 3
  addi  x29, x29, -3
  addi  x31, x31, 2
  bnez  x29, 1f
  addi  x31, x31, 2
1:
  csrw  mepc, x31
  mret
main:
"""

_END = """
end:
  li    x10, 0x80000000
  sw    x0, 4(x10)
  j     .
.balign 4
  .skip 256
data:
  .4byte 0x80ff7f01, 0x12345678
scratch:
  .4byte 0, 0
"""


class Seen(NamedTuple):
    """A retired instruction: ``trap`` is its ``mcause``, or -1."""

    pc:   int
    next: int
    rd:   int
    trap: int


def text(rows, first=()):
    """Return the program of all cases of ``rows``, those of ``first`` before there is a handler.

    Step n of all has the label ``step_n``.
    """
    lines, number = [], 0
    for part in (first, rows):
        lines.append([])
        for row in part:
            for case in row.cases:
                for step in case:
                    rvc = step.line.startswith("c.")
                    lines[-1] += [".option rvc"] * rvc + [f"step_{number}: {step.line}"]
                    lines[-1] += [".option norvc"] * rvc
                    number += 1
                # What begins with a compressed instruction must not move what follows.
                lines[-1].append(".balign 4")
    before, behind = map("\n".join, lines)
    return _START.format(first=before) + behind + _END


def build(source, folder):
    """Assemble with clang; return the memory's content and the symbols."""
    path = folder / "program.S"
    path.write_text(source)
    tools = Toolchain(folder, extensions=EXTENSIONS)
    sections, symbols = read_elf(tools.link("program.elf", _SCRIPT,
                                            tools.compile([path])).read_bytes())
    return memory_of(sections), symbols


def run(memory, extensions, **settings):
    """Run on a core until the program ends itself; return a list of :class:`Seen`."""
    counters = COUNTERS if extensions == EXTENSIONS else 0
    library = core_library(core_verilog(hpm_counters=counters, **dict.fromkeys(extensions, True)))
    with Bench(library, Settings(console=True, **settings), memory) as bench:
        assert bench.run(1_000_000) == Status.EXITED, bench.violation
        records = list(bench.records())
    seen = []
    for record, following in zip(records, [*records[1:], None], strict=True):
        # The first instruction of the handler reads mcause.
        seen.append(Seen(record[1], record[2], record[5], following[5] if record[14] else -1))
    return seen


def differences(rows, symbols, seen, extensions):
    """Return what steps did that their cases do not say, as text.

    ``rows`` are all of the program, in its order. An instruction of none of ``extensions`` must
    be illegal.
    """
    found, number = [], 0
    at = {}
    for record in seen:
        at.setdefault(record.pc, record)
    for row in rows:
        there = {"i", *extensions} & set(row.extensions.split())
        for case in row.cases:
            for step in case:
                pc = symbols[f"step_{number}"]
                number += 1
                named = step.line.split()[0] == row.name
                wanted = Step(step.line, trap=2) if named and not there else step
                record = at.get(pc)
                # Not every step is reached: a jump goes over some.
                if record is not None:
                    found += [f"{row.name}: {step.line}: {what}" for what in
                              _compare(wanted, record, pc, symbols["handler"])]
                elif named or _expects(step):
                    found.append(f"{row.name}: {step.line}: not executed")
    return found


def _expects(step):
    return step[1:] != Step("")[1:]


def _compare(step, record, pc, handler):
    wanted = {"trap": step.trap}
    if step.trap >= 0:
        wanted |= {"next": handler, "rd": 0}
    else:
        wanted |= {} if step.next is None else {"next": pc + step.next & 0xffff_ffff}
        wanted |= {} if step.rd is None else {"rd": step.rd}
        wanted |= {} if step.link is None else {"rd": pc + step.link & 0xffff_ffff}
    return [f"{name} is {getattr(record, name):#x}, not {value:#x}"
            for name, value in wanted.items() if getattr(record, name) != value]
