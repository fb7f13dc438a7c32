"""CSRs of the fast model.

Source: RISC-V privileged specification 20240411, chapter 3; CV32E40X user manual, "Control and
Status Registers". Written apart from the core.
"""

from sim.core.bench import LINES
from sim.core.event_counters import EventCounters

__all__ = ["CsrFile"]

MASK = 0xffff_ffff

_MSTATUS, _MISA, _MIE, _MTVEC, _MCOUNTINHIBIT = 0x300, 0x301, 0x304, 0x305, 0x320
_MSCRATCH, _MEPC, _MCAUSE, _MIP = 0x340, 0x341, 0x342, 0x344
_CYCLES = {0xb00, 0xb80, 0xc00, 0xc80, 0xc01, 0xc81}
_INSTRET = {0xb02: 0, 0xc02: 0, 0xb82: 32, 0xc82: 32}
_ZERO = {0x310, 0x343, *range(0xf11, 0xf16)}


class CsrFile:
    """Machine-mode CSRs.

    Parameters
    ----------
    extensions : frozenset of :class:`str`
        For ``misa`` and the alignment of ``mepc``.
    counters : :class:`int`
        How many counters of events there are.

    Attributes
    ----------
    events : :class:`sim.core.event_counters.EventCounters`
        These counters.
    pending : callable
        Returns ``mip``, given the core's record of the instruction that reads it.
    causes : :class:`set`
        If not empty: ``mcause`` is one of these, which one is found out when it is read.
    """

    def __init__(self, extensions, counters=0):
        alignment = 2 if "c" in extensions else 4
        letters = "ix" + "".join(name for name in ("m", "c") if name in extensions)
        if {"zba", "zbb", "zbs"} <= extensions:
            letters += "b"
        self.mie_bit = self.mpie_bit = 0
        self.minstret = 0
        self._wrote_minstret = False
        self._inhibited = True
        self.events = EventCounters(counters)
        inhibit = 5 | self.events.mask
        self.values = {_MISA: 1 << 30 | sum(1 << ord(letter) - ord("a") for letter in letters),
                       _MIE: 0, _MTVEC: 1, _MCOUNTINHIBIT: inhibit, _MSCRATCH: 0, _MEPC: 0,
                       _MCAUSE: 0}
        self._writable = {_MIE: LINES, _MTVEC: 0xffff_ff81, _MCOUNTINHIBIT: inhibit,
                          _MSCRATCH: MASK, _MEPC: MASK & -alignment, _MCAUSE: 0x8000_07ff}
        self.pending = lambda seen: 0
        self.causes = set()

    @property
    def enabled(self):
        """Lines that may interrupt now."""
        return self.values[_MIE] if self.mie_bit else 0

    def has(self, number):
        """Whether there is such a CSR."""
        return (number in self.values or number in _ZERO or number in _CYCLES
                or number in _INSTRET or number in (_MSTATUS, _MIP) or self.events.has(number))

    def read(self, number, seen):
        """Return the value of a CSR; ``seen`` is the core's record."""
        if number in _CYCLES:
            return seen[5]
        if number == _MCAUSE and self.causes:
            # Without a destination nothing is seen, and any of them will do.
            if seen[5] in self.causes:
                self.values[_MCAUSE] = seen[5]
            self.causes = set()
        if number == _MSTATUS:
            return 0x1800 | self.mpie_bit << 7 | self.mie_bit << 3
        if number == _MIP:
            return self.pending(seen)
        if self.events.has(number):
            value = self.events.read(number)
            return seen[5] if value is None else value
        if number in _INSTRET:
            return self.minstret >> _INSTRET[number] & MASK
        return self.values.get(number, 0)

    def write(self, number, value):
        """Write a CSR, as far as it can be."""
        if number == _MSTATUS:
            self.mie_bit, self.mpie_bit = value >> 3 & 1, value >> 7 & 1
        elif number in (0xb02, 0xb82):
            shift = _INSTRET[number]
            self.minstret = self.minstret & ~(MASK << shift) | (value & MASK) << shift
            self._wrote_minstret = True
        elif self.events.has(number):
            self.events.write(number, value)
        elif number in self._writable:
            self.values[number] = value & self._writable[number]

    def retire(self, events):
        """Count an instruction that did not trap; call it after the instruction's effects.

        ``events`` are bits of :data:`sim.core.event_counters.RETIRED`.
        """
        self.events.retire(events, self.values[_MCOUNTINHIBIT])
        # An instruction that inhibits or releases the counter counts as if it had not.
        if not self._inhibited and not self._wrote_minstret:
            self.minstret = self.minstret + 1 & (1 << 64) - 1
        self._wrote_minstret = False
        self._inhibited = self.values[_MCOUNTINHIBIT] & 4

    def trap(self, cause, pc):
        """Enter a trap at ``pc``, and return the handler's address."""
        self.causes = set()
        self.values[_MEPC] = pc
        self.values[_MCAUSE] = cause
        self.mpie_bit, self.mie_bit = self.mie_bit, 0
        return self.vector(cause)

    def vector(self, cause):
        """Return the address of a handler."""
        base, mode = self.values[_MTVEC] & ~0x7f, self.values[_MTVEC] & 1
        if not mode or not cause >> 31:
            return base
        return base + 4 * (15 if cause & 0x400 else cause & 31)

    def mret(self):
        """Return from a trap, to the address returned."""
        self.mie_bit, self.mpie_bit = self.mpie_bit, 1
        return self.values[_MEPC]
