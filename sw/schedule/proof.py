"""Proves programs equal to the permutation, for every state.

What a program executes from an entry to its return is found first: its branches depend on counters
alone, whose values are known. A register that holds a known number counts as that number from then
on. What remains is cut into rounds, and a round is proved in two steps, each on the very
instructions that are emitted:

* Round constant and substitution layer consist of bitwise operations only, so that bit n of every
  result depends on bits n of the ten registers alone. In 1024 runs these are all there can be, for
  every n at once.
* The linear layer consists of shifts, rotations and XORs only, so that it is linear: the run on
  each of the 320 states with a single bit, and the one on zero, determine it. What is complemented
  is taken care of by one more run on a state of ones.

Rounds fit together: each begins with those lanes complemented that the one before has left so.
"""

from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple

from sw.model.permutation import CONSTANTS, add_constant, diffuse, substitute
from sw.schedule.code import (
    BITWISE,
    LINEAR,
    SEMANTICS,
    WORD,
    Branch,
    Instruction,
    Jump,
    Label,
    Return,
    execute,
)
from sw.schedule.form import ORDINARY, join, load, store
from sw.schedule.registers import HOME

__all__ = ["ProofError", "executed", "prove", "run"]

#: A program has fewer instructions by far.
_LIMIT = 10_000


class ProofError(AssertionError):
    """The emitted code is not the permutation."""


def _require(condition, message):
    if not condition:
        raise ProofError(message)


class Execution(NamedTuple):
    """What a program executes.

    Attributes
    ----------
    code : :class:`list` of :class:`sw.schedule.code.Instruction`
        Instructions that work on the state, known numbers put in.
    instructions, cycles : :class:`int`
        What that costs, the return included, in cycles of a CV32E40X whose memory does not wait.
    """

    code:         list[Instruction]
    instructions: int
    cycles:       int


def executed(items, label):
    """Follow a program from a label to its return.

    Parameters
    ----------
    items : list
        The program, see :attr:`sw.schedule.programs.Program.items`.
    label : :class:`str`
        Where it is entered.

    Returns
    -------
    :class:`Execution`
        What is executed, whatever the state is.

    Raises
    ------
    ProofError
        If a branch depends on something that is not known, or there is no end.
    """
    labels = {item.name: number for number, item in enumerate(items) if isinstance(item, Label)}
    known, code, position, cycles = {"zero": 0}, [], labels[label], 0
    for count in range(1, _LIMIT):
        while isinstance(items[position], Label):
            position += 1
        item = items[position]
        position += 1
        cycles += 1
        match item:
            case Return():
                return Execution(code, count, cycles + 1)
            case Jump():
                position = labels[item.label]
                cycles += 1
            case Branch():
                _require({item.rs1, item.rs2} <= set(known), f"{item} depends on the state")
                if known[item.rs1] != known[item.rs2]:
                    position = labels[item.label]
                    cycles += 2
            case Instruction():
                _follow(item, known, code)
    raise ProofError(f"no end after {_LIMIT} instructions")


def _follow(instruction, known, code):
    """Execute an instruction on known numbers, or add it to the code."""
    if instruction.operand in known:
        instruction = replace(instruction, name=instruction.name + "i",
                              operand=known[instruction.operand])
    rd, rs1, operand = instruction.rd, instruction.rs1, instruction.operand
    if rs1 in known:
        _require(isinstance(operand, int), f"{instruction} has a known operand")
        known[rd] = SEMANTICS[instruction.name](known[rs1], operand)
    else:
        known.pop(rd, None)
        code.append(instruction)


@cache
def _prove_substitution(code, layout, constant, before, places, between):
    """Prove round constant and substitution layer."""
    _require({instruction.name for instruction in code} <= BITWISE,
             "the substitution layer has an operation that is not bitwise")
    for columns in product(range(32), repeat=2):
        # Every column of a half is the same number, bit 4 in lane 0.
        state = [join([WORD * (column >> 4 - lane & 1) for column in columns], layout)
                 for lane in range(5)]
        registers = load(state, layout, HOME, before)
        execute(code, registers)
        _require(store(registers, layout, places, between)
                 == substitute(add_constant(state, constant)),
                 f"the substitution layer with constant {constant:#04x} is wrong")


@cache
def _prove_linear(code, layout, places, between, after):
    """Prove the linear layer."""
    _require({instruction.name for instruction in code} <= LINEAR,
             "the linear layer has an operation that is not linear")

    def result(state, complements):
        registers = load(state, layout, places, complements)
        execute(code, registers)
        return registers

    for lane in range(5):
        for value in (0, *(1 << n for n in range(64))):
            state = [value if number == lane else 0 for number in range(5)]
            _require(store(result(state, ORDINARY), layout, HOME) == diffuse(state),
                     f"the linear layer is wrong for lane {lane} = {value:#018x}")
    _require(not any(store(result([0] * 5, between), layout, HOME, after)),
             "the linear layer leaves other lanes complemented")


def prove(program):
    """Prove a program.

    Parameters
    ----------
    program : :class:`sw.schedule.programs.Program`
        The program.

    Returns
    -------
    :class:`dict` of :class:`int` to :class:`Execution`
        What is executed from each entry, by its number of rounds.

    Raises
    ------
    ProofError
        If it is wrong.
    """
    executions = {}
    for rounds in program.entries:
        executions[rounds] = executed(program.items, program.label(rounds))
        try:
            _prove_rounds(program, rounds, tuple(executions[rounds].code))
        except KeyError as error:
            raise ProofError(f"{error} is read before it is written") from None
    return executions


def _prove_rounds(program, rounds, code):
    """Prove that code is the rounds behind an entry."""
    layout, complements = program.form.layout, program.complements
    for constant, claim in zip(CONSTANTS[-rounds:], program.claims(rounds), strict=True):
        _require(claim.before == complements, "a round does not follow the one before")
        size = len(claim.substitution)
        part, code = code[:size], code[size:]
        _prove_substitution(part, layout, constant, claim.before, claim.places, claim.between)
        size = len(claim.linear)
        part, code = code[:size], code[size:]
        _prove_linear(part, layout, claim.places, claim.between, claim.after)
        complements = claim.after
    _require(not code, f"behind {rounds} rounds there are {len(code)} instructions more")
    _require(complements == program.complements, "other lanes are complemented on return")


def run(program, rounds, state):
    """Run a program on a state of five integers, return the new state."""
    layout, complements = program.form.layout, program.complements
    registers = load(state, layout, HOME, complements)
    execute(executed(program.items, program.label(rounds)).code, registers)
    return store(registers, layout, HOME, complements)
