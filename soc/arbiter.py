"""OBI arbiter: two managers, one subordinate."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl import obi

__all__ = ["Arbiter"]

#: Transfers that may be outstanding; an OBI manager of CV32E40X has two.
_DEPTH = 3


class Arbiter(wiring.Component):
    """Lets ``first`` go before ``second``.

    Requests and responses pass combinationally: no latency is added. The subordinate may answer
    after any number of cycles. A request that was shown to the subordinate stays there until it is
    granted or withdrawn, whoever else comes. Responses stay in the order of requests: the managers
    change only when the last response is there (in its cycle already).

    Members
    -------
    first, second : ``In(obi.Signature())``
        From the managers; ``first`` has priority, without a bound.
    bus : ``Out(obi.Signature())``
        To the subordinate.
    is_second : ``Out(1)``
        With ``bus.req``: the request is that of ``second``.
    """

    first:     In(obi.Signature())
    second:    In(obi.Signature())
    bus:       Out(obi.Signature())
    is_second: Out(1)

    def elaborate(self, platform):
        """Build the choice and the order of responses."""
        m = Module()

        held = Signal()
        chosen = Signal()
        with m.If(held & Mux(chosen, self.second.req, self.first.req)):
            m.d.comb += self.is_second.eq(chosen)
        with m.Else():
            m.d.comb += self.is_second.eq(~self.first.req)

        last = Signal()
        outstanding = Signal(range(_DEPTH + 1))
        remaining = Signal.like(outstanding)
        m.d.comb += remaining.eq(outstanding - self.bus.rvalid)
        allowed = Signal()
        m.d.comb += allowed.eq((remaining == 0)
                               | ((last == self.is_second) & (outstanding != _DEPTH)))

        for index, manager in enumerate((self.first, self.second)):
            with m.If(self.is_second == index):
                m.d.comb += [
                    self.bus.req.eq(manager.req & allowed),
                    self.bus.addr.eq(manager.addr),
                    self.bus.we.eq(manager.we),
                    self.bus.be.eq(manager.be),
                    self.bus.wdata.eq(manager.wdata),
                    manager.gnt.eq(self.bus.gnt & allowed),
                ]
            m.d.comb += [
                manager.rvalid.eq(self.bus.rvalid & (last == index)),
                manager.rdata.eq(self.bus.rdata),
                manager.err.eq(self.bus.err),
            ]

        m.d.sync += [
            chosen.eq(self.is_second),
            held.eq(self.bus.req & ~self.bus.gnt),
            outstanding.eq(remaining),
        ]
        with m.If(self.bus.req & self.bus.gnt):
            m.d.sync += [last.eq(self.is_second), outstanding.eq(remaining + 1)]

        return m
