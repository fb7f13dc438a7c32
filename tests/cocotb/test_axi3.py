"""The SoC's Verilog with an AXI3 port, driven by cocotbext-axi."""

import pickle

import pytest

from hdl.flat import flat_verilog
from sim.bench import GRID, measure
from sim.cocotb_runner import run
from sim.engine import Engine
from soc.top import SoC
from sw.driver import Driver
from sw.image import build


def start(tmp_path, seed, grid, **options):
    """Run the testbenches; what the benchmark must measure comes from the AXI4-Lite port."""
    image = build()
    with Engine() as engine:
        driver = Driver(engine)
        driver.load(image)
        points = measure(driver, grid=grid)
    given = tmp_path / "given"
    given.write_bytes(pickle.dumps((image, points)))
    run(flat_verilog(SoC(host="axi3"), "soc"), "soc", "tests.cocotb.tb_axi3", folder=tmp_path,
        seed=seed, environment={"GIVEN": str(given)}, **options)


def test_axi3(tmp_path):
    """Check everything, the benchmark with one short message of each member."""
    start(tmp_path, 1, [shape for shape in GRID if shape.message == 16 and shape.ad in (0, 16)
                        and shape.output in (0, 16, 32)])


@pytest.mark.full
def test_whole_bench(tmp_path):
    start(tmp_path, 2, GRID, testcase="measures_the_same")
