"""Peripherals for the instruction-set simulator."""

from collections import deque

from soc.memory_map import CLINT, CONTROL, IDENTITY, UART, Interrupt

__all__ = ["ControlRegisters", "CoreInterrupts", "SerialPort"]

_WORD, _LONG = (1 << 32) - 1, (1 << 64) - 1

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
    """The ``clint`` block.

    Parameters
    ----------
    now : callable
        Returns the cycle.

    Attributes
    ----------
    changed : callable
        Called when something was written.
    """

    #: Lowest bit of each half.
    _TIME = {CLINT["MTIME"].offset: 0, CLINT["MTIMEH"].offset: 32}
    _COMPARE = {CLINT["MTIMECMP"].offset: 0, CLINT["MTIMECMPH"].offset: 32}

    def __init__(self, now):
        self.changed = lambda: None
        self._now = now
        # What is to be added to the cycle.
        self._offset = 0
        self._compare = _LONG
        self._software = 0

    @property
    def time(self):
        """``mtime``."""
        return self._now() + self._offset & _LONG

    @property
    def until_timer(self):
        """Cycles until the timer's line rises, 0 if it is set."""
        return max(0, self._compare - self.time)

    @property
    def lines(self):
        """Bits of ``mip``."""
        return self._software << Interrupt.SOFTWARE | (not self.until_timer) << Interrupt.TIMER

    def read(self, offset):
        """Return the word at an offset."""
        if offset in self._TIME:
            return self.time >> self._TIME[offset] & _WORD
        if offset in self._COMPARE:
            return self._compare >> self._COMPARE[offset] & _WORD
        return self._software if offset == CLINT["MSIP"].offset else 0

    def write(self, offset, value, *, host=False):
        """Write a word; host and core are alike."""
        if offset in self._TIME:
            self._offset = _replaced(self.time, self._TIME[offset], value) - self._now()
        elif offset in self._COMPARE:
            self._compare = _replaced(self._compare, self._COMPARE[offset], value)
        elif offset == CLINT["MSIP"].offset:
            self._software = value & 1
        self.changed()


def _replaced(number, shift, word):
    """Return a number with another word at a bit."""
    return number & ~(_WORD << shift) | word << shift
