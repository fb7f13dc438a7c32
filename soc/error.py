"""The OBI subordinate that stands where nothing else does."""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In

from hdl import obi

__all__ = ["ErrorResponder"]


class ErrorResponder(wiring.Component):
    """Grants every request at once and answers it with an error in the next cycle.

    Members
    -------
    bus : ``In(obi.Signature())``
        Requests that belong nowhere; ``rdata`` is 0.
    """

    bus: In(obi.Signature())

    def elaborate(self, platform):
        """Build the response register."""
        m = Module()
        m.d.comb += [self.bus.gnt.eq(1), self.bus.err.eq(self.bus.rvalid)]
        m.d.sync += self.bus.rvalid.eq(self.bus.req)
        return m
