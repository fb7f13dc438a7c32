"""AXI4-Lite signature (AMBA AXI and ACE Protocol Specification, chapter B1), 32 bits."""

from amaranth.lib import enum, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Response", "Signature"]


class Response(enum.Enum, shape=2):
    """Values of ``bresp`` and ``rresp``."""

    OKAY   = 0
    SLVERR = 2
    DECERR = 3


class Signature(wiring.Signature):
    """AXI4-Lite, from the manager's side, 32-bit address and data.

    On each of the five channels a transfer happens when ``valid`` and ``ready`` are both 1; until
    then ``valid`` and its payload hold.

    Interface attributes
    --------------------
    awvalid, awaddr, awprot : ``Out(1, 32, 3)``; awready : ``In(1)``
        Write address.
    wvalid, wdata, wstrb : ``Out(1, 32, 4)``; wready : ``In(1)``
        Write data and byte strobes.
    bvalid, bresp : ``In(1, 2)``; bready : ``Out(1)``
        Write response, a code of `Response`.
    arvalid, araddr, arprot : ``Out(1, 32, 3)``; arready : ``In(1)``
        Read address.
    rvalid, rdata, rresp : ``In(1, 32, 2)``; rready : ``Out(1)``
        Read data and response.
    """

    def __init__(self):
        super().__init__({
            "awvalid": Out(1),
            "awready": In(1),
            "awaddr":  Out(32),
            "awprot":  Out(3),
            "wvalid":  Out(1),
            "wready":  In(1),
            "wdata":   Out(32),
            "wstrb":   Out(4),
            "bvalid":  In(1),
            "bready":  Out(1),
            "bresp":   In(2),
            "arvalid": Out(1),
            "arready": In(1),
            "araddr":  Out(32),
            "arprot":  Out(3),
            "rvalid":  In(1),
            "rready":  Out(1),
            "rdata":   In(32),
            "rresp":   In(2),
        })

    def __eq__(self, other):
        return type(self) is type(other)
