"""An AXI3 manager made of cocotbext-axi's AXI4 manager.

What AXI3 has besides: ``wid``, here in the place of AXI4's user signal; and at most 16 beats in a
burst.
"""

import random

from cocotbext.axi import AxiBus, AxiMaster, AxiReadBus, AxiWriteBus
from cocotbext.axi.axi_channels import (
    AxiARBus,
    AxiARSource,
    AxiAWBus,
    AxiAWSource,
    AxiBBus,
    AxiRBus,
    AxiWBus,
)

__all__ = ["Axi3Master"]

# The manager's drivers insist on AXI4's eight bits.
for source, signal in ((AxiAWSource, "awlen"), (AxiARSource, "arlen")):
    source._signal_widths = {**source._signal_widths, signal: 4}


class _DataBus(AxiWBus):
    """Write data, with ``wid`` where ``wuser`` would be."""

    _optional_signals = {"wstrb": "wstrb", "wuser": "wid"}


class Axi3Master(AxiMaster):
    """An AXI3 manager with random identifiers, and a transport's idea of its methods.

    Parameters
    ----------
    dut, prefix : cocotb handle, :class:`str`
        Where the port is.
    clock, reset : cocotb handle
        Of the port; there need be no reset.
    rng : :class:`random.Random`
        For identifiers.
    """

    def __init__(self, dut, prefix, clock, reset=None, *, rng=None):
        self._rng = rng or random.Random(0)
        super().__init__(
            AxiBus(AxiWriteBus(AxiAWBus.from_prefix(dut, prefix), _DataBus.from_prefix(dut, prefix),
                               AxiBBus.from_prefix(dut, prefix)),
                   AxiReadBus(AxiARBus.from_prefix(dut, prefix),
                              AxiRBus.from_prefix(dut, prefix))),
            clock, reset, max_burst_len=16)

    async def write(self, address, data, awid=None, **options):
        """Write with an identifier, a random one if none is given."""
        awid = self._rng.getrandbits(12) if awid is None else awid
        return await super().write(address, data, awid=awid, wuser=awid, **options)

    async def read(self, address, length, arid=None, **options):
        """Read with an identifier, a random one if none is given."""
        arid = self._rng.getrandbits(12) if arid is None else arid
        return await super().read(address, length, arid=arid, **options)
