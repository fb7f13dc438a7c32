"""Parsers of nextpnr's report and log, on text of nextpnr-ecp5 0.11.1 and nextpnr-xilinx 0.8.2."""

import json

import pytest

from boards.nextpnr import parse_log, parse_report
from boards.report import Clock

REPORT = json.dumps({
    "critical_paths": [{"from": "posedge $glbnet$clk", "path": [], "to": "posedge $glbnet$clk"}],
    "fmax": {"$glbnet$clk": {"achieved": 43.842342376708984, "constraint": 50}},
    "utilization": {"DP16KD": {"available": 208, "used": 68},
                    "TRELLIS_COMB": {"available": 83640, "used": 6659}},
})

ECP5 = """\
Info: Device utilisation:
Info: \t          TRELLIS_IO:       8/    365     2%
Info: \t              DP16KD:      68/    208    32%
Info: \t          TRELLIS_FF:    1772/  83640     2%

Info: Placed 9 cells based on constraints.
Info: Max frequency for clock '$glbnet$clk': 35.65 MHz (FAIL at 50.00 MHz)
Info: Max delay <async>             -> posedge $glbnet$clk: 1.84 ns
Warning: Max frequency for clock '$glbnet$clk': 43.84 MHz (FAIL at 50.00 MHz)
"""

XILINX = """\
Info: Device utilisation:
Info: \t          SLICE_LUTX:  3012/106400     2%
Info: \t           SLICE_FFX:  1809/106400     1%
Info: \t   RAMB36E1_RAMB36E1:    32/  140    22%
Info: Max frequency for clock             'clk': 80.09 MHz (PASS at 75.00 MHz)
Info: Max frequency for clock 'clk125_0__io.O': 443.46 MHz (PASS at 125.00 MHz)
Info: Max frequency for clock             'clk': 76.51 MHz (PASS at 75.00 MHz)
"""


def test_report():
    used, clocks = parse_report(REPORT)
    assert used == {"DP16KD": 68, "TRELLIS_COMB": 6659}
    assert clocks == (Clock("clk", 50.0, 43.842342376708984),)


def test_log_of_ecp5():
    used, clocks = parse_log(ECP5)
    assert used == {"TRELLIS_IO": 8, "DP16KD": 68, "TRELLIS_FF": 1772}
    assert clocks == (Clock("clk", 50.0, 43.84),)


def test_log_of_xilinx():
    used, clocks = parse_log(XILINX)
    assert used == {"SLICE_LUTX": 3012, "SLICE_FFX": 1809, "RAMB36E1_RAMB36E1": 32}
    assert clocks == (Clock("clk", 75.0, 76.51), Clock("clk125_0__io.O", 125.0, 443.46))
    assert all(clock.met for clock in clocks)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"utilization": {}, "fmax": [1]}', "Info:"])
def test_refuses_other_text(text):
    with pytest.raises(ValueError, match="nextpnr"):
        parse_report(text)
    with pytest.raises(ValueError, match="nextpnr"):
        parse_log(text)
