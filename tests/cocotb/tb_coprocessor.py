"""The coprocessor's Verilog against a random core, and its times against literal numbers.

The environment variable ``TB_CONFIG`` has the coprocessor's parameters, the number of
``transactions`` and the ``seed`` as JSON.
"""

import json
import os
import random

import cocotb
from cocotb.triggers import FallingEdge, RisingEdge

from hdl import isa
from hdl.isa import ByteOrder, Operation
from sw.model.coprocessor import CoprocessorModel
from tests.cocotb.xif_bench import EVENTS, Bench, start
from tests.cocotb.xif_monitor import Checker, Monitor

CONFIG = json.loads(os.environ["TB_CONFIG"])
TRANSACTIONS, SEED = CONFIG.pop("transactions"), CONFIG.pop("seed")


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def random_core(dut):
    """Everything the specification allows, and what CV32E40X does on top of it."""
    await start(dut)
    print(CONFIG)
    bench = Bench(dut, SEED, Checker(**CONFIG))
    await bench.run(TRANSACTIONS)
    await bench.drain()
    bench.check_events((
        *EVENTS, "merged", "permutation held", "started at once", "executed twice",
        *(f"{order.name} {row.mnemonic}" for row in isa.INSTRUCTIONS
          for order in (ByteOrder if CONFIG["big_endian"] else [ByteOrder.LITTLE]))))
    assert set(bench.checker.latencies) == {2}


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
