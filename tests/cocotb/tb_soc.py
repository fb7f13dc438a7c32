"""Coroutines that check the SoC at its pins; started by ``test_soc.py``.

The memories start with the firmware's image. ``GIVEN`` names a file with that image, the one of
``soc_program.S`` and the cases to run, pickled.
"""

import os
import pickle
from pathlib import Path

import cocotb
import pytest
from cocotb.task import bridge
from cocotb.triggers import ClockCycles, FallingEdge, Timer
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

from sim.cocotb_transport import CocotbTransport
from soc.memory_map import CONTROL, IDENTITY, REGIONS, UART, Command, Status, address
from sw.driver import Driver
from tests.cocotb import soc_bench

ENABLE, RESET = (1 << field.low for field in CONTROL["CONTROL"].fields)
SWITCHES = address("control", "CONTROL")


def given():
    """Return the firmware's image, the other one, and the cases."""
    return pickle.loads(Path(os.environ["GIVEN"]).read_bytes())


async def start(dut, **options):
    """Start clock and SoC, see :func:`tests.cocotb.soc_bench.start`; with its AXI manager."""
    def master(_rng):
        return AxiLiteMaster(AxiLiteBus.from_prefix(dut, "axi"), dut.clk, dut.rst)
    return await soc_bench.start(dut, master, **options)


async def read(master, at):
    answer = await master.read(at, 4)
    assert answer.resp == AxiResp.OKAY, f"0x{at:08x}: {answer.resp.name}"
    return int.from_bytes(answer.data, "little")


async def write(master, at, value, size=4):
    answer = await master.write(at, value.to_bytes(size, "little"))
    assert answer.resp == AxiResp.OKAY, f"0x{at:08x}: {answer.resp.name}"


async def loop_back(dut):
    """Wire the serial output to the input."""
    while True:
        await dut.uart_tx.value_change
        dut.uart_rx.value = dut.uart_tx.value


async def poll(master, at, value, tries=500):
    for _ in range(tries):
        if await read(master, at) == value:
            return
    raise AssertionError(f"the word at 0x{at:08x} is not {value} after {tries} reads")


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def boots_the_initial_image(dut):
    """Get an answer from the firmware that the memories start with."""
    master, _ = await start(dut)
    await write(master, address("mailbox", "STATUS"), 0xffff_ffff)
    await write(master, address("mailbox", "COMMAND"), 0xff)
    await poll(master, address("mailbox", "COMMAND"), Command.IDLE)
    assert await read(master, address("mailbox", "STATUS")) == Status.UNKNOWN_COMMAND
    image, _, _ = given()
    answer = await master.read(REGIONS["imem"].base, 256)
    assert answer.data == image.imem[:256]


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def holds_the_core_in_reset(dut):
    """Check that a command waits while the core is held, and is done after that."""
    master, rng = await start(dut)
    for _ in range(20):
        await ClockCycles(dut.clk, rng.randrange(60))
        await write(master, SWITCHES, RESET)
        await write(master, address("mailbox", "COMMAND"), 0xff)
        await ClockCycles(dut.clk, 200)
        assert await read(master, address("mailbox", "COMMAND")) == 0xff
        assert await read(master, SWITCHES) == RESET
        await write(master, SWITCHES, ENABLE)
        await poll(master, address("mailbox", "COMMAND"), Command.IDLE)


async def memory_with_strobes(dut, *, idle, back_pressure):
    master, rng = await start(dut, idle=idle, back_pressure=back_pressure, name="memory")
    await write(master, SWITCHES, RESET)
    for name, size in (("imem", REGIONS["imem"].size), ("dmem", REGIONS["dmem"].size),
                       ("mailbox", 128)):
        base, model = REGIONS[name].base, {}
        spots = [0, size - 64, rng.randrange(size - 63)]
        for spot in spots:
            content = rng.randbytes(64)
            assert (await master.write(base + spot, content)).resp == AxiResp.OKAY
            model |= {spot + i: byte for i, byte in enumerate(content)}
        for _ in range(30):
            offset = rng.choice(spots) + rng.randrange(56)
            content = rng.randbytes(rng.randint(1, 8))
            assert (await master.write(base + offset, content)).resp == AxiResp.OKAY
            model |= {offset + i: byte for i, byte in enumerate(content)}
        for spot in spots:
            answer = await master.read(base + spot, 64)
            assert answer.resp == AxiResp.OKAY
            assert answer.data == bytes(model[spot + i] for i in range(64)), name


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def reads_and_writes_memory(dut):
    """Access memory at random, with strobes, without pauses."""
    await memory_with_strobes(dut, idle=0, back_pressure=0)


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def reads_and_writes_memory_with_pauses(dut):
    """Access memory at random, with strobes, every channel pausing."""
    await memory_with_strobes(dut, idle=0.4, back_pressure=0.5)


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def mixes_reads_and_writes(dut):
    """Read and write at the same time; each gets its own answer."""
    master, rng = await start(dut, idle=0.3, back_pressure=0.4, name="mix")
    await write(master, SWITCHES, RESET)
    base, words = REGIONS["dmem"].base, 200
    first, second = rng.randbytes(4 * words), rng.randbytes(4 * words)
    await master.write(base, first)
    writing = cocotb.start_soon(master.write(base + 4 * words, second))
    for index in range(words):
        wanted = int.from_bytes(first[4 * index:4 * index + 4], "little")
        assert await read(master, base + 4 * index) == wanted
    assert (await writing).resp == AxiResp.OKAY
    assert (await master.read(base, 8 * words)).data == first + second


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def unmapped_addresses_are_errors(dut):
    """Get SLVERR from everything outside of the memory map, and no harm beside it."""
    master, _ = await start(dut, idle=0.2, back_pressure=0.2, name="unmapped")
    edges = [region.base + region.size for region in REGIONS.values()]
    outside = [at for at in edges
               if not any(r.base <= at < r.base + r.size for r in REGIONS.values())]
    for at in [*outside, 0x4000_0000, 0xffff_fffc, REGIONS["mailbox"].base + 128,
               REGIONS["control"].base + 0x10, REGIONS["uart"].base + 0xffc]:
        assert (await master.read(at, 4)).resp == AxiResp.SLVERR, hex(at)
        assert (await master.write(at, bytes(4))).resp == AxiResp.SLVERR, hex(at)
        assert await read(master, address("control", "IDENTITY")) == IDENTITY


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def tells_what_it_is(dut):
    """Read the constants and what a reset leaves."""
    master, _ = await start(dut)
    assert await read(master, address("control", "IDENTITY")) == IDENTITY
    assert await read(master, address("control", "FEATURES")) == 0x121
    assert await read(master, address("control", "CLOCK_HZ")) == 50_000_000
    assert await read(master, SWITCHES) == ENABLE
    assert await read(master, address("uart", "DIVISOR")) == 434


