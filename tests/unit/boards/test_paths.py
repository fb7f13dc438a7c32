"""Longest paths in reports of nextpnr-ecp5 0.11.1 and in logs of nextpnr-xilinx 0.8.2."""

import json

import pytest

from boards.paths import Path, parse_log_paths, parse_report_paths


def step(kind, delay, start, end):
    return {"type": kind, "delay": delay, "from": {"cell": start, "loc": [1, 2], "port": "Q"},
            "to": {"cell": end, "loc": [1, 3], "port": "D"}}


CLOCKS = [f"posedge $glbnet$clock[{index}]$TRELLIS_IO_IN" for index in range(2)]
REPORT = json.dumps({"critical_paths": [
    {"from": CLOCKS[0], "to": CLOCKS[1], "path": [
        step("clk-to-q", 0.525, "unit.done_FF", "unit.done_FF"),
        step("routing", 1.25, "unit.done_FF", "x_LUT4"),
        step("logic", 0.25, "x_LUT4", "x_LUT4"),
        step("routing", 0.75, "x_LUT4", "taken_FF"),
        step("setup", 0.125, "taken_FF", "taken_FF")]},
    {"from": "<async>", "to": CLOCKS[1], "path": [
        step("source", 0, "i", "i"), step("routing", 9, "i", "driven_FF"),
        step("setup", 0, "driven_FF", "driven_FF")]},
]})

LOG = """\
Info: Max frequency for clock 'ring.clk': 296.12 MHz (PASS at 150.00 MHz)
Info: Max frequency for clock                  'unit.clk': 152.37 MHz (PASS at 150.00 MHz)
Info: Max delay posedge unit.clk                  -> posedge ring.clk: 3.06 ns

Info: Critical path report for clock 'unit.clk' (posedge -> posedge):
Info: curr total
Info:  0.1  0.1  Source unit.head_FDRE_Q_61.Q
Info:  0.5  0.6    Net unit.head[2] budget 0.957000 ns (152,30) -> (153,29)
Info:                Sink unit.here4_LUT3_I1.A5
Info:  0.1  0.8  Source unit.here4_LUT3_I1.O6
Info:  1.7  5.0    Net unit.state.here4_LUT3_I1_O budget 0.960000 ns (142,33) -> (128,16)
Info:                Sink unit.state.before_FDRE_Q_137.CE
Info:  0.1  5.1  Setup unit.state.before_FDRE_Q_137.CE
Info: 0.8 ns logic, 4.2 ns routing

Info: Critical path report for cross-domain path '<async>' -> 'posedge unit.clk':
Info: curr total
Info:  0.0  0.0  Source i$IBUF.OUT
Info:  3.4  3.4    Net i budget 0.1 ns (1,30) -> (142,33)
Info:                Sink driven_FDRE_Q_1.D
Info: 0.1 ns logic, 3.4 ns routing

Info: Critical path report for cross-domain path 'posedge unit.clk' -> 'posedge ring.clk':
Info: curr total
Info:  0.1  0.1  Source unit.state.$signal$6_FDSE_Q_1.Q
Info:  0.6  0.7    Net unit.goes_on budget 0.957000 ns (149,34) -> (152,30)
Info:                Sink taken_FDRE_Q_40.D
Info:  0.1  3.3  Setup taken_FDRE_Q_40.D
Info: 0.8 ns logic, 2.5 ns routing

Info: Max frequency for clock 'ring.clk': 300.12 MHz (PASS at 150.00 MHz)
Warning: Max frequency for clock                  'unit.clk': 200.00 MHz (FAIL at 250.00 MHz)

Info: Max delay <async>                           -> posedge unit.clk                 : 3.45 ns
Info: Max delay posedge unit.clk                  -> posedge ring.clk: 3.30 ns
"""


def test_report():
    (path,) = parse_report_paths(REPORT)
    assert path == Path("unit.done_FF", "taken_FF", pytest.approx(2.9), 2.0, 1)
    assert path.fmax_mhz == pytest.approx(344.83, abs=0.01)


def test_log():
    """What counts is said after routing; paths from pins are none."""
    assert parse_log_paths(LOG) == (
        Path("unit.head_FDRE_Q_61", "unit.state.before_FDRE_Q_137", 5.0, 4.2, 1),
        Path("unit.state.$signal$6_FDSE_Q_1", "taken_FDRE_Q_40", 3.3, 2.5, 0))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"critical_paths": [{"from": "a"}]}',
                                  '{"critical_paths": []}'])
def test_refuses_other_reports(text):
    with pytest.raises(ValueError, match="nextpnr"):
        parse_report_paths(text)


@pytest.mark.parametrize("text", ["", LOG.replace("3.30 ns", "").replace("3.06 ns", ""),
                                  LOG.replace("Setup", "Hold")])
def test_refuses_other_logs(text):
    with pytest.raises(ValueError, match="nextpnr"):
        parse_log_paths(text)
