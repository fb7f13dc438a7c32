"""Memory on an OBI port, as arbitrary as the protocol allows.

Source: OBI v1.6, sections 3.1 and 3.2.
"""

from amaranth.asserts import AnySeq
from amaranth.hdl import Elaboratable, Module, Mux, Signal

from formal.check import assume, ensure

__all__ = ["AnyMemory", "check_manager"]


class AnyMemory(Elaboratable):
    """Grants requests and answers them when it likes, in order, with any data.

    Parameters
    ----------
    bus : ``obi.Signature()``
        The manager's port.
    errors : :class:`bool`
        Whether a response may be an error.
    patience : :class:`int` or None
        Cycles that a grant or a response takes at most longer than it must; None if it may never
        come.

    Attributes
    ----------
    on_bus : :class:`Signal`
        Number of requests granted and not answered before this cycle, 0..3.
    """

    def __init__(self, bus, *, errors=False, patience=None):
        self._bus = bus
        self._errors = errors
        self._patience = patience
        self.on_bus = Signal(2)

    def elaborate(self, platform):
        m = Module()
        bus = self._bus
        granted = bus.req & bus.gnt
        m.d.comb += [
            bus.gnt.eq(AnySeq(1)),
            bus.rvalid.eq(AnySeq(1) & (self.on_bus != 0)),
            bus.rdata.eq(AnySeq(32)),
            bus.err.eq(AnySeq(1) if self._errors else 0),
        ]
        m.d.sync += self.on_bus.eq(self.on_bus + granted - bus.rvalid)
        if self._patience is not None:
            for name, waits in (("grant", bus.req & ~bus.gnt),
                                ("response", (self.on_bus != 0) & ~bus.rvalid)):
                waited = Signal(range(self._patience + 2), name=f"waited_for_{name}")
                m.d.sync += waited.eq(Mux(waits, waited + 1, 0))
                assume(m, ~waits | (waited < self._patience))
        return m


def check_manager(m, bus, memory, *, outstanding=2):
    """State the rules that a manager keeps to.

    A request holds, unchanged, until it is granted; ``outstanding`` are never exceeded; byte
    enables are neighbours and, in a read as well, not empty.
    """
    attributes = ("addr", "we", "be", "wdata")
    waited = Signal()
    before = {name: Signal.like(getattr(bus, name), name=f"{name}_before") for name in attributes}
    m.d.sync += [waited.eq(bus.req & ~bus.gnt),
                 *(value.eq(getattr(bus, name)) for name, value in before.items())]
    ensure(m, ~waited | bus.req)
    for name, value in before.items():
        if name == "wdata":
            ensure(m, ~waited | ~bus.we | (bus.wdata == value))
        else:
            ensure(m, ~waited | (getattr(bus, name) == value))
    ensure(m, ~bus.req | (memory.on_bus - bus.rvalid < outstanding))
    neighbours = (0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0110, 0b1100, 0b0111, 0b1110, 0b1111)
    found = Signal()
    with m.Switch(bus.be):
        with m.Case(*neighbours):
            m.d.comb += found.eq(1)
    ensure(m, ~bus.req | found)
