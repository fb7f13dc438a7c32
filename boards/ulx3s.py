"""ULX3S with an LFE5U-85F.

Source: amaranth-boards, ``ulx3s.py``.
"""

from amaranth_boards.ulx3s import ULX3S_85F_Platform

from boards.board import Board
from boards.ecp5 import Pins, sources
from boards.trellis import TRELLIS

__all__ = ["ULX3S"]

_PINS = Pins(
    lights=tuple(("led", number) for number in range(4)),
    button=("button_fire", 0),
    # Low, the ESP32 would start its own loader and might configure the FPGA anew.
    levels={("esp32", 0, "gpio0"): 1},
)

ULX3S = Board(
    name="ulx3s",
    title="ULX3S (85F)",
    device="LFE5U-85F-6BG381C",
    family="ecp5",
    capacity={"sites": 83_640, "ff": 83_640, "bram": 208, "dsp": 156},
    clock_hz=50_000_000,
    toolchains=(TRELLIS,),
    sources=sources(ULX3S_85F_Platform, _PINS),
)
