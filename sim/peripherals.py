"""Peripherals for the instruction-set simulator, without time."""

from collections import deque

from soc.memory_map import CLINT, CONTROL, IDENTITY, UART

__all__ = ["ControlRegisters", "CoreInterrupts", "SerialPort"]

_ENABLE, _RESET = (1 << field.low for field in CONTROL["CONTROL"].fields)


class ControlRegisters:
    """The ``control`` block.

    Parameters
    ----------
    features, clock_hz
        What ``FEATURES`` and ``CLOCK_HZ`` say.

    Attributes
    ----------
    accelerator_enable, core_reset : :class:`bool`
        The switches.
    """

    def __init__(self, *, features, clock_hz):
        self._constants = {CONTROL["IDENTITY"].offset: IDENTITY,
                           CONTROL["FEATURES"].offset: features.word,
                           CONTROL["CLOCK_HZ"].offset: clock_hz}
        self.accelerator_enable = True
        self.core_reset = False

    def read(self, offset):
        """Return the word at an offset."""
        if offset == CONTROL["CONTROL"].offset:
            return (_ENABLE if self.accelerator_enable else 0) | (_RESET if self.core_reset else 0)
        return self._constants.get(offset, 0)

    def write(self, offset, value, *, host=False):
        """Write a word; only the host can write the core's reset."""
        if offset == CONTROL["CONTROL"].offset:
            self.accelerator_enable = bool(value & _ENABLE)
            if host:
                self.core_reset = bool(value & _RESET)


class SerialPort:
    """The ``uart`` block: sends at once, receives what ``received`` holds.

    Attributes
    ----------
    sent : :class:`bytearray`
        Every byte sent.
    received : :class:`collections.deque`
        Bytes for the firmware.
    """

    def __init__(self):
        self.sent = bytearray()
        self.received = deque()
        self._divisor = 0

    def read(self, offset):
        """Return the word at an offset; reading ``RX_DATA`` takes a byte."""
        if offset == UART["RX_DATA"].offset:
            return self.received.popleft() if self.received else 1 << 31
        if offset == UART["STATUS"].offset:
            return 1 | (2 if self.received else 0)
        return self._divisor if offset == UART["DIVISOR"].offset else 0

    def write(self, offset, value, *, host=False):
        """Write a word; host and core are alike."""
        if offset == UART["TX_DATA"].offset:
            self.sent.append(value & 0xff)
        elif offset == UART["DIVISOR"].offset:
            self._divisor = value


class CoreInterrupts:
    """The ``clint`` block: holds what is written. Nothing counts, and nothing interrupts."""

    def __init__(self):
        self._values = dict.fromkeys((register.offset for register in CLINT.registers), 0)
        for name in ("MTIMECMP", "MTIMECMPH"):
            self._values[CLINT[name].offset] = 0xffff_ffff

    def read(self, offset):
        """Return the word at an offset."""
        return self._values.get(offset, 0)

    def write(self, offset, value, *, host=False):
        """Write a word; host and core are alike."""
        if offset in self._values:
            self._values[offset] = value & 1 if offset == CLINT["MSIP"].offset else value
