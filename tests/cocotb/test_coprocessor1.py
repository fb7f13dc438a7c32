"""Runs ``tb_coprocessor1`` on the Verilog of the coprocessor for CV-X-IF v1.0.

``SEED`` in the environment repeats a run.
"""

import json
import os
import random

import pytest

from hdl.ascon import Coprocessor
from hdl.ascon.coprocessor1 import Coprocessor1
from hdl.ascon.tiny import TinyCoprocessor
from hdl.flat import flat_verilog
from sim.cocotb_runner import run

#: Split, entries, big-endian, rounds per cycle, of the short run.
SHORT = ((False, 2, True, 1), (True, 4, False, 2))

CONFIGURATIONS = [
    *(pytest.param(*values) for values in SHORT),
    *(pytest.param(*values, marks=pytest.mark.full) for values in (
        (False, 1, False, 1), (True, 1, True, 6), (False, 3, True, 3), (True, 2, True, 1))),
]


@pytest.mark.parametrize(("split", "queue_depth", "big_endian", "rounds_per_cycle"),
                         CONFIGURATIONS)
def test_coprocessor1(tmp_path, split, queue_depth, big_endian, rounds_per_cycle):
    check(tmp_path, Coprocessor(rounds_per_cycle=rounds_per_cycle, big_endian=big_endian,
                                queue_depth=1), split, queue_depth)


@pytest.mark.full
@pytest.mark.parametrize(("split", "queue_depth"), [(False, 2), (True, 3)])
def test_tiny_inside(tmp_path, split, queue_depth):
    check(tmp_path, TinyCoprocessor(), split, queue_depth)


def check(tmp_path, inside, split, queue_depth):
    """Run a random core on what is around a coprocessor."""
    seed = int(os.environ.get("SEED") or random.randrange(1 << 31))
    print(f"SEED={seed}")
    dut = Coprocessor1(inside, queue_depth=queue_depth, split=split, hartid=2, hartid_width=2)
    config = {"split": split, "big_endian": inside.big_endian, "last": inside.last, "hartid": 2,
              "transactions": 8_000, "seed": seed}
    assert run(flat_verilog(dut, "coprocessor1"), "coprocessor1", "tests.cocotb.tb_coprocessor1",
               folder=tmp_path, environment={"TB_CONFIG": json.dumps(config)}) == 1
