"""Fast instruction-set model of the core: what each retired instruction must have done.

Source: RISC-V unprivileged and privileged specifications 20240411; CV32E40X user manual for which
CSR bits exist. Written apart from the core, as a check on it: nothing is shared with ``hdl/``, nor
with the proofs' :mod:`formal.core.semantics`. It knows nothing of cycles: counters are believed.

Every word is decoded once, to a function that has its registers and immediates in it.
"""

from sim.core.bench import MEMORY_SIZE
from sim.core.compressed import expand
from sim.core.coprocessor import Coprocessor
from sim.core.csr_file import CsrFile
from sim.core.event_counters import BRANCH, COMPRESSED, JUMP, TAKEN
from sim.core.extensions import operation

__all__ = ["Model", "Trap"]

MASK = 0xffff_ffff
_WRAP = MEMORY_SIZE - 1


class Trap(Exception):
    """An exception with its ``mcause``."""


def _signed(value, width=32):
    value &= (1 << width) - 1
    return value - (1 << width) if value >> width - 1 else value


def _flip(value):
    """Map signed order to unsigned order."""
    return value ^ 0x8000_0000


_TABLE = {
    0: lambda a, b: a + b & MASK,
    1: lambda a, b: a << (b & 31) & MASK,
    2: lambda a, b: int(_flip(a) < _flip(b)),
    3: lambda a, b: int(a < b),
    4: lambda a, b: a ^ b,
    5: lambda a, b: a >> (b & 31),
    6: lambda a, b: a | b,
    7: lambda a, b: a & b,
}
_ALTERNATIVE = {0: lambda a, b: a - b & MASK, 5: lambda a, b: _signed(a) >> (b & 31) & MASK}
_TAKEN = {
    0: lambda a, b: a == b,
    1: lambda a, b: a != b,
    4: lambda a, b: _flip(a) < _flip(b),
    5: lambda a, b: _flip(a) >= _flip(b),
    6: lambda a, b: a < b,
    7: lambda a, b: a >= b,
}


