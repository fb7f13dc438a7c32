"""When the pipeline is interrupted, and when it sleeps.

Source: CV32E40X user manual, "Exceptions and Interrupts" and "Sleep Unit".
"""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Interruption"]


class Interruption(wiring.Component):
    """Decides whether WB takes an interrupt in front of the oldest instruction, wherever that is.

    Bus errors of loads and stores come too late to be exceptions of their instructions: they are
    interrupts too, not maskable and first.

    Members
    -------
    error, error_store : ``In(1)``
        The data bus answers with an error; that is of a store.
    enabled : ``In(1)``
        An interrupt is pending and enabled.
    locked : ``In(1)``
        Something in the pipeline can't be taken back. Must end when ID lets nothing go.
    w_memory, w_wfi : ``In(1)``
        WB holds a load or store; ``wfi``.
    wake : ``In(1)``
        ``wfi`` may end.
    idle : ``In(1)``
        The buses are quiet.
    pending : ``Out(1)``
        ID must let nothing go.
    taken : ``Out(1)``
        An interrupt is taken: ``nmi`` or ``interrupt``.
    nmi, nmi_store : ``Out(1)``
        It is the one for a bus error; of a store.
    interrupt : ``Out(1)``
        It is the one that is ``enabled``.
    w_awake : ``Out(1)``
        ``wfi`` in WB is over. Combinational from ``wake``.
    sleeping : ``Out(1)``
        Nothing happens until ``wake``. Combinational from it.
    """

    error: In(1)
    error_store: In(1)
    enabled: In(1)
    locked: In(1)
    w_memory: In(1)
    w_wfi: In(1)
    wake: In(1)
    idle: In(1)
    pending: Out(1)
    taken: Out(1)
    nmi: Out(1)
    nmi_store: Out(1)
    interrupt: Out(1)
    w_awake: Out(1)
    sleeping: Out(1)

    def elaborate(self, platform):
        m = Module()
        nmi_pending = Signal()
        asleep = Signal()
        was_memory = Signal()
        m.d.comb += [
            self.pending.eq(nmi_pending | self.enabled),
            self.nmi.eq(nmi_pending & ~self.locked & ~asleep),
            # As in CV32E40X, not directly behind a load or store, which may have changed the line.
            self.interrupt.eq(self.enabled & ~nmi_pending & ~self.locked & ~asleep & ~was_memory),
            # ``nmi | interrupt``, which of them does not matter to what is flushed.
            self.taken.eq((nmi_pending | self.enabled & ~was_memory) & ~self.locked & ~asleep),
        ]
        m.d.sync += was_memory.eq(self.w_memory)
        with m.If(self.nmi):
            m.d.sync += nmi_pending.eq(0)
        with m.Elif(self.error & ~nmi_pending):
            m.d.sync += [nmi_pending.eq(1), self.nmi_store.eq(self.error_store)]

        # In its first cycle wfi is still like any other instruction.
        was_quiet = Signal()
        m.d.comb += [
            self.w_awake.eq(asleep & self.wake),
            self.sleeping.eq(was_quiet & ~self.wake),
        ]
        m.d.sync += [
            asleep.eq(self.w_wfi & ~self.w_awake & ~self.taken),
            was_quiet.eq(asleep & ~self.wake & self.idle),
        ]
        return m
