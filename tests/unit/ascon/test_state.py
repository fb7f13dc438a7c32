"""Permutation times and values, and what an execution changes."""

import pytest

from hdl.ascon.round import ROUNDS_PER_CYCLE
from hdl.ascon.state import State
from hdl.isa import IV, ROUNDS, Algorithm, ByteOrder
from sw.model.permutation import permute, trace
from tests.unit.ascon.bench import seeded, simulate, state_of


async def fill(ctx, dut, state):
    """Set the state by executions."""
    ctx.set(dut.execute, 1)
    ctx.set(dut.init, 1)
    ctx.set(dut.algorithm, Algorithm.NONE)
    ctx.set(dut.operand, 0)
    ctx.set(dut.words, 0b1100)
    ctx.set(dut.rounds, 0)
    await ctx.tick()
    ctx.set(dut.init, 0)
    for number, lane in enumerate(state):
        ctx.set(dut.operand, lane)
        ctx.set(dut.words, 3 << 2 * number)
        await ctx.tick()
    ctx.set(dut.words, 0)
    ctx.set(dut.execute, 0)


@pytest.mark.parametrize("rounds_per_cycle", ROUNDS_PER_CYCLE)
@pytest.mark.parametrize("big_endian", [True, False])
def test_permutation(rounds_per_cycle, big_endian):
    dut, rng = State(rounds_per_cycle=rounds_per_cycle, big_endian=big_endian), seeded()

    async def testbench(ctx):
        for order in ByteOrder if big_endian else (ByteOrder.LITTLE,):
            for code, count in ROUNDS[order].items():
                for state in ([0] * 5, [rng.getrandbits(64) for _ in range(5)]):
                    await fill(ctx, dut, state)
                    ctx.set(dut.execute, 1)
                    ctx.set(dut.order, order)
                    ctx.set(dut.rounds, code)
                    await ctx.tick()
                    ctx.set(dut.execute, 0)
                    cycles = -(-count // rounds_per_cycle)
                    for cycle in range(cycles):
                        done = cycle * rounds_per_cycle
                        assert state_of(ctx, dut.lanes) == (
                            trace(state, count)[done - 1].diffused if done else state)
                        assert ctx.get(dut.busy) == (cycle < cycles - 1)
                        await ctx.tick()
                    for _ in range(3):
                        assert state_of(ctx, dut.lanes) == permute(state, count)
                        assert not ctx.get(dut.busy)
                        await ctx.tick()

    simulate(dut, testbench)


def test_known_answer():
    dut = State(rounds_per_cycle=1)

    async def testbench(ctx):
        ctx.set(dut.execute, 1)
        ctx.set(dut.rounds, 2)
        await ctx.tick()
        ctx.set(dut.execute, 0)
        await ctx.tick().repeat(12)
        assert state_of(ctx, dut.lanes) == [
            0x78ea7ae5cfebb108, 0x9b9bfb8513b560f7, 0x6937f83e03d11a50, 0x3fe53f36f2c1178c,
            0x045d648e4def12c9]

    simulate(dut, testbench)


def test_words_and_flips():
    dut, rng = State(), seeded()

    async def testbench(ctx):
        for _ in range(100):
            state = [rng.getrandbits(64) for _ in range(5)]
            await fill(ctx, dut, state)
            words, operand = rng.getrandbits(10), rng.getrandbits(64)
            order, pad, domain = (rng.choice(list(ByteOrder)), rng.getrandbits(1),
                                  rng.getrandbits(1))
            for word in range(10):
                ctx.set(dut.select, word)
                value = state[word // 2] >> 32 * (word % 2) & 0xffff_ffff
                assert ctx.get(dut.word) == value
                if words >> word & 1:
                    half = 0xffff_ffff << 32 * (word % 2)
                    state[word // 2] ^= operand & half
            if pad:
                state[0] ^= 1 << (0 if order is ByteOrder.LITTLE else 63)
            if domain:
                state[4] ^= 1 << (63 if order is ByteOrder.LITTLE else 0)
            for member, value in (("words", words), ("operand", operand), ("order", order),
                                  ("pad", pad), ("domain", domain), ("execute", 1)):
                ctx.set(getattr(dut, member), value)
            await ctx.tick()
            for member in ("words", "pad", "domain", "execute"):
                ctx.set(getattr(dut, member), 0)
            ctx.set(dut.order, ByteOrder.LITTLE)
            assert state_of(ctx, dut.lanes) == state

    simulate(dut, testbench)


def test_init():
    dut, rng = State(), seeded()

    async def testbench(ctx):
        for algorithm in Algorithm:
            for domain in (0, 1):
                await fill(ctx, dut, [rng.getrandbits(64) for _ in range(5)])
                operand = rng.getrandbits(64)
                for member, value in (("init", 1), ("algorithm", algorithm), ("operand", operand),
                                      ("words", 0b1100), ("domain", domain),
                                      ("execute", 1)):
                    ctx.set(getattr(dut, member), value)
                await ctx.tick()
                ctx.set(dut.domain, 0)
                assert state_of(ctx, dut.lanes) == [IV[algorithm], operand, 0, 0, domain << 63]

    simulate(dut, testbench)


def test_nothing_without_execute():
    dut, rng = State(), seeded()

    async def testbench(ctx):
        state = [rng.getrandbits(64) for _ in range(5)]
        await fill(ctx, dut, state)
        for _ in range(50):
            for member, width in (("init", 1), ("words", 10), ("operand", 64), ("pad", 1),
                                  ("domain", 1), ("rounds", 2), ("select", 4)):
                ctx.set(getattr(dut, member), rng.getrandbits(width))
            await ctx.tick()
            assert state_of(ctx, dut.lanes) == state

    simulate(dut, testbench)
