"""How a state lies in registers: which bits a register holds, and which lanes are complemented."""

from enum import StrEnum
from typing import NamedTuple

from sw.schedule.code import WORD
from sw.schedule.registers import HALVES

__all__ = ["ORDINARY", "Complements", "Form", "Isa", "Layout", "join", "load", "split", "store"]

#: Bits 0, 2, 4, ... of a lane.
_EVEN = 0x5555_5555_5555_5555


class Isa(StrEnum):
    """Instructions that may be used."""

    RV32I    = "rv32i"
    ZBB_ZBKB = "rv32i_zbb_zbkb"

    @property
    def extensions(self):
        """Names of the extensions besides RV32I, a tuple."""
        return tuple(self.value.split("_")[1:])


class Layout(StrEnum):
    """What the two registers of a lane hold: low and high half, or even and odd bits."""

    HALVES   = "halves"
    EVEN_ODD = "even_odd"


class Form(NamedTuple):
    """Layout of the lanes, and the instructions there are."""

    layout: Layout
    isa:    Isa


class Complements(NamedTuple):
    """Which registers are stored complemented: per half a digit a lane, 1 for complemented."""

    first:  str
    second: str


#: No lane is complemented.
ORDINARY = Complements("00000", "00000")


def split(lane, layout):
    """Return the two registers' content of a 64-bit lane."""
    if layout is Layout.HALVES:
        return lane & WORD, lane >> 32
    return tuple(int(f"{lane >> half & _EVEN:064b}"[1::2], 2) for half in HALVES)


def join(words, layout):
    """Return the lane that two registers hold."""
    if layout is Layout.HALVES:
        return words[0] | words[1] << 32
    return sum(int(f"{word:032b}", 4) << half for half, word in enumerate(words))


def load(state, layout, places, complements=ORDINARY):
    """Return the registers that hold a state of five lanes, by name.

    Parameters
    ----------
    state : sequence of five :class:`int`
        The lanes.
    layout : :class:`Layout`
        What a register holds.
    places : sequence of five pairs of :class:`str`
        Registers of every lane.
    complements : :class:`Complements`
        Which are complemented.
    """
    return {places[lane][half]: word ^ (WORD if complements[half][lane] == "1" else 0)
            for lane, value in enumerate(state)
            for half, word in enumerate(split(value, layout))}


def store(registers, layout, places, complements=ORDINARY):
    """Return the state of five lanes that registers hold; parameters as of :func:`load`."""
    return [join([registers[places[lane][half]] ^ (WORD if complements[half][lane] == "1" else 0)
                  for half in HALVES], layout)
            for lane in range(5)]
