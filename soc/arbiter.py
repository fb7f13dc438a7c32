"""OBI arbiter: two managers, one subordinate, registers in between."""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl import obi

__all__ = ["Arbiter"]

#: Of a request.
_FIELDS = ("addr", "we", "be", "wdata")


class _Request(data.Struct):
    """A request that a manager has handed over."""

    addr:  32
    we:    1
    be:    4
    wdata: 32


class Arbiter(wiring.Component):
    """Lets ``first`` go before ``second``, one transfer at a time.

    Requests and responses are held in registers: no path goes from one side to the other or from
    one manager to the other, and a subordinate with a lot of logic does not slow the managers down.
    A manager's next request is granted with the response to its last one, not before. A subordinate
    that grants at once and answers in the next cycle is seen to answer in the third; a transfer of
    the other manager may delay that by a cycle, for ``second`` by two.

    Members
    -------
    first, second : ``In(obi.Signature())``
        From the managers. All outputs are registers.
    bus : ``Out(obi.Signature())``
        To the subordinate. All outputs depend on registers only.
    is_second : ``Out(1)``
        With ``bus.req``: the request is that of ``second``.
    """

    first:     In(obi.Signature())
    second:    In(obi.Signature())
    bus:       Out(obi.Signature())
    is_second: Out(1)

    def elaborate(self, platform):
        """Build the registers, the choice, and the way back."""
        m = Module()
        bus = self.bus

        waiting = Signal(2)  # which requests are to be passed on
        busy = Signal()      # the response to one is missing
        owner = Signal()     # whose that one is, or the one that is not granted yet
        held = Signal()      # that is so
        requests = [Signal(_Request, name=f"request_{i}", reset_less=True) for i in range(2)]
        request = Signal(_Request)
        m.d.comb += [
            self.is_second.eq(Mux(held, owner, ~waiting[0])),
            request.eq(Mux(self.is_second, requests[1], requests[0])),
            bus.req.eq(waiting.any() & ~busy),
            *(getattr(bus, name).eq(request[name]) for name in _FIELDS),
        ]
        m.d.sync += held.eq(bus.req & ~bus.gnt)
        with m.If(bus.req):
            m.d.sync += [owner.eq(self.is_second), busy.eq(bus.gnt)]
        with m.If(busy & bus.rvalid):
            m.d.sync += busy.eq(0)

        rdata, err = Signal(32, reset_less=True), Signal(reset_less=True)
        m.d.sync += [rdata.eq(bus.rdata), err.eq(bus.err)]
        for i, manager in enumerate((self.first, self.second)):
            free = Signal(init=1, name=f"free_{i}")
            m.d.comb += [manager.gnt.eq(free), manager.rdata.eq(rdata), manager.err.eq(err)]
            answered = busy & bus.rvalid & (owner == i)
            m.d.sync += manager.rvalid.eq(answered)
            with m.If(free & manager.req):
                m.d.sync += [free.eq(0), waiting[i].eq(1),
                             *(requests[i][name].eq(getattr(manager, name)) for name in _FIELDS)]
            with m.Elif(answered):
                m.d.sync += free.eq(1)
            with m.If(bus.req & bus.gnt & (self.is_second == i)):
                m.d.sync += waiting[i].eq(0)
        return m
