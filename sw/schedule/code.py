"""Instructions as the generator emits them and the proof executes them.

Source: RISC-V unprivileged ISA, chapters RV32I and "B" (Zbb, Zbkb).
"""

from dataclasses import dataclass

__all__ = ["BITWISE", "LINEAR", "SEMANTICS", "WORD", "Branch", "Instruction", "Jump", "Label",
           "Return", "execute"]

#: All bits of a register.
WORD = (1 << 32) - 1

#: What an instruction does to its operands; an immediate is sign-extended.
SEMANTICS = {
    "addi": lambda a, b: a + b & WORD,
    "xor":  lambda a, b: a ^ b,
    "and":  lambda a, b: a & b,
    "or":   lambda a, b: a | b,
    "xori": lambda a, b: a ^ b & WORD,
    "srli": lambda a, b: a >> b,
    "slli": lambda a, b: a << b & WORD,
    "andn": lambda a, b: a & (b ^ WORD),
    "orn":  lambda a, b: a | (b ^ WORD),
    "xnor": lambda a, b: a ^ b ^ WORD,
    "rori": lambda a, b: (a >> b | a << (32 - b)) & WORD,
}

#: Bit n of the result depends on bits n of the operands alone.
BITWISE = {"xor", "and", "or", "xori", "andn", "orn", "xnor"}

#: The result is linear over GF(2); ``xori`` and ``xnor`` are not, they complement.
LINEAR = {"xor", "srli", "slli", "rori"}


@dataclass(frozen=True)
class Instruction:
    """An instruction ``name rd, rs1, operand``; ``operand`` is a register or a number."""

    name:    str
    rd:      str
    rs1:     str
    operand: str | int

    def __str__(self):
        """Spell it for the assembler."""
        return f"{self.name} {self.rd}, {self.rs1}, {self.operand}"


@dataclass(frozen=True)
class Label:
    """A place to go to."""

    name: str

    def __str__(self):
        """Spell it for the assembler."""
        return f"{self.name}:"


@dataclass(frozen=True)
class Jump:
    """Go to ``label``."""

    label: str

    def __str__(self):
        """Spell it for the assembler."""
        return f"j {self.label}"


@dataclass(frozen=True)
class Return:
    """Go back to the caller."""

    def __str__(self):
        """Spell it for the assembler."""
        return "ret"


@dataclass(frozen=True)
class Branch:
    """Go to ``label`` if two registers differ."""

    rs1:   str
    rs2:   str
    label: str

    def __str__(self):
        """Spell it for the assembler."""
        return f"bne {self.rs1}, {self.rs2}, {self.label}"


def execute(code, registers):
    """Execute instructions one after another.

    Parameters
    ----------
    code : iterable of :class:`Instruction`
        The instructions.
    registers : :class:`dict` of :class:`str` to :class:`int`
        Registers by name, changed in place. Reading one that is not there is a KeyError.
    """
    for instruction in code:
        operand = instruction.operand
        registers[instruction.rd] = SEMANTICS[instruction.name](
            registers[instruction.rs1], operand if isinstance(operand, int) else registers[operand])
