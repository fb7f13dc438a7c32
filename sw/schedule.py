"""Emits Ascon-p[12] and Ascon-p[8] in RV32I: straight-line code, 112 instructions a round.

Lane i lies in two registers, low half and high half. **Lane 1 is stored complemented**, on entry
and on return: with that, no instruction is spent on a NOT in every other round. The substitution
layer's two circuits take the lanes from one set of complemented lanes to another:

========  ===================  ===================  ===========================
circuit   complemented before  complemented after   operations, both halves
========  ===================  ===================  ===========================
``A``     lane 1               lanes 0, 1, 3, 4     30
``B``     lanes 0, 1, 3, 4     lane 1               32 (one is a NOT per half)
========  ===================  ===================  ===========================

The linear layer keeps complements, since it XORs three rotations of a lane. It takes 16 operations
a lane: per half and rotation a right shift of one half, a left shift of the other and two XORs; a
rotation by 32 and more exchanges the halves' roles. The constant is one more: on average
31 + 80 + 1 = 112.

Who XORs into lane 1 need not care for the complement; who stores or reads it complements both
halves. That costs at most two instructions a block, less than what a permutation with ordinary
lanes on entry and return would cost (899 and 1347 instructions instead of 896 and 1344).

:mod:`sw.schedule_proof` proves the emitted code equal to the permutation.

Source: SP 800-232, section 3 (permutation); the complemented lanes are this project's.
"""

from dataclasses import dataclass

__all__ = ["CONSTANTS", "HALVES", "REGISTERS", "ROTATIONS", "SUBSTITUTED", "TEMPORARIES",
           "Instruction", "linear_layer", "permutation", "permutation_source", "round_constant",
           "substitution_layer"]

#: Constants of the last 12 rounds.
CONSTANTS = tuple(0xf0 - 0x0f * i for i in range(12))

#: Right rotations of the linear layer, by lane.
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))

#: Low and high half.
HALVES = (0, 1)

#: ``REGISTERS[lane][half]`` holds that half on entry and on return.
REGISTERS = tuple((f"s{2 * lane}", f"s{2 * lane + 1}") for lane in range(5))

#: The other registers that the code uses.
TEMPORARIES = ("t0", "t1", "t2", "t3", "t4")

#: Where the substitution layer leaves a lane: in the registers of another lane, lane 0 in t3, t4.
SUBSTITUTED = (("t3", "t4"), REGISTERS[2], REGISTERS[4], REGISTERS[0], REGISTERS[1])


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


def round_constant(constant):
    """Return the instructions that add a round constant."""
    low = REGISTERS[2][0]
    return [Instruction("xori", low, low, constant)]


def substitution_layer(circuit, half):
    """Return one half of the substitution layer.

    Parameters
    ----------
    circuit : ``"A"`` or ``"B"``
        Which complements it takes and leaves, see the module's table.
    half : 0 or 1
        Which half.

    Returns
    -------
    :class:`list` of :class:`Instruction`
        They take lane i from ``REGISTERS[i][half]`` and leave it in the registers of another lane
        (or t3, t4 for lane 0), where the linear layer takes it from.
    """
    x0, x1, x2, x3, x4 = (lane[half] for lane in REGISTERS)
    y0, y1, y2, y3, y4 = (lane[half] for lane in SUBSTITUTED)
    code = []

    def emit(name, rd, rs1, operand):
        code.append(Instruction(name, rd, rs1, operand))

    sum12, sum04, sum0124 = "t0", "t1", y0
    emit("xor", sum12, x2, x1)
    emit("xor", sum04, x4, x0)
    emit("xor", sum0124, sum04, sum12)
    emit("xor", x2, x2, x3)
    sum23, sum34 = x2, x3
    if circuit == "A":
        emit("xor", sum34, x4, x3)
        emit("and", y2, x4, sum34)
        emit("xor", y2, y2, sum12)
        emit("or",  y3, x0, sum34)
        mask1 = sum0124
    else:
        emit("xori", x4, x4, -1)
        emit("and", "t2", x3, x4)
        emit("xor", sum34, x4, x3)
        emit("xor", y2, "t2", sum12)
        emit("and", y3, x0, sum34)
        mask1 = sum04
    emit("xor", y3, y3, sum12)
    emit("and", y1, sum12, sum23)
    emit("xor", y1, y1, mask1)
    emit("and", y0, x1, sum0124)
    emit("xor", y0, y0, sum34)
    emit("or",  y4, x1, sum04)
    emit("xor", y4, y4, sum34)
    return code


