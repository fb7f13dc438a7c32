"""The Verilog of the coprocessor for CV-X-IF v1.0 against a random core of that version.

The environment variable ``TB_CONFIG`` has the coprocessor's parameters, the number of
``transactions`` and the ``seed`` as JSON.
"""

import json
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge

from hdl import isa
from hdl.isa import ByteOrder
from tests.cocotb.xif1_checker import Checker1, sampler
from tests.cocotb.xif1_core import MOODS, Core1
from tests.cocotb.xif_stimulus import Stimulus

CONFIG = json.loads(os.environ["TB_CONFIG"])
TRANSACTIONS, SEED = CONFIG["transactions"], CONFIG["seed"]
PORT = {name: CONFIG[name] for name in ("split", "big_endian", "last", "hartid")}
DEADLOCK_CYCLES = 2_000

#: What a run must have seen, besides every instruction.
EVENTS = (
    "executed", "result stalled", "foreign", "other hart", "ours of another hart", "retracted",
    "retracted killed", "committed", "killed", "batch", "batch of kills", "unknown id",
    "repeated commit", "committed while offered", "killed while offered")
SPLIT_EVENTS = ("operands out of order", "operands after commit")


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def random_core(dut):
    """Everything the specification allows; at the end the state is the model's."""
    print(f"seed {SEED}, {CONFIG}")
    dut.rst.value = 1
    Clock(dut.clk, 10, unit="ns").start()
    rng = random.Random(SEED)
    stimulus = Stimulus(rng, big_endian=CONFIG["big_endian"], last=CONFIG["last"],
                        read_interval=10**9)
    stimulus.mood = MOODS["prompt"]
    core = Core1(dut, rng, stimulus, harts=4, **PORT)
    checker = Checker1(lambda: core.flights, **PORT)
    sample = sampler(dut)
    await RisingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0

    async def cycle():
        await RisingEdge(dut.clk)
        core.drive()
        await FallingEdge(dut.clk)
        seen = sample()
        checker.check(seen)
        core.observe(seen)

    change_at = quiet = 0
    moods = []
    while core.issued < TRANSACTIONS:
        if core.issued >= change_at:
            change_at = core.issued + rng.randint(100, 400)
            # Each once before any comes again: some events need a certain one.
            moods = moods or rng.sample(list(MOODS), len(MOODS))
            stimulus.mood = MOODS[moods.pop()]
        issued = core.issued
        await cycle()
        quiet = quiet + 1 if core.issued == issued else 0
        assert quiet < DEADLOCK_CYCLES, f"no issue for {DEADLOCK_CYCLES} cycles"
    stimulus.mood = MOODS["dense"]
    stimulus.read_state()
    executed = checker.events["executed"]
    while checker.events["executed"] < executed + 2 * isa.STATE_WORDS:
        await cycle()
    core.stopped = True
    while core.flights:
        await cycle()

    events = checker.events + core.events
    print("\n".join(f"{count:8d} {event}" for event, count in sorted(events.items())))
    orders = ByteOrder if CONFIG["big_endian"] else [ByteOrder.LITTLE]
    wanted = [*EVENTS, *(SPLIT_EVENTS if CONFIG["split"] else ["operands missing"]),
              *(f"{order.name} {row.mnemonic}" for row in isa.instructions(last=CONFIG["last"])
                for order in orders)]
    for event in wanted:
        assert events[event] >= 10, f"only {events[event]} of {event!r}"
