"""The smallest system with the core: a memory and eight LEDs. An example to start from."""

from amaranth.hdl import Module, Mux
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect

from hdl.core import Core
from soc.ram import Ram

__all__ = ["EXIT", "LEDS", "Minimal"]

#: Addresses of the registers: byte 0 of one lights the LEDs, the other one ends the program.
LEDS, EXIT = 0x8000_0000, 0x8000_0004


class Minimal(wiring.Component):
    """Core, one dual-port RAM for program and data from address 0 on, and two write-only registers.

    There is no coprocessor, so unknown instructions trap. Addresses below `LEDS` are the RAM, again
    and again; the registers read as nothing in particular.

    Parameters
    ----------
    program : :class:`bytes`
        First contents of the RAM; execution begins at its first word.
    size : :class:`int`
        Bytes of RAM, a power of two.
    **core
        Parameters of :class:`hdl.core.Core`, such as ``m=True``.

    Members
    -------
    leds : ``Out(8)``
        The lower byte last written to `LEDS`.
    exited : ``Out(1)``
        `EXIT` was written;
    code : ``Out(32)``
        with this value. Later writes have no effect.
    irq : ``In(32)``
        Interrupt lines of the core.
    """

    def __init__(self, program, *, size=4096, **core):
        self._ram = Ram(size=size, init=program)
        self._core = Core(**core)
        super().__init__({
            "leds":   Out(8),
            "exited": Out(1),
            "code":   Out(32),
            "irq":    In(32),
        })

    def elaborate(self, platform):
        """Connect the core to the RAM's two ports, and the registers beside the second one."""
        m = Module()
        m.submodules.core = core = self._core
        m.submodules.ram = ram = self._ram

        connect(m, core.ibus, ram.a)
        m.d.comb += [
            core.irq.eq(self.irq),
            # What no coprocessor answers: everything is refused at once.
            core.x.issue.ready.eq(1),
        ]

        # Both subordinates grant at once and answer in the next cycle.
        bus = core.dbus
        to_register = bus.addr[31]
        m.d.comb += [
            ram.b.req.eq(bus.req & ~to_register),
            *(getattr(ram.b, name).eq(getattr(bus, name))
              for name in ("addr", "we", "be", "wdata")),
            bus.gnt.eq(1),
            bus.rdata.eq(ram.b.rdata),
        ]
        m.d.sync += bus.rvalid.eq(bus.req)
        with m.If(bus.req & to_register & bus.we):
            with m.If(bus.addr[2]):
                m.d.sync += [self.exited.eq(1), self.code.eq(Mux(self.exited, self.code,
                                                                 bus.wdata))]
            with m.Elif(bus.be[0]):
                m.d.sync += self.leds.eq(bus.wdata)
        return m
