"""Instructions of the extensions for random programs."""

_THREE = {
    "m":    "mul mulh mulhsu mulhu div divu rem remu mul mulh div rem",
    "zba":  "sh1add sh2add sh3add",
    "zbb":  "andn orn xnor rol ror min minu max maxu",
    "zbs":  "bclr bext binv bset",
    "zbkb": "andn orn xnor rol ror pack packh",
}
_SHIFT = {"zbb": "rori", "zbs": "bclri bexti binvi bseti", "zbkb": "rori"}
_UNARY = {"zbb": "clz ctz cpop sext.b sext.h zext.h orc.b rev8", "zbkb": "rev8 brev8 zip unzip"}

#: x2 and x14 point to data, since compressed loads and stores have few registers to choose from.
COMPRESSED_REGISTERS = (0, 1, 8, 10, 11, 12, 13, 5)
_SHORT = (8, 10, 11, 12, 13)

#: Compressed words that are no instructions: reserved ones, and what belongs to other extensions.
ILLEGAL = (
    0x0000, 0x0004,                  # c.addi4spn with 0
    0x2000, 0x6000, 0x8000, 0xa000, 0xe000,  # floating point, Zcb
    0x6081, 0x6101,                  # c.lui, c.addi16sp with 0
    0x9001, 0x9401,                  # shifts by more than 31
    0x9c01, 0x9c21, 0x9c41, 0x9c61,  # c.subw, c.addw, Zcb
    0x1082,                          # c.slli by more than 31
    0x2002, 0x4002, 0x6002,          # floating point, c.lwsp to x0
    0x8002,                          # c.jr x0
    0xa002, 0xe002,                  # floating point, Zcmp
)


def extended(generator, extensions, register):
    """Return a line of M, Zba, Zbb, Zbs or Zbkb."""
    g = generator

    def names(table):
        return [name for extension in sorted(extensions & table.keys())
                for name in table[extension].split()]

    three, shift, unary = names(_THREE), names(_SHIFT), names(_UNARY)
    name = g.choice(three + shift + unary)
    if name in three:
        # Small divisors take long, so powers of two are mixed in by the programs' constants.
        return f"{name} {register()}, {register()}, {register()}"
    if name in shift:
        return f"{name} {register()}, {register()}, {g.randint(0, 31)}"
    return f"{name} {register()}, {register()}"


class Compressed:
    """Makes blocks of compressed instructions for ``maker``, the generator of programs."""

    prologue = ("addi x2, x31, 0", "addi x14, x31, 0")

    def __init__(self, maker):
        self.maker = maker
        self.g = maker.g

    def short(self):
        return f"x{self.g.choice(_SHORT)}"

    def some(self):
        """Return a register other than x0."""
        return f"x{self.g.choice(self.maker.registers[1:])}"

    def block(self):
        """Return the lines of one block."""
        kinds = {self.alu: 20, self.immediate: 20, self.memory: 14, self.branch: 6, self.jump: 4,
                 self.through_register: 4, self.stack: 3, self.ebreak: 1}
        return self.g.choices(list(kinds), list(kinds.values()))[0]()

    def alu(self):
        g, reg = self.g, self.maker.reg
        if g.random() < 0.5:
            return [f"{g.choice(('c.mv', 'c.add'))} {reg()}, {self.some()}"]
        return [f"{g.choice(('c.sub', 'c.xor', 'c.or', 'c.and'))} {self.short()}, {self.short()}"]

    def immediate(self):
        g, reg = self.g, self.maker.reg
        return [g.choice((
            f"c.addi {reg()}, {g.randint(-32, 31)}",
            f"c.li {reg()}, {g.randint(-32, 31)}",
            f"c.lui {reg()}, {g.choice([*range(1, 32), *range(-32, 0)])}",
            f"c.slli {reg()}, {g.randint(0, 31)}",
            f"{g.choice(('c.srli', 'c.srai'))} {self.short()}, {g.randint(0, 31)}",
            f"c.andi {self.short()}, {g.randint(-32, 31)}",
            "c.nop",
        ))]

    def memory(self):
        g = self.g
        return [g.choice((
            f"{g.choice(('c.lw', 'c.sw'))} {self.short()}, {g.randrange(0, 28, 4)}(x14)",
            f"c.lwsp {self.some()}, {g.randrange(0, 28, 4)}",
            f"c.swsp {self.maker.reg()}, {g.randrange(0, 28, 4)}",
        ))]

    def branch(self):
        return [f"{self.g.choice(('c.beqz', 'c.bnez'))} {self.short()}, {self.maker.forward()}"]

    def jump(self):
        return [f"{self.g.choice(('c.j', 'c.jal'))} {self.maker.forward()}"]

    def through_register(self):
        """Jump to the instruction behind the jump or the one after it."""
        between = self.g.choices(("nop", "c.nop"), k=self.g.randint(0, 3))
        behind = self.g.choice(("nop", "c.nop"))
        size = sum(2 if line.startswith("c.") else 4 for line in between) + 4 + 2 + 2
        if self.g.random() < 0.5:
            size += 2 if behind == "c.nop" else 4
        return ["auipc x9, 0", f"c.addi x9, {size}", *between,
                f"{self.g.choice(('c.jr', 'c.jalr'))} x9", behind]

    def stack(self):
        step = 16 * self.g.randint(1, 31)
        return [f"c.addi4spn {self.short()}, {4 * self.g.randint(1, 255)}",
                f"c.addi16sp {step}", f"c.addi16sp {-step}"]

    def ebreak(self):
        return ["c.ebreak"]

    def illegal(self):
        if self.g.random() < 0.5:
            return [f".half {self.g.choice(ILLEGAL)}"]
        return [f".word {self.g.getrandbits(32) & ~0x7f | self.g.choice((0x2b, 0x7f))}"]
