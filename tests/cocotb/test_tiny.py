"""Runs ``tb_tiny`` on the smallest coprocessor's Verilog.

``SEED`` in the environment repeats a run.
"""

import json
import os
import random

import pytest

from hdl.ascon.tiny import TinyCoprocessor
from hdl.flat import flat_verilog
from sim.cocotb_runner import run


@pytest.mark.parametrize("transactions", [
    10_000, pytest.param(60_000, marks=pytest.mark.full)])
def test_tiny(tmp_path, transactions):
    seed = int(os.environ.get("SEED") or random.randrange(1 << 31))
    print(f"SEED={seed}")
    ran = run(flat_verilog(TinyCoprocessor(), "coprocessor"), "coprocessor",
              "tests.cocotb.tb_tiny", folder=tmp_path, environment={"TB_CONFIG": json.dumps(
                  {"transactions": transactions, "seed": seed})})
    assert ran == 1
