"""The example program, with every library, on simulator and hardware; programs that go wrong."""

import pytest

from sim.engine import Engine, EngineConfig
from sim.iss import Iss
from sim.program import run_on_engine, run_on_iss
from sw.library import VARIANTS
from sw.model import family
from sw.program import EXAMPLE, build_program
from sw.request import MODES

HEADER, READING = b"sensor 7", b"temperature 21.5 C, humidity 40 %"
COMMAND = b"report every 60 s"


def expected(mode):
    """Return what the example has to print."""
    key = family.prf(b"sixteen secrets\0", HEADER, 16)
    sealed, tag = family.aead128_encrypt(key, bytes([1]) + bytes(15), HEADER, READING,
                                         tag_length=8)
    return f"""\
variant  {mode}
hash     {family.hash256(READING).hex()}
key      {key.hex()}
sealed   {sealed.hex()}
tag      {tag.hex()}
forged   refused
opened   {READING.decode()}
mac      {family.mac(key, COMMAND).hex()}
command  {COMMAND.decode()}
"""


@pytest.fixture(scope="module")
def programs():
    return {variant: build_program([EXAMPLE], variant=variant) for variant in VARIANTS}


@pytest.mark.parametrize(("variant", "mode"), [("both", "baseline"), ("both", "accelerated"),
                                               *((mode, mode) for mode in MODES)])
def test_on_iss(programs, variant, mode):
    text, outcome = run_on_iss(Iss(), programs[variant], accelerated=mode == "accelerated")
    assert text.decode() == expected(mode)
    assert outcome.status == 0


@pytest.mark.parametrize("mode", MODES)
def test_on_hardware(programs, mode):
    with Engine() as engine:
        text, outcome = run_on_engine(engine, programs["both"], accelerated=mode == "accelerated")
    assert text.decode() == expected(mode)
    assert outcome.status == 0


def test_on_tiny():
    """The library for the smallest coprocessor, which has no instructions for partial words."""
    image = build_program([EXAMPLE], variant="accelerated", last=False)
    with Engine(EngineConfig(preset="tiny")) as engine:
        text, outcome = run_on_engine(engine, image)
    assert text.decode() == expected("accelerated")
    assert outcome.status == 0


def test_library_of_another_preset_on_tiny(programs):
    """The library that uses these instructions traps there."""
    with Engine(EngineConfig(preset="tiny")) as engine:
        _, outcome = run_on_engine(engine, programs["accelerated"])
    assert outcome.trap.startswith("mcause 0x00000002 ")


def test_rolled_permutation(programs):
    """Less code, the same results."""
    image = build_program([EXAMPLE], variant="baseline", permutation="rolled")
    assert len(image.imem) < len(programs["baseline"].imem) - 4000
    text, outcome = run_on_iss(Iss(), image, accelerated=False)
    assert text.decode() == expected("baseline")
    assert outcome.status == 0


def test_missing_variant(programs):
    """An archive of one variant keeps it, which the program tells."""
    text, outcome = run_on_iss(Iss(), programs["baseline"], accelerated=True)
    assert text.decode() == "the other variant is not linked\n" + expected("baseline")
    assert outcome.status == 0


def test_no_coprocessor(programs):
    """Accelerated code traps where the coprocessor refuses instructions."""
    text, outcome = run_on_iss(Iss(), programs["accelerated"], accelerated=False)
    assert text.decode().endswith("variant  accelerated\n")
    assert outcome.status is None
    assert outcome.trap.startswith("mcause 0x00000002 at 0x0000")


def program(tmp_path, body):
    source = tmp_path / "mine.c"
    source.write_text(body)
    return build_program([source], variant="accelerated")


def test_status_and_variables(tmp_path):
    """What main returns; variables and constants have their values, and memory functions work."""
    image = program(tmp_path, """
#include <stddef.h>
#include "console.h"
static int zero, three = 3;
static const char text[] = "abcdefgh";
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
int main(void)
{
    char large[40] = {0}, other[40];
    for (size_t i = 0; i < sizeof text; i++)
        large[i] = text[i];
    __builtin_memcpy(other, large, sizeof other);
    memmove(large + 2, large, 5);
    memmove(other, other + 2, 5);
    print(large);
    print("|");
    print(other);
    return memcmp("abd", "abc", 3) == 1 && memcmp("abc", "abc", 3) == 0 ? zero + three : 99;
}
""")
    text, outcome = run_on_iss(Iss(), image)
    assert text == b"ababcdeh|cdefgfgh"
    assert (outcome.status, outcome.trap) == (3, "")


def test_no_end(tmp_path):
    image = program(tmp_path, "int main(void) { for (;;); }")
    with pytest.raises(TimeoutError):
        run_on_iss(Iss(), image, timeout_instructions=10_000)
    with Engine() as engine, pytest.raises(TimeoutError, match="has not ended after 20000 cycles"):
        run_on_engine(engine, image, timeout_cycles=20_000)
