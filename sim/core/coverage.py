"""What random programs have covered: instruction x hazard x wait, producer x consumer, traps."""

from collections import Counter

from sim.core.instructions import Namer, with_extensions

__all__ = ["CAUSES", "DISTANCES", "PRODUCERS", "WAITS", "Coverage"]

#: Kinds of waits: none, then the bits of a record's ``waits``.
WAITS = ("none", "fetch", "grant", "response", "issue", "result")

#: How many instructions before wrote the operand; "-" is more than three.
DISTANCES = ("1", "2", "3", "-")

#: Exceptions by ``mcause``.
CAUSES = {0: "misaligned target", 2: "illegal instruction", 3: "breakpoint", 11: "ecall",
          24: "fetch error"}

#: What wrote the operand.
PRODUCERS = ("alu", "load", "multiply", "divide", "jump", "csr", "offload")

_DIVISIONS = {"div", "divu", "rem", "remu"}
_PRODUCER = {"load": 1, "jal": 4, "jalr": 4, "csr": 5, "csri": 5, "offload": 6}


class Coverage:
    """Counts records.

    A wait counts for every instruction that may have been in the pipeline then: those that retire
    after it, up to the third. With none in this time, the wait is "none".

    Parameters
    ----------
    extensions : iterable of :class:`str`
        Of the core.
    """

    def __init__(self, extensions):
        self.extensions = tuple(extensions)
        self._name = Namer(extensions)
        self._instructions = Counter()
        self._traps = Counter()
        self._pairs = Counter()
        self.interrupts = Counter()
        self.total = 0
        self.restart()

    def restart(self):
        """Forget what is in the pipeline: another program begins."""
        # Of the last three instructions: register written, producer, waits.
        self._last = ((0, 0, 0),) * 3

    def count(self, record, cause):
        """Count a record of :meth:`sim.core.bench.Bench.records`; ``cause`` is ``mcause``."""
        self.total += 1
        one, two, rd = record[9], record[10], record[11]
        last = self._last
        first, second, third = last
        waits = record[16] | first[2] | second[2]
        if record[14]:
            self._traps[cause, waits] += 1
            self._last = ((0, 0, record[16]), first, second)
            return
        row = self._name(record[0])
        near = [0, 0]
        for i, register in ((0, one), (1, two)):
            if register:
                if first[0] == register:
                    near[i] = 1
                elif second[0] == register:
                    near[i] = 2
                elif third[0] == register:
                    near[i] = 3
                if near[i]:
                    self._pairs[last[near[i] - 1][1], row.format, near[i]] += 1
        self._instructions[row.name, near[0], near[1], waits] += 1
        self._last = ((rd, self._producer(row), record[16]), first, second)

    @staticmethod
    def _producer(row):
        if row.extensions == "m":
            return 3 if row.name in _DIVISIONS else 2
        if row.name in ("c.lw", "c.lwsp"):
            return 1
        if row.name in ("c.jal", "c.jalr"):
            return 4
        return _PRODUCER.get(row.format, 0)

    def add(self, other):
        """Add what another one has counted."""
        for name in ("_instructions", "_traps", "_pairs", "interrupts"):
            getattr(self, name).update(getattr(other, name))
        self.total += other.total
        self.extensions = tuple(dict.fromkeys((*self.extensions, *other.extensions)))

    def cells(self):
        """Return the number of times of each cell that can be filled.

        Returns
        -------
        :class:`dict`
            By (instruction, operand, distance, wait): operand is ``"rs1"``, ``"rs2"`` or ``""``
            for an instruction without one, which has distance ``"-"``; for exceptions, the
            instruction is ``"trap: "`` and one of :data:`CAUSES`.
        """
        cells = {}
        for row in with_extensions(self.extensions):
            for operand in row.reads or " ":
                for distance in DISTANCES if row.reads else "-":
                    for wait in WAITS:
                        cells[row.name, f"rs{operand}" if row.reads else "", distance, wait] = 0
        for name in CAUSES.values():
            cells |= {(f"trap: {name}", "", "-", wait): 0 for wait in WAITS}
        reads = {row.name: row.reads for row in with_extensions(self.extensions)}
        for (name, one, two, waits), count in self._instructions.items():
            for operand, near in (("1", one), ("2", two)):
                if operand in reads[name]:
                    for wait in _waits(waits):
                        cells[name, f"rs{operand}", DISTANCES[near - 1], wait] += count
            if not reads[name]:
                for wait in _waits(waits):
                    cells[name, "", "-", wait] += count
        for (cause, waits), count in self._traps.items():
            for wait in _waits(waits):
                cells[f"trap: {CAUSES[cause]}", "", "-", wait] += count
        return cells

    def pairs(self):
        """Return the counts by (producer, kind of consumer, distance)."""
        return {(PRODUCERS[producer], form, DISTANCES[near - 1]): count
                for (producer, form, near), count in self._pairs.items()}


def _waits(bits):
    """Return the names of waits."""
    return [name for i, name in enumerate(WAITS[1:]) if bits >> i & 1] or ["none"]
