"""The processors of a Zynq-7000, seen from the programmable logic.

Source: UG585 v1.13, chapters 2.4 and 5; UG953, "PS7".
"""

from amaranth.hdl import ClockSignal, Instance, Module
from amaranth.lib import wiring
from amaranth.lib.wiring import Out

from soc import axi3

__all__ = ["ID_WIDTH", "WINDOW", "ProcessingSystem"]

#: Bits of the identifiers at ``M_AXI_GP0`` and ``M_AXI_GP1``.
ID_WIDTH = 12

#: Addresses of the processors that arrive at ``M_AXI_GP0``.
WINDOW = range(0x4000_0000, 0x8000_0000)


class ProcessingSystem(wiring.Component):
    """A ``PS7`` of which only the manager port ``M_AXI_GP0`` is used, in the domain ``sync``.

    Everything else of the processors (clocks, memory controller, pins) is set by their software
    and not described here. An address that arrives is the processors' minus the start of `WINDOW`.

    Members
    -------
    axi : ``Out(axi3.Signature(id_width=ID_WIDTH))``
        ``size`` is at most 4 bytes.
    """

    def __init__(self):
        super().__init__({"axi": Out(axi3.Signature(id_width=ID_WIDTH))})

    def elaborate(self, platform):
        """Build the instance; its ports are called as the signals of AXI are."""
        m = Module()

        ports = {"i_MAXIGP0ACLK": ClockSignal()}
        for name, member in self.axi.signature.members.items():
            value = getattr(self.axi, name)
            match name:
                case "awaddr" | "araddr":
                    value = value[:(len(WINDOW) - 1).bit_length()]
                case "awsize" | "arsize":
                    value = value[:2]
            flow = "o" if member.flow == Out else "i"
            ports[f"{flow}_MAXIGP0{name.upper()}"] = value
        m.submodules.ps7 = Instance("PS7", **ports)

        return m
