"""What instructions do, as a function of their bits, their operands and their address.

Written from the specification and apart from the decoder; instructions in groups, so that a proof
is about one group. Nor has it anything of the models in ``sim/``: these are Amaranth values for a
solver, a second opinion on what those calculate.

Source: RISC-V unprivileged specification 20240411, chapter 2 (RV32I).
"""

from dataclasses import dataclass

from amaranth.hdl import C, Cat, Mux, Value

__all__ = ["ACCESSES", "COMPUTATIONS", "JUMPS", "SHIFTS", "SYSTEM", "Effect", "Operands",
           "immediate", "r", "rotate_left", "rotate_right", "s", "shift"]


@dataclass(frozen=True)
class Operands:
    """What an instruction depends on: its 32 bits, its registers, its address and its size."""

    insn: Value
    rs1:  Value
    rs2:  Value
    pc:   Value
    size: Value

    @property
    def imm_i(self):
        """Immediate of type I."""
        return self.insn[20:].as_signed()

    @property
    def imm_s(self):
        """Immediate of type S."""
        return Cat(self.insn[7:12], self.insn[25:]).as_signed()

    @property
    def imm_b(self):
        """Immediate of type B."""
        return Cat(C(0, 1), self.insn[8:12], self.insn[25:31], self.insn[7],
                   self.insn[31]).as_signed()

    @property
    def imm_u(self):
        """Immediate of type U."""
        return Cat(C(0, 12), self.insn[12:])

    @property
    def imm_j(self):
        """Immediate of type J."""
        return Cat(C(0, 1), self.insn[21:31], self.insn[20], self.insn[12:20],
                   self.insn[31]).as_signed()

    @property
    def shamt(self):
        """Shift amount in the place of rs2."""
        return self.insn[20:25]


@dataclass(frozen=True)
class Effect:
    """What an instruction does; what is None, it does not.

    Attributes
    ----------
    rd : Value, list of (Value, Value), or None
        New value of ``rd``; several values, each with the condition under which it is the one, are
        easier to prove.
    next_pc : Value or None
        Address of the next instruction, if not that behind it.
    address : Value or None
        Byte address of a load or store.
    size : :class:`int`
        Bytes that it accesses.
    store : Value or None
        What it stores.
    sign : :class:`bool`
        Whether what is loaded is extended with its sign.
    rs1, rs2 : :class:`bool`
        Whether it reads that register.
    traps : :class:`bool`
        Whether it raises an exception instead.
    """

    rd:      object = None
    next_pc: object = None
    address: object = None
    size:    int = 0
    store:   object = None
    sign:    bool = False
    rs1:     bool = True
    rs2:     bool = True
    traps:   bool = False


def r(funct7, funct3, opcode="0110011"):
    """Return the pattern of a type R instruction."""
    return f"{funct7} ----- ----- {funct3} ----- {opcode}"


def _i(funct3, opcode="0010011"):
    return f"------- ----- ----- {funct3} ----- {opcode}"


def immediate(value):
    """Return the effect of an instruction that does not read ``rs2``."""
    return Effect(value, rs2=False)


def shift(function):
    """Return the effects of a shift by a register and by an immediate.

    ``function`` returns the value, given ``rs1`` and the amount as an integer.
    """
    def cases(o, amount):
        return [(amount == i, function(o.rs1, i)) for i in range(32)]

    return (lambda o: Effect(cases(o, o.rs2[:5])),
            lambda o: Effect(cases(o, o.shamt), rs2=False))


def rotate_right(a, amount):
    """Return ``a`` rotated."""
    return a.rotate_right(amount)


def rotate_left(a, amount):
    """Return ``a`` rotated."""
    return a.rotate_left(amount)


def less(a, b):
    return Mux(a < b, 1, 0)


def s(value):
    """Return a value as a signed number."""
    return value.as_signed()


def _branch(condition):
    return lambda o: Effect(next_pc=Mux(condition(o.rs1, o.rs2), o.pc + o.imm_b, o.pc + o.size))


def _load(size, sign):
    return lambda o: Effect(address=o.rs1 + o.imm_i, size=size, sign=sign, rs2=False)


def _store(size):
    return lambda o: Effect(address=o.rs1 + o.imm_s, size=size, store=o.rs2)


