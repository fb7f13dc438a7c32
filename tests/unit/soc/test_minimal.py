"""The example around the core runs a program."""

import re
from pathlib import Path

import pytest
from amaranth.back import rtlil

from soc.minimal import LEDS, Minimal
from sw.clang import Toolchain
from sw.elf import memory_of, read_elf

ROOT = Path(__file__).parents[3]
PROGRAMS = ROOT / "tests" / "programs"
SCRIPT = PROGRAMS / "bench.ld"
TABLE = (17, -4, 99, 3, 3, 0, -60, 42)


def program(folder, text=None):
    """Assemble ``minimal.S``, or other source, for address 0."""
    source = PROGRAMS / "minimal.S"
    if text is not None:
        source = folder / "other.S"
        source.write_text(text)
    tools = Toolchain(folder)
    elf = tools.link("program.elf", SCRIPT, tools.compile([source]))
    return memory_of(read_elf(elf.read_bytes())[0])


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


def example(number):
    """Return the source of an example on the core's page."""
    page = (ROOT / "docs" / "core.md").read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)[number]


@pytest.mark.usefixtures("unused")
def test_page_connects_the_core():
    names = {}
    exec(example(0), names)
    assert "core" in rtlil.convert(names["m"], ports=[])


def test_page_runs_a_program(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    exec(example(1), {})
    assert capsys.readouterr().out == "".join(f"LEDs {i}\n" for i in range(1, 8)) + (
        f"exit code {sum(place * value for place, value in enumerate(sorted(TABLE), 1))}\n")
    assert "module minimal" in (tmp_path / "minimal.v").read_text()
    assert (tmp_path / "minimal.vcd").stat().st_size > 1000
