"""The ULX3S: its PLL, its sources, and, in the full run, a bitstream."""

import pytest

from boards.board import Settings
from boards.catalog import BOARDS, board
from boards.trellis import TRELLIS
from boards.ulx3s import ULX3S, divisors
from sw.image import build


@pytest.mark.parametrize(("mhz", "found"), [
    (50, (1, 2, 16)), (62.5, (2, 5, 12)), (40, (5, 8, 20)), (25, (1, 1, 32)), (10, (5, 2, 80)),
])
def test_divisors(mhz, found):
    made = divisors(round(mhz * 1e6))
    assert (made.input, made.feedback, made.output) == found
    assert 25e6 / made.input >= 3.125e6
    assert 400e6 <= mhz * 1e6 * made.output <= 800e6
    assert 25e6 / made.input * made.feedback == mhz * 1e6


@pytest.mark.parametrize("mhz", [0, 1, 3.1, 401, 61.3])
def test_clocks_that_the_pll_does_not_make(mhz):
    with pytest.raises(ValueError, match=f"not {mhz:g} MHz"):
        divisors(round(mhz * 1e6))


def test_sources():
    files = ULX3S.sources(Settings(50_000_000), build(), TRELLIS.platform)
    pins = files["ascon_xif.lpf"]
    for port, pin in (("clk25_0__io", "G2"), ("led_3__io", "D2"), ("button_fire_0__io", "R1"),
                      ("uart_0__tx__io", "L4"), ("uart_0__rx__io", "M1")):
        assert f'LOCATE COMP "{port}" SITE "{pin}";' in pins
    assert 'FREQUENCY PORT "clk25_0__io" 25000000.0 HZ;' in pins
    assert "EHXPLLL" in files["ascon_xif.il"]


def test_every_board_is_there():
    for name in BOARDS:
        found = board(name)
        assert found.name == name
        assert found.toolchains
    with pytest.raises(ValueError, match="ulx3s"):
        board("arty")
