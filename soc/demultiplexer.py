"""OBI demultiplexer: one manager, several subordinates chosen by address."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect
from amaranth.utils import exact_log2

from hdl import obi
from soc.error import ErrorResponder

__all__ = ["Demultiplexer", "covers"]

def covers(region, addr):
    """Return a one-bit value: ``addr`` lies in ``region`` of the memory map."""
    low = exact_log2(region.size)
    return addr[low:] == region.base >> low


class Demultiplexer(wiring.Component):
    """Passes a request on to the subordinate whose region its address lies in.

    Requests and responses pass combinationally: no latency is added. Subordinates may answer after
    any number of cycles, but must grant at once while no response of theirs is missing. A request
    waits until the last response is there (in its cycle it can go already, so for subordinates that
    answer in the next cycle none waits). An address in no region is answered with ``err`` in the
    cycle after its grant.

    Whether a request is granted does not depend on it: an address may be known late in the cycle.

    Parameters
    ----------
    regions : :class:`dict`
        Name of a subordinate to the regions of the memory map that it has.
    pipelined : :class:`bool`
        False: for a manager that waits for each response before its next request. No path leads
        from a response to a request then.

    Members
    -------
    bus : ``In(obi.Signature())``
        From the manager.
    <name> : ``Out(obi.Signature())``
        To the subordinate, for each name in ``regions``. Addresses stay absolute.

    Raises
    ------
    ValueError
        If two regions overlap.
    """

    def __init__(self, regions, *, pipelined=True):
        self._pipelined = bool(pipelined)
        self._regions = {name: tuple(of_name) for name, of_name in regions.items()}
        spans = sorted((region.base, region.base + region.size, region.name)
                       for of_name in self._regions.values() for region in of_name)
        for (_, end, name), (base, _, other) in zip(spans, spans[1:], strict=False):
            if base < end:
                raise ValueError(f"regions {name!r} and {other!r} overlap")
        super().__init__({
            "bus": In(obi.Signature()),
            **{name: Out(obi.Signature()) for name in self._regions},
        })

    @property
    def regions(self):
        """Regions of each subordinate."""
        return self._regions

    @property
    def pipelined(self):
        """Whether a request may come before the response to the last one."""
        return self._pipelined

    def elaborate(self, platform):
        """Build the decoder, the order of responses and the error responder."""
        m = Module()

        m.submodules.error = error = ErrorResponder()
        targets = [getattr(self, name) for name in self.regions]
        error_bus = obi.Signature().create()
        connect(m, error_bus, error.bus)

        hits = Signal(len(targets))
        m.d.comb += hits.eq(Cat(Cat(covers(region, self.bus.addr) for region in of_name).any()
                                for of_name in self.regions.values()))
        select = Signal(len(targets) + 1)
        m.d.comb += select.eq(Cat(hits, ~hits.any()))
        targets.append(error_bus)

        last = Signal.like(select)
        missing = Signal()  # a response is
        free = Signal()
        m.d.comb += [
            free.eq(~missing | self.bus.rvalid if self.pipelined else ~missing),
            self.bus.gnt.eq(free),
        ]

        for index, target in enumerate(targets):
            m.d.comb += [
                target.req.eq(self.bus.req & free & select[index]),
                target.addr.eq(self.bus.addr),
                target.we.eq(self.bus.we),
                target.be.eq(self.bus.be),
                target.wdata.eq(self.bus.wdata),
            ]
            with m.If(last[index]):
                m.d.comb += [
                    self.bus.rvalid.eq(target.rvalid),
                    self.bus.rdata.eq(target.rdata),
                    self.bus.err.eq(target.err),
                ]

        with m.If(self.bus.req & free):
            m.d.sync += [last.eq(select), missing.eq(1)]
        with m.Elif(self.bus.rvalid):
            m.d.sync += missing.eq(0)

        return m
