"""C programs, compiled for each instruction set, print on the core what they print on the host."""

import subprocess
from pathlib import Path

import pytest

from sim.core.bench import EXTENSIONS, Bench, Settings, Status, core_library, core_verilog
from sim.core.instructions import Namer
from sim.toolchain import find_compiler
from sw.clang import Toolchain
from sw.elf import memory_of, read_elf

FOLDER = Path(__file__).parents[2] / "programs"

#: Sets of extensions; the short run has the first and the last.
SETS = ((), ("m",), ("m", "c"), EXTENSIONS)

SLOW = Settings(console=True, seed=5, iwait=1, idelay=1, dwait=1, ddelay=2)


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    """Output of the program on this machine."""
    folder = tmp_path_factory.mktemp("host")
    objects = []
    for name in ("checks", "host"):
        objects.append(folder / f"{name}.o")
        subprocess.run([*find_compiler(), "-x", "c", "-fwrapv", "-O1", "-c", FOLDER / f"{name}.c",
                        "-o", objects[-1]], check=True)
    subprocess.run([*find_compiler(), *objects, "-o", folder / "checks"], check=True)
    output = subprocess.run([folder / "checks"], check=True, capture_output=True).stdout
    # Known without any machine: the CRC's check value, 25!, ROT13.
    assert output.startswith(b"crc32: cbf43926\nsorted: 00000001\n")
    assert b"gur dhvpx oebja sbk" in output
    assert output.endswith(b"\n0015511210043330985984000000\n")
    return output


def used(text):
    """Return the extensions that machine code has instructions of."""
    name, found, at = Namer(EXTENSIONS), set(), 0
    while at < len(text):
        word = int.from_bytes(text[at:at + 4], "little")
        size = 4 if word & 3 == 3 else 2
        row = name(word & (1 << 8 * size) - 1)
        found |= set(row.extensions.split()) if row else set()
        at += size
    return found - {"i"}


@pytest.mark.parametrize("optimize", ["2", pytest.param("s", marks=pytest.mark.full)])
@pytest.mark.parametrize("extensions", [
    pytest.param(chosen, id="rv32i" + "_".join(chosen),
                 marks=[] if chosen in (SETS[0], SETS[-1]) else pytest.mark.full)
    for chosen in SETS])
def test_program(extensions, optimize, right, tmp_path):
    tools = Toolchain(tmp_path, optimize=optimize, extensions=extensions)
    objects = tools.compile([FOLDER / name for name in ("start.S", "checks.c", "bench.c")])
    sections, _ = read_elf(tools.link("checks.elf", FOLDER / "bench.ld", objects).read_bytes())
    text, = (section.content for section in sections if section.name == ".text")
    assert used(text) == set(extensions)
    memory = memory_of(sections)
    library = core_library(core_verilog(**dict.fromkeys(extensions, True)))
    for settings in (Settings(console=True), SLOW):
        with Bench(library, settings, memory) as bench:
            assert bench.run(5_000_000, keep=False) == Status.EXITED, bench.violation
            print(f"{bench.cycles} cycles")
            assert bench.code == 0
            assert bench.output == right
