"""Where the cells of a placed design are, from what nextpnr writes with ``--write``.

Source: Project Trellis, "Logic Cells" (ECP5); UG474, "Slice Description" (series 7); Project X-Ray,
tile grid of the XC7Z020. Either has slices with tables and flip-flops in rows, and block RAMs
between them.
"""

import json
import re
from dataclasses import dataclass

from boards.parts import part_of

__all__ = ["ROWS", "Placed", "parse_placement"]

#: Rows of a tile, and columns: two of tables, then two of flip-flops.
ROWS = 4


@dataclass(frozen=True)
class Placed:
    """A cell on the device.

    Attributes
    ----------
    kind : :class:`str`
        ``"lut"``, ``"ff"`` or ``"ram"``.
    part : :class:`str`
        See :data:`boards.parts.PARTS`.
    x, y : :class:`int`
        Tile, counted to the right and down. On ECP5 a tile has four slices, on series 7 it is one.
    row, column : :class:`int`
        In the tile; 0 for a block RAM.
    """

    kind:   str
    part:   str
    x:      int
    y:      int
    row:    int = 0
    column: int = 0


#: ECP5: tile, slice, then a table or flip-flop of its two; or a block RAM.
_ECP5_SLICE = re.compile(r"X(\d+)/Y(\d+)/SLICE([A-D])\.(K|FF)([01])")
_ECP5_RAM = re.compile(r"X(\d+)/Y(\d+)/EBR\d+")

#: Series 7: slice, then a row's table or flip-flop, those with a 5 being the second ones.
_XC7_SLICE = re.compile(r"SLICE_X(\d+)Y(\d+)/([A-D])(5|6)?(LUT|FF)")
_XC7_RAM = re.compile(r"RAMB(36|18)_X(\d+)Y(\d+)/")

#: Series 7: the slice to the left of each column of block RAMs, on the XC7Z020; how many slices
#: are as high as one, and what a column takes in width.
_XC7_RAM_COLUMNS = (7, 23, 31, 53, 89, 105)
_XC7_RAM_HEIGHT, _XC7_RAM_WIDTH = 5, 2


def _ecp5(bel):
    if found := _ECP5_SLICE.fullmatch(bel):
        x, y, letter, kind, index = found.groups()
        return ("lut" if kind == "K" else "ff", int(x), int(y), "ABCD".index(letter),
                int(index) + (2 if kind == "FF" else 0))
    if found := _ECP5_RAM.fullmatch(bel):
        return "ram", int(found[1]), int(found[2]), 0, 0
    return None


def _xc7(bel):
    # Their rows count upwards.
    if found := _XC7_SLICE.fullmatch(bel):
        x, y, letter, digit, kind = found.groups()
        second = digit == "5"
        rams = sum(int(x) > left for left in _XC7_RAM_COLUMNS)
        return ("lut" if kind == "LUT" else "ff", int(x) + _XC7_RAM_WIDTH * rams, -int(y),
                3 - "ABCD".index(letter), second + (2 if kind == "FF" else 0))
    if found := _XC7_RAM.match(bel):
        size, column, row = found.groups()
        height = _XC7_RAM_HEIGHT * int(row) // (1 if size == "36" else 2)
        return ("ram", _XC7_RAM_COLUMNS[int(column)] + 1 + _XC7_RAM_WIDTH * int(column), -height,
                0, 0)
    return None


_PARSERS = {"ecp5": _ecp5, "xc7": _xc7}


def parse_placement(text, family):
    """Read a placed design.

    Parameters
    ----------
    text : :class:`str`
        JSON of nextpnr.
    family : :class:`str`
        ``"ecp5"`` or ``"xc7"``.

    Returns
    -------
    list of `Placed`
        Tables, flip-flops and block RAMs.

    Raises
    ------
    ValueError
        If it is no placed design.
    """
    made = []
    for module in json.loads(text)["modules"].values():
        for name, cell in module["cells"].items():
            place = _PARSERS[family](cell["attributes"].get("NEXTPNR_BEL", ""))
            if place is not None:
                kind, *where = place
                made.append(Placed(kind, part_of(name), *where))
    if not made:
        raise ValueError("not a placed design: no cell has a place")
    return made
