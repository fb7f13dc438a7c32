"""Machine timer and software interrupt, over the bus and at the lines."""

import pytest

from soc.clint import Clint
from soc.mailbox import Mailbox
from soc.memory_map import CLINT, MAILBOX, REGIONS, Interrupt, address

MSIP, MTIMECMP, MTIMECMPH, MTIME, MTIMEH = (register.offset for register in CLINT.registers)


def test_layout_is_that_of_sifive():
    base = REGIONS["clint"].base
    assert [address("clint", name) - base for name in ("MSIP", "MTIMECMP", "MTIME")] == [
        0, 0x4000, 0xbff8]
    assert [Interrupt.SOFTWARE, Interrupt.TIMER, Interrupt.EXTERNAL] == [3, 7, 11]


def test_time_counts_cycles(obi, access):
    dut = Clint()

    async def testbench(ctx):
        first = await access.read(ctx, dut.bus, MTIME)
        before = ctx.get(dut.time)
        await ctx.tick().repeat(100)
        assert ctx.get(dut.time) == before + 100
        assert await access.read(ctx, dut.bus, MTIME) > first + 100
        assert await access.read(ctx, dut.bus, MTIMEH) == 0
        assert await access.write(ctx, dut.bus, MTIME, 0xffff_fff0)
        assert await access.write(ctx, dut.bus, MTIMEH, 0x1234_5678)
        await ctx.tick().repeat(20)
        assert await access.read(ctx, dut.bus, MTIMEH) == 0x1234_5679
        assert ctx.get(dut.time) >> 32 == 0x1234_5679
        assert await access.write(ctx, dut.bus, MTIME, 0xee00_0000, 0b1000)
        assert await access.read(ctx, dut.bus, MTIME) >> 24 == 0xee

    obi.simulate(dut, testbench)


@pytest.mark.parametrize(("low", "high"), [(0x60, 0), (0x1_0000 - 4, 7)])
def test_timer(obi, access, low, high):
    """Set from the cycle after that in which the time is reached, until the comparison is moved."""
    dut = Clint()

    async def testbench(ctx):
        assert await access.read(ctx, dut.bus, MTIMECMP) == 0xffff_ffff
        assert await access.read(ctx, dut.bus, MTIMECMPH) == 0xffff_ffff
        await access.write(ctx, dut.bus, MTIMEH, high)
        await access.write(ctx, dut.bus, MTIME, low - 0x40)
        await access.write(ctx, dut.bus, MTIMECMP, low)
        assert not ctx.get(dut.timer)
        await access.write(ctx, dut.bus, MTIMECMPH, high)
        while not ctx.get(dut.timer):
            assert ctx.get(dut.time) <= high << 32 | low
            await ctx.tick()
        assert ctx.get(dut.time) == (high << 32 | low) + 1
        await ctx.tick().repeat(50)
        assert ctx.get(dut.timer)
        await access.write(ctx, dut.bus, MTIMECMPH, high + 1)
        await ctx.tick()
        assert not ctx.get(dut.timer)

    obi.simulate(dut, testbench)


def test_software_interrupt(obi, access):
    dut = Clint()

    async def testbench(ctx):
        for value, be, expected in ((0xffff_fffe, 15, 0), (0xffff_ffff, 15, 1), (0, 0b1110, 1),
                                    (0, 1, 0), (1, 1, 1)):
            assert await access.write(ctx, dut.bus, MSIP, value, be)
            assert await access.read(ctx, dut.bus, MSIP) == expected
            assert ctx.get(dut.software) == expected
        assert await access.read(ctx, dut.bus, 0x4008) is None

    obi.simulate(dut, testbench)


def test_mailbox_has_a_command(obi, access):
    dut = Mailbox()
    command, key = MAILBOX["COMMAND"].offset, MAILBOX["KEY"].offset

    async def testbench(ctx):
        for offset, value, be, expected in (
                (key, 1, 15, 0), (command, 0x10, 15, 1), (command, 0, 0b1110, 1),
                (key, 0, 15, 1), (command, 0x4000_0000, 0b1001, 1), (command, 0, 0b0111, 1),
                (command, 0, 0b1000, 0), (0xf00, 1, 15, 0)):
            await access.write(ctx, dut.bus, offset, value, be)
            assert ctx.get(dut.commanded) == expected

    obi.simulate(dut, testbench)
