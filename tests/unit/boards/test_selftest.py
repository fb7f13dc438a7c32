"""The self-test's hardware on a small memory, and its program as plain steps."""

import gc
import warnings

import pytest
from amaranth.hdl import UnusedElaboratable
from amaranth.sim import Simulator

from boards.selftest import Op, SelfTest
from boards.selftest_program import VECTORS, program
from soc.memory_map import Command, address
from sw.image import build
from sw.request import MODES

PROGRAM = ((Op.ADDRESS, 0x100), (Op.WRITE, 0x1234_5678), (Op.SKIP, 0), (Op.WRITE, 7),
           (Op.ADDRESS, 0x100), (Op.CHECK, 0x1234_5678), (Op.SKIP, 0), (Op.CHECK, 7),
           (Op.WAIT, 0), (Op.CHECK, 9), (Op.END, 0))


def run(words, *, patience=8, program=PROGRAM, err_at=None, countdown=3, starts=1):
    """Run on memory ``words``; the word at 0x10c counts down with every read."""
    dut = SelfTest(program, patience=patience)
    words = {0x10c: countdown, 0x110: 9} | words
    seen = []

    async def bench(ctx):
        bus = dut.bus
        for _ in range(starts):
            ctx.set(dut.start, 1)
            await ctx.tick()
            ctx.set(dut.start, 0)
            assert ctx.get(dut.running)
            assert not ctx.get(dut.passed)
            assert not ctx.get(dut.failed)
            words[0x10c] = countdown
            while ctx.get(dut.running):
                if not ctx.get(bus.req):
                    await ctx.tick()
                    continue
                where, we, data = ctx.get(bus.addr), ctx.get(bus.we), ctx.get(bus.wdata)
                await ctx.tick()
                ctx.set(bus.gnt, 1)
                await ctx.tick()
                ctx.set(bus.gnt, 0)
                seen.append((where, data if we else None))
                ctx.set(bus.rdata, words.get(where, 0))
                if we:
                    words[where] = data
                elif where == 0x10c and words[where]:
                    words[where] -= 1
                ctx.set(bus.err, where == err_at)
                ctx.set(bus.rvalid, 1)
                await ctx.tick()
                ctx.set(bus.rvalid, 0)
        result.append((ctx.get(dut.passed), ctx.get(dut.failed)))

    result = []
    sim = Simulator(dut)
    sim.add_clock(1e-8)
    sim.add_testbench(bench)
    sim.run_until(1e-4)
    assert result, "no end"
    return result[0], seen


def test_passes():
    outcome, seen = run({})
    assert outcome == (1, 0)
    assert seen[:2] == [(0x100, 0x1234_5678), (0x108, 7)]
    assert [where for where, _ in seen[2:]] == [0x100, 0x108, *[0x10c] * 4, 0x110]


def test_again():
    outcome, seen = run({}, starts=2)
    assert outcome == (1, 0)
    assert len(seen) == 2 * 9


@pytest.mark.parametrize("what", [
    {"words": {0x110: 8}},
    {"words": {}, "countdown": 20},
    {"words": {}, "err_at": 0x108},
])
def test_fails(what):
    assert run(**what)[0] == (0, 1)


def test_must_end():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnusedElaboratable)
        with pytest.raises(ValueError, match=r"end with Op\.END"):
            SelfTest([(Op.SKIP, 0)])
        gc.collect()


def test_program_has_every_command_in_both_modes():
    steps = program(build())
    where, commands, modes = None, [], []
    for op, value in steps:
        if op is Op.ADDRESS:
            where = value
            continue
        if op is Op.WRITE and where == address("mailbox", "COMMAND"):
            commands.append(value)
        if op is Op.WRITE and where == address("control", "CONTROL"):
            modes.append(value & 1)
        where += 4
    assert commands == 2 * [request.command for request, _ in VECTORS]
    assert set(commands) == set(Command) - {Command.IDLE, Command.AEAD128_ENCRYPT_OPTIONS,
                                            Command.AEAD128_DECRYPT_OPTIONS}
    assert modes == len(VECTORS) * [0] + len(VECTORS) * [1]
    assert MODES == ("baseline", "accelerated")
    assert steps[-1] == (Op.END, 0)
