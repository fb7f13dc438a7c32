"""Control and status registers, counters, and what a trap does to them.

Source: RISC-V privileged specification 20240411, chapter 3; CV32E40X user manual, "Control and
Status Registers", for reset values and writable bits.
"""

from amaranth.hdl import C, Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.core.control import CsrSelect
from hdl.core.counters import Counters, Events
from hdl.core.interrupts import Interrupts

__all__ = ["Csrs", "check_trap_vector"]


def check_trap_vector(address):
    """Raise ValueError unless ``address`` can be the base in ``mtvec``."""
    if address not in range(0, 1 << 32, 128):
        raise ValueError(f"trap_vector must be a multiple of 128 below 2**32, not {address!r}")


class Csrs(wiring.Component):
    """Machine-mode CSRs, read in EX, written in WB, and counters.

    Parameters
    ----------
    extensions : :class:`~hdl.core.extensions.Extensions`
        For ``misa``; with C, instructions have even addresses.
    trap_vector : :class:`int`
        Base address in ``mtvec`` after reset, a multiple of 128. Its mode is 1, vectored.
    hpm_counters : :class:`int`
        See :class:`~hdl.core.counters.Counters`.

    Members
    -------
    read_select, read_address : ``In(CsrSelect)``, ``In(12)``
        Which one to read.
    read_data : ``Out(32)``
        Its value. Combinational.
    write : ``In(1)``
        Write ``write_data`` to ``write_select`` at the end of the cycle; wins over counting.
    write_select, write_address : ``In(CsrSelect)``, ``In(12)``
        Which one to write.
    write_data : ``In(32)``
        Its new value.
    trap : ``In(1)``
        A trap is taken; nothing is written in the same cycle.
    trap_interrupt : ``In(1)``
        It is the interrupt that is pending.
    trap_nmi, trap_store : ``In(1)``
        It is the non-maskable interrupt for a bus error; of a store.
    trap_cause : ``In(5)``
        Otherwise: cause of the exception.
    trap_pc : ``In(32)``
        Address for ``mepc``.
    mret : ``In(1)``
        ``mret`` retires.
    events, stop, time
        See :class:`~hdl.core.counters.Counters`.
    irq : ``In(32)``
        Interrupt lines, see :class:`~hdl.core.interrupts.Interrupts`.
    interrupt : ``Out(1)``
        An interrupt is pending and enabled.
    wake : ``Out(1)``
        ``wfi`` ends. Combinational from ``irq``.
    vector : ``Out(32)``
        Where the handler of this trap is.
    mepc : ``Out(32)``
        Where ``mret`` goes.
    mcause, mip : ``Out(32)``
        Values of these registers.

    Raises
    ------
    ValueError
        If ``trap_vector`` is not a multiple of 128 or does not fit.
    """

    def __init__(self, extensions, *, trap_vector=0, hpm_counters=0):
        self._extensions = extensions
        self._hpm_counters = hpm_counters
        check_trap_vector(trap_vector)
        self._trap_vector = trap_vector
        super().__init__({
            "read_select":    In(CsrSelect),
            "read_address":   In(12),
            "read_data":      Out(32),
            "write":          In(1),
            "write_select":   In(CsrSelect),
            "write_address":  In(12),
            "write_data":     In(32),
            "trap":           In(1),
            "trap_interrupt": In(1),
            "trap_nmi":       In(1),
            "trap_store":     In(1),
            "trap_cause":     In(5),
            "trap_pc":        In(32),
            "mret":           In(1),
            "events":         In(Events),
            "stop":           In(1),
            "time":           In(64),
            "irq":            In(32),
            "interrupt":      Out(1),
            "wake":           Out(1),
            "vector":         Out(32),
            "mepc":           Out(32),
            "mcause":         Out(32),
            "mip":            Out(32),
        })

    @property
    def extensions(self):
        """What there is besides RV32I."""
        return self._extensions

    @property
    def trap_vector(self):
        """Base address in ``mtvec`` after reset."""
        return self._trap_vector

    @property
    def hpm_counters(self):
        """How many counters of events there are."""
        return self._hpm_counters

    def elaborate(self, platform):
        m = Module()
        m.submodules.counters = counters = Counters(hpm_counters=self._hpm_counters)
        m.submodules.interrupts = interrupts = Interrupts()
        write = self.write_data

        mie_bit = Signal()
        mpie_bit = Signal()
        mtvec_base = Signal(25, init=self._trap_vector >> 7)
        mtvec_vectored = Signal(init=1)
        mscratch = Signal(32)
        # Instructions are aligned to a power of two: this is its exponent.
        alignment = 1 if self._extensions.c else 2
        mepc = Signal(32 - alignment)
        mcause_interrupt = Signal()
        mcause_code = Signal(11)

        values = {
            CsrSelect.MSTATUS: Cat(0, 0, 0, mie_bit, 0, 0, 0, mpie_bit, 0, 0, 0, 1, 1),
            CsrSelect.MISA: self._extensions.misa,
            CsrSelect.MIE: interrupts.mie,
            CsrSelect.MIP: self.mip,
            CsrSelect.MTVEC: Cat(mtvec_vectored, 0, 0, 0, 0, 0, 0, mtvec_base),
            CsrSelect.MSCRATCH: mscratch,
            CsrSelect.MEPC: self.mepc,
            CsrSelect.MCAUSE: self.mcause,
        }
        with m.Switch(self.read_select):
            for select, value in values.items():
                with m.Case(select):
                    m.d.comb += self.read_data.eq(value)
            with m.Default():
                m.d.comb += self.read_data.eq(counters.read_data)

        def written(select):
            return self.write & (self.write_select == select)

        for name in ("events", "stop", "time", "read_select", "read_address", "write",
                     "write_select", "write_address", "write_data"):
            m.d.comb += getattr(counters, name).eq(getattr(self, name))
        m.d.comb += [
            interrupts.irq.eq(self.irq),
            interrupts.write.eq(written(CsrSelect.MIE)),
            interrupts.write_data.eq(write),
            self.interrupt.eq(interrupts.pending & mie_bit),
            self.wake.eq(interrupts.wake),
            self.mip.eq(interrupts.mip),
            self.mcause.eq(Cat(mcause_code, C(0, 20), mcause_interrupt)),
        ]
        with m.If(written(CsrSelect.MTVEC)):
            m.d.sync += [mtvec_base.eq(write[7:]), mtvec_vectored.eq(write[0])]
        with m.If(written(CsrSelect.MSCRATCH)):
            m.d.sync += mscratch.eq(write)

        with m.If(self.trap):
            m.d.sync += [
                mie_bit.eq(0),
                mpie_bit.eq(mie_bit),
                mepc.eq(self.trap_pc[alignment:]),
                mcause_interrupt.eq(self.trap_nmi | self.trap_interrupt),
                mcause_code.eq(Mux(self.trap_nmi, 0x400 | self.trap_store,
                                   Mux(self.trap_interrupt, interrupts.line,
                                       self.trap_cause))),
            ]
        with m.Elif(self.mret):
            m.d.sync += [mie_bit.eq(mpie_bit), mpie_bit.eq(1)]
        with m.Else():
            with m.If(written(CsrSelect.MSTATUS)):
                m.d.sync += [mie_bit.eq(write[3]), mpie_bit.eq(write[7])]
            with m.If(written(CsrSelect.MEPC)):
                m.d.sync += mepc.eq(write[alignment:])
            with m.If(written(CsrSelect.MCAUSE)):
                m.d.sync += [mcause_interrupt.eq(write[31]), mcause_code.eq(write[:11])]

        index = Signal(5)
        with m.If(mtvec_vectored):
            with m.If(self.trap_nmi):
                m.d.comb += index.eq(15)
            with m.Elif(self.trap_interrupt):
                m.d.comb += index.eq(interrupts.line)
        m.d.comb += [
            self.vector.eq(Cat(0, 0, index, mtvec_base)),
            self.mepc.eq(mepc << alignment),
        ]
        return m
