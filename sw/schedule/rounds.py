"""Emits rounds: constant and substitution layer, then the linear layer."""

from typing import NamedTuple

from sw.schedule.code import Instruction
from sw.schedule.form import Complements, Layout, split
from sw.schedule.linear import linear_layer
from sw.schedule.registers import HALVES, HOME, TEMPORARIES, Pool
from sw.schedule.substitution import substitution_layer

__all__ = ["Round", "emit_round"]


class Round(NamedTuple):
    """The code of a round and what it claims to do.

    Attributes
    ----------
    before, between, after : :class:`sw.schedule.form.Complements`
        What is complemented when it begins, behind the substitution layer, and when it ends. When
        it begins and ends the state is in :data:`sw.schedule.registers.HOME`.
    substitution : tuple of :class:`sw.schedule.code.Instruction`
        Constant and substitution layer.
    places : five pairs of :class:`str`
        Where that leaves the lanes.
    linear : tuple of :class:`sw.schedule.code.Instruction`
        Linear layer.
    """

    before:       Complements
    between:      Complements
    after:        Complements
    substitution: tuple[Instruction, ...]
    places:       tuple[tuple[str, str], ...]
    linear:       tuple[Instruction, ...]

    @property
    def code(self):
        """All instructions."""
        return self.substitution + self.linear


def _constant(form, constant, flips):
    """Return the instructions that XOR a constant to lane 2, complemented in a half that flips."""
    words = split(constant, form.layout)
    return [Instruction("xori", register, register, word ^ (-1 if flip else 0))
            for register, word, flip in zip(HOME[2], words, flips, strict=True) if word or flip]


def emit_round(form, constant, step):
    """Return a round.

    Parameters
    ----------
    form : :class:`sw.schedule.form.Form`
        Layout and instructions.
    constant : :class:`int` or :class:`str`
        The round's constant, or the register that holds it, with layout ``HALVES``.
    step : :class:`sw.schedule.paths.Step`
        Circuits, and whether the constant flips lane 2.

    Raises
    ------
    LookupError
        If registers are short.
    """
    pool = Pool(TEMPORARIES)
    if isinstance(constant, str):
        if form.layout is not Layout.HALVES or any(step.flips):
            raise ValueError(f"register {constant} is no constant for both halves")
        code = [Instruction("xor", HOME[2][0], HOME[2][0], constant)]
    else:
        code = _constant(form, constant, step.flips)
    places = []
    for half in HALVES:
        part, left = substitution_layer(step.circuits[half], [lane[half] for lane in HOME], pool)
        code += part
        places.append(left)
    places = tuple(zip(*places, strict=True))
    linear = linear_layer(form, places, pool)
    between = Complements(*(circuit.after for circuit in step.circuits))
    return Round(step.before, between, step.after, tuple(code), places, tuple(linear))
