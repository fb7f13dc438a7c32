"""Presets of the coprocessor, as a SoC has them and as ``CONTROL.FEATURES`` tells them."""

import pytest

from hdl.ascon import Coprocessor
from hdl.ascon.presets import DEFAULT, PRESETS, preset_coprocessor
from hdl.isa import ByteOrder, Operation, encode
from sim.engine import EngineConfig
from soc.coprocessor import features_of, soc_coprocessor
from soc.features import Features
from soc.memory_map import CONTROL, Preset
from soc.top import SoC


def test_every_preset_has_a_number():
    assert {preset.name.lower() for preset in Preset} == {"none", *PRESETS}
    assert DEFAULT in PRESETS
    for name, preset in PRESETS.items():
        assert preset.name == name
        assert "\n" not in preset.description


@pytest.mark.parametrize("preset", PRESETS)
def test_features_are_the_coprocessors(obi, preset):
    dut, features = soc_coprocessor(preset, id_width=4), features_of(preset)
    assert features.preset == Preset[preset.upper()]

    async def testbench(ctx):
        ctx.set(dut.x.issue.valid, 1)
        for operation, order, exists in (
                (Operation.READ, ByteOrder.LITTLE, True),
                (Operation.READ, ByteOrder.BIG, features.big_endian),
                (Operation.ENCRYPT_LAST, ByteOrder.LITTLE, features.last),
                (Operation.DECRYPT_LAST, ByteOrder.LITTLE, features.last)):
            ctx.set(dut.x.issue.req.instr, encode(operation, order=order))
            ctx.set(dut.x.issue.req.rs_valid, 0b11)
            assert ctx.get(dut.x.issue.resp.accept) == exists

    obi.simulate(dut, testbench)


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_instead_of_the_presets(preset):
    own = features_of(preset)
    assert features_of(preset, own.rounds_per_cycle) == own
    if "rounds_per_cycle" in PRESETS[preset].options:
        assert features_of(preset, 6) == Features(6, own.big_endian, own.last, Preset.NONE)
    else:
        with pytest.raises(ValueError, match="rounds_per_cycle does not apply to preset"):
            features_of(preset, 6)


def test_rounds_of_another_preset_are_that_preset(obi):
    fast = features_of("fast")
    assert features_of("compact", fast.rounds_per_cycle) == fast
    for dut in (SoC(preset="fast"), SoC(rounds_per_cycle=fast.rounds_per_cycle)):
        assert dut.features == fast
        assert dut.rounds_per_cycle == fast.rounds_per_cycle
        obi.simulate(dut, idle)


async def idle(ctx):
    await ctx.tick()


def test_smallest_queue(obi):
    dut = soc_coprocessor(id_width=5)
    assert isinstance(dut, Coprocessor)
    assert (dut.queue_depth, dut.id_width) == (1, 5)
    obi.simulate(dut, idle)


def test_word():
    assert {field.name.lower() for field in CONTROL["FEATURES"].fields} == set(
        Features.__dataclass_fields__)
    assert Features(6, False, True, Preset.FAST).word == 0x0000_0226
    for features in (Features(), Features(2, True, False, Preset.NONE)):
        assert Features.from_word(features.word) == features
    with pytest.raises(ValueError, match="15 is not a valid Preset"):
        Features.from_word(0xf01)


def test_engine_configuration():
    assert EngineConfig() == EngineConfig(preset="compact", rounds_per_cycle=1)
    assert EngineConfig(preset="fast").rounds_per_cycle == 2
    assert EngineConfig(preset="fast", rounds_per_cycle=4).soc == {
        "preset": "fast", "rounds_per_cycle": 4, "clock_hz": 50_000_000, "trace": False}
    with pytest.raises(ValueError, match="preset must be one of .*, not 'huge'"):
        EngineConfig(preset="huge")


@pytest.mark.parametrize(("parameters", "message"), [
    ({"preset": "huge"}, "preset must be one of .*, not 'huge'"),
    ({"depth": 3}, "depth does not apply to preset compact, which has rounds_per_cycle, "),
    ({"preset": "fast", "queue_depth": 3}, "queue_depth"),
])
def test_refuses(obi, parameters, message):
    obi.refused(preset_coprocessor, message, **parameters)
