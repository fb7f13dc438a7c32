"""A list without gaps, the oldest first."""

from amaranth.hdl import Const, Mux, Signal

__all__ = ["in_order"]


def in_order(m, layout, entries, arrivals):
    """Let entries keep those of the arrivals that are there, in their order.

    Parameters
    ----------
    m : :class:`amaranth.hdl.Module`
        Gets the logic.
    layout : :class:`amaranth.lib.data.StructLayout`
        Of an entry; has a member ``valid``.
    entries : list of :class:`Signal`
        Registers.
    arrivals : list of Value
        What there is at the end of this cycle.

    Returns
    -------
    :class:`Signal`
        More are there than can be kept.
    """
    overflow = Signal()
    slots = [Signal(layout, name=f"slot{number}_0") for number in range(len(entries))]
    for number, arrival in enumerate(arrivals, 1):
        after = [Signal(layout, name=f"slot{place}_{number}") for place in range(len(entries))]
        comes = Signal(layout, name=f"arrival{number}")
        m.d.comb += comes.eq(arrival)
        before = Const(1, 1)
        for slot, next_ in zip(slots, after, strict=True):
            m.d.comb += next_.eq(Mux(slot.valid | ~before, slot, comes))
            before = before & slot.valid
        with m.If(before & comes.valid):
            m.d.comb += overflow.eq(1)
        slots = after
    m.d.sync += [entry.eq(slot) for entry, slot in zip(entries, slots, strict=True)]
    return overflow
