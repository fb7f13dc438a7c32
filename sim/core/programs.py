"""Random programs for the core, with hazards, traps and offloads more often than in real ones.

A program is a loop of blocks behind the handlers of its traps. Registers x0 to x15 are operands;
x25 to x31 belong to the handlers and to the blocks' pointers.
"""

import random

from sim.core.encode import b_type, c_word, fields, i_type, j_type, s_type, u_type
from sim.core.handlers import DATA, DATA_REGISTER, LINES_REGISTER, MAIN, handlers, prologue
from sim.core.instructions import INSTRUCTIONS, with_extensions

__all__ = ["Program"]

_OFFLOADS = [row for row in INSTRUCTIONS if row.format == "offload"]

_CSRS = (0x340, 0x340, 0x340, 0x342, 0x341, 0x304, 0x344, 0x300, 0x343, 0x320, 0xb02, 0xb82,
         0xb00, 0xc00, 0xc02, 0x301, 0xf14, 0xf11, 0x7c0, 0x306, 0x323, 0x324, 0x325, 0xb03, 0xb04,
         0xb83, 0xc03, 0xc83, 0xb05)

#: Instructions of which there are more.
_RARE = {"c.jr", "c.jalr"}

#: Compressed words that are no instructions: reserved ones, and what belongs to other extensions.
_ILLEGAL_SHORT = (0x0000, 0x0004, 0x2000, 0x6000, 0x8000, 0xa000, 0xe000, 0x6081, 0x6101, 0x9001,
                  0x9401, 0x9c01, 0x9c21, 0x9c41, 0x9c61, 0x1082, 0x2002, 0x4002, 0x6002, 0x8002,
                  0xa002, 0xe002)

#: Registers of operands, those that three bits name, bases of data, and the pointer of jumps.
_ANY = (0, 1, 3, 5, 8, 10, 11, 12, 13)
_SHORT = (8, 10, 11, 12, 13)
_BASES = {"load": 31, "store": 31, "c.lw": 14, "c.sw": 14, "c.lwsp": 2, "c.swsp": 2}
_JUMP = 9


