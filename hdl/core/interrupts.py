"""Interrupt lines: which are pending, which one is next, and when ``wfi`` wakes up.

Source: RISC-V privileged specification 20240411, section 3.1.9; CV32E40X user manual, "Interrupts".
"""

from amaranth.hdl import Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["LINES", "Interrupts"]

#: Lines that exist, the first of them first: fast ones, external, software, timer.
LINES = (*range(31, 15, -1), 11, 3, 7)

_MASK = sum(1 << line for line in LINES)


class Interrupts(wiring.Component):
    """Compares the lines with ``mie``. Lines are levels; the others of the 32 do nothing.

    ``pending`` and ``line`` are registers of their own beside ``mip``, so that nothing lies between
    them and the instruction bus but what decides whether the interrupt is taken.

    Members
    -------
    irq : ``In(32)``
        The lines, synchronous to the clock.
    write : ``In(1)``
        Write ``write_data`` to ``mie`` at the end of the cycle.
    write_data : ``In(32)``
        Its new value.
    mie, mip : ``Out(32)``
        The registers; ``mip`` is ``irq`` of the cycle before.
    pending : ``Out(1)``
        A line is set in both.
    line : ``Out(5)``
        With ``pending``: the first of these lines.
    wake : ``Out(1)``
        ``pending`` one cycle earlier. Combinational from ``irq``.
    """

    irq: In(32)
    write: In(1)
    write_data: In(32)
    mie: Out(32)
    mip: Out(32)
    pending: Out(1)
    line: Out(5)
    wake: Out(1)

    def elaborate(self, platform):
        m = Module()
        mie = Signal(32)
        m.d.comb += mie.eq(Mux(self.write, self.write_data & _MASK, self.mie))
        seen = Signal(32)
        m.d.comb += [
            seen.eq(self.irq & mie),
            self.wake.eq(seen.any()),
        ]
        first = Signal(5)
        for line in reversed(LINES):
            with m.If(seen[line]):
                m.d.comb += first.eq(line)
        m.d.sync += [
            self.mie.eq(mie),
            self.mip.eq(self.irq & _MASK),
            self.pending.eq(self.wake),
            self.line.eq(first),
        ]
        return m
