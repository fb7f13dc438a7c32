"""Building images: what comes out, and what is said when it fails."""

import pytest

from soc.memory_map import REGIONS
from sw.contents import from_elf
from sw.generate import GENERATED
from sw.image import BuildError, build

START = '.section .text.start, "ax"\n.globl _start\n_start:\n'


def program(tmp_path, text, name="program.S"):
    source = tmp_path / name
    source.write_text(text)
    return source


def test_build_is_reproducible():
    first, second = build(), build()
    assert (first.imem, first.dmem, first.symbols) == (second.imem, second.dmem, second.symbols)
    assert len(first.imem) % 4 == len(first.dmem) % 4 == 0
    assert len(first.imem) <= REGIONS["imem"].size * 3 // 4
    assert from_elf(first.elf) == first


def test_out(tmp_path):
    """Everything that is made stays in the folder."""
    image = build(out=tmp_path / "a" / "b")
    made = {path.name for path in (tmp_path / "a" / "b").iterdir()}
    assert set(GENERATED) | {"firmware.elf", "permutation.S", "start.o"} <= made
    assert (tmp_path / "a" / "b" / "firmware.elf").read_bytes() == image.elf


def test_sections(tmp_path):
    image = build(sources=[program(tmp_path, START + """
  ret
.section .rodata
  .byte 1, 2, 3
.data
.balign 8
value: .word 0x11223344
.bss
variable: .space 10
""")])
    assert image.imem[:4] == bytes.fromhex("67800000")
    assert image.dmem[:3] == b"\1\2\3"
    offset = image.symbols["value"] - REGIONS["dmem"].base
    assert image.dmem[offset:] == bytes.fromhex("44332211")
    assert image.symbols["variable"] == image.symbols["__bss_start"] >= image.symbols["value"] + 4
    assert image.symbols["__bss_end"] == image.symbols["variable"] + 12


def test_assembler_error_names_file_and_line(tmp_path):
    with pytest.raises(BuildError, match=r"assembling program\.S failed") as info:
        build(sources=[program(tmp_path, START + "  frobnicate a0\n")])
    assert "program.S:4" in str(info.value)
    assert "frobnicate" in str(info.value)


def test_only_the_last_lines_of_an_error(tmp_path):
    with pytest.raises(BuildError) as info:
        build(sources=[program(tmp_path, START + "  nonsense\n" * 100)])
    assert len(str(info.value).splitlines()) == 21


@pytest.mark.parametrize(("text", "message"), [
    (START + "  j nowhere\n", "undefined symbol: nowhere"),
    (START + "  ret\n.bss\n.space 0xfc01\n", "exceed data RAM"),
    (START + "  ret\n.bss\n.space 0x20000\n", "dmem"),
    (START.replace("_start:", "nop\n_start: ret"), "first word of instruction"),
])
def test_linker_errors(tmp_path, text, message):
    with pytest.raises(BuildError, match="linking failed") as info:
        build(sources=[program(tmp_path, text)])
    assert message in str(info.value)


def test_two_sources_of_one_name(tmp_path):
    (tmp_path / "other").mkdir()
    with pytest.raises(ValueError, match=r"two sources are called 'program'"):
        build(sources=[program(tmp_path, START), program(tmp_path / "other", "")])


def test_c(tmp_path):
    """A C program links with the firmware's routines."""
    source = program(tmp_path, """
#include "memory_map.h"
unsigned answer(void) { return *(volatile unsigned *)ASCON_XIF_CONTROL_BASE; }
""", "answer.c")
    image = build(sources=[program(tmp_path, START + "  j answer\n"), source])
    assert image.symbols["answer"] in range(4, len(image.imem))


def test_code_elsewhere(tmp_path):
    """A file that was linked for other addresses is refused."""
    image = build(sources=[program(tmp_path, START)])
    address = next(i for i in range(0, len(image.elf), 4)
                   if image.elf[i:i + 12] == bytes.fromhex("010000000600000000000000"))
    data = bytearray(image.elf)
    data[address + 11] = 0x80
    with pytest.raises(ValueError, match=r"section \.text of \d+ bytes at 0x80000000 lies outside"):
        from_elf(bytes(data))
