"""The permutation against published values and against the S-box's table."""

import random

import pytest

from sw.model.permutation import (
    CONSTANTS,
    MASK,
    add_constant,
    diffuse,
    permute,
    substitute,
    trace,
)

# SP 800-232, table 6; lane 0 holds the most significant bit of a column.
SBOX = bytes.fromhex("040b1f141a1509021b0508121d03061c1e13070e000d1118100c0119160a0f17")

# SP 800-232, section 3.1.
OFFSETS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))


def random_state(generator):
    return [generator.getrandbits(64) for _ in range(5)]


def test_constants():
    assert bytes(CONSTANTS).hex() == "3c2d1e0ff0e1d2c3b4a5968778695a4b"


@pytest.mark.parametrize(("rounds", "expected"), [
    (12, "78ea7ae5cfebb1089b9bfb8513b560f76937f83e03d11a503fe53f36f2c1178c045d648e4def12c9"),
    (8, "1418f8af721aa830a5425f1f8cb31388a01ef761bf8e1652f01fdabf8c8a82b40168260badf76a06"),
])
def test_zero_state(rounds, expected):
    assert "".join(f"{lane:016x}" for lane in permute([0] * 5, rounds)) == expected


def test_substitution_is_the_table():
    generator = random.Random(1)
    for _ in range(20):
        state = random_state(generator)
        result = substitute(state)
        for bit in range(64):
            column = sum((lane >> bit & 1) << 4 - i for i, lane in enumerate(state))
            assert sum((lane >> bit & 1) << 4 - i for i, lane in enumerate(result)) == SBOX[column]


def test_diffusion_bit_by_bit():
    for lane, (first, second) in enumerate(OFFSETS):
        for bit in range(64):
            state = [0] * 5
            state[lane] = 1 << bit
            expected = [0] * 5
            for offset in (0, first, second):
                expected[lane] ^= 1 << (bit - offset) % 64
            assert diffuse(state) == expected


def test_constant_goes_into_lane_2():
    assert add_constant([1, 2, 3, 4, 5], 0xf0) == [1, 2, 0xf3, 4, 5]


@pytest.mark.parametrize("rounds", range(17))
def test_trace_agrees(rounds):
    state = random_state(random.Random(rounds))
    steps = trace(state, rounds)
    assert [step.constant for step in steps] == list(CONSTANTS[16 - rounds:])
    assert permute(state, rounds) == (steps[-1].diffused if steps else state)
    for before, after in zip(steps, steps[1:], strict=False):
        assert after.start == before.diffused
    for step in steps:
        assert step.added == add_constant(step.start, step.constant)
        assert step.substituted == substitute(step.added)
        assert step.diffused == diffuse(step.substituted)


def test_argument_is_left_alone():
    state = [MASK] * 5
    permute(state, 12)
    assert state == [MASK] * 5


@pytest.mark.parametrize(("state", "rounds"), [
    ([0] * 5, 17), ([0] * 5, -1), ([0] * 4, 12), ([0, 0, 0, 0, 1 << 64], 12),
    ([0, 0, 0, 0, -1], 12),
])
@pytest.mark.parametrize("function", [permute, trace])
def test_refuses(function, state, rounds):
    with pytest.raises(ValueError, match="must be"):
        function(state, rounds)
