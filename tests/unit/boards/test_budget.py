"""What the units may take: presets and cores their budgets, others coarse bounds."""

import pytest

from boards.budgets import AREA, CORE
from boards.synth import syntheses
from boards.units import CONFIGURATIONS, label
from hdl.ascon.presets import PRESETS

#: The XC7Z020.
BLOCK_RAMS = 140


def figures(unit, **parameters):
    (synthesis,) = syntheses(unit, (parameters,)).values()
    return synthesis.utilization()


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset):
    found = figures("coprocessor", preset=preset, **PRESETS[preset].smallest_queue).to_json()
    for name in AREA[preset].limits:
        assert AREA[preset].held(name, found[name]), (name, found[name])


def test_tiny():
    """Less than the smallest published one, 597 sites and 368 flip-flops, with room to spare."""
    found = figures("coprocessor", preset="tiny")
    assert found.sites <= 580
    assert found.ff <= 367
    assert (found.lutram, found.carry, found.dsp, found.bram) == (24, 0, 0, 0)


@pytest.mark.parametrize("config", [
    "rv32i", *(pytest.param(config, marks=pytest.mark.full) for config in CORE
               if config != "rv32i")])
def test_core(config):
    (parameters,) = [parameters for parameters in CONFIGURATIONS["core"]
                     if label("core", parameters) == config]
    found = figures("core", **parameters).to_json()
    for name in CORE[config].limits:
        assert CORE[config].held(name, found[name]), (name, found[name])


def test_every_core_has_a_budget():
    assert CORE.keys() == {label("core", parameters) for parameters in CONFIGURATIONS["core"]}


@pytest.mark.full
def test_coprocessor_with_more_rounds():
    one, two, three = (figures("coprocessor", rounds_per_cycle=rounds, queue_depth=1)
                       for rounds in (1, 2, 3))
    # A round: 192 sites for the S-box, 160 for the linear layer, a few for the constant.
    assert two.sites - one.sites <= 400
    # The third comes with a choice a bit, for the two rounds that eight leave.
    assert three.sites - two.sites <= 660
    assert one.ff == two.ff == three.ff


@pytest.mark.full
def test_soc():
    found = figures("soc")
    assert found.sites <= 4500
    assert found.bram <= 0.6 * BLOCK_RAMS
