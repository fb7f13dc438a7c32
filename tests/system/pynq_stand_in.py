"""A stand-in for pynq over a simulated system: as strict about arguments as the hardware is."""

import importlib.machinery
import types
from pathlib import Path

import numpy

from soc.memory_map import PS7_BASE, REGIONS

__all__ = ["StandIn"]

_PAGE = 4096

#: Cycles that pass between two reads of a program in Python.
_CYCLES_PER_READ = 100


class StandIn:
    """Makes the module ``pynq``.

    Parameters
    ----------
    engine : :class:`sim.engine.Engine`
        The system that M_AXI_GP0 reaches once a bitstream is loaded.
    loaded : :class:`bool`
        It is loaded from the beginning.
    """

    def __init__(self, engine, *, loaded=False):
        self._engine = engine
        self._loaded = loaded
        #: Bitstreams that were downloaded.
        self.downloads = []
        self.accesses = 0

    def module(self):
        """Return the module."""
        stand_in = self

        class MMIO:
            """A mapped range of physical memory."""

            def __init__(self, base_addr, length=4, device=None):
                assert type(base_addr) is int
                assert type(length) is int
                assert base_addr % _PAGE == 0
                region = next(region for region in REGIONS.values()
                              if region.base == base_addr - PS7_BASE)
                assert region.host
                assert length == region.size
                assert device is None
                self.array = _Words(stand_in, region)

        class Bitstream:
            """A configuration file."""

            def __init__(self, bitfile_name, dtbo=None, partial=False, device=None):
                assert type(bitfile_name) is str
                assert Path(bitfile_name).is_absolute()
                assert Path(bitfile_name).is_file()
                assert (dtbo, partial, device) == (None, False, None)
                self.bitfile_name = bitfile_name

            def download(self, parser=None):
                assert parser is None
                stand_in.downloads.append(self.bitfile_name)
                stand_in._loaded = True
                stand_in._engine.reset()

        module = types.ModuleType("pynq")
        module.__spec__ = importlib.machinery.ModuleSpec("pynq", None)
        module.MMIO, module.Bitstream = MMIO, Bitstream
        return module


class _Words:
    """The array of a range: elements are numpy's 32-bit words, one access each."""

    def __init__(self, stand_in, region):
        self._stand_in = stand_in
        self._region = region

    def __getitem__(self, index):
        self._stand_in._engine.step(_CYCLES_PER_READ)
        word, = self._stand_in._engine.read(self._address(index), 1)
        return numpy.uint32(word)

    def __setitem__(self, index, value):
        # What does not fit into 32 bits wraps silently in old releases of numpy.
        assert type(value) is int
        assert value in range(1 << 32)
        self._stand_in._engine.write(self._address(index), [value])

    def _address(self, index):
        assert self._stand_in._loaded, "an access with no bitstream loaded hangs the processor"
        assert type(index) is int
        assert index in range(self._region.size // 4)
        self._stand_in.accesses += 1
        return self._region.base + 4 * index
