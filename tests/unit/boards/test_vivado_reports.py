"""Vivado's reports, on text in the form that UG906 and UG907 document; Vivado was not run."""

from pathlib import Path

import pytest

from boards.vivado_reports import parse_power, parse_timing, parse_utilization

REPORTS = Path(__file__).with_name("vivado")
UTILIZATION = (REPORTS / "utilization.rpt").read_text()
TIMING = (REPORTS / "timing.rpt").read_text()
POWER = (REPORTS / "power.rpt").read_text()


def test_utilization():
    whole, parts = parse_utilization(UTILIZATION)
    assert whole == {"sites": 2900, "lutram": 112, "ff": 1800, "bram": 33.5, "dsp": 1}
    assert {part: figures["sites"] for part, figures in parts.items()} == {
        "core": 1500, "coprocessor": 920, "memories": 20, "interconnect": 100,
        "peripherals": 285, "around": 75}
    assert {part: figures["bram"] for part, figures in parts.items() if figures["bram"]} == {
        "memories": 32, "around": 1.5}
    assert parts["core"]["lutram"] == 80


def test_timing():
    io, pll = parse_timing(TIMING)
    assert (io.name, pll.name) == ("clk125_0__io", "pll_clk")
    assert pll.target_mhz == pytest.approx(75.002, abs=0.001)
    assert pll.slack_ns == pytest.approx(-0.512)
    assert not pll.met
    assert io.met
    assert io.slack_ns == pytest.approx(6.125)


def test_power():
    watts = parse_power(POWER)
    assert (watts["total"], watts["dynamic"], watts["static"]) == (0.253, 0.148, 0.105)
    assert watts["how"].startswith("vectorless")


@pytest.mark.parametrize("parse", [parse_utilization, parse_timing, parse_power])
@pytest.mark.parametrize("text", ["", "| a | b |\n", "ERROR"])
def test_refuses_other_text(parse, text):
    with pytest.raises(ValueError, match="not a"):
        parse(text)
