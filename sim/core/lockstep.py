"""The core and the model side by side, record by record."""

from bisect import bisect_right

from sim.core.bench import LINES, Status
from sim.core.instructions import Namer
from sim.core.model import Model

__all__ = ["FIELDS", "Lockstep", "LockstepError"]

#: Fields that are compared.
FIELDS = ("insn", "pc_rdata", "pc_wdata", "rs1_rdata", "rs2_rdata", "rd_wdata", "mem_addr",
          "mem_rdata", "mem_wdata", "rs1_addr", "rs2_addr", "rd_addr", "mem_rmask", "mem_wmask",
          "trap")
_RD_WDATA, _TRAP, _INTR, _CYCLE = 5, 14, 15, 17

#: Instructions that may retire though an interrupt is pending: those in EX and WB, and one that
#: leaves ID in the cycle of the bus error.
_LATE = 3

#: Order in which pending lines are taken.
_PRIORITY = (*range(31, 15, -1), 11, 3, 7)

#: Instructions shown before one that differs.
_HISTORY = 8


class LockstepError(AssertionError):
    """The core and the model differ; the message shows where."""


class Lockstep:
    """Compares what a bench's core does with the model.

    Parameters
    ----------
    bench : :class:`sim.core.bench.Bench`
        The core, with the program.
    program : :class:`sim.core.programs.Program`
        The same program.
    extensions : iterable of :class:`str`
        Of the core.
    counters : :class:`int`
        How many counters of events it has.
    coverage : :class:`sim.core.coverage.Coverage`, optional
        Counts what ran.

    Attributes
    ----------
    model : :class:`sim.core.model.Model`
        The model.
    taken : :class:`dict`
        Number of interrupts by ``mcause``.
    """

    def __init__(self, bench, program, extensions, *, counters=0, coverage=None):
        self._bench = bench
        self._coverage = coverage
        self.model = Model(program.image, extensions=extensions, counters=counters,
                           fetch_errors=program.fetch_errors, data_errors=program.data_errors)
        self.model.csrs.pending = self._mip
        self.taken = {}
        self._name = Namer(extensions)
        self._lines = ([0], [0])
        self._waited = 0
        self._last_cycle = 0

    def run(self, count):
        """Run ``count`` instructions.

        Returns
        -------
        :class:`bool`
            Whether the core is awake; if not, it never will be.

        Raises
        ------
        LockstepError
            If the core does something else than the model, or breaks a protocol's rule.
        """
        status = self._bench.run(count)
        self._lines = self._bench.lines()
        model, coverage = self.model, self._coverage
        records = list(self._bench.records())
        for index, record in enumerate(records):
            if record[_INTR] and not (model.trapped and record[1] == model.pc):
                self._interrupt(record, records, index)
            elif record[_INTR] != model.trapped:
                self._fail("intr", record, records, index)
            expected = model.step(record)
            if record[:15] != expected:
                self._differ(record, expected, records, index)
            enabled = model.csrs.enabled
            if model.error or enabled and enabled & self._at(record[_CYCLE]):
                self._waited += 1
                if self._waited > _LATE + 1:
                    self._fail("interrupt is late", record, records, index)
            else:
                self._waited = 0
            if coverage is not None:
                coverage.count(record, model.csrs.values[0x342])
            self._last_cycle = record[_CYCLE]
        if status == Status.VIOLATION:
            self._fail(self._bench.violation, None, records, len(records))
        if status == Status.STUCK:
            self._fail("nothing retires any more", None, records, len(records))
        if status == Status.ASLEEP and model.csrs.values[0x304]:
            self._fail("asleep though interrupts are enabled", None, records, len(records))
        return status != Status.ASLEEP

    def _at(self, cycle):
        """Return the interrupt lines in a cycle."""
        cycles, values = self._lines
        return values[bisect_right(cycles, cycle) - 1]

    def _mip(self, seen):
        # Read in EX, one cycle before it retires; mip is one cycle behind the lines.
        return self._at(seen[_CYCLE] - 2) & LINES

    def _interrupt(self, record, records, index):
        """Take the interrupt that the core has taken before ``record``."""
        model, csrs = self.model, self.model.csrs
        if model.error and record[1] == csrs.vector(model.error):
            self._take(model.error)
            return
        cycles, values = self._lines
        first = bisect_right(cycles, self._last_cycle - 1) - 1
        last = bisect_right(cycles, record[_CYCLE] - 4)
        causes = set()
        for value in values[first:last]:
            pending = value & csrs.enabled
            line = next((line for line in _PRIORITY if pending >> line & 1), None)
            if line is not None:
                causes.add(0x8000_0000 | line)
        causes = {cause for cause in causes if csrs.vector(cause) == record[1]}
        if not causes:
            self._fail(f"no interrupt was pending for {record[1]:#x}", record, records, index)
        self._take(min(causes))
        if len(causes) > 1:
            csrs.causes = causes

    def _take(self, cause):
        self.model.take(cause)
        self.taken[cause] = self.taken.get(cause, 0) + 1
        self._waited = 0

    def _differ(self, record, expected, records, index):
        text = "; ".join(f"{name}: core {seen:#x}, model {value:#x}" for name, seen, value
                         in zip(FIELDS, record, expected, strict=False) if seen != value)
        self._fail(text, record, records, index)

    def _fail(self, what, record, records, index):
        lines = [what]
        for old in records[max(0, index - _HISTORY):index + (record is not None)]:
            row = self._name(old[0])
            lines.append(f"  cycle {old[_CYCLE]:6}  {old[1]:08x}  {old[0]:08x}  "
                         f"{row.name if row else 'unknown':14}"
                         f"{'  trap' if old[_TRAP] else ''}{'  intr' if old[_INTR] else ''}"
                         f"  x{old[11]} = {old[_RD_WDATA]:#x}")
        raise LockstepError("\n".join(lines))
