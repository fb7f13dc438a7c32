"""An instruction-set model of the core, written from the specifications and apart from the core.

Source: RISC-V unprivileged and privileged specifications 20240411; CV32E40X user manual for which
CSR bits exist. It knows nothing of cycles: ``mcycle`` and ``mip`` come from the record to compare
with.
"""

from sim.core.compressed import expand
from sim.core.extensions import calculate

MASK = 0xffff_ffff

_READ_ONLY_ZERO = {0x310, 0x343, 0xf11, 0xf12, 0xf13, 0xf14, 0xf15,
                   *range(0x323, 0x340), *range(0xb03, 0xb20), *range(0xb83, 0xba0),
                   *range(0xc03, 0xc20), *range(0xc83, 0xca0)}
#: What depends on the cycle: counters, and the interrupt lines.
_CYCLES = {0xb00, 0xb80, 0xc00, 0xc80, 0xc01, 0xc81, 0x344}


class Trap(Exception):
    """An exception with its ``mcause``."""


def signed(value, width=32):
    value &= (1 << width) - 1
    return value - (1 << width) if value >> width - 1 else value


def bits(value, high, low):
    return value >> low & (1 << high - low + 1) - 1


class Model:
    """Executes one instruction per :meth:`step`, and returns its RVFI record.

    ``unit`` has ``respond(instr)`` and ``execute(instr, rs1, rs2)``; ``ierrors`` are addresses of
    words that cannot be fetched, ``derrors`` of words whose loads and stores fail; ``error`` is
    then the cause of the interrupt that is due, and :meth:`take` takes it. ``extensions`` are
    names such as ``"m"`` and ``"zbb"``.
    """

    def __init__(self, memory, *, pc=0, unit=None, ierrors=(), derrors=(), extensions=()):
        self.memory = memory
        self.extensions = frozenset(extensions)
        self.alignment = 2 if "c" in self.extensions else 4
        self.pc = pc
        self.unit = unit
        self.ierrors = ierrors
        self.derrors = derrors
        self.error = None
        self.x = [0] * 32
        self.size = 4
        self.order = 0
        self.in_handler = 0
        self.mie = self.mpie = 0
        self.minstret = 0
        misa = 0x4080_0100 | ("m" in extensions) << 12 | ("c" in extensions) << 2
        misa |= ({"zba", "zbb", "zbs"} <= self.extensions) << 1
        self.csrs = {0x301: misa, 0x304: 0, 0x305: 1, 0x320: 5, 0x340: 0, 0x341: 0,
                     0x342: 0}

    def note_error(self, address, size, cause):
        if self.error is None and {a & ~3 & MASK for a in (address, address + size - 1)} & \
                set(self.derrors):
            self.error = cause

    def load(self, address, size):
        self.note_error(address, size, 0x8000_0400)
        return sum((self.memory.get(a & ~3 & MASK, 0) >> 8 * (a & 3) & 0xff) << 8 * i
                   for i, a in enumerate(range(address, address + size)))

    def store(self, address, size, value):
        self.note_error(address, size, 0x8000_0401)
        for i in range(size):
            a = address + i & MASK
            if a & ~3 in self.derrors:
                continue
            word = self.memory.get(a & ~3, 0)
            shift = 8 * (a & 3)
            self.memory[a & ~3] = word & ~(0xff << shift) | (value >> 8 * i & 0xff) << shift

    def read_csr(self, number, seen):
        if number == 0x300:
            return 0x1800 | self.mpie << 7 | self.mie << 3
        if number in _CYCLES:
            return seen
        if number in (0xb02, 0xc02):
            return self.minstret & MASK
        if number in (0xb82, 0xc82):
            return self.minstret >> 32
        if number in _READ_ONLY_ZERO:
            return 0
        if number not in self.csrs:
            raise Trap(2)
        return self.csrs[number]

    def write_csr(self, number, value):
        writable = {0x304: 0xffff_0888, 0x305: 0xffff_ff81, 0x320: 0b101, 0x340: MASK,
                    0x341: MASK & -self.alignment, 0x342: 0x8000_07ff}
        if number == 0x300:
            self.mie, self.mpie = value >> 3 & 1, value >> 7 & 1
        elif number == 0xb02:
            self.minstret = self.minstret & ~MASK | value
        elif number == 0xb82:
            self.minstret = self.minstret & MASK | value << 32
        elif number in writable:
            self.csrs[number] = value & writable[number]

    def take(self, cause):
        """Enter the handler of a trap at ``self.pc``."""
        if cause == self.error:
            self.error = None
        self.csrs[0x341] = self.pc
        self.csrs[0x342] = cause
        self.mpie, self.mie = self.mie, 0
        mtvec = self.csrs[0x305]
        self.pc = mtvec & ~0x7f
        if cause >> 31 and mtvec & 1:
            self.pc += 4 * (15 if cause & 0x400 else cause & 31)
        self.in_handler = 1

    def step(self, seen):
        """Execute; ``seen`` is the record of the core, from which only the cycle count is used."""
        r = dict.fromkeys(("trap", "halt", "rs1_addr", "rs2_addr", "rs1_rdata", "rs2_rdata",
                           "rd_addr", "rd_wdata", "mem_addr", "mem_rmask", "mem_wmask",
                           "mem_rdata", "mem_wdata"), 0)
        r.update(order=self.order, pc_rdata=self.pc, intr=self.in_handler, mode=3, ixl=1)
        self.order += 1
        self.in_handler = 0
        inhibited = self.csrs[0x320] & 4
        wrote_minstret = False
        try:
            wrote_minstret = self.execute(self.fetch(r, seen), r, seen)
        except Trap as trap:
            r.update(trap=1, rd_addr=0, rd_wdata=0)
            self.take(trap.args[0])
        else:
            if r["rd_addr"]:
                self.x[r["rd_addr"]] = r["rd_wdata"]
            self.pc = r["next"]
            if not inhibited and not wrote_minstret:
                self.minstret = self.minstret + 1 & (1 << 64) - 1
        r["pc_wdata"] = self.pc
        r.pop("next", None)
        return r

    def fetch(self, r, seen):
        """Return the instruction at ``pc``, expanded, and note it in ``r``."""
        def half(address):
            if address & ~3 in self.ierrors:
                r["insn"] = seen["insn"]
                raise Trap(24)
            return self.memory.get(address & ~3, 0) >> 8 * (address & 2) & 0xffff

        insn = half(self.pc)
        self.size = 2 if insn & 3 != 3 and "c" in self.extensions else 4
        if self.size == 4:
            insn |= half(self.pc + 2 & MASK) << 16
        r["insn"] = insn
        if self.size == 2:
            insn = expand(insn)
            if insn is None:
                raise Trap(2)
        return insn

    def execute(self, insn, r, seen):
        """Execute into ``r``; return whether ``minstret`` was written."""
        opcode, rd, funct3 = insn & 0x7f, bits(insn, 11, 7), bits(insn, 14, 12)
        rs1, rs2, funct7 = bits(insn, 19, 15), bits(insn, 24, 20), bits(insn, 31, 25)
        a, b = self.x[rs1], self.x[rs2]
        imm = signed(insn >> 20, 12)
        pc = self.pc
        r["next"] = link = pc + self.size & MASK

        def use(one=False, two=False):
            r["rs1_addr"], r["rs1_rdata"] = (rs1, a) if one else (0, 0)
            r["rs2_addr"], r["rs2_rdata"] = (rs2, b) if two else (0, 0)

        def write(value):
            if rd:
                r["rd_addr"], r["rd_wdata"] = rd, value & MASK

        def jump(target):
            if target & self.alignment - 1 & 2:
                raise Trap(0)
            r["next"] = target & MASK

        def illegal():
            use(True, True)
            if self.unit is not None:
                accept, writeback, _ = self.unit.respond(insn)
                if accept:
                    value = self.unit.execute(insn, a, b)
                    if writeback:
                        write(value)
                    return
            raise Trap(2)

        if opcode == 0x37:
            use()
            write(insn & ~0xfff)
        elif opcode == 0x17:
            use()
            write(pc + (insn & ~0xfff))
        elif opcode == 0x6f:
            use()
            offset = signed(bits(insn, 31, 31) << 20 | bits(insn, 19, 12) << 12
                            | bits(insn, 20, 20) << 11 | bits(insn, 30, 21) << 1, 21)
            jump(pc + offset)
            write(link)
        elif opcode == 0x67 and funct3 == 0:
            use(True)
            jump(a + imm & ~1)
            write(link)
        elif opcode == 0x63 and funct3 not in (2, 3):
            use(True, True)
            offset = signed(bits(insn, 31, 31) << 12 | bits(insn, 7, 7) << 11
                            | bits(insn, 30, 25) << 5 | bits(insn, 11, 8) << 1, 13)
            taken = {0: a == b, 1: a != b, 4: signed(a) < signed(b), 5: signed(a) >= signed(b),
                     6: a < b, 7: a >= b}[funct3]
            if taken:
                jump(pc + offset)
        elif opcode == 0x03 and funct3 in (0, 1, 2, 4, 5):
            use(True)
            size = 1 << (funct3 & 3)
            address = a + imm & MASK
            value = self.load(address, size)
            r.update(mem_addr=address, mem_rmask=(1 << size) - 1, mem_rdata=value)
            write(value if funct3 & 4 else signed(value, 8 * size))
        elif opcode == 0x23 and funct3 in (0, 1, 2):
            use(True, True)
            size = 1 << funct3
            address = a + signed(funct7 << 5 | rd, 12) & MASK
            value = b & (1 << 8 * size) - 1
            self.store(address, size, value)
            r.update(mem_addr=address, mem_wmask=(1 << size) - 1, mem_wdata=value)
        elif opcode in (0x13, 0x33):
            immediate = opcode == 0x13
            second = imm & MASK if immediate else b
            shift = second & 31
            table = {0: a + second, 1: a << shift, 2: signed(a) < signed(second), 3: a < second,
                     4: a ^ second, 5: a >> shift, 6: a | second, 7: a & second}
            alternative = {0: a - second, 5: signed(a) >> shift}
            if immediate and funct3 not in (1, 5) or funct7 == 0:
                value = table[funct3]
            elif funct7 == 0x20 and funct3 in alternative and not (immediate and funct3 != 5):
                value = alternative[funct3]
            elif (found := calculate(insn, a, b, self.extensions)) is not None:
                value = found
            else:
                return illegal()
            use(True, not immediate)
            write(int(value))
        elif opcode == 0x0f and funct3 in (0, 1):
            use()
        elif opcode == 0x73 and funct3 & 3:
            number = insn >> 20
            use(not funct3 & 4)
            source = rs1 if funct3 & 4 else a
            writes = funct3 & 3 == 1 or rs1 != 0
            if writes and number >> 10 == 3:
                raise Trap(2)
            old = self.read_csr(number, seen["rd_wdata"])
            write(old)
            if writes:
                self.write_csr(number, {1: source, 2: old | source, 3: old & ~source}[funct3 & 3])
            return writes and number in (0xb02, 0xb82)
        elif opcode == 0x73 and funct3 == 0 and rs1 == 0 and rd == 0 and \
                insn >> 20 in (0x000, 0x001, 0x302, 0x105):
            use()
            if insn >> 20 == 0:
                raise Trap(11)
            if insn >> 20 == 1:
                raise Trap(3)
            if insn >> 20 == 0x302:
                r["next"] = self.csrs[0x341]
                self.mie, self.mpie = self.mpie, 1
        else:
            return illegal()
        return False
