"""The fast engine: the SoC as a shared library, several million cycles a second, one transport.

For ports and protocols there is cocotb; this is for long runs and for traces of them.
"""

import ctypes
from dataclasses import asdict, dataclass

from hdl.ascon.presets import DEFAULT
from sim.build import library, soc_verilog
from sim.events import unpack_retired, unpack_transactions
from soc.coprocessor import features_of

__all__ = ["Engine", "EngineConfig"]


@dataclass(frozen=True)
class EngineConfig:
    """What hardware to simulate, and what to see of it.

    Attributes
    ----------
    preset : :class:`str`
        Of the coprocessor, a key of `hdl.ascon.presets.PRESETS`.
    rounds_per_cycle : :class:`int`
        Rounds of the permutation in a cycle; None stands for the preset's.
    clock_hz : :class:`int`
        Clock frequency that the hardware reports, and the time scale of a waveform.
    trace : :class:`bool`
        Records can be captured; slower.
    waveform : :class:`bool`
        A VCD file can be written; slower still.
    extensions : tuple of :class:`str`
        What the core has besides RV32I, see :class:`hdl.core.extensions.Extensions`.
    """

    preset:           str = DEFAULT
    rounds_per_cycle: int | None = None
    clock_hz:         int = 50_000_000
    trace:            bool = False
    waveform:         bool = False
    extensions:       tuple[str, ...] = ()

    def __post_init__(self):
        if self.rounds_per_cycle is None:
            object.__setattr__(self, "rounds_per_cycle", self.features.rounds_per_cycle)

    @property
    def features(self):
        """What the hardware has, :class:`soc.features.Features`."""
        return features_of(self.preset, self.rounds_per_cycle)

    @property
    def soc(self):
        """Parameters of :class:`soc.top.SoC`."""
        core = {"core": dict.fromkeys(self.extensions, True)} if self.extensions else {}
        return {"preset": self.preset, "rounds_per_cycle": self.rounds_per_cycle,
                "clock_hz": self.clock_hz, "trace": self.trace, **core}

    def to_json(self):
        """Return an object for JSON."""
        return asdict(self)


