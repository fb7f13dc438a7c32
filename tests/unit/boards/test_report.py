"""Reports of builds: written, read, compared."""

from dataclasses import replace

import pytest

from boards.report import Clock, Report, read_report
from boards.report_text import difference_rows, markdown, number

REPORT = Report(
    "ulx3s", "LFE5U-85F", "trellis", "compact", 50_000_000,
    {"lut": 6000, "sites": 6500, "ff": 1800, "bram": 68, "dsp": 0},
    {"sites": 83_640, "ff": 83_640, "bram": 208},
    (Clock("clk", 50.0, 53.1), Clock("usb", 48.0, 40.0)),
    {"core": {"lut": 3000, "ff": 900}, "coprocessor": {"lut": 1500, "ff": 430}},
    {"Synthesis": 20.0, "Place and route": 60.5}, {"yosys": "0.70"},
    {"total": 0.3, "how": "vectorless"})


def test_clock():
    fast, slow = REPORT.clocks
    assert (fast.met, slow.met, REPORT.timing_met) == (True, False, False)
    assert fast.slack_ns == pytest.approx(20 - 1000 / 53.1)
    assert slow.slack_ns < 0


@pytest.mark.parametrize("name", ["report.json", ""])
def test_is_read_as_it_was_written(tmp_path, name):
    (tmp_path / "report.json").write_text(REPORT.to_json())
    assert read_report(tmp_path / name) == REPORT


@pytest.mark.parametrize("text", ["", "[]", "{}", "7", '{"form": 1}',
                                  REPORT.to_json().replace('"form": 1', '"form": 2')])
def test_refuses_other_files(tmp_path, text):
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(ValueError, match=r"report\.json"):
        read_report(tmp_path)


def test_there_must_be_one(tmp_path):
    with pytest.raises(ValueError, match="can't be read"):
        read_report(tmp_path)


def test_page():
    page = markdown(REPORT)
    assert "| everything | 6,000 |  | 6,500 (8%) | 1,800 (2%) |  | 0 | 68 (33%) |" in page
    assert "| core | 3,000 |  |  | 900 |  |  |  |" in page
    assert "| clk | 50.00 | 53.10 | +1.168 | met |" in page
    assert "| usb | 48.00 | 40.00 | -4.167 | not met |" in page
    assert "Timing is not met" in page
    assert "vectorless" in page
    assert "Timing is not met" not in markdown(replace(REPORT, clocks=REPORT.clocks[:1]))


def test_difference():
    other = replace(REPORT, utilization=REPORT.utilization | {"lut": 5500, "carry": 3},
                    clocks=(Clock("clk", 50.0, 60.0),),
                    modules={"core": {"lut": 2500}}, seconds={"Synthesis": 10.0})
    rows = {name: rest for name, *rest in difference_rows(REPORT, other)}
    assert rows["LUT"] == ["6,000", "5,500", "-500"]
    assert rows["carry"] == ["", "3", ""]
    assert rows["core: LUT"] == ["3,000", "2,500", "-500"]
    assert rows["MHz of the tightest clock"] == ["40", "60", "+20"]
    assert rows["seconds"] == ["80.5", "10", "-70.5"]
    assert "coprocessor: LUT" not in rows
    assert "DSP" not in rows


def test_numbers():
    assert [number(value) for value in (None, 0, 12345, 0.5)] == ["", "0", "12,345", "0.5"]