class Program:
    """A random program.

    Parameters
    ----------
    seed : :class:`int`
        Of everything random.
    extensions : iterable of :class:`str`
        What the core has.
    length : :class:`int`
        Number of blocks, of one to about eight instructions.
    vectored : :class:`bool`
        Mode of ``mtvec``.
    errors : :class:`bool`
        Some words of code and data have bus errors.

    Attributes
    ----------
    image : :class:`bytes`
        Memory from address 0.
    fetch_errors, data_errors : :class:`list` of :class:`int`
        Addresses of words with bus errors.
    """

    def __init__(self, seed, extensions, *, length=200, vectored=True, errors=False):
        self._g = random.Random(seed)
        self._extensions = frozenset(extensions)
        self._short = "c" in self._extensions
        rows = with_extensions(extensions)
        self._alu = [row for row in rows if row.format in ("r", "shift", "unary", "i", "u")]
        self._calm = [row for row in self._alu if row.extensions != "m"]
        self._rows = rows + [row for row in rows if row.name in _RARE]
        self._recent = [0, 0, 0]
        self._items, self._starts = [], []
        # Items whose fetch does not fail, since a wrong pointer may follow.
        self._safe = set()
        self._start()
        for _ in range(length):
            self._starts.append(len(self._items))
            self._block()
        image = self._link(handlers(self._short), prologue(vectored))
        data = DATA - 64 + 4 * self._g.randrange(16)
        self.image = (image + bytes(DATA - 64 - len(image))
                      + self._g.randbytes(192))
        self.fetch_errors, self.data_errors = [], []
        if errors:
            words = [at for at in range(MAIN + 64, len(image), 4) if at not in self._safe_words]
            self.fetch_errors = self._g.sample(words, 6)
            if vectored:
                self.data_errors = [data, data + 68]

    # ---- parts of a program

    def _start(self):
        """Give the operands values."""
        for register in _ANY[1:]:
            self._word(u_type(0x37, register, self._g.getrandbits(20)))
            self._word(i_type(0x13, register, register, self._g.randint(-2048, 2047)))
        self._word(u_type(0x37, 5, 0x80000))

    def _link(self, handlers, prologue):
        """Place everything and resolve the targets of jumps; return the image."""
        prologue = [(4, word, None) for word in prologue]
        starts = [start + len(prologue) for start in self._starts]
        items = prologue + self._items
        pcs, pc = [], MAIN
        for size, _, _ in items:
            pcs.append(pc)
            pc += size
        self._safe_words = {at & ~3 for item in self._safe for at in
                            (pcs[item + len(prologue)], pcs[item + len(prologue)] + 2)}
        # The end: back to the first block, from a multiple of 4.
        back = pcs[starts[0]]
        image = bytearray(handlers)
        for (size, value, target), at in zip(items, pcs, strict=True):
            if target is not None:
                to = pcs[starts[target]] if target < len(starts) else pc
                value = value(to - at)
            image += value.to_bytes(size, "little")
        image += j_type(0x6f, 0, back - pc).to_bytes(4, "little")
        return bytes(image) + bytes(-len(image) % 4)

    def _word(self, value, target=None):
        self._items.append((4, value, target))

    def _half(self, value, target=None):
        self._items.append((2, value, target))

    # ---- choices

    def _reg(self, pool=_ANY):
        """Return a source, more often than not one that was written just before."""
        g = self._g
        where = g.random()
        if where < 0.65:
            register = self._recent[-1 if where < 0.22 else -2 if where < 0.44 else -3]
            if register in pool:
                return register
        return g.choice(pool)

    def _written(self, register):
        self._recent = [*self._recent[1:], register]

    def _rd(self, pool=_ANY):
        register = self._g.choice(pool)
        self._written(register)
        return register

    def _imm(self):
        return self._g.choice((self._g.randint(-2048, 2047), self._g.randint(-4, 4)))

    def _target(self, most=5):
        return len(self._starts) - 1 + self._g.randint(1, most)

    # ---- blocks

    def _block(self):
        g = self._g
        row = g.choice(self._rows)
        if g.random() < 0.06:
            return g.choice((self._trap, self._trap, self._patch, self._enable, self._count))()
        make = getattr(self, f"_make_{row.format}")
        if g.random() < 0.6:
            self._filler(2)
        if g.random() < 0.15:
            make(row)
            row = g.choice(self._rows)
            make = getattr(self, f"_make_{row.format}")
        return make(row)

    def _make_alu(self, row):
        form = row.format
        if form == "r":
            one, two = self._reg(), self._reg()
            self._word(fields(row.word, self._rd(), one, two))
        elif form == "u":
            self._word(u_type(row.word, self._rd(), self._g.getrandbits(20)))
        else:
            one = self._reg()
            imm = {"shift": self._g.getrandbits(5), "unary": 0, "i": self._imm()}[form]
            self._word(i_type(row.word, self._rd(), one, imm))

    _make_r = _make_u = _make_shift = _make_unary = _make_i = _make_alu

    def _filler(self, most=3):
        """Put some instructions between, which may wait for the bus or the coprocessor."""
        for _ in range(self._g.randint(0, most)):
            pick = self._g.random()
            if pick < 0.4:
                self._make_alu(self._g.choice(self._calm))
            elif pick < 0.55:
                self._make_offload(self._g.choice(_OFFLOADS))
            elif pick < 0.75:
                self._word(i_type(0x2003, self._rd(), DATA_REGISTER, 4 * self._g.randint(0, 6)))
            else:
                self._word(s_type(0x2023, DATA_REGISTER, self._reg(), 4 * self._g.randint(0, 6)))
                self._written(0)

    def _base(self, name):
        """Return a pointer to data, and write it shortly before now and then."""
        base = _BASES[name]
        if self._g.random() < 0.6:
            self._word(i_type(0x13, base, DATA_REGISTER, self._g.choice((0, 0, 4, 8))))
            self._written(base)
            self._filler(2)
        return base

    def _make_load(self, row):
        base = self._base("load")
        self._word(i_type(row.word, self._rd(), base, self._g.randint(-8, 24)))

    def _make_store(self, row):
        base = self._base("store")
        self._word(s_type(row.word, base, self._reg(), self._g.randint(-8, 24)))
        self._written(0)

    def _make_branch(self, row):
        one, two, target = self._reg(), self._reg(), self._target()
        if self._g.random() < 0.08 and not self._short:
            self._word(b_type(row.word, one, two, 6))
        else:
            self._word(lambda offset: b_type(row.word, one, two, offset), target)
        self._written(0)

    def _make_jal(self, row):
        rd, target = self._rd(), self._target()
        if self._g.random() < 0.08 and not self._short:
            self._word(j_type(row.word, rd, 6))
        else:
            self._word(lambda offset: j_type(row.word, rd, offset), target)

    def _make_jalr(self, row):
        """Jump through a register that the ALU, a load or the coprocessor wrote shortly before."""
        g = self._g
        start = len(self._items)
        self._word(u_type(0x17, _JUMP, 0))
        way = g.randrange(3)
        if way == 1:
            self._word(s_type(0x2023, DATA_REGISTER, _JUMP, 40))
            self._word(i_type(0x2003, _JUMP, DATA_REGISTER, 40))
        elif way == 2:
            self._word(fields(0x200b, _JUMP, _JUMP, 0))
        self._written(_JUMP)
        self._filler()
        self._safe.update(range(start, len(self._items)))
        size = sum(item[0] for item in self._items[start:]) + 4
        odd = g.choice((0, 0, 0, 1, 0 if self._short or g.random() < 0.7 else 2))
        self._word(i_type(row.word, self._rd(), _JUMP, size + odd))

    def _make_csr(self, row):
        one, number = self._reg(), self._g.choice(_CSRS)
        self._word(i_type(row.word, self._rd(), one, number))

    def _make_csri(self, row):
        number = self._g.choice(_CSRS)
        self._word(i_type(row.word, self._rd(), self._g.getrandbits(5), number))

    def _make_offload(self, row):
        one, two, register = self._reg(), self._reg(), self._g.choice(_ANY)
        self._written(0 if row.word >> 12 & 1 else register)
        self._word(fields(row.word | self._g.getrandbits(7) << 25, register, one, two))

    def _make_fence(self, row):
        self._word(row.word | (0x0ff0_0000 if row.name == "fence" else 0))
        self._written(0)

    def _make_fixed(self, row):
        if row.name == "wfi":
            if self._g.random() < 0.5:
                self._word(i_type(0x6073, 0, 8, 0x300))          # csrsi mstatus, 8
            self._word(i_type(0x1073, 0, LINES_REGISTER, 0x304))         # csrw mie
            self._filler(2)
            self._word(row.word)
            return
        # An interrupt between would take mepc, and its return come back to mret for ever.
        self._word(i_type(0x7073, 0, 8, 0x300))                  # csrci mstatus, 8
        start = len(self._items)
        self._word(u_type(0x17, _JUMP, 0))
        at = len(self._items)
        self._word(0)
        self._word(i_type(0x1073, 0, _JUMP, 0x341))              # csrw mepc
        self._filler(2)
        self._word(row.word)
        self._safe.update(range(start, len(self._items)))
        size = sum(item[0] for item in self._items[start:])
        self._items[at] = (4, i_type(0x13, _JUMP, _JUMP, size), None)
        self._word(i_type(0x6073, 0, 8, 0x300))                  # csrsi mstatus, 8

    def _enable(self):
        self._word(i_type(0x1073, 0, LINES_REGISTER, 0x304))
        self._word(i_type(0x6073, 0, 8, 0x300))

    def _count(self):
        """Read a counter of events, and count other events of instructions from now on."""
        g = self._g
        index = g.randrange(3, 5)
        self._word(i_type(0x2073, self._rd(), 0, g.choice((0xb00, 0xc00)) + index))
        self._word(i_type(0x13, 25, 0, 1 << g.randint(1, 5) | 1 << g.randint(1, 5)))
        self._word(i_type(0x1073, 0, 25, 0x320 + index))         # csrw mhpmevent
        self._word(i_type(0x7073, 0, 24, 0x320))                 # csrci mcountinhibit, 24
        self._word(i_type(0x1073, self._rd(), self._reg(), 0xb00 + index))
        self._filler()
        self._word(i_type(0x2073, self._rd(), 0, 0xb00 + index))

    def _patch(self):
        """Exchange the two instructions behind a fence.i."""
        self._safe.update(range(len(self._items), len(self._items) + 8))
        self._word(u_type(0x17, _JUMP, 0))
        self._word(i_type(0x2003, 25, _JUMP, 24))
        self._word(i_type(0x2003, 28, _JUMP, 28))
        self._word(s_type(0x2023, _JUMP, 28, 24))
        self._word(s_type(0x2023, _JUMP, 25, 28))
        self._word(0x0000_100f)
        for _ in range(2):
            self._make_alu(self._g.choice(self._calm))

    def _trap(self):
        g = self._g
        pick = g.randrange(4)
        if pick == 0:
            self._word(0x0000_0073)
        elif pick == 1 and self._short and g.random() < 0.5:
            self._half(0x9002)
        elif pick == 1:
            self._word(0x0010_0073)
        elif pick == 2 and self._short and g.random() < 0.5:
            self._half(g.choice(_ILLEGAL_SHORT))
        elif pick == 2:
            self._word(g.getrandbits(32) & ~0x7f | g.choice((0x2b, 0x7f)))
        else:
            self._word(fields(g.choice((5, 6, 7)) << 12 | 0x0b, g.choice(_ANY), self._reg(),
                              self._reg()))

    def _make_c(self, row):
        g, name = self._g, row.name
        one = two = imm = 0
        if name in ("c.lw", "c.sw", "c.lwsp", "c.swsp"):
            two, imm = self._base(name), g.randrange(0, 28, 4)
            if name in ("c.sw", "c.swsp"):
                one = self._reg(_SHORT if name == "c.sw" else _ANY)
                self._written(0)
            else:
                one = self._rd(_SHORT if name == "c.lw" else _ANY[1:])
        elif name in ("c.addi4spn", "c.addi16sp"):
            if g.random() < 0.5:
                self._word(i_type(0x13, 2, DATA_REGISTER, 0))
                self._filler(2)
            one, imm = g.choice(_SHORT), 4 * g.randint(1, 255)
            if name == "c.addi16sp":
                imm = 16 * g.choice((-32, -1, 1, 31))
                self._half(c_word(name, row.word, imm=imm))
                self._word(i_type(0x13, 2, DATA_REGISTER, 0))
                return
            self._written(one)
        elif name in ("c.sub", "c.xor", "c.or", "c.and"):
            one, two = self._reg(_SHORT), self._reg(_SHORT)
            self._written(one)
        elif name in ("c.srli", "c.srai", "c.andi", "c.addi", "c.slli"):
            one = self._reg(_SHORT if name in ("c.srli", "c.srai", "c.andi") else _ANY[1:])
            imm = g.randint(0, 31) if name in ("c.srli", "c.srai", "c.slli") else g.choice(
                [*range(-32, 0), *range(1, 32)])
            self._written(one)
        elif name in ("c.li", "c.lui"):
            one, imm = self._rd(_ANY[1:]), g.choice([*range(-32, 0), *range(1, 32)])
        elif name in ("c.mv", "c.add"):
            one, two = self._reg(_ANY[1:]), self._reg(_ANY[1:])
            self._written(one)
        elif name in ("c.j", "c.jal", "c.beqz", "c.bnez"):
            one = self._reg(_SHORT)
            self._written(0)
            self._half(lambda offset: c_word(name, row.word, one, imm=offset),
                       self._target(3))
            return
        elif name in ("c.jr", "c.jalr"):
            start = len(self._items)
            self._word(u_type(0x17, _JUMP, 0))
            self._filler(2)
            at = len(self._items)
            self._half(0)
            self._written(_JUMP)
            self._filler(g.choice((0, 1, 2, 4)))
            one = _JUMP
            self._safe.update(range(start, len(self._items)))
            size = sum(item[0] for item in self._items[start:]) + 2
            self._items[at] = (2, c_word("c.addi", 0x0001, _JUMP, imm=size), None)
            self._written(0)
        self._half(c_word(name, row.word, one, two, imm))
