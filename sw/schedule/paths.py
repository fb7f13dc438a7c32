"""Chooses the circuits of all rounds: the shortest way through the sets of complemented lanes.

A round takes some lanes complemented and leaves others so. Its constant may flip lane 2 on the
way: an immediate of ``xori`` is sign-extended, so that the complement of a constant costs nothing
more. With low and high halves that holds for the low half only, the high one needs a NOT.
"""

from typing import NamedTuple

from sw.schedule.circuits import CIRCUITS, Circuit
from sw.schedule.form import Complements, Layout
from sw.schedule.linear import ROTATIONS
from sw.schedule.registers import HALVES

__all__ = ["Step", "after_linear_layer", "shortest_path"]


class Step(NamedTuple):
    """What a round does: flip lane 2 of either half or not, then a circuit for each half.

    ``before`` and ``after`` say what is complemented when the round begins and ends.
    """

    before:   Complements
    flips:    tuple[bool, bool]
    circuits: tuple[Circuit, Circuit]
    after:    Complements


class _Choice(NamedTuple):
    """A way of one half through the substitution layer."""

    cost:    int
    flip:    bool
    circuit: Circuit


def after_linear_layer(layout, complements):
    """Return which lanes are complemented behind the linear layer; None if bits of a lane differ.

    With even and odd bits a rotation by an odd amount takes a half from the other one. A lane sums
    itself and two rotations: if one of them is odd, the halves exchange their complements.
    """
    if layout is Layout.HALVES:
        return complements if complements.first == complements.second else None
    crossed = [sum(rotations) % 2 for rotations in ROTATIONS]
    return Complements(*("".join(pair[half ^ cross] for pair, cross
                                 in zip(zip(*complements, strict=True), crossed, strict=True))
                         for half in HALVES))


def _choices(isa, before, flip_cost):
    """Return the cheapest choice for each set that a half can be left in."""
    flipped = before[:2] + "10"[int(before[2])] + before[3:]
    choices = {}
    for circuit in CIRCUITS[isa]:
        for flip, start, cost in ((False, before, 0), (True, flipped, flip_cost)):
            if circuit.before == start and (flip_cost is not None or not flip):
                choice = _Choice(circuit.cost + cost, flip, circuit)
                known = choices.get(circuit.after)
                if known is None or choice.cost < known.cost:
                    choices[circuit.after] = choice
    return choices


def shortest_path(form, rounds, start, end, *, flips=True):
    """Return the steps of all rounds.

    Parameters
    ----------
    form : :class:`sw.schedule.form.Form`
        Layout and instructions.
    rounds : :class:`int`
        How many.
    start, end : :class:`sw.schedule.form.Complements`
        What is complemented at the beginning and at the end.
    flips : :class:`bool`
        Whether the constants are immediates, which can flip lane 2.

    Returns
    -------
    :class:`list` of :class:`Step`
        The cheapest.

    Raises
    ------
    LookupError
        If the circuits don't lead from ``start`` to ``end``.
    """
    costs = (0, 1 if form.layout is Layout.HALVES else 0) if flips else (None, None)
    reached = {start: (0, [])}
    for _ in range(rounds):
        found = {}
        for before, (cost, steps) in reached.items():
            first, second = (_choices(form.isa, before[half], costs[half]) for half in HALVES)
            for left, a in first.items():
                for right, b in second.items():
                    after = after_linear_layer(form.layout, Complements(left, right))
                    total = cost + a.cost + b.cost
                    if after and (after not in found or total < found[after][0]):
                        found[after] = total, [*steps, Step(before, (a.flip, b.flip),
                                                            (a.circuit, b.circuit), after)]
        reached = found
    if end not in reached:
        raise LookupError(f"no circuits lead from {start} to {end} in {rounds} rounds")
    return reached[end][1]
