"""OBI v1.6 signature, the bus of CV32E40X: 32-bit addresses and data, two outstanding transfers."""

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Signature"]


class Signature(wiring.Signature):
    """OBI, from the manager's side.

    Address phase: ``req`` holds with stable attributes until ``gnt``. Response phase: ``rvalid``
    for one cycle per granted request, at least one cycle after its grant, in order; the manager
    is always ready for it.

    Interface attributes
    --------------------
    req : ``Out(1)``
        Request.
    gnt : ``In(1)``
        With ``req``: the request is taken. May depend combinationally on it.
    addr : ``Out(32)``
        Byte address; only bits 31:2 select, ``be`` says which bytes.
    we : ``Out(1)``
        Write.
    be : ``Out(4)``
        Byte enables, for reads too.
    wdata : ``Out(32)``
        Write data, in the lanes of ``be``.
    rvalid : ``In(1)``
        Response, of writes too.
    rdata : ``In(32)``
        Read data, in the lanes of ``be``.
    err : ``In(1)``
        With ``rvalid``: the transfer failed.
    """

    def __init__(self):
        super().__init__({
            "req":    Out(1),
            "gnt":    In(1),
            "addr":   Out(32),
            "we":     Out(1),
            "be":     Out(4),
            "wdata":  Out(32),
            "rvalid": In(1),
            "rdata":  In(32),
            "err":    In(1),
        })

    def __eq__(self, other):
        return type(self) is type(other)
