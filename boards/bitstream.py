"""A bitstream as Linux's FPGA manager wants it on a Zynq.

Source: AMD, UG470 v1.15, "Bitstream Composition"; Linux, ``drivers/fpga/zynq-fpga.c``; the header
of a ``.bit`` is a list of fields with a letter, a length of two bytes, and text.
"""

import struct
import sys
from pathlib import Path

__all__ = ["configuration", "main", "swapped"]

_START = bytes.fromhex("0009" "0ff00ff00ff00ff000" "0001")
_SYNC = 0xaa99_5566


def configuration(bit):
    """Return the configuration words in a ``.bit`` file as bytes, without the file's header.

    Parameters
    ----------
    bit : :class:`bytes`
        The whole file.

    Raises
    ------
    ValueError
        If it is no such file.
    """
    if not bit.startswith(_START):
        raise ValueError("not a .bit file: it does not start with that header")
    place = len(_START)
    while bit[place:place + 1] in (b"a", b"b", b"c", b"d"):
        place += 3 + int.from_bytes(bit[place + 1:place + 3], "big")
    length = int.from_bytes(bit[place + 1:place + 5], "big")
    words = bit[place + 5:]
    if bit[place:place + 1] != b"e" or length != len(words) or length % 4:
        raise ValueError("not a .bit file: its header does not tell how long the rest is")
    if struct.pack(">I", _SYNC) not in words:
        raise ValueError("not a .bit file: there is no synchronization word in it")
    return words


def swapped(bit):
    """Return what a ``.bit`` file has with the bytes of each word the other way round.

    Parameters and errors are those of `configuration`.
    """
    words = configuration(bit)
    count = len(words) // 4
    return struct.pack(f"<{count}I", *struct.unpack(f">{count}I", words))


def main(arguments):
    """Run with the names of a ``.bit`` file and of what is to be written."""
    source, target = arguments
    Path(target).write_bytes(swapped(Path(source).read_bytes()))


if __name__ == "__main__":
    main(sys.argv[1:])
