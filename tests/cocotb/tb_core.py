"""The core's Verilog between random OBI memories, watched by protocol monitors.

The environment variable ``TB_CONFIG`` has the core's ``extensions``, ``wait`` and ``delay`` (idle
cycles in front of grants and responses, at most), the number of ``cycles`` and the ``seed``.
"""

import json
import os
import random
from collections import deque

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge

from sim.core.programs import Program
from tests.cocotb.obi_monitor import Monitor, Transfer

CONFIG = json.loads(os.environ["TB_CONFIG"])


class Memory:
    """Subordinate with random waits; both buses share ``image``."""

    def __init__(self, dut, prefix, image, rng):
        self._signals = {name: getattr(dut, prefix + name) for name in
                         ("req", "gnt", "addr", "we", "be", "wdata", "rvalid", "rdata", "err")}
        self._image = image
        self._rng = rng
        self._patience = 0
        self._answers = deque()

    def drive(self):
        """Drive this cycle, from registers."""
        rng, signals = self._rng, self._signals
        signals["gnt"].value = self._granting = int(self._patience == 0)
        answers = bool(self._answers) and self._answers[0][0] == 0
        signals["rvalid"].value = answers
        signals["rdata"].value = self._answers.popleft()[1] if answers else rng.getrandbits(32)
        signals["err"].value = 0 if answers else rng.getrandbits(1)
        if self._answers and not answers:
            self._answers[0][0] -= 1

    def take(self):
        """Take this cycle's request."""
        rng, signals = self._rng, self._signals
        if not int(signals["req"].value):
            return
        if not self._granting:
            self._patience -= 1
            return
        at = int(signals["addr"].value) & ~3 & 0x3_ffff
        be, wdata = int(signals["be"].value), int(signals["wdata"].value)
        word = int.from_bytes(self._image[at:at + 4], "little")
        for i in range(4):
            if int(signals["we"].value) and be >> i & 1:
                self._image[at + i] = wdata >> 8 * i & 0xff
        self._answers.append([rng.randint(0, CONFIG["delay"]), word])
        self._patience = rng.randint(0, CONFIG["wait"])


def transfers_of(record):
    """Return what a retired load or store must have done on the data bus."""
    addr, mask = record["mem_addr"], record["mem_rmask"] | record["mem_wmask"]
    lanes, data = mask << (addr & 3), record["mem_wdata"] << 8 * (addr & 3)
    we = int(record["mem_wmask"] != 0)
    for i, first in enumerate((addr, (addr & ~3) + 4)):
        be = lanes >> 4 * i & 15
        if be:
            yield Transfer(first & 0xffff_ffff, we, be, data >> 32 * i & 0xffff_ffff)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def buses(dut):
    """No rule of OBI is broken, and the data bus sees exactly what retires."""
    rng = random.Random(CONFIG["seed"])
    print(f"seed {CONFIG['seed']}, {CONFIG}")
    program = Program(CONFIG["seed"], CONFIG["extensions"])
    image = bytearray(program.image) + bytes(0x4_0000 - len(program.image))
    memories = [Memory(dut, prefix, image, rng) for prefix in ("ibus_", "dbus_")]
    monitors = [Monitor(dut, prefix) for prefix in ("ibus_", "dbus_")]
    for name in ("ibus_gnt", "ibus_rvalid", "dbus_gnt", "dbus_rvalid", "x_result_valid", "irq"):
        getattr(dut, name).value = 0
    # No coprocessor.
    dut.x_issue_ready.value = 1
    for name in ("accept", "writeback", "exc"):
        getattr(dut, f"x_issue_resp_{name}").value = 0
    dut.rst.value = 1
    Clock(dut.clk, 10, unit="ns").start()
    await RisingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0
    expected, retired = [], 0
    for _ in range(CONFIG["cycles"]):
        for memory in memories:
            memory.drive()
        # wfi waits for this.
        dut.irq.value = 0xffff_ffff if rng.random() < 0.01 else 0
        await ReadOnly()
        for monitor, memory in zip(monitors, memories, strict=True):
            monitor.sample()
            memory.take()
        if int(dut.rvfi_valid.value):
            retired += 1
            record = {name: int(getattr(dut, f"rvfi_{name}").value) for name in
                      ("mem_addr", "mem_rmask", "mem_wmask", "mem_wdata")}
            expected += transfers_of(record)
        await FallingEdge(dut.clk)
    ibus, dbus = monitors
    assert all(transfer.be == 15 and not transfer.we and transfer.addr & 3 == 0
               for transfer in ibus.transfers)
    # Some may be on the bus that have not retired.
    assert dbus.transfers[:len(expected)] == expected
    assert len(dbus.transfers) - len(expected) <= 4
    assert retired > CONFIG["cycles"] // 12
    assert len(expected) > retired // 20
    if CONFIG["delay"]:
        assert ibus.deepest == 2
    if CONFIG["wait"]:
        assert min(ibus.held, dbus.held) > 50
