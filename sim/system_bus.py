"""The memory map in unicorn, the host's view of it, and the interrupt lines.

RAM and mailbox are unicorn's memory; the other peripherals are Python. The whole of a
block's region answers, also where the hardware has no register.
"""

from unicorn import unicorn_const as uc_const

from sim.peripherals import ControlRegisters, CoreInterrupts, SerialPort
from soc.memory_map import REGIONS, Interrupt, address

__all__ = ["DMEM", "HOST", "IMEM", "MAILBOX", "SystemBus"]

IMEM, DMEM, MAILBOX = (range(REGIONS[name].base, REGIONS[name].base + REGIONS[name].size)
                       for name in ("imem", "dmem", "mailbox"))

_COMMAND = address("mailbox", "COMMAND")

#: Where a value depends on time: on cycles, and on when the host or the serial port acts.
HOST = range(REGIONS["control"].base, REGIONS["clint"].base + REGIONS["clint"].size)


class SystemBus:
    """Memories and peripherals.

    Parameters
    ----------
    uc : :class:`unicorn.Uc`
        Gets everything mapped.
    features, clock_hz
        As of :class:`sim.peripherals.ControlRegisters`.
    now : callable
        Returns the cycle.

    Attributes
    ----------
    control : :class:`sim.peripherals.ControlRegisters`
        The control registers.
    uart : :class:`sim.peripherals.SerialPort`
        The serial port.
    clint : :class:`sim.peripherals.CoreInterrupts`
        Timer and software interrupt.
    device_value : :class:`int`
        What the core has last read from one that is Python.
    """

    def __init__(self, uc, *, features, clock_hz, now):
        self.control = ControlRegisters(features=features, clock_hz=clock_hz)
        self.uart = SerialPort()
        self.clint = CoreInterrupts(now)
        self.device_value = 0
        self._uc = uc
        self._devices = {"control": self.control, "uart": self.uart, "clint": self.clint}
        read_write = uc_const.UC_PROT_READ | uc_const.UC_PROT_WRITE
        for name, permissions in (("imem", uc_const.UC_PROT_EXEC), ("dmem", read_write),
                                  ("mailbox", read_write)):
            uc.mem_map(REGIONS[name].base, REGIONS[name].size, permissions)
        for name, device in self._devices.items():
            uc.mmio_map(REGIONS[name].base, REGIONS[name].size, self._device_read, device,
                        self._device_write, device)

    @property
    def lines(self):
        """The core's interrupt lines, bits of ``mip``."""
        commanded, received = self.peek(_COMMAND, 4) != 0, bool(self.uart.received)
        return (self.clint.lines | commanded << Interrupt.MAILBOX | received << Interrupt.UART
                | (commanded or received) << Interrupt.EXTERNAL)

    def load(self, image):
        """Write an image's memories."""
        for name in ("imem", "dmem"):
            self._uc.mem_write(REGIONS[name].base, bytes(getattr(image, name)))

    def peek(self, address, size):
        """Return what instruction RAM, data RAM or mailbox hold; unlike the core's, not checked."""
        return int.from_bytes(self._uc.mem_read(address, size), "little")

    def read(self, address, count):
        """Read words, see :meth:`sw.transport.Transport.read`."""
        region = self._region(address, count)
        if region.name in self._devices:
            device = self._devices[region.name]
            return [device.read(address - region.base + 4 * i) for i in range(count)]
        data = self._uc.mem_read(address, 4 * count)
        return [int.from_bytes(data[i:i + 4], "little") for i in range(0, 4 * count, 4)]

    def write(self, address, words):
        """Write words, see :meth:`sw.transport.Transport.write`."""
        region = self._region(address, len(words))
        if region.name in self._devices:
            device = self._devices[region.name]
            for i, word in enumerate(words):
                device.write(address - region.base + 4 * i, word, host=True)
        else:
            self._uc.mem_write(address, b"".join(word.to_bytes(4, "little") for word in words))

    @staticmethod
    def _region(address, count):
        """Return the region of some words."""
        for region in REGIONS.values():
            if (address % 4 == 0 and region.base <= address
                    and address + 4 * count <= region.base + region.size):
                return region
        raise OSError(f"bus error: no {count} words at 0x{address:08x}")

    def _device_read(self, uc, offset, size, device):
        value = device.read(offset & ~3) >> 8 * (offset & 3) & (1 << 8 * size) - 1
        self.device_value = value
        return value

    @staticmethod
    def _device_write(uc, offset, size, value, device):
        device.write(offset & ~3, value << 8 * (offset & 3) & 0xffff_ffff)