@cocotb.test(timeout_time=4, timeout_unit="ms")
async def uart_loops_back_at_its_pins(dut):
    """Send through ``uart_tx`` and receive the same through ``uart_rx``."""
    master, rng = await start(dut, name="uart")
    divisor = 20
    await write(master, address("uart", "DIVISOR"), divisor)

    received = []

    async def listen():
        while True:
            await FallingEdge(dut.uart_tx)
            await Timer(20 * divisor * 3 // 2, "ns")
            byte = 0
            for index in range(8):
                byte |= int(dut.uart_tx.value) << index
                await Timer(20 * divisor, "ns")
            assert dut.uart_tx.value == 1
            received.append(byte)

    tasks = [cocotb.start_soon(loop_back(dut)), cocotb.start_soon(listen())]
    ready, valid = (1 << UART["STATUS"].fields[index].low for index in range(2))
    data = [0x00, 0xff, 0x55, *(rng.randrange(256) for _ in range(5))]
    for byte in data:
        await write(master, address("uart", "TX_DATA"), byte)
        await poll(master, address("uart", "STATUS"), ready | valid)
        assert await read(master, address("uart", "RX_DATA")) == byte
        assert await read(master, address("uart", "RX_DATA")) >> 31
    assert received == data
    for task in tasks:
        task.cancel()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def shows_the_core_the_same(dut):
    """Run ``soc_program.S``, which looks at the SoC from the core's side."""
    master, _ = await start(dut)
    await write(master, SWITCHES, RESET)
    _, program, _ = given()
    await master.write(REGIONS["imem"].base, program.imem)
    await write(master, address("mailbox", "STATUS"), 0)
    wire = cocotb.start_soon(loop_back(dut))
    await write(master, SWITCHES, ENABLE)
    await poll(master, address("mailbox", "STATUS"), 0x600d)
    answer = await master.read(REGIONS["dmem"].base, 4 * 12)
    words = [int.from_bytes(answer.data[i:i + 4], "little") for i in range(0, 4 * 12, 4)]
    illegal, load_error, store_error, fetch_error = 2, 0x8000_0400, 0x8000_0401, 24
    assert words == [ENABLE, 0, illegal, 0x1122_3344, 0xaabb_9988, 0x99, load_error, store_error,
                     load_error, load_error, 0x5a, fetch_error], [f"{w:08x}" for w in words]
    wire.cancel()


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def transport_keeps_its_promises(dut):
    """Move more words than one call of the manager takes; meet errors and a timeout."""
    master, rng = await start(dut, name="transport")
    await write(master, SWITCHES, RESET)
    transport = CocotbTransport(master, dut.clk)
    base, words = REGIONS["dmem"].base, [rng.getrandbits(32) | 1 for _ in range(2500)]

    def use():
        transport.write(base, words)
        assert transport.read(base, len(words)) == words
        for call, arguments in ((transport.read, (base + 0x1_0000 - 4, 2)),
                                (transport.write, (0x4000_0000, [0])),
                                (transport.wait_zero, (0x4000_0000, 10))):
            with pytest.raises(OSError, match="SLVERR"):
                call(*arguments)
        with pytest.raises(TimeoutError, match="after 200 cycles"):
            transport.wait_zero(base, 200)
        transport.write(base, [0])
        transport.wait_zero(base, 200)

    begin = get_sim_time("ns")
    await bridge(use)()
    assert 20 * (200 + 2 * 2 * len(words)) < get_sim_time("ns") - begin < 20 * 20_000


@cocotb.test(timeout_time=50, timeout_unit="ms")
@cocotb.parametrize(mode=["baseline", "accelerated"])
async def runs_a_loaded_image(dut, mode):
    """Load the firmware over AXI into cleared memories and run a vector in either mode."""
    master, _ = await start(dut, idle=0.1, back_pressure=0.1, name=mode)
    await write(master, SWITCHES, RESET)
    image, _, cases = given()
    for name in ("imem", "dmem"):
        await master.write(REGIONS[name].base, bytes(len(getattr(image, name))))
    driver = Driver(CocotbTransport(master, dut.clk))
    await bridge(driver.load)(image)
    for case in cases:
        answer = await bridge(driver.run)(case.request, mode)
        dut._log.info("%s, %s: %d cycles", mode, case.kind, answer.cycles)
        assert case.passed(answer), f"{case}: {answer}"
