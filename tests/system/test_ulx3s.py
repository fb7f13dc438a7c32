"""A bitstream for the ULX3S from this checkout, with nothing but wheels."""

import json

import pytest
from typer.testing import CliRunner

from cli.main import app

#: What the SoC has to reach: the board's default.
WANTED_MHZ = 50

#: Bytes that an uncompressed bitstream of this device does not have less of.
SMALLEST = 100_000

pytestmark = pytest.mark.full


def test_bitstream_reaches_its_clock(tmp_path):
    out = tmp_path / "out"
    result = CliRunner().invoke(app, ["build", "--board", "ulx3s", "--out", str(out)])
    assert result.exit_code == 0, result.output
    report = json.loads((out / "report.json").read_text())
    (clock,) = report["clocks"]
    assert clock["target_mhz"] == pytest.approx(WANTED_MHZ)
    assert clock["fmax_mhz"] >= WANTED_MHZ
    assert report["utilization"]["bram"] < 0.6 * report["capacity"]["bram"]
    assert sum(part["ff"] for part in report["modules"].values()) == report["utilization"]["ff"]
    assert sum(part["sites"] for part in report["modules"].values()) == (
        report["utilization"]["sites"])
    bitstream = (out / "ascon_xif.bit").read_bytes()
    assert len(bitstream) > SMALLEST
    # Comment, preamble of a bitstream; then the device, which would refuse another one's.
    assert b"\xff\xff\xbd\xb3" in bitstream[:1000]
    assert b"LFE5U-85F" in bitstream[:1000]
