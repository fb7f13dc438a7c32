"""What stands between a bus and a manager that can be reset alone."""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl import obi

__all__ = ["Isolator"]

#: Transfers that may be outstanding.
_DEPTH = 3


class Isolator(wiring.Component):
    """Hides a manager that is in reset from its bus, and old responses from the manager.

    While ``isolate`` is 1 no request passes and no response is shown. Transfers granted before end
    on the bus, their responses are dropped; after ``isolate`` the first request waits for that.
    Otherwise everything passes combinationally, up to three outstanding transfers.

    Members
    -------
    isolate : ``In(1)``
        The manager is in reset.
    manager : ``In(obi.Signature())``
        From the manager.
    bus : ``Out(obi.Signature())``
        To the subordinates; ``req`` may fall without a grant when ``isolate`` rises.
    """

    isolate: In(1)
    manager: In(obi.Signature())
    bus:     Out(obi.Signature())

    def elaborate(self, platform):
        """Build the count of outstanding transfers and the gates."""
        m = Module()

        outstanding = Signal(range(_DEPTH + 1))
        remaining = Signal.like(outstanding)
        m.d.comb += remaining.eq(outstanding - self.bus.rvalid)
        was_isolated = Signal()
        dropping = Signal()
        m.d.comb += dropping.eq(self.isolate | (was_isolated & (outstanding != 0)))
        m.d.sync += was_isolated.eq(dropping)

        may_request = Signal()
        m.d.comb += [
            may_request.eq(~dropping & (outstanding != _DEPTH)),
            self.bus.req.eq(self.manager.req & may_request),
            self.bus.addr.eq(self.manager.addr),
            self.bus.we.eq(self.manager.we),
            self.bus.be.eq(self.manager.be),
            self.bus.wdata.eq(self.manager.wdata),
            self.manager.gnt.eq(self.bus.gnt & may_request),
            self.manager.rvalid.eq(self.bus.rvalid & ~dropping),
            self.manager.rdata.eq(self.bus.rdata),
            self.manager.err.eq(self.bus.err),
        ]

        m.d.sync += outstanding.eq(remaining + (self.bus.req & self.bus.gnt))

        return m
