"""Proves the code of :mod:`sw.schedule` equal to the permutation, for every state.

A round is proved in three steps, each on the very instructions that are emitted:

* Round constant and substitution layer consist of bitwise operations only, so that bit n of every
  result depends on bits n of the operands alone. A register has 32 bits, and there are 32 columns:
  one run has them all.
* The linear layer consists of shifts and XORs only, so that it is linear: the run on each of the
  320 states with a single bit, and the one on zero, determine it.
* The instructions of a round are those of its parts, in that order.

``python -m sw.schedule_proof`` proves it and prints the instructions of every round.
"""

from sw import schedule
from sw.model.permutation import CONSTANTS, MASK, add_constant, diffuse, permute, substitute

__all__ = ["ProofError", "execute", "prove", "run"]

_WORD = (1 << 32) - 1

#: Lanes that are complemented before and after a circuit.
_COMPLEMENTED = {"A": ((1,), (0, 1, 3, 4)), "B": ((0, 1, 3, 4), (1,))}

_BITWISE = {"xor", "and", "or", "xori"}
_LINEAR = {"xor", "srli", "slli"}

_SEMANTICS = {
    "xor":  lambda a, b: a ^ b,
    "and":  lambda a, b: a & b,
    "or":   lambda a, b: a | b,
    "xori": lambda a, b: a ^ b & _WORD,
    "srli": lambda a, b: a >> b,
    "slli": lambda a, b: a << b & _WORD,
}


class ProofError(AssertionError):
    """The emitted code is not the permutation."""


def _require(condition, message):
    if not condition:
        raise ProofError(message)


def execute(code, registers):
    """Execute instructions.

    Parameters
    ----------
    code : iterable of :class:`sw.schedule.Instruction`
        The instructions.
    registers : :class:`dict` of :class:`str` to :class:`int`
        Registers by name, changed in place. Reading one that is not there is a KeyError.
    """
    for instruction in code:
        operand = instruction.operand
        registers[instruction.rd] = _SEMANTICS[instruction.name](
            registers[instruction.rs1], operand if isinstance(operand, int) else registers[operand])


def _load(state, complemented=()):
    """Put a state of five lanes into registers."""
    return {register: (value ^ (-1 if lane in complemented else 0)) >> 32 * half & _WORD
            for lane, value in enumerate(state)
            for half, register in enumerate(schedule.REGISTERS[lane])}


def _store(registers, places, complemented=()):
    """Take a state out of registers; ``places[lane][half]`` says where it lies."""
    return [(registers[low] | registers[high] << 32)
            ^ (MASK if lane in complemented else 0)
            for lane, (low, high) in enumerate(places)]


def run(rounds, state):
    """Run the emitted permutation on a state of five integers, return the new state."""
    registers = _load(state, (1,))
    for code in schedule.permutation(rounds):
        execute(code, registers)
    return _store(registers, schedule.REGISTERS, (1,))


def _prove_substitution(circuit, constant):
    """Prove round constant and substitution layer."""
    code = [*schedule.round_constant(constant),
            *(instruction for half in schedule.HALVES
              for instruction in schedule.substitution_layer(circuit, half))]
    _require({instruction.name for instruction in code} <= _BITWISE,
             "the substitution layer has an operation that is not bitwise")
    before, after = _COMPLEMENTED[circuit]
    # Column n of either half is the number n, bit 4 in lane 0.
    state = [sum((n % 32 >> 4 - lane & 1) << n for n in range(64)) for lane in range(5)]
    registers = _load(state, before)
    execute(code, registers)
    _require(_store(registers, schedule.SUBSTITUTED, after)
             == substitute(add_constant(state, constant)),
             f"circuit {circuit} with constant {constant:#04x} is not the substitution layer")
    return code


def _prove_linear():
    """Prove the linear layer."""
    code = schedule.linear_layer()
    _require({instruction.name for instruction in code} <= _LINEAR,
             "the linear layer has an operation that is not linear")
    for lane in range(5):
        for value in (0, *(1 << n for n in range(64))):
            registers = {register: 0 for pair in schedule.SUBSTITUTED for register in pair}
            for half, register in enumerate(schedule.SUBSTITUTED[lane]):
                registers[register] = value >> 32 * half & _WORD
            execute(code, registers)
            state = [value if number == lane else 0 for number in range(5)]
            _require(_store(registers, schedule.REGISTERS) == diffuse(state),
                     f"the linear layer is wrong for lane {lane} = {value:#018x}")
    return code


def prove(rounds):
    """Prove the emitted permutation.

    Parameters
    ----------
    rounds : :class:`int`
        How many, see :func:`sw.schedule.permutation`.

    Returns
    -------
    :class:`list` of :class:`int`
        Instructions of every round.

    Raises
    ------
    ProofError
        If it is wrong.
    """
    linear = _prove_linear()
    program = schedule.permutation(rounds)
    constants = CONSTANTS[16 - rounds:]
    for number, (code, constant) in enumerate(zip(program, constants, strict=True)):
        parts = _prove_substitution("AB"[number % 2], constant) + linear
        _require(code == parts, f"round {number + 1} is not made of the parts that were proved")
    return [len(code) for code in program]


def main():
    """Prove both permutations and print what their rounds cost."""
    for rounds in (8, 12):
        lengths = prove(rounds)
        check = permute([0] * 5, rounds)
        _require(run(rounds, [0] * 5) == list(check), "the model disagrees on the zero state")
        print(f"Ascon-p[{rounds}]: {sum(lengths)} instructions, "
              f"{sum(lengths) / rounds:.1f} a round: {' '.join(map(str, lengths))}; proved")


if __name__ == "__main__":
    main()