class Engine:
    """A simulated SoC; a :class:`sw.transport.Transport`.

    After creation the SoC has been reset, and the core runs whatever is in the instruction RAM:
    load an image with :class:`sw.driver.Driver`. Use it as a context manager or call
    :meth:`close`.

    Parameters
    ----------
    config : :class:`EngineConfig`
        What to simulate.
    verilog : :class:`str`, optional
        Another design than ``SoC(...)`` of this configuration, with the same ports.
    notify : callable, optional
        Called with a sentence before something is compiled.

    Raises
    ------
    sim.toolchain.BuildError
        If the library can't be built.
    """

    def __init__(self, config=None, *, verilog=None, notify=None):
        self._config = config = EngineConfig() if config is None else config
        if verilog is None:
            verilog = soc_verilog(**config.soc)
        path = library(verilog, trace=config.trace, waveform=config.waveform, notify=notify)
        self._library = _declare(ctypes.CDLL(str(path)), config)
        self._engine = self._library.engine_create()
        self.reset()

    @property
    def config(self):
        """The :class:`EngineConfig`."""
        return self._config

    @property
    def cycles(self):
        """Clock cycles simulated so far."""
        return self._library.engine_cycles(self._engine)

    @property
    def uart_tx(self):
        """Level of the transmit pin."""
        return self._library.engine_uart_tx(self._engine)

    def set_uart_rx(self, level):
        """Set the level of the receive pin."""
        self._library.engine_uart_rx(self._engine, level)

    def reset(self):
        """Reset the SoC; memories keep their content."""
        self._library.engine_reset(self._engine)

    def step(self, count=1):
        """Simulate ``count`` cycles."""
        self._library.engine_step(self._engine, count)

    def read(self, address, count):
        """Read words, see :meth:`sw.transport.Transport.read`."""
        words = (ctypes.c_uint32 * count)()
        done = ctypes.c_uint32()
        result = self._library.engine_read(self._engine, address, words, count, ctypes.byref(done))
        self._check(result, "read", address + 4 * done.value)
        return list(words)

    def write(self, address, words):
        """Write words, see :meth:`sw.transport.Transport.write`."""
        count = len(words)
        done = ctypes.c_uint32()
        result = self._library.engine_write(self._engine, address,
                                            (ctypes.c_uint32 * count)(*words), count,
                                            ctypes.byref(done))
        self._check(result, "write", address + 4 * done.value)

    def wait_zero(self, address, timeout_cycles):
        """Simulate until a word is 0, see :meth:`sw.transport.Transport.wait_zero`."""
        result = self._library.engine_wait_zero(self._engine, address, timeout_cycles)
        if result == _TIMEOUT:
            raise TimeoutError(f"the word at 0x{address:08x} is not 0 after {timeout_cycles} "
                               "cycles")
        self._check(result, "read", address)

    def capture(self, on=True):
        """Start or stop to capture records; needs ``trace``."""
        self._need("trace")
        self._library.engine_capture(self._engine, on)

    def take_records(self):
        """Return and forget what was captured.

        Returns
        -------
        retired : :class:`list` of :class:`sim.events.Retired`
            Instructions, in order.
        transactions : :class:`list`
            :class:`sim.events.Issue`, :class:`sim.events.Commit` and
            :class:`sim.events.Result`, in order.
        """
        self._need("trace")
        count = ctypes.c_uint64()
        pointer = self._library.engine_retired(self._engine, ctypes.byref(count))
        retired = unpack_retired(ctypes.string_at(pointer, 72 * count.value))
        pointer = self._library.engine_transactions(self._engine, ctypes.byref(count))
        transactions = unpack_transactions(ctypes.string_at(pointer, 32 * count.value))
        self._library.engine_clear(self._engine)
        return retired, transactions

    def open_waveform(self, path):
        """Write a VCD file from now on; needs ``waveform``."""
        self._need("waveform")
        if self._library.engine_waveform_open(self._engine, str(path).encode(),
                                              1e12 / self._config.clock_hz):
            raise OSError(f"can't write the waveform {str(path)!r}")

    def close_waveform(self):
        """Finish the VCD file."""
        self._need("waveform")
        self._library.engine_waveform_close(self._engine)

    def close(self):
        """Free the simulation; nothing can be called afterwards."""
        if self._engine:
            self._library.engine_destroy(self._engine)
            self._engine = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def _need(self, feature):
        if not getattr(self._config, feature):
            raise ValueError(f"the engine must be made with EngineConfig({feature}=True)")

    @staticmethod
    def _check(result, what, address):
        if result == _BUS_ERROR:
            raise OSError(f"bus error: {what} at 0x{address:08x}")
        if result == _BUS_STUCK:
            raise OSError(f"the bus does not answer: {what} at 0x{address:08x}")


#: Values of ``Result`` in ``engine.cpp`` that are not success.
_TIMEOUT, _BUS_ERROR, _BUS_STUCK = 1, 2, 3


def _declare(library, config):
    """Give the library's functions their types."""
    engine, u32, u64 = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64
    pointer = ctypes.POINTER
    transfer = [engine, u32, pointer(u32), u32, pointer(u32)]
    types = {
        "engine_create":    (engine, []),
        "engine_destroy":   (None, [engine]),
        "engine_reset":     (None, [engine]),
        "engine_step":      (None, [engine, u64]),
        "engine_cycles":    (u64, [engine]),
        "engine_read":      (ctypes.c_int, transfer),
        "engine_write":     (ctypes.c_int, transfer),
        "engine_wait_zero": (ctypes.c_int, [engine, u32, u64]),
        "engine_uart_tx":   (ctypes.c_int, [engine]),
        "engine_uart_rx":   (None, [engine, ctypes.c_int]),
    }
    if config.trace:
        types |= {
            "engine_capture":      (None, [engine, ctypes.c_int]),
            "engine_retired":      (ctypes.c_void_p, [engine, pointer(u64)]),
            "engine_transactions": (ctypes.c_void_p, [engine, pointer(u64)]),
            "engine_clear":        (None, [engine]),
        }
    if config.waveform:
        types |= {
            "engine_waveform_open":  (ctypes.c_int, [engine, ctypes.c_char_p, ctypes.c_double]),
            "engine_waveform_close": (None, [engine]),
        }
    for name, (result, arguments) in types.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library