def _pieces(lane, half):
    """Return the four shifts whose XOR, with the half itself, is the half of a diffused lane."""
    source = SUBSTITUTED[lane]
    shifts = []
    for rotation in ROTATIONS[lane]:
        own, other = (half, 1 - half) if rotation < 32 else (1 - half, half)
        amount = rotation % 32
        shifts += [("srli", source[own], amount), ("slli", source[other], 32 - amount)]
    return source[half], shifts


def _diffuse(lane, half, first, second):
    """Sum all pieces of a half but one into ``first`` and put the last one into ``second``."""
    own, (piece, *pieces) = _pieces(lane, half)
    code = [Instruction(piece[0], first, *piece[1:]), Instruction("xor", first, first, own)]
    for number, piece in enumerate(pieces, 1):
        code.append(Instruction(piece[0], second, *piece[1:]))
        if number < len(pieces):
            code.append(Instruction("xor", first, first, second))
    return code


def linear_layer():
    """Return the linear layer, from where the substitution layer left the lanes to their registers.

    The order writes no register whose lane is still to be read. Lanes 1, 2 and 4 lie in each
    other's registers in a circle; lane 1 waits in four temporaries until its own are free.
    """
    code = []
    for lane in (3, 0):
        for half in HALVES:
            home = REGISTERS[lane][half]
            code += [*_diffuse(lane, half, home, "t2"), Instruction("xor", home, home, "t2")]
    waiting = (("t0", "t1"), ("t3", "t4"))
    for half in HALVES:
        code += _diffuse(1, half, *waiting[half])
    for lane in (2, 4):
        for half in HALVES:
            home = REGISTERS[lane][half]
            code += [*_diffuse(lane, half, home, "t2"), Instruction("xor", home, home, "t2")]
    code += [Instruction("xor", REGISTERS[1][half], *waiting[half]) for half in HALVES]
    return code


def permutation(rounds):
    """Return the rounds of the permutation.

    Parameters
    ----------
    rounds : :class:`int`
        How many, an even number up to 12: circuit ``B`` must be the last.

    Returns
    -------
    :class:`list` of :class:`list` of :class:`Instruction`
        The instructions of each round.

    Raises
    ------
    ValueError
        If the number of rounds is not allowed.
    """
    if rounds not in range(2, 13, 2):
        raise ValueError(f"rounds must be an even number from 2 to 12, not {rounds!r}")
    return [[*round_constant(constant),
             *(instruction for half in HALVES
               for instruction in substitution_layer("AB"[number % 2], half)),
             *linear_layer()]
            for number, constant in enumerate(CONSTANTS[12 - rounds:])]


def permutation_source():
    """Return the assembly source of both permutations; twelve rounds run into the last eight."""
    twelve = permutation(12)
    lengths = {rounds: sum(map(len, twelve[12 - rounds:])) for rounds in (12, 8)}
    registers = ", ".join(f"{low}/{high} x{lane}"
                          for lane, (low, high) in enumerate(REGISTERS))
    lines = [
        "# Generated by sw/schedule.py.",
        "#",
        "# ascon_permute12, ascon_permute8: Ascon-p[12] and Ascon-p[8].",
        f"# In, out:  low/high half of every lane: {registers};",
        "#           x1 is complemented.",
        f"# Clobbers: {', '.join(TEMPORARIES)}.",
        f"# Cycles:   {lengths[12] + 2} and {lengths[8] + 2}, return included.",
        "",
        ".text", ".balign 4", ".globl ascon_permute12, ascon_permute8",
    ]
    for number, code in enumerate(twelve):
        labels = {0: "ascon_permute12:", 4: "ascon_permute8:"}
        if number in labels:
            lines.append(labels[number])
        lines.append(f"  # round {number + 1}")
        lines += [f"  {instruction}" for instruction in code]
    return "\n".join([*lines, "  ret", ""])
