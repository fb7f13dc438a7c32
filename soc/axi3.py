"""AXI3 signature (AMBA AXI and ACE Protocol Specification, part A), 32 bits: what a PS7 speaks."""

from amaranth.lib import enum, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Burst", "Signature"]


class Burst(enum.Enum, shape=2):
    """Values of ``awburst`` and ``arburst``: how the address goes on within a burst."""

    FIXED = 0
    INCR  = 1
    WRAP  = 2


class Signature(wiring.Signature):
    """AXI3, from the manager's side, 32-bit address and data.

    On each of the five channels a transfer happens when ``valid`` and ``ready`` are both 1; until
    then ``valid`` and its payload hold. Without ``AxLOCK``, ``AxCACHE`` and ``AxPROT``, which a
    subordinate need not have (A10.2): here nobody would look at them.

    Parameters
    ----------
    id_width : :class:`int`
        Bits of the identifiers.

    Interface attributes
    --------------------
    awvalid, awid, awaddr, awlen, awsize, awburst : ``Out(1, id_width, 32, 4, 3, 2)``; \
awready : ``In(1)``
        Write burst: ``awlen + 1`` beats of ``1 << awsize`` bytes, a code of `Burst`.
    wvalid, wid, wdata, wstrb, wlast : ``Out(1, id_width, 32, 4, 1)``; wready : ``In(1)``
        Write data and byte strobes.
    bvalid, bid, bresp : ``In(1, id_width, 2)``; bready : ``Out(1)``
        Write response, a code of `soc.axi.Response`.
    arvalid, arid, araddr, arlen, arsize, arburst : ``Out(1, id_width, 32, 4, 3, 2)``; \
arready : ``In(1)``
        Read burst.
    rvalid, rid, rdata, rresp, rlast : ``In(1, id_width, 32, 2, 1)``; rready : ``Out(1)``
        Read data and response.
    """

    def __init__(self, *, id_width):
        if id_width not in range(1, 33):
            raise ValueError(f"id_width must be 1..32, not {id_width!r}")
        self._id_width = id_width
        super().__init__({
            "awvalid": Out(1),
            "awready": In(1),
            "awid":    Out(id_width),
            "awaddr":  Out(32),
            "awlen":   Out(4),
            "awsize":  Out(3),
            "awburst": Out(2),
            "wvalid":  Out(1),
            "wready":  In(1),
            "wid":     Out(id_width),
            "wdata":   Out(32),
            "wstrb":   Out(4),
            "wlast":   Out(1),
            "bvalid":  In(1),
            "bready":  Out(1),
            "bid":     In(id_width),
            "bresp":   In(2),
            "arvalid": Out(1),
            "arready": In(1),
            "arid":    Out(id_width),
            "araddr":  Out(32),
            "arlen":   Out(4),
            "arsize":  Out(3),
            "arburst": Out(2),
            "rvalid":  In(1),
            "rready":  Out(1),
            "rid":     In(id_width),
            "rdata":   In(32),
            "rresp":   In(2),
            "rlast":   In(1),
        })

    @property
    def id_width(self):
        """Bits of the identifiers."""
        return self._id_width

    def __eq__(self, other):
        return type(self) is type(other) and self.id_width == other.id_width
