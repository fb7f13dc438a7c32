"""A coprocessor's Verilog with a random core and a checker."""

import random

from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

from hdl import isa
from tests.cocotb.xif_agent import Core
from tests.cocotb.xif_monitor import Monitor
from tests.cocotb.xif_stimulus import MOODS, Stimulus

__all__ = ["EVENTS", "Bench", "start"]

_DEADLOCK_CYCLES = 2_000
_PERIOD_NS = 10

#: What a random core does, and has done to it, with any coprocessor.
EVENTS = (
    "accepted", "executed", "result", "result stalled", "foreign", "foreign while busy", "held",
    "operands missing", "killed at once", "killed later", "committed at once",
    "committed 1 later", "committed 2 later", "committed 3 later",
    "forgotten", "orphan", "id used again", "retracted", "changed", "unrelated commit",
)


async def start(dut):
    """Start the clock and reset the coprocessor."""
    dut.rst.value = 1
    Clock(dut.clk, _PERIOD_NS, unit="ns").start()
    await RisingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0


class Bench:
    """A coprocessor with a random core and a checker.

    Parameters
    ----------
    dut : cocotb handle
        Has the flat names of CV-X-IF.
    seed : :class:`int`
        Of the core.
    checker : :class:`~tests.cocotb.xif_monitor.Checker`
        Says what the coprocessor must do; its model, which instructions there are.
    """

    def __init__(self, dut, seed, checker):
        print(f"seed {seed}")
        self.rng = random.Random(seed)
        self.dut = dut
        self.stimulus = Stimulus(self.rng, big_endian=checker.model.big_endian,
                                 last=checker.model.last)
        self.core = Core(dut, self.rng, self.stimulus)
        self.monitor = Monitor(dut)
        self.checker = checker
        self._quiet_cycles = 0

    @property
    def events(self):
        """What happened so far, and how often."""
        return self.checker.events + self.core.events

    async def cycle(self):
        """Run one cycle."""
        await RisingEdge(self.dut.clk)
        if self.core.drive():
            await Timer(1, "ns")
            self.core.commit_at_once()
        await FallingEdge(self.dut.clk)
        seen = self.monitor.sample()
        self.checker.check(seen)
        self.core.observe(seen)
        self._quiet_cycles = 0 if seen.issued else self._quiet_cycles + 1
        assert self._quiet_cycles < _DEADLOCK_CYCLES, f"no issue for {_DEADLOCK_CYCLES} cycles"

    async def run(self, transactions):
        """Issue a number of transactions in changing moods."""
        core = self.core
        change_at = 0
        while core.issued < transactions:
            if core.issued >= change_at:
                change_at = core.issued + self.rng.randint(100, 400)
                self.stimulus.mood = MOODS[self.rng.choice(list(MOODS))]
                self.monitor.check_unused()
            await self.cycle()

    async def drain(self):
        """Let everything end, then compare every word of the state with the model."""
        self.stimulus.mood = MOODS["dense"]
        self.stimulus.read_state()
        executed = self.checker.events["executed"]
        while self.checker.events["executed"] < executed + 2 * isa.STATE_WORDS:
            await self.cycle()
        self.core.stopped = True
        while not (self.core.idle and self.checker.idle):
            await self.cycle()

    def check_events(self, events):
        """Print what happened and check that each of some events was among it ten times."""
        print("\n".join(f"{count:8d} {event}" for event, count in sorted(self.events.items())))
        print("latencies of unhindered instructions", dict(self.checker.latencies))
        for event in events:
            assert self.events[event] >= 10, f"only {self.events[event]} of {event!r}"
