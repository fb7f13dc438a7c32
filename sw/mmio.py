"""Transport over memory-mapped windows: the host is a processor that sees the system's addresses.

On a Zynq that is the processing system, through its port M_AXI_GP0.

Source: Zynq-7000 SoC Technical Reference Manual (UG585), chapter 4: M_AXI_GP0 at 0x4000_0000; pynq
3.0 (``MMIO``: ``base_addr``, ``length``, ``array``).
"""

import mmap
import os
import time

from soc.memory_map import PS7_BASE, REGIONS, address

__all__ = ["DeviceMemory", "MmioTransport", "pynq_window"]

#: Polls before :meth:`MmioTransport.wait_zero` begins to sleep between them: most calls end sooner.
_EAGER_POLLS = 1000
_NAP_SECONDS = 100e-6

#: What a poll may be late by, on a system that does other things too.
_GRACE_SECONDS = 2.0


def pynq_window(base, size):
    """Map ``size`` bytes from the physical address ``base`` on by pynq.

    Returns
    -------
    sequence of 32-bit words
        Indexed by word; reads and writes go to the hardware.
    """
    from pynq import MMIO

    return MMIO(base, size).array


class DeviceMemory:
    """Maps windows by ``/dev/mem``, for a system without pynq.

    Parameters
    ----------
    path : :class:`str`
        The device.
    """

    def __init__(self, path="/dev/mem"):
        self._path = path

    def __call__(self, base, size):
        """Map ``size`` bytes from the physical address ``base`` on, both multiples of a page.

        Returns
        -------
        :class:`memoryview` of 32-bit words
            Indexed by word; reads and writes go to the hardware.

        Raises
        ------
        OSError
            If the device can't be opened, usually since that is only root's.
        """
        device = os.open(self._path, os.O_RDWR | os.O_SYNC)
        try:
            return memoryview(mmap.mmap(device, size, offset=base)).cast("I")
        finally:
            os.close(device)


class MmioTransport:
    """A :class:`sw.transport.Transport` over windows into physical memory.

    Every access is one of a 32-bit word. An access that the hardware would answer with a bus error
    kills a Linux program, so addresses are checked before.

    Parameters
    ----------
    open_window : callable
        Called with base and size in bytes, returns what is indexed by word.
    base : :class:`int`
        Physical address of the system's address 0.
    """

    def __init__(self, open_window, *, base=PS7_BASE):
        self._windows = {region: open_window(base + region.base, region.size)
                         for region in REGIONS.values() if region.host}
        self._clock_hz = None

    def read(self, address, count):
        """Read words, see :meth:`sw.transport.Transport.read`."""
        window, first = self._find(address, count)
        return [int(window[index]) for index in range(first, first + count)]

    def write(self, address, words):
        """Write words, see :meth:`sw.transport.Transport.write`."""
        window, first = self._find(address, len(words))
        for index, word in enumerate(words, first):
            window[index] = int(word)

    def wait_zero(self, address, timeout_cycles):
        """Poll until a word is 0, see :meth:`sw.transport.Transport.wait_zero`."""
        window, index = self._find(address, 1)
        limit = time.monotonic() + timeout_cycles / self.clock_hz + _GRACE_SECONDS
        polls = 0
        while window[index]:
            polls += 1
            if polls > _EAGER_POLLS:
                if time.monotonic() > limit:
                    raise TimeoutError(f"the word at 0x{address:08x} is not 0 after "
                                       f"{timeout_cycles} cycles")
                time.sleep(_NAP_SECONDS)

    @property
    def clock_hz(self):
        """Clock frequency that the hardware reports."""
        if self._clock_hz is None:
            self._clock_hz, = self.read(address("control", "CLOCK_HZ"), 1)
            if not self._clock_hz:
                raise OSError("CLOCK_HZ must not read 0: this is not the system")
        return self._clock_hz

    def _find(self, address, count):
        """Return the window of ``count`` words from an address on, and the first one's index."""
        if address % 4:
            raise ValueError(f"address must be a multiple of 4, not 0x{address:x}")
        for region, window in self._windows.items():
            if region.base <= address and address + 4 * count <= region.base + region.size:
                return window, (address - region.base) // 4
        raise OSError(f"{count} words from 0x{address:08x} on lie in no region that the host "
                      "reaches")
