"""Machine mode for the instruction-set simulator: control and status registers, traps, counters.

Apart from :mod:`sim.core.csr_file`, the CSRs of the model that random programs are compared with:
this one serves many instructions at once, that one any extension and a core's records.

Source: RISC-V privileged specification 20240411 and the CV32E40X user manual.
"""

from enum import IntEnum

__all__ = ["Cause", "IllegalAccess", "Machine"]

_WORD = 0xffff_ffff
_MIE, _MPIE, _MPP = 1 << 3, 1 << 7, 3 << 11

#: The CSR ``mie``, and the order of its lines.
_MIE_NUMBER = 0x304
_PRIORITY = (*range(31, 15, -1), 11, 3, 7)

#: Bits of ``mcountinhibit``.
_INHIBIT_CYCLE, _INHIBIT_INSTRET = 1 << 0, 1 << 2


class Cause(IntEnum):
    """Values of ``mcause``."""

    MISALIGNED  = 0
    ILLEGAL     = 2
    BREAKPOINT  = 3
    ECALL       = 11
    FETCH_ERROR = 24
    LOAD_ERROR  = 0x8000_0400
    STORE_ERROR = 0x8000_0401


_INTERRUPT = 1 << 31

#: Bus errors of loads and stores are non-maskable interrupts, with this index in the vector table.
_NMI = (Cause.LOAD_ERROR, Cause.STORE_ERROR)
_NMI_INDEX = 15


class IllegalAccess(Exception):
    """The register does not exist, or is read-only and was to be written."""


