"""Random programs for the core, with hazards, traps and offloads more often than in real ones."""

from core_asm import assemble, r_type
from core_programs_extensions import COMPRESSED_REGISTERS, Compressed, extended

#: Few registers make many hazards; x31 points to data, x9 is for jumps, x27 enables interrupts.
_REGISTERS = (0, 1, 2, 3, 4, 5, 6, 7)

#: Where data lie.
DATA = 0x4000

_CSRS = ("mscratch", "mscratch", "mscratch", "mcause", "mepc", "mie", "mip", "mstatus", "mtval",
         "mcountinhibit", "minstret", "minstreth", "mcycle", "cycle", "instret", "misa", "mhartid",
         "mvendorid", "0x323", "0x7c0", "0xb03")


def custom(funct3, rd=0, rs1=0, rs2=0, funct7=0):
    """Return the word of a custom-0 instruction."""
    return r_type(0x0b, funct3, funct7, rd, rs1, rs2)


class _Generator:
    """Makes blocks of one program; a block is a list of lines, jumps go to the start of one."""

    def __init__(self, generator, extensions):
        self.g = generator
        self.extensions = extensions
        self.compressed = Compressed(self) if "c" in extensions else None
        self.registers = COMPRESSED_REGISTERS if self.compressed else _REGISTERS
        self.blocks = 0

    def reg(self):
        return f"x{self.g.choice(self.registers)}"

    def imm(self):
        return self.g.choice((self.g.randint(-2048, 2047), self.g.randint(-4, 4)))

    def forward(self):
        """Target of a jump over at most three blocks; now and then a misaligned one."""
        misaligned = self.g.random() < 0.1 and not self.compressed
        return "6" if misaligned else f"b{self.blocks + self.g.randint(1, 4)}"

    def block(self):
        """Return the lines of one more block."""
        kinds = {self.op: 20, self.op_imm: 15, self.upper: 3, self.load: 14, self.store: 12,
                 self.branch: 8, self.jal: 3, self.jalr: 4, self.csr: 14, self.illegal: 2,
                 self.custom: 14, self.system: 3}
        if self.extensions & {"m", "zba", "zbb", "zbs", "zbkb"}:
            kinds[self.extended] = 30
        if self.compressed:
            kinds[self.compressed.block] = 60
        lines = self.g.choices(list(kinds), list(kinds.values()))[0]()
        lines[0] = f"b{self.blocks}: {lines[0]}"
        self.blocks += 1
        return lines

    def op(self):
        name = self.g.choice("add sub sll slt sltu xor srl sra or and".split())
        return [f"{name} {self.reg()}, {self.reg()}, {self.reg()}"]

    def extended(self):
        return [extended(self.g, self.extensions, self.reg)]

    def op_imm(self):
        if self.g.random() < 0.4:
            name = self.g.choice(("slli", "srli", "srai"))
            return [f"{name} {self.reg()}, {self.reg()}, {self.g.randint(0, 31)}"]
        name = self.g.choice("addi slti sltiu xori ori andi".split())
        return [f"{name} {self.reg()}, {self.reg()}, {self.imm()}"]

    def upper(self):
        return [f"{self.g.choice(('lui', 'auipc'))} {self.reg()}, {self.g.getrandbits(20)}"]

    def load(self):
        name = self.g.choice("lb lh lw lbu lhu lw lw".split())
        return [f"{name} {self.reg()}, {self.g.randint(-8, 24)}(x31)"]

    def store(self):
        name = self.g.choice(("sb", "sh", "sw"))
        return [f"{name} {self.reg()}, {self.g.randint(-8, 24)}(x31)"]

    def branch(self):
        name = self.g.choice("beq bne blt bge bltu bgeu".split())
        return [f"{name} {self.reg()}, {self.reg()}, {self.forward()}"]

    def jal(self):
        return [f"jal {self.reg()}, {self.forward()}"]

    def jalr(self):
        """Jump through a register that the ALU, a load or the coprocessor wrote shortly before."""
        lines = self.g.choice((
            ["auipc x9, 0"],
            ["auipc x9, 0", "sw x9, 40(x31)", "lw x9, 40(x31)"],
            ["auipc x9, 0", f".word {custom(2, 9, 9, 0)}"]))
        lines = lines + ["nop"] * self.g.randint(0, 3)
        odd = self.g.choice((0, 0, 0, 1, 0 if self.compressed else 2))
        lines.append(f"jalr {self.reg()}, {4 * len(lines) + self.g.choice((4, 4, 8)) + odd}(x9)")
        return lines

    def csr(self):
        if self.g.random() < 0.4:
            return [self.g.choice(("csrrsi x0, mstatus, 8", "csrw mie, x27"))]
        name = self.g.choice("csrrw csrrs csrrc".split())
        number = self.g.choice(_CSRS)
        if self.g.random() < 0.5:
            return [f"{name}i {self.reg()}, {number}, {self.g.randint(0, 31)}"]
        return [f"{name} {self.reg()}, {number}, {self.reg()}"]

    def illegal(self):
        if self.compressed:
            return self.compressed.illegal()
        return [f".word {self.g.getrandbits(32) & ~0x7f | self.g.choice((0x2b, 0x7f, 0x00))}"]

    def custom(self):
        pick = self.g.choice
        word = custom(pick((0, 0, 0, 1, 1, 2, 3, 4, 5)), pick(self.registers), pick(self.registers),
                      pick(self.registers), self.g.getrandbits(7))
        return [f".word {word}"]

    def system(self):
        return self.g.choice((["ecall"], ["ebreak"], ["fence"], ["fence.i"],
                              # There must be something that wakes it up.
                              ["csrrsi x0, mie, 8", "wfi"]))


def program(generator, length, extensions=frozenset()):
    """Return the words of a program of about ``length`` instructions, to run from 0.

    The handler of exceptions skips the instruction; that of interrupts and bus errors returns. Four
    programs of five let them use the vector table.
    """
    make = _Generator(generator, extensions)
    skip = ["addi x30, x30, 4"]
    if make.compressed:
        skip = ["lhu x29, 0(x30)", "andi x29, x29, 3", "addi x29, x29, -3", "addi x30, x30, 2",
                "bnez x29, 8", "addi x30, x30, 2"]
    vectored = int(generator.random() < 0.8)
    lines = ["j main", "exception: csrr x29, mcause", "blt x29, x0, return", "csrr x30, mepc",
             *skip, "csrw mepc, x30", "return: mret", "interrupt: csrr x28, mcause", "mret",
             ".org 0x80", "j exception", *["j interrupt"] * 31,
             "main: lui x31, 4", f"li x30, {0x80 + vectored}", "csrw mtvec, x30",
             "csrwi mcountinhibit, 0", "li x27, -1", "csrw mie, x27", "csrwi mstatus, 8"]
    lines += [f"addi x{i}, x0, {generator.randint(-2048, 2047)}" for i in make.registers[1:]]
    lines += [f"lui x{make.registers[-1]}, 0x80000"]
    if make.compressed:
        lines += make.compressed.prologue
    body = []
    while len(body) < length:
        body += make.block()
    tail = [f"b{make.blocks + i}: nop" for i in range(6)]
    return assemble("\n".join(lines + body + tail + ["stop: j stop"]))
