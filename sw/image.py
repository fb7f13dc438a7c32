"""Builds the firmware image: assembles and links ``sw/firmware/*.S`` with ziglang's clang and lld.

Everything that is made lies in one folder: the generated includes, objects, ``firmware.elf``.
"""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from soc.memory_map import REGIONS
from sw.clang import BuildError, Toolchain
from sw.elf import read_elf
from sw.generate import write_all
from sw.schedule import Isa, permutation_source

__all__ = ["SOURCES", "BuildError", "Image", "build", "from_elf"]

#: Folder of the firmware's sources.
SOURCES = Path(__file__).parent / "firmware"


@dataclass(frozen=True)
class Image:
    """Content of both memories.

    Attributes
    ----------
    imem, dmem : :class:`bytes`
        From the first byte of the memory on, a multiple of four long.
    symbols : :class:`dict` of :class:`str` to :class:`int`
        Address of every label.
    elf : :class:`bytes`
        The file it was taken from.
    """

    imem:    bytes
    dmem:    bytes
    symbols: dict[str, int] = field(repr=False)
    elf:     bytes = field(repr=False)


def from_elf(data):
    """Cut an image out of a linked ELF file.

    Parameters
    ----------
    data : :class:`bytes`
        The whole file.

    Returns
    -------
    :class:`Image`
        The image.

    Raises
    ------
    ValueError
        If it is no such file, or a section with content lies outside of both memories.
    """
    sections, symbols = read_elf(data)
    memories = {"imem": bytearray(), "dmem": bytearray()}
    for section in sections:
        name, offset = next(((name, section.address - REGIONS[name].base) for name in memories
                             if 0 <= section.address - REGIONS[name].base
                             <= REGIONS[name].size - section.size), (None, 0))
        if name is None:
            raise ValueError(f"section {section.name} of {section.size} bytes at "
                             f"0x{section.address:08x} lies outside of imem and dmem")
        memory, end = memories[name], offset + len(section.content)
        memory.extend(bytes(max(0, end + -end % 4 - len(memory))))
        memory[offset:end] = section.content
    return Image(bytes(memories["imem"]), bytes(memories["dmem"]), symbols, data)


def _build(sources, archives, includes, permutation, isa, folder):
    """Assemble and link in a folder, return the ELF file's content."""
    write_all(folder)
    generated = folder / "permutation.S"
    generated.write_text(permutation_source(permutation, isa))
    toolchain = Toolchain(folder, extensions=Isa(isa).extensions,
                          includes=[SOURCES, *includes,
                                    *(archive.parent for archive in archives)])
    objects = toolchain.compile(sources if archives else [*sources, generated])
    return toolchain.link("firmware.elf", folder / "link.ld", objects,
                          archives=archives).read_bytes()


def build(*, out=None, sources=None, archives=(), includes=(), permutation="unrolled",
          isa="rv32i"):
    """Build the firmware.

    Parameters
    ----------
    out : path-like or None
        Folder for everything that is made, created if need be; a temporary one if None.
    sources : iterable of path-like or None
        Assembly or C files instead of those of ``sw/firmware``; the generated permutation is
        added.
    archives : iterable of path-like
        Libraries to link with instead of the permutation, such as :mod:`sw.library` makes. Headers
        beside them are found, and sections that nothing refers to are left out.
    includes : iterable of path-like
        Folders where sources find headers, besides those of the firmware.
    permutation : :class:`str`
        Of the baseline, one of :data:`sw.schedule.PERMUTATIONS`.
    isa : :class:`str`
        Instructions that may be used besides Zicsr's and the coprocessor's, one of
        :data:`sw.schedule.ISAS`.

    Returns
    -------
    :class:`Image`
        The image.

    Raises
    ------
    BuildError
        If the assembler or the linker failed.
    ValueError
        If two sources have the same name, or there is no such permutation or instruction set.
    """
    sources = sorted(SOURCES.glob("*.S")) if sources is None else [Path(source).resolve()
                                                                   for source in sources]
    archives = [Path(archive).resolve() for archive in archives]
    includes = [Path(include).resolve() for include in includes]
    if out is None:
        with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
            return from_elf(_build(sources, archives, includes, permutation, isa,
                                   Path(folder).resolve()))
    folder = Path(out).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return from_elf(_build(sources, archives, includes, permutation, isa, folder))
