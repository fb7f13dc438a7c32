"""The core alone as a shared library, between the models of ``bench.cpp``."""

import ctypes
import struct
from dataclasses import dataclass
from pathlib import Path

from sim.build import cached_verilog, compile_library

__all__ = ["EXTENSIONS", "MEMORY_SIZE", "Bench", "Settings", "Status", "core_library",
           "core_verilog"]

#: Every extension that the core can have.
EXTENSIONS = ("m", "c", "zba", "zbb", "zbs", "zbkb")

#: Bytes of memory; addresses are taken modulo this.
MEMORY_SIZE = 1 << 18

#: Interrupt lines that exist.
LINES = 0xffff_0888

_HARNESS = Path(__file__).with_name("bench.cpp")
_RECORD = struct.Struct("<9I8BI")


class Status:
    """Why a run has ended: the values of ``Status`` in ``bench.cpp``."""

    DONE, STUCK, ASLEEP, VIOLATION, EXITED = range(5)


@dataclass(frozen=True)
class Settings:
    """Waits of the buses and the coprocessor, and interrupts.

    Attributes
    ----------
    seed : :class:`int`
        Of everything random.
    iwait, idelay, dwait, ddelay : :class:`int`
        Highest number of idle cycles in front of a grant and a response of either bus.
    xwait, xdelay : :class:`int`
        Highest number of cycles that the coprocessor needs longer than it must: in front of its
        answer to an offer, and of a result.
    irq_gap : :class:`int`
        Mean number of cycles between changes of the interrupt lines, 0 for none.
    irq_lines : :class:`int`
        Which of them change.
    console : :class:`bool`
        The upper half of the address space is a console.
    """

    seed:      int = 1
    iwait:     int = 0
    idelay:    int = 0
    dwait:     int = 0
    ddelay:    int = 0
    xwait:     int = 0
    xdelay:    int = 0
    irq_gap:   int = 0
    irq_lines: int = LINES
    console:   bool = False

    def pack(self):
        """Return the structure ``Settings`` of ``bench.cpp``."""
        return struct.pack("<Q10I", self.seed, self.iwait, self.idelay, self.dwait, self.ddelay,
                           self.xwait, self.xdelay, self.irq_gap, self.irq_lines, self.console, 0)


def core_verilog(**parameters):
    """Return Verilog of :class:`hdl.core.Core` as a module ``core``, from the cache if possible."""
    def make():
        from hdl.core import Core
        from hdl.flat import flat_verilog
        return flat_verilog(Core(**parameters), "core")

    return cached_verilog("core", make, folders=("hdl",), parameters=parameters)


def core_library(verilog, *, notify=None):
    """Compile Verilog of a core for :class:`Bench`, and return the library's path."""
    return compile_library(verilog, "core", _HARNESS, notify=notify)


class Bench:
    """A core that has been reset, with empty memory; a context manager.

    Parameters
    ----------
    path : path-like
        Of :func:`core_library`.
    settings : :class:`Settings`
        What surrounds the core.
    memory : bytes-like
        Content of the memory from address 0 on.
    fetch_errors, data_errors : iterable of :class:`int`
        Addresses of words whose fetches, loads and stores fail.
    """

    def __init__(self, path, settings, memory, *, fetch_errors=(), data_errors=()):
        self._library = _declare(ctypes.CDLL(str(path)))
        self._bench = self._library.bench_create(settings.pack())
        ctypes.memmove(self._library.bench_memory(self._bench), bytes(memory), len(memory))
        flags = self._library.bench_errors(self._bench)
        for bit, addresses in ((1, fetch_errors), (2, data_errors)):
            for address in addresses:
                flags[address % MEMORY_SIZE // 4] |= bit

    @property
    def cycles(self):
        """Clock cycles since reset."""
        return self._library.bench_cycles(self._bench)

    @property
    def output(self):
        """What was written to the console, bytes."""
        return self._content(self._library.bench_output, 1)

    @property
    def code(self):
        """Exit code, after :attr:`Status.EXITED`."""
        return self._library.bench_code(self._bench)

    @property
    def violation(self):
        """Rule of a protocol that the core has broken, after :attr:`Status.VIOLATION`."""
        return self._library.bench_violation(self._bench).decode()

    def run(self, count, *, keep=True):
        """Run until ``count`` more instructions have retired; return a value of :class:`Status`.

        With ``keep``, :meth:`records` has them.
        """
        self._library.bench_keep(self._bench, keep)
        return self._library.bench_run(self._bench, count)

    def records(self):
        """Iterate over the instructions of the last run, tuples.

        ``insn, pc_rdata, pc_wdata, rs1_rdata, rs2_rdata, rd_wdata, mem_addr, mem_rdata, mem_wdata,
        rs1_addr, rs2_addr, rd_addr, mem_rmask, mem_wmask, trap`` as in :mod:`hdl.rvfi`, then
        ``intr``, the kinds of waits since the record before (``Wait`` in ``bench.cpp``), and the
        cycle.
        """
        return _RECORD.iter_unpack(self._content(self._library.bench_records, _RECORD.size))

    def lines(self):
        """Return every change of the interrupt lines so far: lists of cycles and of values."""
        pairs = list(struct.iter_unpack("<2I", self._content(self._library.bench_lines, 8)))
        return [0, *(pair[0] for pair in pairs)], [0, *(pair[1] for pair in pairs)]

    def close(self):
        """Free the simulation."""
        if self._bench:
            self._library.bench_destroy(self._bench)
            self._bench = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def _content(self, function, size):
        count = ctypes.c_uint64()
        pointer = function(self._bench, ctypes.byref(count))
        return ctypes.string_at(pointer, size * count.value) if count.value else b""


def _declare(library):
    """Give the library's functions their types."""
    bench, count = ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint64)
    types = {
        "bench_create":    (bench, [ctypes.c_char_p]),
        "bench_destroy":   (None, [bench]),
        "bench_memory":    (ctypes.c_void_p, [bench]),
        "bench_errors":    (ctypes.POINTER(ctypes.c_uint8), [bench]),
        "bench_keep":      (None, [bench, ctypes.c_int]),
        "bench_run":       (ctypes.c_int, [bench, ctypes.c_uint64]),
        "bench_records":   (ctypes.c_void_p, [bench, count]),
        "bench_lines":     (ctypes.c_void_p, [bench, count]),
        "bench_output":    (ctypes.c_void_p, [bench, count]),
        "bench_violation": (ctypes.c_char_p, [bench]),
        "bench_cycles":    (ctypes.c_uint64, [bench]),
        "bench_code":      (ctypes.c_uint32, [bench]),
    }
    for name, (result, arguments) in types.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library
