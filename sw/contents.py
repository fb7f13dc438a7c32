"""What an image puts into the memories, taken from a linked ELF file.

Needs no tools, so that a host without them can load an image that was built elsewhere.
"""

from dataclasses import dataclass, field

from soc.memory_map import REGIONS
from sw.elf import read_elf

__all__ = ["Image", "from_elf"]


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
