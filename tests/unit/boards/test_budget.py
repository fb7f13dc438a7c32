"""What the units may take: presets their budgets, others coarse bounds."""

import pytest

from boards.budgets import AREA
from boards.synth import syntheses
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


def test_core_rv32i():
    found = figures("core")
    assert found.lut <= 1900
    assert found.ff <= 950
    assert found.lutram == 72
    assert (found.dsp, found.bram) == (0, 0)


@pytest.mark.full
def test_core_rv32imc():
    found = figures("core", m=True, c=True)
    assert found.lut <= 3000
    assert found.ff <= 1500
    assert found.dsp <= 3


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
