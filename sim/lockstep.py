"""Lockstep: the simulated hardware and the instruction-set simulator side by side.

Every instruction that the core retires is compared with what the simulator does, every
transaction of the coprocessor with its model.
"""

from collections import Counter, deque

from sim.disassembly import disassemble
from sim.iss import Iss
from sim.transactions import TransactionChecker, TransactionError
from soc.memory_map import CONTROL, address

__all__ = ["Lockstep", "LockstepError"]

#: Instructions shown before one that differs.
_HISTORY = 8

_CONTROL = address("control", "CONTROL")
_RESET = next(1 << field.low for field in CONTROL["CONTROL"].fields if field.name == "CORE_RESET")

#: Fields of either record that must be equal, as far as they mean something.
_FIELDS = ("pc_rdata", "insn", "trap", "rd_addr", "rd_wdata", "mem_addr", "mem_rmask",
           "mem_wmask", "mem_rdata", "mem_wdata", "pc_wdata")


class LockstepError(AssertionError):
    """Hardware and software trace differ; the message shows where."""


class Lockstep:
    """Drives hardware and simulator; a :class:`sw.transport.Transport`.

    What the simulator cannot know is taken from the hardware: cycle counters, when an interrupt is
    taken, and what the core loads from the peripherals. That the interrupt is pending and enabled
    is checked; a line must not fall before its handler begins. Whatever the driver writes while
    the core runs, the core must not look at before the mailbox's command is there.

    Parameters
    ----------
    engine : :class:`sim.engine.Engine`
        The hardware, with ``trace``, fresh from its creation; whatever runs on it is stopped.

    Attributes
    ----------
    instructions : :class:`int`
        Instructions compared so far.
    transactions : :class:`int`
        Events on the coprocessor's channels checked so far.
    interrupts : :class:`collections.Counter`
        Interrupts followed so far, by ``mcause``.
    """

    def __init__(self, engine):
        self.instructions = 0
        self.transactions = 0
        self.interrupts = Counter()
        self._engine = engine
        self._iss = Iss(features=engine.config.features, clock_hz=engine.config.clock_hz,
                        observer=self._compare, defer_interrupts=True)
        self._trapped = False
        self._checker = TransactionChecker(big_endian=engine.config.features.big_endian,
                                           last=engine.config.features.last)
        self._records = deque()
        self._history = deque(maxlen=_HISTORY)
        engine.capture()
        for transport in (engine, self._iss):
            transport.write(_CONTROL, [_RESET])
        engine.take_records()

    @property
    def iss(self):
        """The :class:`sim.iss.Iss`."""
        return self._iss

    def read(self, address, count):
        """Read words, see :meth:`sw.transport.Transport.read`."""
        words = self._engine.read(address, count)
        self._follow()
        return words

    def write(self, address, words):
        """Write words, see :meth:`sw.transport.Transport.write`."""
        if self._iss.control.core_reset:
            # The core may run as soon as the hardware is written.
            self._iss.write(address, words)
            self._checker.reset()
            self._engine.write(address, words)
            self._follow()
        else:
            self._engine.write(address, words)
            self._follow()
            self._iss.write(address, words)

    def wait_zero(self, address, timeout_cycles):
        """Run until a word is 0, see :meth:`sw.transport.Transport.wait_zero`."""
        try:
            self._engine.wait_zero(address, timeout_cycles)
        finally:
            self._follow()

    def _follow(self):
        """Let the simulator do what the hardware has done."""
        retired, transactions = self._engine.take_records()
        self._records.extend(retired)
        for event in transactions:
            self.transactions += 1
            try:
                self._checker.check(event)
            except TransactionError as error:
                raise LockstepError(f"coprocessor, cycle {event.cycle}:\n{error}") from None
        while self._records:
            self._iss.run(self._before_interrupt())
            if self._records:
                self._interrupt(self._records[0])

    def _interrupt(self, record):
        """Let the simulator take the interrupt that led to this first record of a handler."""
        cause = record.csr_mcause_rdata
        where = f"cycle {record.cycle}: the hardware takes the interrupt 0x{cause:08x}"
        line = cause & 0x7ff
        if line < 32 and not record.csr_mip_rdata >> line & 1:
            raise LockstepError(f"{where}, which is not pending")
        try:
            self._iss.take_interrupt(cause)
        except RuntimeError as error:
            raise LockstepError(f"{where}, but {error}") from None
        self.interrupts[cause] += 1

    def _before_interrupt(self):
        """Return how many instructions there are before the next one that an interrupt led to."""
        for number, record in enumerate(self._records):
            if record.intr and not self._trapped:
                self._trapped = True
                return number
            self._trapped = bool(record.trap)
        return len(self._records)

    def _compare(self, step):
        """Compare the simulator's instruction with the hardware's."""
        record = self._records.popleft()
        differing = [name for name in _FIELDS if _value(record, name) != _value(step, name)]
        if step.timed:
            differing = [name for name in differing if name not in ("rd_wdata", "mem_rdata")]
            self._iss.set_register(record.rd_addr, record.rd_wdata)
        if differing:
            raise LockstepError(self._report(record, step, differing))
        self._history.append(record)
        self.instructions += 1

    def _report(self, record, step, differing):
        """Describe a difference."""
        lines = [f"cycle {record.cycle}, instruction {self.instructions}: "
                 f"{', '.join(differing)} differ"]
        lines += [f"  {'':9} {'hardware':>10} {'simulator':>10}"]
        lines += [f"  {name:9} 0x{getattr(record, name):08x} 0x{getattr(step, name):08x}"
                  f"{'  <--' if name in differing else ''}" for name in _FIELDS]
        lines += ["instructions up to it:"]
        lines += [f"  {past.cycle:9} {past.pc_rdata:08x} {past.insn:08x} "
                  f"{disassemble(past.insn, past.pc_rdata)}"
                  for past in (*self._history, record)]
        return "\n".join(lines)


def _value(record, name):
    """Return a field, without what has no meaning: bytes and addresses that are not accessed."""
    value = getattr(record, name)
    match name:
        case "mem_addr":
            return value if record.mem_rmask or record.mem_wmask else 0
        case "mem_rdata":
            return value & _bits(record.mem_rmask)
        case "mem_wdata":
            return value & _bits(record.mem_wmask)
    return value


def _bits(mask):
    """Return the bits of the bytes of a mask."""
    return sum(0xff << 8 * i for i in range(4) if mask >> i & 1)
