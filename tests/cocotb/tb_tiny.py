"""The smallest coprocessor's Verilog against a random core.

The environment variable ``TB_CONFIG`` has the number of ``transactions`` and the ``seed`` as JSON.
"""

import json
import os

import cocotb

from hdl import isa
from tests.cocotb.xif_bench import EVENTS, Bench, start
from tests.cocotb.xif_tiny import TinyChecker

CONFIG = json.loads(os.environ["TB_CONFIG"])


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def random_core(dut):
    """Everything the specification allows, and what CV32E40X does on top of it."""
    await start(dut)
    bench = Bench(dut, CONFIG["seed"], TinyChecker())
    await bench.run(CONFIG["transactions"])
    await bench.drain()
    bench.check_events((*EVENTS, *(row.mnemonic for row in isa.instructions(last=False)),
                        "rounds 8", "rounds 12"))
    assert set(bench.checker.latencies) == {2, 3}
