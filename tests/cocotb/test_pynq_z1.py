"""The PYNQ-Z1's design as it goes to Vivado, with stand-ins for the chip's primitives."""

import pickle
from pathlib import Path

import pytest

from boards.board import TOP, Settings
from boards.pynq_z1_top import PYNQ_Z1
from sim.cocotb_runner import run
from sim.vectors import cases
from sw.image import build

#: An official vector with a partial last block of both inputs.
COUNT = 33 * 21 + 10


@pytest.mark.full
def test_pynq_z1(tmp_path):
    image = build()
    verilog = PYNQ_Z1.sources(Settings(PYNQ_Z1.clock_hz), image, "Vivado")[f"{TOP}.v"]
    primitives = Path(__file__).with_name("zynq_primitives.v").read_text()
    case = next(case for case in cases("aead128") if case.count == COUNT)
    given = tmp_path / "given"
    given.write_bytes(pickle.dumps((image, case, PYNQ_Z1.clock_hz)))
    run(verilog + primitives, TOP, "tests.cocotb.tb_pynq_z1", folder=tmp_path, seed=1,
        environment={"GIVEN": str(given)})
