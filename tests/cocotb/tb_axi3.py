"""Coroutines that check the SoC through an AXI3 port; started by ``test_axi3.py``.

``GIVEN`` names a file with the firmware's image and the points of the benchmark to measure again,
pickled.
"""

import os
import pickle
from dataclasses import fields
from pathlib import Path

import cocotb
from cocotb.task import bridge
from cocotbext.axi import AxiBurstType, AxiResp

from sim.bench import Shape, measure
from sim.cocotb_transport import CocotbTransport
from soc.memory_map import IDENTITY, REGIONS, address
from sw.driver import Driver
from tests.cocotb import soc_bench
from tests.cocotb.axi3_master import Axi3Master

SWITCHES, ENABLE, RESET = address("control", "CONTROL"), 1, 2


async def start(dut, **options):
    """Start clock and SoC, see :func:`tests.cocotb.soc_bench.start`; with its AXI manager."""
    def master(rng):
        return Axi3Master(dut, "axi", dut.clk, dut.rst, rng=rng)
    return await soc_bench.start(dut, master, **options)


async def write(master, at, content, **options):
    answer = await master.write(at, content, **options)
    assert answer.resp == AxiResp.OKAY, f"0x{at:08x}: {answer.resp.name}"


async def read(master, at, length, **options):
    answer = await master.read(at, length, **options)
    assert answer.resp == AxiResp.OKAY, f"0x{at:08x}: {answer.resp.name}"
    return answer.data


@cocotb.test(timeout_time=4, timeout_unit="ms")
@cocotb.parametrize(idle=[0, 0.4], back_pressure=[0, 0.5])
async def bursts_of_every_size(dut, idle, back_pressure):
    """Move random pieces of memory in bursts of 1, 2 and 4 bytes a beat, several at a time."""
    master, rng = await start(dut, idle=idle, back_pressure=back_pressure, name="bursts")
    await write(master, SWITCHES, RESET.to_bytes(4, "little"))
    for name in ("imem", "dmem"):
        base = REGIONS[name].base + rng.randrange(0, REGIONS[name].size - 2048, 16)
        model = bytearray(rng.randbytes(1024))
        await write(master, base, bytes(model))
        for _ in range(12):
            tasks = []
            for part in range(4):  # they may overtake each other, so they do not overlap
                offset, length = 256 * part + rng.randrange(128), rng.randint(1, 128)
                size = rng.randrange(3)
                if rng.randrange(2):
                    content = rng.randbytes(length)
                    model[offset:offset + length] = content
                    tasks.append((None, cocotb.start_soon(
                        write(master, base + offset, content, size=size))))
                else:
                    tasks.append((bytes(model[offset:offset + length]), cocotb.start_soon(
                        read(master, base + offset, length, size=size))))
            for wanted, task in tasks:
                assert await task == wanted
        assert await read(master, base, 1024) == model


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def fixed_bursts(dut):
    """Write a word again and again in one burst, and read it so."""
    master, rng = await start(dut, idle=0.2, back_pressure=0.2, name="fixed")
    await write(master, SWITCHES, RESET.to_bytes(4, "little"))
    base = REGIONS["dmem"].base + 0x40
    await write(master, base - 4, bytes(12))
    content = rng.randbytes(64)
    await write(master, base, content, burst=AxiBurstType.FIXED)
    assert await read(master, base, 64, burst=AxiBurstType.FIXED) == 16 * content[-4:]
    assert await read(master, base - 4, 12) == bytes(4) + content[-4:] + bytes(4)


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def unmapped_addresses_are_errors(dut):
    """Get SLVERR from what is not mapped, also in the middle of a burst, and no harm beside it."""
    master, _ = await start(dut, idle=0.2, back_pressure=0.2, name="unmapped")
    end = REGIONS["dmem"].base + REGIONS["dmem"].size
    for at, length in ((end, 4), (end - 16, 64), (0x3fff_fffc, 4), (0xffff_fff0, 16)):
        assert (await master.read(at, length)).resp == AxiResp.SLVERR, hex(at)
        assert (await master.write(at, bytes(length))).resp == AxiResp.SLVERR, hex(at)
        assert await read(master, address("control", "IDENTITY"), 4) == IDENTITY.to_bytes(
            4, "little")


@cocotb.test(timeout_time=500, timeout_unit="ms")
async def measures_the_same(dut):
    """Load the image over AXI and repeat measurements: the host changes no cycle of them."""
    master, _ = await start(dut, idle=0.3, back_pressure=0.3, name="bench")
    image, points = pickle.loads(Path(os.environ["GIVEN"]).read_bytes())
    await write(master, SWITCHES, RESET.to_bytes(4, "little"))
    for name in ("imem", "dmem"):
        await write(master, REGIONS[name].base, bytes(len(getattr(image, name))))
    driver = Driver(CocotbTransport(master, dut.clk))
    await bridge(driver.load)(image)
    grid = list(dict.fromkeys(
        Shape(**{field.name: getattr(point, field.name) for field in fields(Shape)})
        for point in points))
    found = await bridge(measure)(driver, grid=grid)
    assert all(point.correct for point in found)
    assert found == points
