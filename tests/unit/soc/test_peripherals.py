"""Control block, mailbox and UART, over the bus and at the pins."""

import pytest
from amaranth.hdl import Const
from amaranth.sim import Simulator

from soc.control import Control
from soc.features import Features
from soc.mailbox import WORDS, Mailbox
from soc.memory_map import CONTROL, MAILBOX, UART, Preset
from soc.registers import Registers, fields
from soc.uart import Uart

FULL = 0b1111


def control(**parameters):
    features = Features(rounds_per_cycle=3, big_endian=True, last=False, preset=Preset.FAST)
    return Control(**{"features": features, "clock_hz": 12_345_678} | parameters)


def test_control_constants(obi, access):
    dut = control()

    async def testbench(ctx):
        expected = [0x4958_5341, 0x213, 12_345_678]
        for offset, value in zip((0x0, 0x4, 0x8), expected, strict=True):
            assert await access.write(ctx, dut.bus, offset, ~value & 0xffff_ffff)
            assert await access.read(ctx, dut.bus, offset) == value
        for offset in (0x10, 0x80, 0xffc):
            assert await access.read(ctx, dut.bus, offset) is None
            assert not await access.write(ctx, dut.bus, offset, 0xffff_ffff)
        assert await access.read(ctx, dut.bus, 0xc) == 0b01

    obi.simulate(dut, testbench)


def test_core_reset_is_the_hosts(obi, access):
    dut = control()

    async def testbench(ctx):
        for host, value, be, expected in (
                (0, 0b11, FULL, 0b01), (1, 0b11, FULL, 0b11), (0, 0b00, FULL, 0b10),
                (1, 0b01, 0b1110, 0b10), (1, 0b01, 0b0000, 0b10), (1, 0b01, 0b0001, 0b01),
                (1, 0xffff_fffc, FULL, 0b00)):
            ctx.set(dut.from_host, host)
            assert await access.write(ctx, dut.bus, 0xc, value, be)
            assert await access.read(ctx, dut.bus, 0xc) == expected
            assert ctx.get(dut.accelerator_enable) == expected & 1
            assert ctx.get(dut.core_reset) == expected >> 1

    obi.simulate(dut, testbench)


@pytest.mark.parametrize("clock_hz", [0, -1, 1 << 32])
def test_bad_clock(obi, clock_hz):
    obi.refused(control, f"not {clock_hz}", clock_hz=clock_hz)


def test_mailbox_is_memory(obi, rng):
    dut = Mailbox()
    bases = range(0, 4 * WORDS, 64)
    beyond = [4 * WORDS, 0xfc0]
    requests = obi.traffic(rng, [*bases, *beyond], 400)
    manager = obi.Manager(dut.bus, requests, rng=rng)
    obi.simulate(dut, manager.run)
    obi.check(requests, manager.answers, failing={b + 4 * i for b in beyond for i in range(16)})
    assert not any(manager.waits)
    assert max(register.offset for register in MAILBOX.registers) < 4 * WORDS


def test_registers_tell_their_owner(obi, access):
    dut = Registers(UART)
    seen = []

    async def watch(ctx):
        ports = [getattr(dut, register.name.lower()) for register in UART.registers]
        async for _, _, *values in ctx.tick().sample(*(s for port in ports for s in
                                                       (port.read, port.write, port.data))):
            for index, register in enumerate(UART.registers):
                read, write, data = values[3 * index:3 * index + 3]
                if read or write:
                    seen.append((register.name, read, write, data if write else None))

    async def testbench(ctx):
        ctx.set(dut.divisor.value, 0xaabb_ccdd)
        await access.write(ctx, dut.bus, 0x00, 0x1122_3344, 0b0001)
        await access.write(ctx, dut.bus, 0x0c, 0x1122_3344, 0b0110)
        await access.write(ctx, dut.bus, 0x08, 0x1122_3344)
        assert await access.read(ctx, dut.bus, 0x00) == 0
        assert await access.read(ctx, dut.bus, 0x0c) == 0xaabb_ccdd
        assert await access.read(ctx, dut.bus, 0x10) is None

    obi.simulate(dut, testbench, background=[watch])
    assert seen == [("TX_DATA", 0, 0b0001, 0x44), ("DIVISOR", 0, 0b0110, 0xaa22_33dd),
                    ("TX_DATA", 1, 0, None), ("DIVISOR", 1, 0, None)]


def test_fields_cover_the_table():
    word = fields(UART["RX_DATA"], data=Const(0x5a, 8), empty=1)
    assert len(word) == 32
    results = []

    async def testbench(ctx):
        results.append(ctx.get(word))

    sim = Simulator(Uart(divisor=4))
    sim.add_testbench(testbench)
    sim.run()
    assert results == [0x8000_005a]
    with pytest.raises(ValueError, match="accelerator_enable"):
        fields(CONTROL["CONTROL"], enable=1)


TX_DATA, RX_DATA, STATUS, DIVISOR = (register.offset for register in UART.registers)
TX_READY, RX_VALID, OVERRUN, FRAMING = 1, 2, 4, 8


async def send(ctx, dut, byte, divisor, *, stop=1, skew=0):
    """Drive a frame into ``rx``; ``skew`` cycles late from the second bit on."""
    for index, bit in enumerate([0, *(byte >> i & 1 for i in range(8)), stop]):
        ctx.set(dut.rx, bit)
        await ctx.tick().repeat(divisor + (skew if index == 0 else 0))
    ctx.set(dut.rx, 1)