class Machine:
    """Control and status registers, of the simulator of the whole system.

    A cycle is an instruction: ``mcycle`` counts instructions as ``minstret`` does.

    Parameters
    ----------
    trap_vector : :class:`int`
        Base address in ``mtvec`` after reset; its mode is vectored.
    time, lines : callable
        Return ``time``, and the interrupt lines, the bits of ``mip``.
    """

    #: Registers that only hold what was written, and the bits that can be.
    _PLAIN = {
        _MIE_NUMBER: 0xffff_0888,
        0x305: 0xffff_ff81,     # mtvec
        0x320: _INHIBIT_CYCLE | _INHIBIT_INSTRET,
        0x340: _WORD,           # mscratch
        0x341: 0xffff_fffc,     # mepc
        0x342: 0x8000_07ff,     # mcause
    }

    #: Registers that read as a constant and ignore writes.
    _CONSTANT = {
        0x301: 0x4080_0100,                         # misa: RV32I and X
        **dict.fromkeys([0x310, 0x343], 0),         # mstatush, mtval
        **dict.fromkeys(range(0x323, 0x340), 0),    # mhpmevent3 and up
        **dict.fromkeys(range(0xf11, 0xf16), 0),    # mvendorid and up
        # mhpmcounter3 and up, hpmcounter3 and up
        **{base + i: 0 for base in (0xb00, 0xb80, 0xc00, 0xc80) for i in range(3, 32)},
    }

    #: Counters: whether it counts instructions, and the word's lowest bit.
    _COUNTERS = {number | half: (number & 3 == 2, 32 if half else 0)
                 for number in (0xb00, 0xb02, 0xc00, 0xc02) for half in (0, 0x80)}

    def __init__(self, *, trap_vector=0, time=lambda: 0, lines=lambda: 0):
        self._trap_vector = trap_vector
        self._time = time
        self._lines = lines
        self.reset()

    def reset(self):
        """Set every register to its reset value."""
        self._values = dict.fromkeys(self._PLAIN, 0)
        self._values[0x305] = self._trap_vector | 1
        self._values[0x320] = _INHIBIT_CYCLE | _INHIBIT_INSTRET
        self._interrupts = 0
        self._counts = {True: 0, False: 0}
        # What the instruction that has not retired yet wrote.
        self._written_counter = self._written_inhibit = None

    def retire(self, count=1):
        """Count retired instructions.

        One that writes a counter is not counted by it; one that writes ``mcountinhibit`` is
        counted as that was before.
        """
        inhibit = self._values[0x320]
        for instructions, bit in ((True, _INHIBIT_INSTRET), (False, _INHIBIT_CYCLE)):
            if not inhibit & bit and self._written_counter is not instructions:
                self._counts[instructions] = (self._counts[instructions] + count) & (1 << 64) - 1
        if self._written_inhibit is not None:
            self._values[0x320] = self._written_inhibit
        self._written_counter = self._written_inhibit = None

    def trap(self, cause, pc):
        """Enter a trap and return the handler's address; interrupts may have their own."""
        self._values[0x341], self._values[0x342] = pc & ~3, int(cause)
        self._interrupts = _MPIE if self._interrupts & _MIE else 0
        base, vectored = self._values[0x305] & ~0x7f, self._values[0x305] & 1
        if not vectored or not cause & _INTERRUPT:
            return base
        return base + 4 * (_NMI_INDEX if cause in _NMI else cause & 31)

    @property
    def selects(self):
        """Whether ``mie`` enables any line."""
        return self._values[_MIE_NUMBER] != 0

    @property
    def wakes(self):
        """Whether ``wfi`` ends: a line is set that ``mie`` enables."""
        return self._lines() & self._values[_MIE_NUMBER] != 0

    @property
    def pending(self):
        """``mcause`` of the interrupt that is to be taken, or None."""
        lines = self._lines() & self._values[_MIE_NUMBER] if self._interrupts & _MIE else 0
        return next((_INTERRUPT | line for line in _PRIORITY if lines >> line & 1), None)

    def selected(self, line):
        """Return whether ``mie`` enables a line."""
        return bool(self._values[_MIE_NUMBER] >> line & 1)

    def enabled(self, cause):
        """Return whether an interrupt with this ``mcause`` may be taken if it is pending."""
        return bool(self._interrupts & _MIE and cause >> 5 == _INTERRUPT >> 5
                    and self.selected(cause & 31))

    def trap_return(self):
        """Execute ``mret`` and return the address it goes to."""
        self._interrupts = _MPIE | (_MIE if self._interrupts & _MPIE else 0)
        return self._values[0x341]

    @staticmethod
    def depends_on_time(number):
        """Whether a register depends on cycles or lines, which hardware has at other times."""
        return number & 0xf7f in (0xb00, 0xc00, 0xc01) or number == 0x344

    def read(self, number):
        """Read a register.

        Raises
        ------
        IllegalAccess
            If it does not exist.
        """
        if number in self._COUNTERS:
            instructions, shift = self._COUNTERS[number]
            return self._counts[instructions] >> shift & _WORD
        if number == 0x300:
            return self._interrupts | _MPP
        if number == 0x344:
            return self._lines()
        if number in (0xc01, 0xc81):
            return self._time() >> (number >> 2 & 32) & _WORD
        for registers in (self._values, self._CONSTANT):
            if number in registers:
                return registers[number]
        raise IllegalAccess(f"no register 0x{number:03x}")

    def write(self, number, value):
        """Write a register; bits that do not exist are ignored.

        Raises
        ------
        IllegalAccess
            If it does not exist or is read-only.
        """
        if number >> 10 == 3:
            raise IllegalAccess(f"register 0x{number:03x} is read-only")
        if number in self._COUNTERS:
            instructions, shift = self._COUNTERS[number]
            kept = self._counts[instructions] & ~(_WORD << shift)
            self._counts[instructions] = kept | value << shift
            self._written_counter = instructions
        elif number == 0x300:
            self._interrupts = value & (_MIE | _MPIE)
        elif number == 0x320:
            self._written_inhibit = value & self._PLAIN[number]
        elif number in self._PLAIN:
            self._values[number] = value & self._PLAIN[number]
        elif number not in self._CONSTANT and number != 0x344:
            raise IllegalAccess(f"no register 0x{number:03x}")