_SLL, _SLLI = shift(lambda a, amount: a << amount)
_SRL, _SRLI = shift(lambda a, amount: a >> amount)
_SRA, _SRAI = shift(lambda a, amount: a.as_signed() >> amount)

COMPUTATIONS = {
    "lui":   ("------- ----- ----- --- ----- 0110111",
              lambda o: Effect(o.imm_u, rs1=False, rs2=False)),
    "auipc": ("------- ----- ----- --- ----- 0010111",
              lambda o: Effect(o.pc + o.imm_u, rs1=False, rs2=False)),
    "addi":  (_i("000"), lambda o: immediate(o.rs1 + o.imm_i)),
    "slti":  (_i("010"), lambda o: immediate(less(s(o.rs1), o.imm_i))),
    "sltiu": (_i("011"), lambda o: immediate(less(o.rs1, Cat(o.imm_i, o.insn[31].replicate(20))))),
    "xori":  (_i("100"), lambda o: immediate(o.rs1 ^ o.imm_i)),
    "ori":   (_i("110"), lambda o: immediate(o.rs1 | o.imm_i)),
    "andi":  (_i("111"), lambda o: immediate(o.rs1 & o.imm_i)),
    "add":   (r("0000000", "000"), lambda o: Effect(o.rs1 + o.rs2)),
    "sub":   (r("0100000", "000"), lambda o: Effect(o.rs1 - o.rs2)),
    "slt":   (r("0000000", "010"), lambda o: Effect(less(s(o.rs1), s(o.rs2)))),
    "sltu":  (r("0000000", "011"), lambda o: Effect(less(o.rs1, o.rs2))),
    "xor":   (r("0000000", "100"), lambda o: Effect(o.rs1 ^ o.rs2)),
    "or":    (r("0000000", "110"), lambda o: Effect(o.rs1 | o.rs2)),
    "and":   (r("0000000", "111"), lambda o: Effect(o.rs1 & o.rs2)),
}

SHIFTS = {
    "slli":  (r("0000000", "001", "0010011"), _SLLI),
    "srli":  (r("0000000", "101", "0010011"), _SRLI),
    "srai":  (r("0100000", "101", "0010011"), _SRAI),
    "sll":   (r("0000000", "001"), _SLL),
    "srl":   (r("0000000", "101"), _SRL),
    "sra":   (r("0100000", "101"), _SRA),
}

JUMPS = {
    "jal":   ("------- ----- ----- --- ----- 1101111",
              lambda o: Effect(o.pc + o.size, o.pc + o.imm_j, rs1=False, rs2=False)),
    "jalr":  (_i("000", "1100111"),
              lambda o: Effect(o.pc + o.size, (o.rs1 + o.imm_i) & ~1, rs2=False)),
    "beq":   (_i("000", "1100011"), _branch(lambda a, b: a == b)),
    "bne":   (_i("001", "1100011"), _branch(lambda a, b: a != b)),
    "blt":   (_i("100", "1100011"), _branch(lambda a, b: s(a) < s(b))),
    "bge":   (_i("101", "1100011"), _branch(lambda a, b: s(a) >= s(b))),
    "bltu":  (_i("110", "1100011"), _branch(lambda a, b: a < b)),
    "bgeu":  (_i("111", "1100011"), _branch(lambda a, b: a >= b)),
}

ACCESSES = {
    "lb":    (_i("000", "0000011"), _load(1, True)),
    "lh":    (_i("001", "0000011"), _load(2, True)),
    "lw":    (_i("010", "0000011"), _load(4, True)),
    "lbu":   (_i("100", "0000011"), _load(1, False)),
    "lhu":   (_i("101", "0000011"), _load(2, False)),
    "sb":    (_i("000", "0100011"), _store(1)),
    "sh":    (_i("001", "0100011"), _store(2)),
    "sw":    (_i("010", "0100011"), _store(4)),
}

_NOTHING = Effect(rs1=False, rs2=False)
_TRAPS = Effect(rs1=False, rs2=False, traps=True)

SYSTEM = {
    "fence":   (_i("000", "0001111"), lambda o: _NOTHING),
    "fence.i": (_i("001", "0001111"), lambda o: _NOTHING),
    "ecall":   ("0000000 00000 00000 000 00000 1110011", lambda o: _TRAPS),
    "ebreak":  ("0000000 00001 00000 000 00000 1110011", lambda o: _TRAPS),
}
