"""Coroutines that look at the PYNQ-Z1's design at its pins; started by ``test_pynq_z1.py``.

``GIVEN`` names a file with the firmware's image and a case to run, pickled.
"""

import os
import pickle
import random
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.task import bridge
from cocotb.triggers import ClockCycles, RisingEdge

from boards.ps7 import WINDOW
from sim.cocotb_transport import CocotbTransport
from soc.memory_map import CONTROL, IDENTITY, address
from sw.driver import Driver
from sw.request import MODES
from tests.cocotb.axi3_master import Axi3Master

FREE = {"button_0__io": 0, "button_3__io": 0, "uart_0__rx__io": 1}


class Window(CocotbTransport):
    """What software on the processors does: its addresses are those of the window."""

    async def _read(self, where, count):
        return await super()._read(WINDOW.start + where, count)

    async def _write(self, where, words):
        await super()._write(WINDOW.start + where, words)


async def start(dut):
    """Switch the board on; return a transport of the processors."""
    for pin, level in FREE.items():
        getattr(dut, pin).value = level
    Clock(dut.clk125_0__io, 8, "ns").start()
    # The PLL's stand-in passes the clock on; a simulator shows it late inside of the design.
    master = Axi3Master(dut.ps7.ps7, "axi", dut.clk125_0__io, rng=random.Random(1))
    await ClockCycles(dut.clk125_0__io, 60)
    return Window(master, dut.clk125_0__io)


def lights(dut):
    return [int(getattr(dut, f"led_{number}__io").value) for number in range(4)]


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def tests_itself(dut):
    """Press the button with no software on the processors: busy, then passed."""
    await start(dut)
    _, busy, passed, failed = lights(dut)
    assert (busy, passed, failed) == (0, 0, 0)
    dut.button_0__io.value = 1
    seen_busy = False
    for _ in range(500):
        await ClockCycles(dut.clk125_0__io, 1000)
        _, busy, passed, failed = lights(dut)
        seen_busy |= bool(busy)
        if passed or failed:
            break
    assert seen_busy
    assert (passed, failed) == (1, 0)
    # Reset: it is forgotten.
    dut.button_3__io.value = 1
    await ClockCycles(dut.clk125_0__io, 10)
    dut.button_3__io.value = 0
    await ClockCycles(dut.clk125_0__io, 10)
    assert lights(dut)[2:] == [0, 0]


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def serves_the_processors(dut):
    """Ask what it is, then load the image anew and run a vector in both modes."""
    transport = await start(dut)
    image, case, clock_hz = pickle.loads(Path(os.environ["GIVEN"]).read_bytes())
    words = await bridge(transport.read)(address("control", "IDENTITY"), 3)
    assert words[0] == IDENTITY
    assert words[CONTROL["CLOCK_HZ"].offset // 4] == clock_hz
    driver = Driver(transport)
    await bridge(driver.load)(image)
    for mode in MODES:
        assert case.passed(await bridge(driver.run)(case.request, mode)), mode
    await RisingEdge(dut.clk125_0__io)
