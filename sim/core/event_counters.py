"""Counters of events in the fast model.

Source: RISC-V privileged specification 20240411, section 3.1.10; CV32E40X user manual, "Performance
Counters". Written apart from the core.
"""

__all__ = ["BRANCH", "COMPRESSED", "JUMP", "RETIRED", "TAKEN", "EventCounters"]

MASK = 0xffff_ffff

#: Bits of ``mhpmevent`` that a model without cycles can count: those of instructions that retire.
INSTRUCTION, COMPRESSED, JUMP, BRANCH, TAKEN = (1 << bit for bit in range(1, 6))
RETIRED = INSTRUCTION | COMPRESSED | JUMP | BRANCH | TAKEN

_FIRST = 3


class EventCounters:
    """``mhpmevent`` and ``mhpmcounter``, as far as they can be known.

    A counter whose events are not those of instructions is not known any more once it has counted,
    until it is written.

    Parameters
    ----------
    count : :class:`int`
        How many there are.

    Attributes
    ----------
    mask : :class:`int`
        Their bits in ``mcountinhibit``.
    """

    def __init__(self, count):
        self._numbers = range(_FIRST, _FIRST + count)
        self.mask = sum(1 << number for number in self._numbers)
        self._select = dict.fromkeys(self._numbers, 0)
        # Halves of the counters, the lower first; None if it is not known.
        self._halves = {number: [0, 0] for number in self._numbers}
        # Those that count: number, selection. As it was before the instruction that retires.
        self._counting = []
        self._written = None
        self._inhibit = None

    @staticmethod
    def has(number):
        """Whether this is the address of a counter or its events, there or not."""
        return 0x323 <= number < 0x340 or number >> 8 in (0xb, 0xc) and number & 0x60 == 0 \
            and number & 31 >= _FIRST

    def read(self, number):
        """Return the value of a CSR, None if it is not known."""
        index = number & 31
        if index not in self._select:
            return 0
        return self._select[index] if number < 0x340 else self._halves[index][number >> 7 & 1]

    def write(self, number, value):
        """Write a CSR."""
        index = number & 31
        if index not in self._select:
            return
        if number < 0x340:
            self._select[index] = value & 0xffff
            self._inhibit = None
        else:
            self._halves[index][number >> 7 & 1] = value & MASK
            self._written = index

    def retire(self, events, inhibit):
        """Count an instruction, given what it is and ``mcountinhibit`` behind it."""
        for index, select in self._counting:
            halves = self._halves[index]
            if select & ~RETIRED:
                # Cycles behind a write of it have counted, too.
                halves[:] = None, None
            elif select & (events | INSTRUCTION) and index != self._written:
                if halves[0] is None:
                    halves[1] = None
                else:
                    halves[0] = halves[0] + 1 & MASK
                    if not halves[0] and halves[1] is not None:
                        halves[1] = halves[1] + 1 & MASK
        self._written = None
        if inhibit != self._inhibit:
            self._inhibit = inhibit
            self._counting = [(index, select) for index, select in self._select.items()
                              if select and not inhibit >> index & 1]
            for index, select in self._counting:
                if select & ~RETIRED:
                    self._halves[index][:] = None, None
