"""One round against the S-box as a table and the linear layer bit by bit."""

import pytest

from hdl.ascon.round import ROUNDS_PER_CYCLE, Round, Rounds, taps
from sw.model.permutation import permute
from tests.unit.ascon.bench import seeded, simulate, state_of

#: SP 800-232's table; x0 is the most significant bit of either side.
SBOX = bytes.fromhex("040b1f141a1509021b0508121d03061c1e13070e000d1118100c0119160a0f17")
ROTATIONS = [(19, 28), (61, 39), (1, 6), (10, 17), (7, 41)]
CONSTANTS = bytes.fromhex("f0e1d2c3b4a5968778695a4b")


def round_by_bits(state, step):
    state = list(state)
    state[2] ^= CONSTANTS[step]
    substituted = [0] * 5
    for bit in range(64):
        column = sum((state[lane] >> bit & 1) << (4 - lane) for lane in range(5))
        for lane in range(5):
            substituted[lane] |= (SBOX[column] >> (4 - lane) & 1) << bit
    return [sum((lane >> bit & 1 ^ lane >> (bit + a) % 64 & 1 ^ lane >> (bit + b) % 64 & 1) << bit
                for bit in range(64)) for lane, (a, b) in zip(substituted, ROTATIONS, strict=True)]


def test_round():
    dut, rng = Round(), seeded()
    # Every column of five bits, twice.
    columns = [sum(((bit % 32) >> (4 - lane) & 1) << bit for bit in range(64)) for lane in range(5)]
    states = [columns, [0] * 5, *([rng.getrandbits(64) for _ in range(5)] for _ in range(10))]

    async def testbench(ctx):
        for state in states:
            for step in range(12):
                ctx.set(dut.i, state)
                ctx.set(dut.step, step)
                assert state_of(ctx, dut.o) == round_by_bits(state, step)

    simulate(dut, testbench, clock=False)


@pytest.mark.parametrize("rounds_per_cycle", ROUNDS_PER_CYCLE)
def test_rounds_of_a_cycle(rounds_per_cycle):
    counts, rng = (1, 6, 8, 12), seeded()
    dut = Rounds(rounds_per_cycle=rounds_per_cycle, counts=counts)

    async def testbench(ctx):
        for count in counts:
            state = [rng.getrandbits(64) for _ in range(5)]
            expected, step = permute(state, count), 12 - count
            ctx.set(dut.step, step)
            assert ctx.get(dut.partial) == (count % rounds_per_cycle != 0)
            while step < 12:
                ctx.set(dut.i, state)
                ctx.set(dut.step, step)
                state = state_of(ctx, dut.short if ctx.get(dut.partial) else dut.o)
                step = ctx.get(dut.next)
            assert step == 12
            assert state == expected

    simulate(dut, testbench, clock=False)


@pytest.mark.parametrize(("rounds_per_cycle", "counts", "expected"), [
    (1, (1, 6, 8, 12), []), (2, (8, 12), []), (2, (1, 8), [1]), (3, (8, 12), [2]),
    (3, (1, 6, 8, 12), [1, 2]), (4, (8, 12), []), (4, (1, 6, 8, 12), [1, 2]), (6, (8, 12), [2]),
    (6, (1, 6, 8, 12), [1, 2]),
])
def test_taps(rounds_per_cycle, counts, expected):
    assert taps(rounds_per_cycle, counts) == expected


@pytest.mark.usefixtures("unused")
@pytest.mark.parametrize("value", [0, 5, 12, "1", None])
def test_bad_rounds_per_cycle(value):
    with pytest.raises(ValueError, match=rf"one of \(1, 2, 3, 4, 6\), not {value!r}"):
        Rounds(rounds_per_cycle=value)


@pytest.mark.usefixtures("unused")
@pytest.mark.parametrize("count", [0, 13])
def test_bad_counts(count):
    with pytest.raises(ValueError, match=rf"1\.\.12, not {count}"):
        Rounds(counts=(8, count))
