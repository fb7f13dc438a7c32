"""Boards with an ECP5: their PLL, their sources."""

import pytest

from boards.board import Settings
from boards.catalog import BOARDS, board
from boards.ecp5 import divisors
from boards.ecpix5 import ECPIX5
from boards.trellis import TRELLIS
from boards.ulx3s import ULX3S
from sw.image import build


@pytest.mark.parametrize(("crystal", "mhz", "found"), [
    (25, 50, (1, 2, 16)), (25, 62.5, (2, 5, 12)), (25, 40, (5, 8, 20)), (25, 25, (1, 1, 32)),
    (25, 10, (5, 2, 80)), (100, 50, (2, 1, 16)), (100, 62.5, (8, 5, 12)), (100, 200, (1, 2, 4)),
])
def test_divisors(crystal, mhz, found):
    made = divisors(round(mhz * 1e6), round(crystal * 1e6))
    assert (made.input, made.feedback, made.output) == found
    assert crystal / made.input >= 3.125
    assert 400 <= mhz * made.output <= 800
    assert crystal / made.input * made.feedback == mhz


@pytest.mark.parametrize("mhz", [0, 1, 3.1, 401, 61.3])
def test_clocks_that_the_pll_does_not_make(mhz):
    with pytest.raises(ValueError, match=f"25 MHz.*not {mhz:g} MHz"):
        divisors(round(mhz * 1e6), 25_000_000)


@pytest.mark.parametrize(("board", "pins", "crystal"), [
    (ULX3S, {"clk25_0__io": "G2", "led_0__io": "B2", "led_3__io": "D2", "button_fire_0__io": "R1",
             "uart_0__tx__io": "L4", "uart_0__rx__io": "M1", "esp32_0__gpio0__io": "L2"},
     'PORT "clk25_0__io" 25000000.0 HZ'),
    (ECPIX5, {"clk100_0__io": "K23", "rgb_led_0__g__io": "R21", "rgb_led_3__r__io": "P21",
              "rgb_led_3__b__io": "P22", "rst_0__io": "AB1", "uart_0__tx__io": "R24",
              "uart_0__rx__io": "R26"},
     'PORT "clk100_0__io" 100000000.0 HZ'),
])
def test_sources(board, pins, crystal):
    files = board.sources(Settings(50_000_000), build(), TRELLIS.platform)
    constraints = files["ascon_xif.lpf"]
    for port, pin in pins.items():
        assert f'LOCATE COMP "{port}" SITE "{pin}";' in constraints
    assert f"FREQUENCY {crystal};" in constraints
    assert "EHXPLLL" in files["ascon_xif.il"]


def test_every_board_is_there():
    for name in BOARDS:
        found = board(name)
        assert found.name == name
        assert found.toolchains
    with pytest.raises(ValueError, match="ulx3s"):
        board("arty")
