"""FASM, the list of what is set in a bitstream: compares a placed design with a decoded bitstream.

The two are never the same text. A placed design also names pseudo pips, which have no bits, and a
decoded bitstream everything whose bits are all 0.

Source: F4PGA, "FPGA Assembly (FASM)", version 0.1; Project X-Ray, "Database", ``ppips`` and
``segbits`` files.
"""

import re
from pathlib import Path

__all__ = ["Database", "bits_of", "difference"]

_LINE = re.compile(r"(\S+?)(?:\[(\d+)(?::(\d+))?\])?(?:\s*=\s*(\S+))?")
_NUMBER = re.compile(r"(?:\d*'([bhod]))?([0-9a-fA-F_]+)")
_BASES = {"b": 2, "o": 8, "d": 10, "h": 16, None: 10}


def bits_of(text):
    """Return the bits that FASM sets: names of features, those of a vector with the bit's number.

    Raises
    ------
    ValueError
        If a line is no FASM.
    """
    found = set()
    for number, line in enumerate(text.splitlines(), 1):
        line = re.sub(r"\{.*\}|#.*", "", line).strip()
        if not line:
            continue
        match = _LINE.fullmatch(line)
        value = _NUMBER.fullmatch(match[4] or "1") if match else None
        if value is None:
            raise ValueError(f"line {number} is no FASM: {line!r}")
        name, high, low, _ = match.groups()
        word = int(value[2].replace("_", ""), _BASES[value[1]])
        first = int(low if low is not None else high or 0)
        for offset in range(word.bit_length()):
            if word >> offset & 1:
                place = first + offset
                found.add(name if high is None or place == 0 and low is None
                          else f"{name}[{place}]")
    return found


class Database:
    """What Project X-Ray's database says about features.

    Parameters
    ----------
    folder : path-like
        Of a family, such as ``zynq7``.
    part : :class:`str`
        Device with package and speed grade.
    """

    def __init__(self, folder, part):
        folder = Path(folder)
        #: Features that need no bits.
        self.pseudo = {words[0] for words in _lines(folder, "ppips_*.db")}
        self._bits = {words[0]: words[1:] for words in _lines(folder, "segbits_*.db")}
        required = folder / part / "required_features.fasm"
        #: Features that every bitstream has.
        self.required = bits_of(required.read_text()) if required.exists() else set()

    def is_pseudo(self, feature):
        """Return whether a feature of a tile needs no bits."""
        return _of_kind(feature) in self.pseudo

    def is_silent(self, feature):
        """Return whether a feature of a tile is there when none of its bits is set."""
        bits = self._bits.get(_of_kind(feature))
        return bits is not None and all(bit.startswith("!") for bit in bits)


def _lines(folder, pattern):
    for path in sorted(folder.glob(pattern)):
        if ".origin_info." not in path.name:
            for line in path.read_text().splitlines():
                if words := line.split():
                    yield words


def _of_kind(feature):
    """Return a feature's name for all tiles of its kind."""
    tile, _, rest = feature.partition(".")
    return f"{re.sub(r'_X[0-9]+Y[0-9]+$', '', tile)}.{rest}"


def difference(placed, decoded, database):
    """Return what of a placed design is not in a decoded bitstream, and the other way round.

    Bit 0 of a vector and a feature of the same name without a number are the same.

    Parameters
    ----------
    placed, decoded : :class:`str`
        FASM.
    database : :class:`Database`
        What is left out: features that have no bits, that every bitstream has, or that are there
        when nothing is set.
    """
    first, second = ({name.removesuffix("[0]") for name in bits_of(text)}
                     for text in (placed, decoded))
    return ({name for name in first - second if not database.is_pseudo(name)},
            {name for name in second - first - database.required
             if not database.is_silent(name)})
