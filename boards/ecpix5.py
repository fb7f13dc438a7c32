"""ECPIX-5 with an LFE5UM5G-85F.

Source: amaranth-boards, ``ecpix5.py``.
"""

from amaranth_boards.ecpix5 import ECPIX585Platform

from boards.board import Board
from boards.ecp5 import Pins, sources
from boards.trellis import TRELLIS

__all__ = ["ECPIX5"]

#: Each of the four lights in its own colour; what the other two colours are at.
_COLOURS = ("g", "b", "g", "r")
_LIGHTS = tuple(("rgb_led", number, colour) for number, colour in enumerate(_COLOURS))
_PINS = Pins(
    lights=_LIGHTS,
    button=("rst", 0),
    levels={light: 0 for number in range(len(_COLOURS)) for colour in "rgb"
            if (light := ("rgb_led", number, colour)) not in _LIGHTS},
)

ECPIX5 = Board(
    name="ecpix5",
    title="ECPIX-5 (85F)",
    device="LFE5UM5G-85F-8BG554I",
    family="ecp5",
    capacity={"sites": 83_640, "ff": 83_640, "bram": 208, "dsp": 156},
    clock_hz=50_000_000,
    toolchains=(TRELLIS,),
    sources=sources(ECPIX585Platform, _PINS),
)
