"""The PLL of series 7."""

import pytest
from amaranth.back import rtlil

from boards.board import ClockError
from boards.pll import Pll, divider


@pytest.mark.parametrize(("mhz", "found"), [(1000, 1), (100, 10), (76.923077, 13), (76.9, 13),
                                            (50, 20), (7.8125, 128)])
def test_divider(mhz, found):
    assert divider(125e6, mhz * 1e6) == found


@pytest.mark.parametrize(("mhz", "could"), [(75, "83.333, 76.923, 71.429"), (1100, "1000.000, 500"),
                                            (7, "7.874, 7.812"), (97, "111.111, 100.000, 90.909")])
def test_clock_that_it_does_not_make(mhz, could):
    with pytest.raises(ClockError, match=f"such as {could}.*, not {mhz} MHz"):
        divider(125e6, mhz * 1e6)


@pytest.mark.parametrize("mhz", [99, 201])
def test_inputs(mhz):
    with pytest.raises(ValueError, match="input_hz must be 100000000 to 200000000"):
        divider(mhz * 1e6, 50e6)


def test_instance():
    pll = Pll(input_hz=125e6, output_hz=76_923_077)
    assert pll.output_hz == 76_923_077
    text = rtlil.convert(pll, ports=[pll.i, pll.o, pll.locked])
    for words in ("cell \\PLLE2_BASE", "\\CLKFBOUT_MULT 8", "\\CLKOUT0_DIVIDE 13",
                  "\\DIVCLK_DIVIDE 1", "cell \\BUFG"):
        assert words in text
