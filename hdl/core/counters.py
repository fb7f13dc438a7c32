"""Counters: cycles, retired instructions, and events.

Source: RISC-V privileged specification 20240411, sections 3.1.10 to 3.1.12; CV32E40X user manual,
"Performance Counters", for the list of events.
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl.core.control import CsrSelect

__all__ = ["Counters", "Events", "check_hpm_counters"]

#: The first register of events; 1 is left out of the counters, ``time`` is outside.
_FIRST = 3


def check_hpm_counters(count):
    """Raise ValueError unless there can be ``count`` counters of events."""
    if isinstance(count, bool) or count not in range(30):
        raise ValueError(f"hpm_counters must be 0..29, not {count!r}")


class Events(data.Struct):
    """What a counter can count, by its bit in ``mhpmevent``."""

    cycle:         1
    #: An instruction retires; it has two bytes; it is a jump, a branch, a branch that is taken.
    retired:       1
    compressed:    1
    jump:          1
    branch:        1
    taken:         1
    #: An interrupt is taken, bus errors aside.
    interrupt:     1
    #: The data bus grants a read, a write.
    data_read:     1
    data_write:    1
    #: A stage has nothing for the next one, which would take it; WB has nothing that ends.
    if_invalid:    1
    id_invalid:    1
    ex_invalid:    1
    wb_invalid:    1
    #: ID waits for a load or offload in EX; with ``jalr``, for what it needs.
    load_stall:    1
    jalr_stall:    1
    #: WB waits for the data bus.
    wb_data_stall: 1


class Counters(wiring.Component):
    """``mcycle``, ``minstret``, counters of events, and the registers that control them.

    Written at the end of the cycle, which is not counted then. Events from ``interrupt`` on are
    counted one cycle late, as in CV32E40X.

    Parameters
    ----------
    hpm_counters : :class:`int`
        How many counters of events there are, 0..29. The others read 0.

    Members
    -------
    events : ``In(Events)``
        What happens in this cycle.
    stop : ``In(1)``
        Nothing is counted: the clock might as well stand still.
    time : ``In(64)``
        Value of ``time``.
    read_select, read_address : ``In(CsrSelect)``, ``In(12)``
        What to read.
    read_data : ``Out(32)``
        Its value. Combinational.
    write : ``In(1)``
        Write ``write_data``; wins over counting.
    write_select, write_address : ``In(CsrSelect)``, ``In(12)``
        Where.
    write_data : ``In(32)``
        New value.
    """

    def __init__(self, *, hpm_counters=0):
        check_hpm_counters(hpm_counters)
        self._hpm_counters = hpm_counters
        super().__init__({
            "events":        In(Events),
            "stop":          In(1),
            "time":          In(64),
            "read_select":   In(CsrSelect),
            "read_address":  In(12),
            "read_data":     Out(32),
            "write":         In(1),
            "write_select":  In(CsrSelect),
            "write_address": In(12),
            "write_data":    In(32),
        })

    @property
    def hpm_counters(self):
        """How many counters of events there are."""
        return self._hpm_counters

    def elaborate(self, platform):
        m = Module()
        numbers = range(_FIRST, _FIRST + self._hpm_counters)
        inhibit = Signal(32, init=sum(1 << number for number in (0, 2, *numbers)))
        mask = inhibit.init

        late = Signal(Events)
        m.d.sync += late.eq(self.events)
        at_once = Events.as_shape()["interrupt"].offset
        events = Cat(self.events.as_value()[:at_once], late.as_value()[at_once:])

        # By number of the counter: itself, what it counts, its register of events.
        selects = {number: Signal(16, name=f"mhpmevent{number}") for number in numbers}
        counts = {0: self.events.cycle, 2: self.events.retired,
                  **{number: (events & select).any() for number, select in selects.items()}}
        counters = {number: Signal(64, name=f"counter{number}") for number in counts}

        half = self.read_address[7]
        index = self.read_address[:5]

        def word(counter):
            return Mux(half, counter[32:], counter[:32])

        with m.Switch(self.read_select):
            with m.Case(CsrSelect.MCYCLE):
                m.d.comb += self.read_data.eq(word(counters[0]))
            with m.Case(CsrSelect.MINSTRET):
                m.d.comb += self.read_data.eq(word(counters[2]))
            with m.Case(CsrSelect.TIME):
                m.d.comb += self.read_data.eq(word(self.time))
            with m.Case(CsrSelect.MCOUNTINHIBIT):
                m.d.comb += self.read_data.eq(inhibit)
            with m.Case(CsrSelect.MHPMCOUNTER), m.Switch(index):
                for number in numbers:
                    with m.Case(number):
                        m.d.comb += self.read_data.eq(word(counters[number]))
            with m.Case(CsrSelect.MHPMEVENT), m.Switch(index):
                for number in numbers:
                    with m.Case(number):
                        m.d.comb += self.read_data.eq(selects[number])

        for number, counter in counters.items():
            select = {0: CsrSelect.MCYCLE, 2: CsrSelect.MINSTRET}.get(number,
                                                                      CsrSelect.MHPMCOUNTER)
            written = Signal(name=f"counter{number}_written")
            m.d.comb += written.eq(self.write & (self.write_select == select)
                                   & ((number < _FIRST) | (self.write_address[:5] == number)))
            high = self.write_address[7]
            m.d.sync += counter.eq(
                Cat(Mux(written & ~high, self.write_data, counter[:32]),
                    Mux(written & high, self.write_data, counter[32:]))
                + (counts[number] & ~inhibit[number] & ~self.stop & ~written))

        with m.If(self.write & (self.write_select == CsrSelect.MCOUNTINHIBIT)):
            m.d.sync += inhibit.eq(self.write_data & mask)
        with m.If(self.write & (self.write_select == CsrSelect.MHPMEVENT)):
            for number, select in selects.items():
                with m.If(self.write_address[:5] == number):
                    m.d.sync += select.eq(self.write_data)
        return m
