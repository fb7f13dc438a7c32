"""Runs ``tb_coprocessor`` on the coprocessor's Verilog.

``SEED`` in the environment repeats a run.
"""

import json
import os
import random

import pytest

from hdl.ascon import Coprocessor
from hdl.flat import flat_verilog
from sim.cocotb_runner import run

#: Rounds per cycle, big-endian, depth of the queue, of the short run.
SHORT = ((1, True, 1), (1, False, 2), (2, True, 2), (3, True, 1), (6, True, 2))

CONFIGURATIONS = [
    pytest.param(*values, marks=[] if values in SHORT else pytest.mark.full)
    for values in ((rounds, big_endian, depth) for rounds in (1, 2, 3, 4, 6)
                   for big_endian in (True, False) for depth in (1, 2))
]


@pytest.mark.parametrize(("rounds_per_cycle", "big_endian", "queue_depth"), CONFIGURATIONS)
def test_coprocessor(tmp_path, rounds_per_cycle, big_endian, queue_depth):
    seed = int(os.environ.get("SEED") or random.randrange(1 << 31))
    print(f"SEED={seed}")
    config = {"rounds_per_cycle": rounds_per_cycle, "big_endian": big_endian,
              "queue_depth": queue_depth}
    verilog = flat_verilog(Coprocessor(**config), "coprocessor")
    ran = run(verilog, "coprocessor", "tests.cocotb.tb_coprocessor", folder=tmp_path,
              environment={"TB_CONFIG": json.dumps(
                  config | {"transactions": 20_000, "seed": seed})})
    assert ran == 2
