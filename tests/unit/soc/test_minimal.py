"""The example around the core runs a program."""

from pathlib import Path

import pytest

from soc.minimal import LEDS, Minimal
from sw.clang import Toolchain
from sw.elf import read_elf

PROGRAMS = Path(__file__).parents[2] / "programs"
TABLE = (17, -4, 99, 3, 3, 0, -60, 42)


def program(folder, text=None):
    """Assemble ``minimal.S``, or other source, for address 0."""
    source = PROGRAMS / "minimal.S"
    if text is not None:
        source = folder / "other.S"
        source.write_text(text)
    script = folder / "flat.ld"
    script.write_text("ENTRY(_start)\nSECTIONS { . = 0; .text : { *(.text*) } }\n")
    tools = Toolchain(folder)
    sections, _ = read_elf(tools.link("program.elf", script, tools.compile([source])).read_bytes())
    memory = bytearray(max(section.address + len(section.content) for section in sections))
    for section in sections:
        memory[section.address:section.address + len(section.content)] = section.content
    return bytes(memory)


def run(obi, dut):
    """Run until the program ends; return its code and the LEDs' values, one after the other."""
    leds = [0]

    async def testbench(ctx):
        while not ctx.get(dut.exited):
            await ctx.tick()
            if ctx.get(dut.leds) != leds[-1]:
                leds.append(ctx.get(dut.leds))
        leds.append(ctx.get(dut.code))

    obi.simulate(dut, testbench, deadline_cycles=4000)
    *leds, code = leds
    return code, leds


@pytest.mark.parametrize("core", [{}, {"m": True, "c": True}])
def test_program(obi, tmp_path, core):
    code, leds = run(obi, Minimal(program(tmp_path), size=512, **core))
    assert leds == list(range(8))
    assert code == sum(place * value for place, value in enumerate(sorted(TABLE), 1))


def test_unknown_instruction_traps(obi, tmp_path):
    text = f"""
    .globl _start
    _start: la t0, trap; csrw mtvec, t0; li s0, {LEDS:#x}; .word 0x0000000b
    .balign 128
    trap: csrr a0, mcause; sw a0, 4(s0); j .
    """
    assert run(obi, Minimal(program(tmp_path, text), size=256))[0] == 2


def test_size_is_checked(obi):
    obi.refused(Minimal, "does not fit", program=bytes(20), size=16)
