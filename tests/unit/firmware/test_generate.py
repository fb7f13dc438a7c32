"""Generated files against the tables they are made from."""

import itertools
import re

import pytest

from hdl.isa import INSTRUCTIONS, IV, ROUNDS, Algorithm, ByteOrder, Index, encode
from soc.memory_map import BLOCKS, REGIONS, Command, Interrupt, Status, address
from sw.generate import GENERATED, c_header, memory_map_symbols, write_all
from sw.image import BuildError, build

RANGES = {Index.ALGORITHM: range(8), Index.LANE: range(5), Index.WORD: range(10),
          Index.FLAGS: [None]}
REGISTERS = {"rd": ("a0", 10), "rs1": ("s11", 27), "rs2": ("t6", 31)}
PROGRAM = """
#include "instructions.inc"
#include "memory_map.inc"
.section .text.start, "ax"
.globl _start
_start:
"""


def assembled(tmp_path, text):
    """Return the words of a program."""
    source = tmp_path / "program.S"
    source.write_text(PROGRAM + text + "\nend:\n")
    image = build(sources=[source], out=tmp_path / "build")
    content = image.imem[:image.symbols["end"]]
    return [int.from_bytes(content[i:i + 4], "little") for i in range(0, len(content), 4)]


def every_form():
    """Yield the source line and the encoding of every instruction that the table allows."""
    for order, row in itertools.product(ByteOrder, INSTRUCTIONS):
        mnemonic = f"ascon.{'be.' if order is ByteOrder.BIG else ''}{row.mnemonic}"
        used = {name for name in ("rd", "rs1", "rs2") if getattr(row, name)}
        for index, rounds, domain, flag in itertools.product(
                RANGES[row.index], ROUNDS[order].values(), (0, 1), (0, 1) if row.flag else (0,)):
            operands = [REGISTERS["rd"][0]] if row.rd else []
            operands += [] if index is None else [str(index)]
            operands += [REGISTERS[name][0] for name in ("rs1", "rs2") if name in used]
            keywords = [f"{name}={value}" for name, value in
                        (("rounds", rounds), ("domain", domain), (row.flag, flag)) if value]
            expected = encode(row.operation, order=order, rounds=rounds, domain=bool(domain),
                              index=(index or 0) | flag << row.flag_bit,
                              **{name: REGISTERS[name][1] for name in used})
            yield f"  {mnemonic} {', '.join(operands + keywords)}", expected


def test_every_instruction(tmp_path):
    lines, expected = zip(*every_form(), strict=True)
    assert len(lines) > 500
    assert assembled(tmp_path, "\n".join(lines)) == list(expected)


@pytest.mark.parametrize(("line", "message"), [
    ("ascon.absorb 0, a0, a1, rounds=6", "rounds must be 0, 8 or 12"),
    ("ascon.be.absorb 0, a0, a1, rounds=8", "rounds must be 0, 1, 6 or 12"),
    ("ascon.absorb 5, a0, a1", "lane must be 0..4"),
    ("ascon.absorb -1, a0, a1", "lane must be 0..4"),
    ("ascon.encrypt a0, 10, a1", "word must be 0..9"),
    ("ascon.init 8, a0, a1", "algorithm must be 0..7"),
    ("ascon.read a0, 0, a1, domain=2", "domain must be 0 or 1"),
    ("ascon.absorb 0, a0, a1, pad=2", "pad must be 0 or 1"),
    ("ascon.encrypt_last a0, a1, a2, nopad=3", "nopad must be 0 or 1"),
    ("ascon.encrypt a0, 1, a1, pad=1", "pad"),
])
def test_operands_that_are_not_allowed(tmp_path, line, message):
    with pytest.raises(BuildError, match=re.escape(message)):
        assembled(tmp_path, line)


def test_constants(tmp_path):
    """Values as the assembler sees them."""
    expected = {f"ALGORITHM_{name}": member.value for name, member in Algorithm.__members__.items()}
    expected |= {f"IV_{name}_LOW": IV[member] & 0xffff_ffff
                 for name, member in Algorithm.__members__.items()}
    expected |= {f"IV_{name}_HIGH": IV[member] >> 32
                 for name, member in Algorithm.__members__.items()}
    expected |= {f"{name.upper()}_BASE": region.base for name, region in REGIONS.items()}
    expected |= {f"{name.upper()}_{register.name} + {name.upper()}_BASE":
                 address(name, register.name)
                 for name, block in BLOCKS.items() for register in block.registers}
    expected |= {f"COMMAND_{member.name}": member for member in Command}
    expected |= {f"STATUS_{member.name}": member for member in Status}
    expected |= {f"INTERRUPT_{member.name}": member for member in Interrupt}
    expected |= {"CONTROL_CONTROL_ACCELERATOR_ENABLE": 1, "CONTROL_CONTROL_CORE_RESET": 2,
                 "UART_RX_DATA_DATA": 0xff, "UART_RX_DATA_EMPTY": 1 << 31}
    assert assembled(tmp_path, "\n".join(f".word {name}" for name in expected)) == [
        int(value) for value in expected.values()]


def test_header_has_the_same_constants(tmp_path):
    """The C compiler agrees with the assembler's include, and takes the routines' prototypes."""
    symbols = dict(re.findall(r"^\.equ (\w+), (\w+)$", memory_map_symbols(), re.M))
    assert len(symbols) > 40
    checks = "\n".join(f"_Static_assert(ASCON_XIF_{name} == {value}, \"{name}\");"
                       for name, value in symbols.items())
    source = tmp_path / "check.c"
    source.write_text(f'#include "memory_map.h"\n#include "ascon.h"\n{checks}\n'
                      "void _start(void) __attribute__((section(\".text.start\")));\n"
                      "void _start(void) { ascon_wipe(0, 0); }\n"
                      "void ascon_wipe(void *address, size_t length) "
                      "{ (void)address; (void)length; }\n")
    build(sources=[source])
    assert set(re.findall(r"#define ASCON_XIF_(\w+) 0x", c_header())) == set(symbols)


def test_write_all(tmp_path):
    write_all(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(GENERATED)


def test_linker_script():
    """Sections go where the core can use them; the host's part of data RAM lies in between."""
    symbols = build().symbols
    dmem, imem = REGIONS["dmem"], REGIONS["imem"]
    assert symbols["_start"] == imem.base
    assert symbols["ascon_serve"] in range(imem.base, imem.base + imem.size)
    assert symbols["__stack_top"] == dmem.base + dmem.size
    assert symbols["__heap_end"] == symbols["__stack_bottom"] == symbols["__stack_top"] - 1024
    assert dmem.base <= symbols["__bss_start"] <= symbols["__bss_end"] <= symbols["__heap_start"]
    assert symbols["__heap_start"] % 16 == 0
    assert symbols["__heap_end"] - symbols["__heap_start"] > 60_000
