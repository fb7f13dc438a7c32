"""The coprocessor's Verilog against a random core, and its times against literal numbers.

The environment variable ``TB_CONFIG`` has the coprocessor's parameters, the number of
``transactions`` and the ``seed`` as JSON.
"""

import json
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

from hdl import isa
from hdl.isa import ByteOrder, Operation
from sw.model.coprocessor import CoprocessorModel
from tests.cocotb.xif_agent import Core
from tests.cocotb.xif_monitor import Checker, Monitor
from tests.cocotb.xif_stimulus import MOODS, Stimulus

CONFIG = json.loads(os.environ["TB_CONFIG"])
TRANSACTIONS, SEED = CONFIG.pop("transactions"), CONFIG.pop("seed")
DEADLOCK_CYCLES = 2_000
PERIOD_NS = 10


async def start(dut):
    """Start the clock and reset the coprocessor."""
    dut.rst.value = 1
    Clock(dut.clk, PERIOD_NS, unit="ns").start()
    await RisingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0


class Bench:
    """A coprocessor with a random core and a checker."""

    def __init__(self, dut, seed):
        print(f"seed {seed}, {CONFIG}")
        self.rng = random.Random(seed)
        self.dut = dut
        self.stimulus = Stimulus(self.rng, big_endian=CONFIG["big_endian"])
        self.core = Core(dut, self.rng, self.stimulus)
        self.monitor = Monitor(dut)
        self.checker = Checker(**CONFIG)
        self._quiet_cycles = 0

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
        assert self._quiet_cycles < DEADLOCK_CYCLES, f"no issue for {DEADLOCK_CYCLES} cycles"

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


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def random_core(dut):
    """Everything the specification allows, and what CV32E40X does on top of it."""
    await start(dut)
    bench = Bench(dut, SEED)
    await bench.run(TRANSACTIONS)
    await bench.drain()

    events = bench.checker.events + bench.core.events
    print("\n".join(f"{count:8d} {event}" for event, count in sorted(events.items())))
    print("latencies of unhindered instructions", dict(bench.checker.latencies))
    assert set(bench.checker.latencies) == {2}
    for event in (
        "accepted", "executed", "result", "result stalled", "foreign", "foreign while busy", "held",
        "operands missing", "killed at once", "killed later", "committed at once",
        "committed 1 later", "committed 2 later", "committed 3 later",
        "forgotten", "orphan", "id used again", "retracted", "changed", "unrelated commit",
        *(f"{order.name} {row.mnemonic}" for row in isa.INSTRUCTIONS
          for order in (ByteOrder if CONFIG["big_endian"] else [ByteOrder.LITTLE])),
    ):
        assert events[event] >= 10, f"only {events[event]} of {event!r}"


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def times(dut):
    """Results after two cycles, one instruction a cycle, a permutation's exact occupancy."""
    await start(dut)
    monitor = Monitor(dut)
    model = CoprocessorModel(big_endian=CONFIG["big_endian"])
    orders = ByteOrder if CONFIG["big_endian"] else [ByteOrder.LITTLE]
    rng = random.Random(SEED)
    dut.x_result_ready.value = 1
    dut.x_commit_valid.value = 0
    dut.x_commit_commit_kill.value = 0
    dut.x_issue_req_rs_valid.value = 3

    async def issue(number, instr, rs1, rs2):
        """Issue an instruction, return the cycles it was held and whether it was accepted."""
        dut.x_issue_valid.value = 1
        dut.x_issue_req_id.value = number % 16
        dut.x_issue_req_instr.value = instr
        dut.x_issue_req_rs.value = rs1 | rs2 << 32
        held = 0
        while True:
            await FallingEdge(dut.clk)
            cycle = monitor.sample()
            seen.append(cycle)
            await RisingEdge(dut.clk)
            dut.x_commit_valid.value = cycle.issued
            dut.x_commit_id.value = cycle.issue_req_id
            if cycle.issued:
                dut.x_issue_valid.value = 0
                return held, cycle.issue_resp_accept
            held += 1

    seen, number = [], 0
    await RisingEdge(dut.clk)
    for order in orders:
        for rounds in isa.ROUNDS[order].values():
            cycles = -(-rounds // CONFIG["rounds_per_cycle"])
            for gap in range(cycles + 3):
                seen.clear()
                operands = [(rng.getrandbits(32), rng.getrandbits(32)) for _ in range(3)]
                first = isa.encode(Operation.ENCRYPT, order=order, index=2)
                start_ = isa.encode(Operation.DECRYPT, order=order, index=3, rounds=rounds)
                then = isa.encode(Operation.READ, order=order, index=9)
                assert await issue(number, first, *operands[0]) == (0, 1)
                assert await issue(number + 1, start_, *operands[1]) == (0, 1)
                for filler in range(gap):
                    assert await issue(number + 2 + filler, 0x0000_0013, 0, 0) == (0, 0)
                assert await issue(number + 2 + gap, then, *operands[2]) == (
                    max(cycles - gap, 0), 1)
                for _ in range(2):
                    await FallingEdge(dut.clk)
                    seen.append(monitor.sample())
                    await RisingEdge(dut.clk)
                    dut.x_commit_valid.value = 0
                results = [(at, cycle.result_data) for at, cycle in enumerate(seen)
                           if cycle.result_valid]
                last = 2 + max(gap, cycles)
                assert results == [
                    (at + 2, model.execute(instr, *operand)) for at, instr, operand in zip(
                        (0, 1, last), (first, start_, then), operands, strict=True)]
                number += 3 + gap
