"""The control block: identity, features, switches."""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from hdl import obi
from soc.memory_map import CONTROL, IDENTITY
from soc.registers import Registers, fields

__all__ = ["Control"]


class Control(wiring.Component):
    """Registers of `soc.memory_map.CONTROL`.

    Parameters
    ----------
    features : :class:`soc.features.Features`
        Value of ``FEATURES``.
    clock_hz : :class:`int`
        Value of ``CLOCK_HZ``.

    Members
    -------
    bus : ``In(obi.Signature())``
        Requests, answered in the next cycle.
    from_host : ``In(1)``
        With ``bus.req``: it is the host's request.
    accelerator_enable : ``Out(1)``
        The coprocessor takes instructions. Reset: 1.
    core_reset : ``Out(1)``
        The core is to be held in reset. Reset: 0.
    """

    def __init__(self, *, features, clock_hz):
        if clock_hz not in range(1, 1 << 32):
            raise ValueError(f"clock_hz must be 1..2**32-1, not {clock_hz!r}")
        self._features = features
        self._clock_hz = clock_hz
        super().__init__({
            "bus":                In(obi.Signature()),
            "from_host":          In(1),
            "accelerator_enable": Out(1, init=1),
            "core_reset":         Out(1),
        })

    @property
    def features(self):
        """Value of ``FEATURES``."""
        return self._features

    @property
    def clock_hz(self):
        """Value of ``CLOCK_HZ``."""
        return self._clock_hz

    def elaborate(self, platform):
        """Build the two switches and the constants."""
        m = Module()

        m.submodules.registers = registers = Registers(CONTROL)
        connect(m, flipped(self.bus), registers.bus)

        m.d.comb += [
            registers.identity.value.eq(IDENTITY),
            registers.features.value.eq(self.features.word),
            registers.clock_hz.value.eq(self.clock_hz),
            registers.control.value.eq(fields(CONTROL["CONTROL"],
                                              accelerator_enable=self.accelerator_enable,
                                              core_reset=self.core_reset)),
        ]

        switches = {field.name: registers.control.data[field.low]
                    for field in CONTROL["CONTROL"].fields}
        with m.If(registers.control.write.any()):
            m.d.sync += self.accelerator_enable.eq(switches["ACCELERATOR_ENABLE"])
            with m.If(self.from_host):
                m.d.sync += self.core_reset.eq(switches["CORE_RESET"])

        return m
