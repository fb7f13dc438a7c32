"""What testbenches of the whole SoC share: clock, reset, and a bus that pauses."""

import itertools
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

from sim.cocotb_transport import CocotbTransport

__all__ = ["start"]


def _pauses(rng, share):
    """Yield whether to pause, cycle by cycle."""
    return (rng.random() < share for _ in itertools.count())


async def start(dut, make_master, *, idle=0.0, back_pressure=0.0, name=""):
    """Start the clock and reset the SoC.

    Parameters
    ----------
    dut : cocotb handle
        The SoC.
    make_master : callable
        Makes the AXI manager from random numbers.
    idle, back_pressure : :class:`float`
        In how many cycles of all the manager sends, and takes, nothing.
    name : :class:`str`
        Tells this test's random numbers from others'.

    Returns
    -------
    manager, :class:`random.Random`
        Its messages below warnings are silenced.
    """
    rng = random.Random(f"{cocotb.RANDOM_SEED} {name}")
    dut._log.info("seed %d", cocotb.RANDOM_SEED)
    dut.uart_rx.value = 1
    dut.rst.value = 1
    Clock(dut.clk, 20, "ns").start()
    master = make_master(rng)
    for share, channels in (
        (idle, (master.write_if.aw_channel, master.write_if.w_channel, master.read_if.ar_channel)),
        (back_pressure, (master.write_if.b_channel, master.read_if.r_channel)),
    ):
        for channel in channels if share else ():
            channel.set_pause_generator(_pauses(rng, share))
    CocotbTransport(master, dut.clk)  # silences the manager
    await ClockCycles(dut.clk, 3)
    dut.rst.value = 0
    await RisingEdge(dut.clk)
    return master, rng