@pytest.mark.parametrize("divisor", [4, 5, 16, 27])
def test_uart_sends(obi, access, rng, divisor):
    dut = Uart(divisor=divisor)
    data = [rng.randrange(256) for _ in range(4)]
    received = []

    async def line(ctx):
        for _ in data:
            await ctx.tick().until(~dut.tx)
            levels = [0] + [(await ctx.tick().sample(dut.tx))[2] for _ in range(10 * divisor - 1)]
            bits = [levels[i * divisor:(i + 1) * divisor] for i in range(10)]
            assert all(len(set(bit)) == 1 for bit in bits), "an edge inside of a bit"
            assert (bits[0][0], bits[9][0]) == (0, 1)
            received.append(sum(bit[0] << i for i, bit in enumerate(bits[1:9])))

    async def testbench(ctx):
        for byte in data:
            while not await access.read(ctx, dut.bus, STATUS) & TX_READY:
                pass
            await access.write(ctx, dut.bus, TX_DATA, byte)
            await access.write(ctx, dut.bus, TX_DATA, ~byte & 0xff)  # is ignored
        await ctx.tick().repeat(11 * divisor)
        assert ctx.get(dut.tx)

    obi.simulate(dut, testbench, line)
    assert received == data


@pytest.mark.parametrize("divisor", [4, 5, 16, 27])
def test_uart_receives(obi, access, rng, divisor):
    dut = Uart(divisor=100)
    data = [0x00, 0xff, 0x55, *(rng.randrange(256) for _ in range(4))]

    async def testbench(ctx):
        assert await access.read(ctx, dut.bus, DIVISOR) == 100
        await access.write(ctx, dut.bus, DIVISOR, divisor)
        assert await access.read(ctx, dut.bus, RX_DATA) == 1 << 31
        for byte in data:
            await send(ctx, dut, byte, divisor, skew=rng.choice((0, 1, -1)) if divisor > 4 else 0)
            await ctx.tick().repeat(3)  # the synchroniser's delay
            assert await access.read(ctx, dut.bus, STATUS) == TX_READY | RX_VALID
            assert await access.read(ctx, dut.bus, RX_DATA) == byte
            assert await access.read(ctx, dut.bus, RX_DATA) == 1 << 31

    obi.simulate(dut, testbench)


def test_uart_receives_back_to_back(obi, access):
    dut = Uart(divisor=8)
    data = bytes(range(0x70, 0x78))
    received = []

    async def sender(ctx):
        for byte in data:
            await send(ctx, dut, byte, 8)

    async def reader(ctx):
        while len(received) < len(data):
            word = await access.read(ctx, dut.bus, RX_DATA)
            if not word >> 31:
                received.append(word)

    obi.simulate(dut, sender, reader)
    assert bytes(received) == data


def test_uart_flags(obi, access):
    dut = Uart(divisor=6)

    async def testbench(ctx):
        await send(ctx, dut, 0x11, 6)
        await send(ctx, dut, 0x22, 6)
        assert await access.read(ctx, dut.bus, STATUS) == TX_READY | RX_VALID | OVERRUN
        assert await access.read(ctx, dut.bus, STATUS) == TX_READY | RX_VALID
        assert await access.read(ctx, dut.bus, RX_DATA) == 0x11
        await send(ctx, dut, 0x33, 6, stop=0)
        await ctx.tick().repeat(6)
        assert await access.read(ctx, dut.bus, STATUS) == TX_READY | FRAMING
        assert await access.read(ctx, dut.bus, STATUS) == TX_READY
        await send(ctx, dut, 0x44, 6)
        assert await access.read(ctx, dut.bus, RX_DATA) == 0x44

    obi.simulate(dut, testbench)


def test_uart_ignores_glitches_and_breaks(obi, access):
    dut = Uart(divisor=16)

    async def testbench(ctx):
        ctx.set(dut.rx, 0)
        await ctx.tick().repeat(5)
        ctx.set(dut.rx, 1)
        await ctx.tick().repeat(200)
        assert await access.read(ctx, dut.bus, STATUS) == TX_READY
        ctx.set(dut.rx, 0)
        await ctx.tick().repeat(1000)
        ctx.set(dut.rx, 1)
        await ctx.tick().repeat(200)
        assert await access.read(ctx, dut.bus, STATUS) == TX_READY | FRAMING
        assert await access.read(ctx, dut.bus, STATUS) == TX_READY

    obi.simulate(dut, testbench)


@pytest.mark.parametrize(("written", "expected"), [
    (0, 4), (3, 4), (4, 4), (434, 434), (0xf_ffff, 0xf_ffff), (0x10_0000, 0xf_ffff),
    (0xffff_ffff, 0xf_ffff)])
def test_uart_divisor_stays_in_range(obi, access, written, expected):
    dut = Uart(divisor=50)

    async def testbench(ctx):
        await access.write(ctx, dut.bus, DIVISOR, written)
        assert await access.read(ctx, dut.bus, DIVISOR) == expected

    obi.simulate(dut, testbench)


@pytest.mark.parametrize("divisor", [3, 1 << 20])
def test_bad_divisor(obi, divisor):
    obi.refused(Uart, f"not {divisor}", divisor=divisor)
