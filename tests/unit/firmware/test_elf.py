"""The ELF reader on files made by hand and by the linker."""

import struct

import pytest

from sw.elf import read_elf
from sw.image import build


@pytest.fixture(scope="module")
def image():
    return build()


def test_sections_and_symbols(image):
    sections, symbols = read_elf(image.elf)
    by_name = {section.name: section for section in sections}
    assert by_name[".text"].address == 0
    assert by_name[".text"].content == image.imem[:by_name[".text"].size]
    assert symbols == image.symbols
    assert symbols["ascon_permute8"] - symbols["ascon_permute12"] == 4 * 448


@pytest.mark.parametrize("content", [b"", b"\x7fELF", b"#!/bin/sh\n" * 9,
                                     b"\x7fELF\x02\x01\x01" + bytes(60),
                                     b"\x7fELF\x01\x02\x01" + bytes(60)])
def test_other_files(content):
    with pytest.raises(ValueError, match=f"it starts with {content[:7].hex()}"):
        read_elf(content)


def test_other_machine(image):
    data = bytearray(image.elf)
    struct.pack_into("<H", data, 18, 40)
    with pytest.raises(ValueError, match=r"must be 243 \(RISC-V\), not 40"):
        read_elf(bytes(data))


@pytest.mark.parametrize("length", [8, 20, 51, 60, 5000, -1])
def test_truncated(image, length):
    with pytest.raises(ValueError, match="truncated"):
        read_elf(image.elf[:length])
