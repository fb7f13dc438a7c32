"""The synthesized SoC of every preset, simulated as the cells that it was mapped to."""

import pytest

from boards.synth import syntheses
from hdl.ascon.presets import PRESETS
from sim.engine import Engine, EngineConfig
from sim.netlist import netlist_verilog
from sim.vectors import cases
from sw.driver import Driver
from sw.image import build
from sw.request import MODES

#: A vector with a partial last block of message and associated data.
COUNT = 33 * 29 + 14

pytestmark = pytest.mark.full


@pytest.mark.parametrize("preset", PRESETS)
def test_vector_in_both_modes(preset):
    (synthesis,) = syntheses("soc", ({"preset": preset},)).values()
    verilog = netlist_verilog(synthesis.netlist().to_json(), "top", "soc", "xc7")
    chosen = [case for case in cases("aead128") if case.count == COUNT]
    assert len({case.kind for case in chosen}) == 6
    with Engine(EngineConfig(preset=preset), verilog=verilog) as engine:
        driver = Driver(engine)
        driver.load(build())
        for mode in MODES:
            for case in chosen:
                assert case.passed(driver.run(case.request, mode)), (mode, case.kind)
