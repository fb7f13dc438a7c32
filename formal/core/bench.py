"""The core between surroundings that do whatever the protocols allow."""

from amaranth.asserts import AnySeq
from amaranth.hdl import Elaboratable, Module, Signal

from formal.check import assume
from formal.obi import AnyMemory
from formal.xif import AnyCoprocessor
from hdl.core import Core

__all__ = ["CoreBench"]


class CoreBench(Elaboratable):
    """Core, two memories, a coprocessor, interrupt lines, and properties.

    Parameters
    ----------
    properties : callable
        Given the module, this bench and the core, adds properties to the module.
    fetch_errors, data_errors : :class:`bool`
        Whether the buses may answer with errors.
    interrupts : :class:`bool`
        Whether lines may rise.
    coprocessor : :class:`bool`
        Whether there is one; otherwise each offer is refused.
    begins : tuple of :class:`int`
        The program's first words; all others are arbitrary.
    patience : :class:`int` or None
        See :class:`~formal.obi.AnyMemory` and :class:`~formal.xif.AnyCoprocessor`.
    parameters
        Of the core.

    Attributes
    ----------
    imem, dmem : :class:`~formal.obi.AnyMemory`
        The memories.
    coprocessor : :class:`~formal.xif.AnyCoprocessor` or None
        The coprocessor.
    """

    def __init__(self, properties, *, fetch_errors=False, data_errors=False, interrupts=False,
                 coprocessor=False, begins=(), patience=None, **parameters):
        self._properties = properties
        self._interrupts = interrupts
        self._begins = begins
        self.core = Core(**parameters)
        self.imem = AnyMemory(self.core.ibus, errors=fetch_errors, patience=patience)
        self.dmem = AnyMemory(self.core.dbus, errors=data_errors, patience=patience)
        self.coprocessor = (AnyCoprocessor(self.core.x, patience=patience) if coprocessor
                            else None)

    def elaborate(self, platform):
        m = Module()
        m.submodules.core = core = self.core
        m.submodules.imem = self.imem
        m.submodules.dmem = self.dmem
        if self.coprocessor is None:
            m.d.comb += core.x.issue.ready.eq(1)
        else:
            m.submodules.coprocessor = self.coprocessor
        m.d.comb += [core.irq.eq(AnySeq(32) if self._interrupts else 0), core.time.eq(AnySeq(64))]
        if self._begins:
            self._begin(m)
        self._properties(m, self, core)
        return m

    def _begin(self, m):
        """Make the first responses of the instruction bus what they are to be."""
        bus = self.core.ibus
        number = Signal(range(len(self._begins) + 1))
        m.d.sync += number.eq(number + (bus.rvalid & (number != len(self._begins))))
        for i, word in enumerate(self._begins):
            assume(m, ~(bus.rvalid & (number == i)) | (bus.rdata == word) & ~bus.err)
