"""A queue for properties: what is under way, in order."""

from amaranth.hdl import Mux, Signal

__all__ = ["Queue"]


class Queue:
    """What enters and leaves in each cycle; an entry may leave in the cycle in which it enters.

    Parameters
    ----------
    m : :class:`Module`
        Gets the logic.
    name : :class:`str`
        Of its signals.
    width : :class:`int`
        Of an entry.
    enters : Value
        Whether ``value`` enters in this cycle.
    value : Value
        The new entry.
    leaves : Value
        How many of the oldest leave in this cycle: 0 to 2.
    places : :class:`int`
        Most entries; more are not followed.

    Attributes
    ----------
    count : :class:`Signal`
        Number of entries before this cycle.
    first : :class:`Signal`
        The oldest, this cycle's included.
    some : Value
        Whether there is one.
    there : list of (Value, :class:`Signal`)
        Entries of before this cycle, the oldest first, each with whether it is there.
    """

    def __init__(self, m, name, width, *, enters, value, leaves, places=4):
        self.count = Signal(range(places + 1), name=f"{name}_count")
        entries = [Signal(width, name=f"{name}_{i}") for i in range(places)]
        now = [Mux(enters & (self.count == i), value, entry) for i, entry in enumerate(entries)]
        self.first = Signal(width, name=f"{name}_first")
        self.some = (self.count != 0) | enters
        self.there = [(self.count > i, entry) for i, entry in enumerate(entries)]
        m.d.comb += self.first.eq(now[0])
        m.d.sync += self.count.eq(self.count + enters - leaves)
        now += now[-1:] * 2
        for i, entry in enumerate(entries):
            m.d.sync += entry.eq(Mux(leaves == 0, now[i],
                                     Mux(leaves == 1, now[i + 1], now[i + 2])))
