"""The permutation as machine code: the assembler makes what was proved, and firmware runs on it."""

import random

import pytest

from sim.expect import expected_answer
from sim.iss import Iss
from sw.clang import BuildError, Toolchain
from sw.driver import Driver
from sw.elf import read_elf
from sw.image import build
from sw.library import build_library
from sw.request import Request
from sw.schedule import ISAS, PERMUTATIONS, PROGRAMS, Isa, program_source
from sw.schedule.code import Branch, Instruction, Jump, Label, Return

REGISTERS = {**{f"s{n}": n + (8 if n < 2 else 16) for n in range(12)},
             **{f"t{n}": n + (5 if n < 3 else 25) for n in range(7)}, "zero": 0}

#: ``funct7, funct3`` of the instructions with three registers.
REGISTER = {"xor": (0x00, 4), "or": (0x00, 6), "and": (0x00, 7), "xnor": (0x20, 4),
            "orn": (0x20, 6), "andn": (0x20, 7)}

#: The same with an immediate, whose upper bits are the first number if it is a shift's.
IMMEDIATE = {"addi": (None, 0), "xori": (None, 4), "slli": (0x00, 1), "srli": (0x00, 5),
             "rori": (0x30, 5)}


def encode(item, offset):
    """Encode an item of a program as the manual says; ``offset`` is how far it jumps."""
    match item:
        case Instruction(name=name) if name in REGISTER:
            high, funct3 = REGISTER[name]
            low, last = 0x33, REGISTERS[item.operand]
        case Instruction(name=name):
            high, funct3 = IMMEDIATE[name]
            low, last = 0x13, item.operand & 0xfff
        case Jump():
            bits = f"{offset & 0x1f_ffff:021b}"
            return int(bits[0] + bits[10:20] + bits[9] + bits[1:9], 2) << 12 | 0x6f
        case Branch():
            bits = f"{offset & 0x1fff:013b}"
            return (int(bits[0] + bits[2:8], 2) << 25 | REGISTERS[item.rs2] << 20
                    | REGISTERS[item.rs1] << 15 | 1 << 12 | int(bits[8:12] + bits[1], 2) << 7
                    | 0x63)
        case Return():
            return 0x0000_8067
    return ((high or 0) << 25 | last << 20 | REGISTERS[item.rs1] << 15 | funct3 << 12
            | REGISTERS[item.rd] << 7 | low)


@pytest.mark.parametrize("name", PROGRAMS)
def test_assembler_makes_what_was_proved(name, tmp_path):
    program = PROGRAMS[name]
    source = tmp_path / "program.S"
    source.write_text(program_source(program))
    tools = Toolchain(tmp_path, extensions=program.form.isa.extensions)
    sections, _ = read_elf(tools.compile([source])[0].read_bytes())
    code = next(section.content for section in sections if section.name == ".text")
    labels, expected = {}, []
    for item in program.items:
        if isinstance(item, Label):
            labels[item.name] = len(expected)
        else:
            expected.append(item)
    words = [int.from_bytes(code[i:i + 4], "little") for i in range(0, len(code), 4)]
    assert words == [
        encode(item, 4 * (labels[item.label] - number) if hasattr(item, "label") else 0)
        for number, item in enumerate(expected)]


def test_zbb_needs_the_extension(tmp_path):
    source = tmp_path / "program.S"
    source.write_text(program_source(PROGRAMS["zbb_rolled"]))
    with pytest.raises(BuildError, match="requires the following: 'Zbb'"):
        Toolchain(tmp_path).compile([source])


def size_of(name):
    """Return the bytes of a program."""
    return 4 * sum(not isinstance(item, Label) for item in PROGRAMS[name].items)


def test_rolled_firmware():
    """The baseline routines work on the loop, which is smaller and takes a little longer."""
    rng = random.Random(1)
    drivers, sizes = {}, {}
    for permutation in PERMUTATIONS:
        image = build(permutation=permutation)
        drivers[permutation] = Driver(Iss())
        drivers[permutation].load(image)
        sizes[permutation] = len(image.imem)
    assert sizes["unrolled"] - sizes["rolled"] == size_of("unrolled") - size_of("rolled")
    for length, ad_length in ((0, 0), (5, 20), (40, 16), (100, 3)):
        requests = [Request("aead128", "encrypt", rng.randbytes(16), rng.randbytes(16),
                            rng.randbytes(ad_length), rng.randbytes(length)),
                    Request("hash256", "hash", message=rng.randbytes(length))]
        for request in requests:
            expected = expected_answer(request)
            answers = [driver.run(request, "baseline") for driver in drivers.values()]
            for answer in answers:
                assert (answer.status, answer.output, answer.tag) == (
                    expected.status, expected.output, expected.tag)
            assert answers[0].instructions < answers[1].instructions


@pytest.mark.parametrize("isa", ISAS)
def test_builds_name_what_is_unknown(isa, tmp_path):
    assert Isa(isa).extensions == tuple(isa.split("_")[1:])
    for function in (build, lambda **options: build_library(tmp_path, **options)):
        with pytest.raises(ValueError, match="permutation must be one of .*, not 'slow'"):
            function(permutation="slow", isa=isa)
        with pytest.raises(ValueError, match="isa must be one of .*, not 'rv64i'"):
            function(isa="rv64i")


def test_code_with_zbb():
    """The image for the larger instruction set has the shorter permutation."""
    plain, zbb = (build(isa=isa) for isa in ISAS)
    assert len(plain.imem) - len(zbb.imem) == size_of("unrolled") - size_of("zbb_unrolled")
