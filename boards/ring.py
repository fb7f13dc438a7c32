"""A unit between registers: what place and route needs to say how fast the unit is alone.

Pads take nanoseconds, and a unit has more ports than a device has pins. So each input comes from a
flip-flop and each output goes to one; they are filled and read through two pins, bit by bit.
"""

from amaranth.hdl import Cat, ClockDomain, ClockSignal, Module, ResetInserter, Signal
from amaranth.hdl._ir import PortDirection
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.flat import flat_ports

__all__ = ["INPUTS", "OUTPUTS", "UNIT", "Ring"]

#: What the component is called inside, and the registers in front of and behind it.
UNIT, INPUTS, OUTPUTS = "unit", "driven", "taken"


class Ring(wiring.Component):
    """A component with a ring of registers around it, on four pins.

    A register takes in every cycle what the one in front of it has: first ``i``, then the
    component's reset, its inputs, its outputs, last ``o``. Behind an output it takes the sum
    (exclusive or) of that and the output, as it was in the cycle before: outputs go to registers of
    their own, so that nothing is added to the paths that end there.

    Parameters
    ----------
    component : :class:`amaranth.lib.wiring.Component`
        What to measure; it has the domain ``sync`` only.
    leave_open : sequence of :class:`str`
        Members without registers: nothing drives them, nobody reads them.

    Members
    -------
    clock : ``In(2)``
        The component's clock, and that of the ring. They are meant to be the same. That they are
        two lets tools tell paths inside from those to and from the ring.
    i : ``In(1)``
        Into the ring.
    o : ``Out(1)``
        Out of it.

    Attributes
    ----------
    inputs, outputs : list of :class:`str`
        What the registers stand for, bit by bit: those called `INPUTS`, the reset first, and those
        called `OUTPUTS`.
    """

    def __init__(self, component, *, leave_open=()):
        self._component = component
        ports = {name: port for name, port in flat_ports(component).items()
                 if not name.startswith(tuple(f"{member}_" for member in leave_open))}
        inputs, outputs = (
            {name: value for name, (value, direction) in ports.items() if direction is wanted}
            for wanted in (PortDirection.Input, PortDirection.Output))
        self._to, self._from = Cat(inputs.values()), Cat(outputs.values())
        self.inputs, self.outputs = ["reset", *_bits(inputs)], _bits(outputs)
        super().__init__({"clock": In(2), "i": In(1), "o": Out(1)})

    def elaborate(self, platform):
        """Put the registers around the component."""
        m = Module()
        m.domains.sync = ClockDomain(reset_less=True, local=True)
        m.domains.ring = ClockDomain(reset_less=True, local=True)
        m.d.comb += Cat(ClockSignal(), ClockSignal("ring")).eq(self.clock)

        # Their names have to last: the unit has others for the same nets.
        driven, taken = (Signal(len(bits), name=name, reset_less=True, attrs={"keep": 1})
                         for name, bits in ((INPUTS, self.inputs), (OUTPUTS, self.outputs)))
        sums = Signal(len(self.outputs), reset_less=True)
        m.submodules[UNIT] = ResetInserter(driven[0])(self._component)
        m.d.comb += [self._to.eq(driven[1:]), self.o.eq(sums[-1])]
        m.d.ring += [
            driven.eq(Cat(self.i, driven)),
            taken.eq(self._from),
            sums.eq(taken ^ Cat(driven[-1], sums)),
        ]

        return m


def _bits(ports):
    return [name if len(value) == 1 else f"{name}[{index}]" for name, value in ports.items()
            for index in range(len(value))]
