"""The SoC's Verilog at its pins."""

import pickle
from pathlib import Path

import pytest

from hdl.flat import flat_verilog
from sim.cocotb_runner import run
from sim.vectors import cases
from soc.top import SoC
from sw.image import build

#: An official vector with a partial last block of both inputs.
COUNT = 33 * 21 + 10


@pytest.fixture(scope="module")
def image():
    return build()


@pytest.mark.parametrize("seed", [1, 2])
def test_soc(image, tmp_path, seed):
    chosen = [case for case in cases("aead128") if case.count == COUNT]
    assert {len(chosen[0].request.message), len(chosen[0].request.ad)} == {21, 9}
    program = build(sources=[Path(__file__).with_name("soc_program.S")])
    given = tmp_path / "given"
    given.write_bytes(pickle.dumps((image, program, chosen)))
    run(flat_verilog(SoC(image=image), "soc"), "soc", "tests.cocotb.tb_soc", folder=tmp_path,
        seed=seed, environment={"GIVEN": str(given)})
