"""Permutation times and values, and what an execution changes."""

import pytest

from hdl.ascon.round import ROUNDS_PER_CYCLE
from hdl.ascon.state import State
from hdl.isa import IV, ROUNDS, Algorithm, ByteOrder
from sw.model.permutation import permute, trace
from tests.unit.ascon.bench import seeded, simulate, state_of


async def execute(ctx, dut, **work):
    """Execute a work; nothing waits afterwards."""
    ctx.set(dut.work, work)
    ctx.set(dut.waiting, 1)
    ctx.set(dut.execute, 1)
    await ctx.tick()
    ctx.set(dut.execute, 0)
    if ctx.get(dut.goes_on):
        await ctx.tick()
    ctx.set(dut.work, {})
    ctx.set(dut.waiting, 0)


async def fill(ctx, dut, state):
    """Set the state by executions."""
    await execute(ctx, dut, init=1)
    for number, lane in enumerate(state):
        await execute(ctx, dut, operand=lane, lane=number, changes=3)


def random_state(rng):
    return [rng.getrandbits(64) for _ in range(5)]


@pytest.mark.parametrize("rounds_per_cycle", ROUNDS_PER_CYCLE)
@pytest.mark.parametrize("big_endian", [True, False])
def test_permutation(rounds_per_cycle, big_endian):
    dut, rng = State(rounds_per_cycle=rounds_per_cycle, big_endian=big_endian), seeded()

    async def testbench(ctx):
        for order in ByteOrder if big_endian else (ByteOrder.LITTLE,):
            for code, count in ROUNDS[order].items():
                for state in ([0] * 5, random_state(rng)):
                    await fill(ctx, dut, state)
                    await execute(ctx, dut, order=order, rounds=code)
                    # A remainder comes first.
                    cycles = -(-count // rounds_per_cycle)
                    remainder = count - (cycles - 1) * rounds_per_cycle
                    for cycle in range(cycles):
                        done = remainder + (cycle - 1) * rounds_per_cycle if cycle else 0
                        assert state_of(ctx, dut.lanes) == (
                            trace(state, count)[done - 1].diffused if done else state)
                        assert ctx.get(dut.open) == (cycle == cycles - 1)
                        assert ctx.get(dut.open_early) == (cycle >= cycles - 2)
                        await ctx.tick()
                    for _ in range(3):
                        assert state_of(ctx, dut.lanes) == permute(state, count)
                        assert ctx.get(dut.open)
                        assert ctx.get(dut.open_early)
                        await ctx.tick()

    simulate(dut, testbench)


def test_known_answer():
    dut = State(rounds_per_cycle=1)

    async def testbench(ctx):
        await execute(ctx, dut, rounds=2)
        await ctx.tick().repeat(12)
        assert state_of(ctx, dut.lanes) == [
            0x78ea7ae5cfebb108, 0x9b9bfb8513b560f7, 0x6937f83e03d11a50, 0x3fe53f36f2c1178c,
            0x045d648e4def12c9]

    simulate(dut, testbench)


@pytest.mark.parametrize("after", range(4))
@pytest.mark.parametrize("kill", [True, False])
def test_last_round_waits(after, kill):
    """In the last cycle a work on lane 0 is done with the round, or the round is done without."""
    dut, rng = State(), seeded()

    async def testbench(ctx):
        state, operand = random_state(rng), rng.getrandbits(64)
        await fill(ctx, dut, state)
        await execute(ctx, dut, rounds=1)
        await ctx.tick().repeat(7)
        before = state_of(ctx, dut.lanes)
        ctx.set(dut.work, {"operand": operand, "changes": 3, "domain": 1})
        ctx.set(dut.waiting, 1)
        for _ in range(after):
            assert not ctx.get(dut.open)
            assert not ctx.get(dut.open_early)
            await ctx.tick()
            assert state_of(ctx, dut.lanes) == before
        expected = permute(state, 8)
        if kill:
            ctx.set(dut.work, {})
            ctx.set(dut.waiting, 0)
        else:
            ctx.set(dut.execute, 1)
            expected[0] ^= operand
            expected[4] ^= 1 << 63
        await ctx.tick()
        assert state_of(ctx, dut.lanes) == expected

    simulate(dut, testbench)


def test_starts_at_once():
    dut, rng = State(), seeded()

    async def testbench(ctx):
        state = random_state(rng)
        await fill(ctx, dut, state)
        await execute(ctx, dut, variant=1, rounds=2, lane=2, half=1)
        assert state_of(ctx, dut.lanes) == trace(state, 12)[0].diffused
        await ctx.tick().repeat(11)
        assert state_of(ctx, dut.lanes) == permute(state, 12)
        await ctx.tick()
        assert state_of(ctx, dut.lanes) == permute(state, 12)

    simulate(dut, testbench)


def test_words_and_flips():
    dut, rng = State(), seeded()

    async def testbench(ctx):
        for number in range(150):
            state = random_state(rng)
            await fill(ctx, dut, state)
            # Lanes 5 to 7 are not there.
            lane, half, operand = rng.randrange(8), number % 2, rng.getrandbits(64)
            single = rng.getrandbits(1)
            decrypt = single and rng.getrandbits(1)
            hidden = rng.choice((0, 0, 0xe, 0xc, 8, 0xf)) if single else 0
            order, pad, domain = (rng.choice(list(ByteOrder)), rng.getrandbits(1),
                                  rng.getrandbits(1))
            ctx.set(dut.work, {
                "operand": operand & 0xffff_ffff if single else operand, "hidden": hidden,
                "lane": lane, "half": half, "changes": 1 << half if single else 3,
                "decrypt": decrypt, "order": order, "pad": pad, "domain": domain})
            if lane < 5:
                word = state[lane] >> 32 * half & 0xffff_ffff
                assert ctx.get(dut.total) == word ^ operand & 0xffff_ffff
                mask = sum(0xff << 8 * byte for byte in range(4) if not hidden >> byte & 1)
                if single:
                    # The word becomes the operand where it is replaced.
                    replaced = mask if decrypt else 0
                    state[lane] ^= (operand & 0xffff_ffff ^ word & replaced) << 32 * half
                else:
                    state[lane] ^= operand
            if pad:
                state[0] ^= 1 << (0 if order is ByteOrder.LITTLE else 63)
            if domain:
                state[4] ^= 1 << (63 if order is ByteOrder.LITTLE else 0)
            ctx.set(dut.waiting, 1)
            ctx.set(dut.execute, 1)
            await ctx.tick()
            ctx.set(dut.waiting, 0)
            ctx.set(dut.execute, 0)
            ctx.set(dut.work, {})
            assert state_of(ctx, dut.lanes) == state

    simulate(dut, testbench)


@pytest.mark.parametrize("operand", [False, True])
def test_init(operand):
    dut, rng = State(), seeded()

    async def testbench(ctx):
        for algorithm in Algorithm:
            for domain in (0, 1):
                await fill(ctx, dut, random_state(rng))
                lane = rng.getrandbits(64) if operand else 0
                await execute(ctx, dut, init=1, lane=algorithm.value, operand=lane,
                              variant=operand, domain=domain)
                assert state_of(ctx, dut.lanes) == [IV[algorithm], lane, 0, 0, domain << 63]

    simulate(dut, testbench)


def test_nothing_without_execute():
    dut, rng = State(), seeded()

    async def testbench(ctx):
        state = random_state(rng)
        await fill(ctx, dut, state)
        ctx.set(dut.waiting, 1)
        for _ in range(50):
            ctx.set(dut.work, {name: rng.getrandbits(width) for name, width in (
                ("operand", 64), ("hidden", 4), ("pad", 1), ("domain", 1), ("half", 1),
                ("lane", 3), ("changes", 2), ("decrypt", 1), ("init", 1), ("variant", 1),
                ("rounds", 2))})
            await ctx.tick()
            assert state_of(ctx, dut.lanes) == state

    simulate(dut, testbench)
