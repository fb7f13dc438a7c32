"""Runs ``tb_core`` on the core's Verilog, and the monitor on buses that break the rules.

``SEED`` in the environment repeats a run.
"""

import json
import os
import random
from types import SimpleNamespace

import pytest

from sim.cocotb_runner import run
from sim.core.bench import EXTENSIONS, core_verilog
from tests.cocotb.obi_monitor import Monitor


@pytest.mark.parametrize(("wait", "delay"), [(0, 0), (3, 0), (0, 3), (2, 2)])
def test_core_buses(tmp_path, wait, delay):
    seed = int(os.environ.get("SEED") or random.randrange(1 << 31))
    print(f"SEED={seed}")
    config = {"extensions": EXTENSIONS, "wait": wait, "delay": delay, "cycles": 6000, "seed": seed}
    run(core_verilog(**dict.fromkeys(EXTENSIONS, True)), "core", "tests.cocotb.tb_core",
        folder=tmp_path, environment={"TB_CONFIG": json.dumps(config)})


#: Signals of a quiet bus, and of a word's read that waits for its grant.
QUIET = {"req": 0, "gnt": 0, "addr": 0, "we": 0, "be": 15, "wdata": 0, "rvalid": 0, "err": 0}
ASK = QUIET | {"req": 1, "addr": 0x100}
GRANT = ASK | {"gnt": 1}

WRONG = {
    "changed": [ASK, ASK | {"addr": 0x104}],
    "data changed": [ASK | {"we": 1}, ASK | {"we": 1, "wdata": 1}],
    "withdrawn": [ASK, QUIET],
    "without a transfer": [QUIET | {"rvalid": 1}],
    "in the same cycle": [GRANT | {"rvalid": 1}],
    "too many": [GRANT, GRANT, GRANT],
    "not neighbours": [ASK | {"be": 5}],
    "is not the first": [ASK | {"be": 12, "addr": 0x101}],
}


def watch(cycles):
    dut = SimpleNamespace(**{name: SimpleNamespace(value=0) for name in QUIET})
    monitor = Monitor(dut, "")
    for cycle in cycles:
        for name, value in cycle.items():
            getattr(dut, name).value = value
        monitor.sample()
    return monitor


@pytest.mark.parametrize("fault", WRONG)
def test_monitor_sees(fault):
    with pytest.raises(AssertionError):
        watch(WRONG[fault])


def test_monitor_follows_two_outstanding():
    monitor = watch([ASK, GRANT, GRANT | {"addr": 0x104}, QUIET | {"rvalid": 1},
                     GRANT | {"rvalid": 1}, QUIET | {"rvalid": 1}])
    assert [transfer.addr for transfer in monitor.transfers] == [0x100, 0x104, 0x100]
    assert (monitor.responses, monitor.deepest, monitor.held) == (3, 2, 1)
