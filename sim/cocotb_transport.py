"""The host driver's transport inside of cocotb: the SoC's AXI4-Lite port.

The driver is plain code that waits for answers, cocotb's is coroutines. cocotb's bridge runs the
one in a thread that stands still while the simulation goes on::

    master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "axi"), dut.clk, dut.rst)
    driver = Driver(CocotbTransport(master, dut.clk))
    await cocotb.task.bridge(driver.load)(image)
"""

import logging

from cocotb.task import resume
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiResp

__all__ = ["CocotbTransport"]

#: Words in one call of the AXI manager: its queues grow with it.
_CHUNK = 1024


class CocotbTransport:
    """A `sw.transport.Transport`, to be used in functions run by ``cocotb.task.bridge`` only.

    Parameters
    ----------
    master : :class:`cocotbext.axi.AxiLiteMaster`
        Manager at the SoC's port. Its messages below warnings are silenced.
    clock : cocotb handle
        The SoC's clock.
    poll_cycles : :class:`int`
        Clock cycles between two looks at a word that is waited for.
    """

    def __init__(self, master, clock, *, poll_cycles=16):
        if poll_cycles < 1:
            raise ValueError(f"poll_cycles must be at least 1, not {poll_cycles!r}")
        self._master = master
        self._clock = clock
        self._poll_cycles = poll_cycles
        for interface in (master.read_if, master.write_if):
            interface.log.setLevel(logging.WARNING)

    def read(self, address, count):
        """Read ``count`` words from ``address`` up."""
        return resume(self._read)(address, count)

    def write(self, address, words):
        """Write ``words`` from ``address`` up."""
        resume(self._write)(address, words)

    def wait_zero(self, address, timeout_cycles):
        """Return when the word at ``address`` reads 0."""
        resume(self._wait_zero)(address, timeout_cycles)

    async def _read(self, address, count):
        content = bytearray()
        while len(content) < 4 * count:
            start = address + len(content)
            answer = await self._master.read(start, min(4 * count - len(content), 4 * _CHUNK))
            _check("read", start, answer)
            content += answer.data
        return [int.from_bytes(content[i:i + 4], "little") for i in range(0, 4 * count, 4)]

    async def _write(self, address, words):
        for index in range(0, len(words), _CHUNK):
            content = b"".join(word.to_bytes(4, "little") for word in words[index:index + _CHUNK])
            answer = await self._master.write(address + 4 * index, content)
            _check("write", address + 4 * index, answer)

    async def _wait_zero(self, address, timeout_cycles):
        for _ in range(-(-timeout_cycles // self._poll_cycles)):
            if (await self._read(address, 1))[0] == 0:
                return
            await ClockCycles(self._clock, self._poll_cycles)
        if (await self._read(address, 1))[0] != 0:
            raise TimeoutError(f"the word at 0x{address:08x} is not 0 after {timeout_cycles} "
                               "cycles")


def _check(verb, address, answer):
    """Raise OSError unless the whole access went well."""
    if answer.resp != AxiResp.OKAY:
        raise OSError(f"{verb} from 0x{address:08x} up: the bus answered {answer.resp.name}")
