"""A bitstream for the PYNQ-Z1 with openXC7, where its tools are, decoded again."""

import os
import shutil
import subprocess

import pytest

from boards.board import TOP, Settings
from boards.build import PROJECT, build
from boards.fasm import Database, difference
from boards.openxc7 import OPENXC7_ZYNQ
from boards.pynq_z1_top import PYNQ_Z1

PART = "xc7z020clg400-1"

missing = OPENXC7_ZYNQ.find().missing


@pytest.mark.full
@pytest.mark.skipif(bool(missing), reason=f"openXC7 is not complete: {missing}")
def test_bitstream(image, tmp_path):
    """Within its limits, and decoded it says what the placed design says."""
    made = build(PYNQ_Z1, Settings(PYNQ_Z1.clock_hz), image, tmp_path / "out",
                 toolchain=OPENXC7_ZYNQ)
    assert made.report.utilization["sites"] <= 4_500
    assert made.report.utilization["bram"] < 0.6 * PYNQ_Z1.capacity["bram"]
    names = {path.name for path in made.products}
    assert {f"{TOP}.bit", f"{TOP}.bin"} <= names
    if shutil.which("bit2fasm") is None:
        pytest.skip("bit2fasm is not on the path")
    database = f"{os.environ['DB_DIR']}/zynq7"
    decoded = subprocess.run(
        ["bit2fasm", "--db-root", database, "--part", PART, tmp_path / "out" / f"{TOP}.bit"],
        check=True, capture_output=True, text=True).stdout
    placed = (tmp_path / "out" / PROJECT / f"{TOP}.fasm").read_text()
    assert difference(placed, decoded, Database(database, PART)) == (set(), set())
