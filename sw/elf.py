"""A reader for the ELF files that the firmware's build makes: 32-bit, little-endian, RISC-V.

Source: Tool Interface Standard ELF specification 1.2, parts 1 (headers, sections, symbols).
"""

import struct
from dataclasses import dataclass

__all__ = ["Section", "memory_of", "read_elf"]

_MAGIC = b"\x7fELF\x01\x01\x01"
_RISCV = 243
_SHT_PROGBITS, _SHT_SYMTAB, _SHT_NOBITS = 1, 2, 8
_SHF_ALLOC = 2


@dataclass(frozen=True)
class Section:
    """A section that occupies memory; ``content`` is empty if it only reserves ``size`` bytes."""

    name:    str
    address: int
    size:    int
    content: bytes


def _string(table, offset):
    """Return the string that starts at an offset of a string table."""
    return table[offset:table.index(b"\0", offset)].decode()


def read_elf(data):
    """Read sections and symbols.

    Parameters
    ----------
    data : :class:`bytes`
        The whole file.

    Returns
    -------
    sections : :class:`list` of :class:`Section`
        Those in memory.
    symbols : :class:`dict` of :class:`str` to :class:`int`
        Value of every named symbol that is defined, except files' and sections' names.

    Raises
    ------
    ValueError
        If the file is of another kind, or truncated.
    """
    if data[:len(_MAGIC)] != _MAGIC:
        raise ValueError(f"not a 32-bit little-endian ELF file: it starts with {data[:7].hex()}")
    try:
        machine, = struct.unpack_from("<H", data, 18)
        if machine != _RISCV:
            raise ValueError(f"the ELF file's machine must be {_RISCV} (RISC-V), not {machine}")
        table, = struct.unpack_from("<I", data, 32)
        entry_size, count, names_index = struct.unpack_from("<3H", data, 46)
        headers = [struct.unpack_from("<10I", data, table + entry_size * number)
                   for number in range(count)]
        contents = [b"" if kind == _SHT_NOBITS else data[offset:offset + size]
                    for _, kind, _, _, offset, size, *_ in headers]
        names = contents[names_index]
        sections, symbols = [], {}
        for header, content in zip(headers, contents, strict=True):
            name, kind, flags, address, _, size, link, *_ = header
            if kind != _SHT_NOBITS and len(content) != size:
                raise ValueError("the ELF file is truncated")
            if flags & _SHF_ALLOC and size and kind in (_SHT_PROGBITS, _SHT_NOBITS):
                sections.append(Section(_string(names, name), address, size, content))
            if kind == _SHT_SYMTAB:
                for symbol in struct.iter_unpack("<3IBBH", content):
                    label, value, _, info, _, index = symbol
                    if label and index and info & 0xf not in (3, 4):
                        symbols[_string(contents[link], label)] = value
    except (struct.error, IndexError) as error:
        raise ValueError("the ELF file is truncated") from error
    return sections, symbols


def memory_of(sections):
    """Return what a memory from address 0 to the last section's end holds, zeros between."""
    memory = bytearray(max(section.address + section.size for section in sections))
    for section in sections:
        memory[section.address:section.address + len(section.content)] = section.content
    return bytes(memory)