class Model:
    """Executes one instruction per :meth:`step`.

    Parameters
    ----------
    memory : :class:`bytes`
        Content from address 0 on.
    extensions : iterable of :class:`str`
        Names such as ``"m"`` and ``"zbb"``.
    counters : :class:`int`
        How many counters of events there are.
    fetch_errors, data_errors : iterable of :class:`int`
        Addresses of words whose fetches, loads and stores fail.
    unit : object like :class:`sim.core.coprocessor.Coprocessor`
        What instructions are offered to that the core does not know; by default one of these.
    """

    def __init__(self, memory, *, extensions=(), counters=0, fetch_errors=(), data_errors=(),
                 unit=None):
        self.memory = bytearray(memory) + bytes(MEMORY_SIZE - len(memory))
        self.extensions = frozenset(extensions)
        self.alignment = 2 if "c" in self.extensions else 4
        self.fetch_errors = frozenset(fetch_errors)
        self.data_errors = frozenset(data_errors)
        self.pc = 0
        self.x = [0] * 32
        self.csrs = CsrFile(self.extensions, counters)
        #: Interrupt that is due for a bus error, and whether the last instruction trapped.
        self.error = None
        self.trapped = False
        self._unit = Coprocessor() if unit is None else unit
        self._code = {}
        self._decoded = {}
        #: Events by instruction, where there are any; whether the last branch was taken.
        self._events = {}
        self._taken = False

    def step(self, seen):
        """Execute the instruction at :attr:`pc`, and return the first 15 fields of its record.

        ``seen`` is the core's record, for what only the core can know: counters, and the bits of
        an instruction that could not be fetched.
        """
        pc = self.pc
        try:
            code = self._code.get(pc & _WRAP)
            if code is None:
                code = self._code[pc & _WRAP] = self._fetch(pc, seen)
            record = code(pc, seen)
        except Trap as trap:
            if trap.args[0] == 24:
                record = (seen[0], pc, self.take(trap.args[0]), *[0] * 12)
            else:
                insn, one, two = trap.args[1:]
                record = (insn, pc, 0, self.x[one], self.x[two], 0, 0, 0, 0, one, two, 0, 0, 0, 1)
                record = (*record[:2], self.take(trap.args[0]), *record[3:])
            self.trapped = True
            return (*record[:14], 1)
        self.pc = record[2]
        self.trapped = False
        events = self._events.get(record[0], 0)
        if events & BRANCH and self._taken:
            events |= TAKEN
        self.csrs.retire(events)
        return record

    def take(self, cause):
        """Enter the handler of a trap in front of the instruction at :attr:`pc`; return its pc."""
        if cause == self.error:
            self.error = None
        self.pc = self.csrs.trap(cause, self.pc)
        return self.pc

    def _fetch(self, pc, seen):
        """Decode what is at ``pc``."""
        def half(address):
            address &= _WRAP
            if address & ~3 in self.fetch_errors:
                raise Trap(24)
            return int.from_bytes(self.memory[address:address + 2], "little")

        insn, size = half(pc), 4
        if insn & 3 != 3 and "c" in self.extensions:
            size = 2
        else:
            insn |= half(pc + 2) << 16
        code = self._decoded.get((insn, size))
        if code is None:
            code = self._decoded[insn, size] = self._decode(insn, size)
        return code

    def _decode(self, insn, size):
        word = insn if size == 4 else expand(insn)
        if word is None:
            # The decoder has nothing to read registers for.
            def illegal(pc, seen):
                raise Trap(2, insn, 0, 0)
            return illegal
        opcode, funct3, funct7 = word & 0x7f, word >> 12 & 7, word >> 25
        self._events[insn] = (COMPRESSED * (size == 2) | JUMP * (opcode in (0x6f, 0x67))
                              | BRANCH * (opcode == 0x63))
        rd, one, two = word >> 7 & 31, word >> 15 & 31, word >> 20 & 31
        made = None
        if opcode in (0x37, 0x17):
            made = self._upper(insn, size, rd, word & ~0xfff & MASK, opcode == 0x17)
        elif opcode == 0x6f:
            offset = _signed((word >> 31) << 20 | (word >> 12 & 0xff) << 12
                             | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1, 21)
            made = self._jal(insn, size, rd, offset)
        elif opcode == 0x67 and funct3 == 0:
            made = self._jalr(insn, size, rd, one, _signed(word >> 20, 12))
        elif opcode == 0x63 and funct3 in _TAKEN:
            offset = _signed((word >> 31) << 12 | (word >> 7 & 1) << 11
                             | (word >> 25 & 0x3f) << 5 | (word >> 8 & 15) << 1, 13)
            made = self._branch(insn, size, one, two, _TAKEN[funct3], offset)
        elif opcode == 0x03 and funct3 in (0, 1, 2, 4, 5):
            made = self._load(insn, size, rd, one, _signed(word >> 20, 12), 1 << (funct3 & 3),
                              not funct3 & 4)
        elif opcode == 0x23 and funct3 in (0, 1, 2):
            made = self._store(insn, size, one, two, _signed(funct7 << 5 | rd, 12), 1 << funct3)
        elif opcode == 0x33:
            function = {0x00: _TABLE, 0x20: _ALTERNATIVE}.get(funct7, {}).get(funct3)
            function = function or operation(word, self.extensions)
            made = function and self._op(insn, size, rd, one, two, function)
        elif opcode == 0x13:
            shift = funct3 in (1, 5)
            function = _TABLE[funct3] if not shift or funct7 == 0 else None
            if shift and funct3 == 5 and funct7 == 0x20:
                function = _ALTERNATIVE[5]
            function = function or operation(word, self.extensions)
            value = two if shift else _signed(word >> 20, 12) & MASK
            made = function and self._op_imm(insn, size, rd, one, value, function)
        elif opcode == 0x0f and funct3 in (0, 1):
            made = self._plain(insn, size)
        elif opcode == 0x73 and funct3 & 3:
            made = self._csr(insn, rd, one, funct3, word >> 20)
        elif word in (0x0000_0073, 0x0010_0073, 0x3020_0073, 0x1050_0073):
            made = self._system(insn, size, word)
        if made is None:
            made = self._offload(insn, rd, one, two)
        if made:
            return made

        def refused(pc, seen):
            raise Trap(2, insn, one, two)
        return refused

    # Each returns a function that executes, or raises a trap before it has changed anything.

    def _upper(self, insn, size, rd, value, relative):
        x = self.x

        def run(pc, seen):
            result = value + pc & MASK if relative else value
            if rd:
                x[rd] = result
                return (insn, pc, pc + size & MASK, 0, 0, result, 0, 0, 0, 0, 0, rd, 0, 0, 0)
            return (insn, pc, pc + size & MASK, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return run

    def _jal(self, insn, size, rd, offset):
        x = self.x
        misaligned = offset & self.alignment - 1

        def run(pc, seen):
            if misaligned:
                raise Trap(0, insn, 0, 0)
            link = pc + size & MASK if rd else 0
            x[rd] = link
            return (insn, pc, pc + offset & MASK, 0, 0, link, 0, 0, 0, 0, 0, rd, 0, 0, 0)
        return run

    def _jalr(self, insn, size, rd, one, imm):
        x = self.x
        misaligned = self.alignment - 1 & 2

        def run(pc, seen):
            a = x[one]
            target = a + imm & MASK & ~1
            if target & misaligned:
                raise Trap(0, insn, one, 0)
            link = pc + size & MASK if rd else 0
            x[rd] = link
            return (insn, pc, target, a, 0, link, 0, 0, 0, one, 0, rd, 0, 0, 0)
        return run

    def _branch(self, insn, size, one, two, taken, offset):
        x = self.x
        misaligned = offset & self.alignment - 1

        def run(pc, seen):
            a, b = x[one], x[two]
            self._taken = taken(a, b)
            if self._taken:
                if misaligned:
                    raise Trap(0, insn, one, two)
                return (insn, pc, pc + offset & MASK, a, b, 0, 0, 0, 0, one, two, 0, 0, 0, 0)
            return (insn, pc, pc + size & MASK, a, b, 0, 0, 0, 0, one, two, 0, 0, 0, 0)
        return run

    def _op(self, insn, size, rd, one, two, function):
        x = self.x

        def run(pc, seen):
            a, b = x[one], x[two]
            result = function(a, b) & MASK if rd else 0
            x[rd] = result
            return (insn, pc, pc + size & MASK, a, b, result, 0, 0, 0, one, two, rd, 0, 0, 0)
        return run

    def _op_imm(self, insn, size, rd, one, value, function):
        x = self.x

        def run(pc, seen):
            a = x[one]
            result = function(a, value) & MASK if rd else 0
            x[rd] = result
            return (insn, pc, pc + size & MASK, a, 0, result, 0, 0, 0, one, 0, rd, 0, 0, 0)
        return run

    def _note_error(self, address, size, cause):
        if self.error is None and {address & ~3 & _WRAP, address + size - 1 & ~3 & _WRAP} \
                & self.data_errors:
            self.error = cause

    def _load(self, insn, size, rd, one, imm, width, is_signed):
        x, memory, mask = self.x, self.memory, (1 << width) - 1

        def run(pc, seen):
            a = x[one]
            address = a + imm & MASK
            at = address & _WRAP
            if self.data_errors:
                self._note_error(address, width, 0x8000_0400)
            value = int.from_bytes(memory[at:at + width], "little")
            if at + width > MEMORY_SIZE:
                value |= int.from_bytes(memory[:at + width - MEMORY_SIZE], "little") << \
                    8 * (MEMORY_SIZE - at)
            result = 0
            if rd:
                result = _signed(value, 8 * width) & MASK if is_signed else value
                x[rd] = result
            # RVFI's mem_rdata are the register's bytes, as far as they were loaded.
            return (insn, pc, pc + size & MASK, a, 0, result, address, value, 0, one, 0, rd, mask,
                    0, 0)
        return run

    def _store(self, insn, size, one, two, imm, width):
        x, memory, mask = self.x, self.memory, (1 << width) - 1
        bits = (1 << 8 * width) - 1

        def run(pc, seen):
            a, b = x[one], x[two]
            address = a + imm & MASK
            value = b & bits
            if self.data_errors:
                self._note_error(address, width, 0x8000_0401)
            for i in range(width):
                at = address + i & _WRAP
                if at & ~3 not in self.data_errors:
                    memory[at] = value >> 8 * i & 0xff
            self._forget(address, width)
            return (insn, pc, pc + size & MASK, a, b, 0, address, 0, value, one, two, 0, 0, mask, 0)
        return run

    def _forget(self, address, width):
        """Decode anew what was stored to."""
        for at in range((address & ~1) - 2, address + width, 2):
            self._code.pop(at & _WRAP, None)

    def _plain(self, insn, size):
        def run(pc, seen):
            return (insn, pc, pc + size & MASK, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return run

    def _csr(self, insn, rd, one, funct3, number):
        x, csrs = self.x, self.csrs
        immediate, kind = funct3 & 4, funct3 & 3
        writes = kind == 1 or one != 0
        register = 0 if immediate else one

        def run(pc, seen):
            if writes and number >> 10 == 3 or not csrs.has(number):
                raise Trap(2, insn, register, 0)
            a = x[register]
            source = one if immediate else a
            old = csrs.read(number, seen)
            if writes:
                csrs.write(number, source if kind == 1 else
                           old | source if kind == 2 else old & ~source)
            result = old if rd else 0
            x[rd] = result
            return (insn, pc, pc + 4 & MASK, a, 0, result, 0, 0, 0, register, 0, rd, 0, 0, 0)
        return run

    def _system(self, insn, size, word):
        csrs = self.csrs

        def run(pc, seen):
            following = pc + size & MASK
            if word == 0x0000_0073:
                raise Trap(11, insn, 0, 0)
            if word == 0x0010_0073:
                raise Trap(3, insn, 0, 0)
            if word == 0x3020_0073:
                following = csrs.mret()
            return (insn, pc, following, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return run

    def _offload(self, insn, rd, one, two):
        x, execute = self.x, self._unit.execute
        accept, writeback, _ = self._unit.respond(insn)
        if not accept:
            return None
        if not writeback:
            rd = 0

        def run(pc, seen):
            a, b = x[one], x[two]
            value = execute(insn, a, b)
            result = value if rd else 0
            x[rd] = result
            return (insn, pc, pc + 4 & MASK, a, b, result, 0, 0, 0, one, two, rd, 0, 0, 0)
        return run
