"""Ascon-p on five 64-bit integers, with every intermediate state within reach.

Source: SP 800-232, section 3.
"""

from typing import NamedTuple

__all__ = ["CONSTANTS", "MASK", "ROTATIONS", "Round", "add_constant", "diffuse", "permute",
           "substitute", "trace"]

#: Constants of sixteen rounds; fewer rounds use the last ones.
CONSTANTS = (*(0x3c - 0x0f * i for i in range(4)), *(0xf0 - 0x0f * i for i in range(12)))

#: The linear layer: each lane is XORed with itself rotated right by either amount.
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))

#: All bits of a lane.
MASK = (1 << 64) - 1


def add_constant(state, constant):
    """Return the state after the first step of a round: the constant goes into lane 2."""
    x0, x1, x2, x3, x4 = state
    return [x0, x1, x2 ^ constant, x3, x4]


def substitute(state):
    """Return the state after the second step: the S-box on each of the 64 columns."""
    x0, x1, x2, x3, x4 = state
    x0 ^= x4
    x4 ^= x3
    x2 ^= x1
    t0, t1, t2, t3, t4 = x0 ^ MASK, x1 ^ MASK, x2 ^ MASK, x3 ^ MASK, x4 ^ MASK
    y0, y1, y2, y3, y4 = (x0 ^ (t1 & x2), x1 ^ (t2 & x3), x2 ^ (t3 & x4), x3 ^ (t4 & x0),
                          x4 ^ (t0 & x1))
    return [y0 ^ y4, y1 ^ y0, y2 ^ MASK, y3 ^ y2, y4]


def diffuse(state):
    """Return the state after the third step: every lane mixed with itself."""
    return [x ^ _rotate_right(x, a) ^ _rotate_right(x, b)
            for x, (a, b) in zip(state, ROTATIONS, strict=True)]


def _rotate_right(lane, amount):
    return (lane >> amount | lane << (64 - amount)) & MASK


class Round(NamedTuple):
    """One round, step by step."""

    constant:    int
    start:       list[int]
    added:       list[int]
    substituted: list[int]
    diffused:    list[int]


def trace(state, rounds):
    """Run the permutation and keep everything.

    Parameters
    ----------
    state : sequence of five :class:`int`
        Lanes 0 to 4.
    rounds : :class:`int`
        How many, 0 to 16.

    Returns
    -------
    list of :class:`Round`
        The rounds in order; the last one's ``diffused`` is the permuted state.

    Raises
    ------
    ValueError
        If ``rounds`` or the state is not allowed.
    """
    result = []
    state = _checked(state, rounds)
    for constant in CONSTANTS[16 - rounds:]:
        added = add_constant(state, constant)
        substituted = substitute(added)
        diffused = diffuse(substituted)
        result.append(Round(constant, state, added, substituted, diffused))
        state = diffused
    return result


def permute(state, rounds):
    """Return the state after ``rounds`` rounds, as a new list.

    The same function as :func:`trace` in one piece, several times faster.

    Parameters
    ----------
    state : sequence of five :class:`int`
        Lanes 0 to 4.
    rounds : :class:`int`
        How many, 0 to 16.

    Raises
    ------
    ValueError
        If ``rounds`` or the state is not allowed.
    """
    x0, x1, x2, x3, x4 = _checked(state, rounds)
    for constant in CONSTANTS[16 - rounds:]:
        x0 ^= x4
        x4 ^= x3
        x2 ^= x1 ^ constant
        y0 = x0 ^ (~x1 & x2)
        y1 = x1 ^ (~x2 & x3)
        y2 = x2 ^ (~x3 & x4) ^ MASK
        y3 = x3 ^ (~x4 & x0)
        y4 = x4 ^ (~x0 & x1)
        y3 ^= y2 ^ MASK
        y1 ^= y0
        y0 ^= y4
        # A doubled lane makes each rotation one shift.
        d0, d1, d2, d3, d4 = (y0 << 64 | y0, y1 << 64 | y1, y2 << 64 | y2, y3 << 64 | y3,
                              y4 << 64 | y4)
        x0 = (d0 ^ d0 >> 19 ^ d0 >> 28) & MASK
        x1 = (d1 ^ d1 >> 61 ^ d1 >> 39) & MASK
        x2 = (d2 ^ d2 >> 1 ^ d2 >> 6) & MASK
        x3 = (d3 ^ d3 >> 10 ^ d3 >> 17) & MASK
        x4 = (d4 ^ d4 >> 7 ^ d4 >> 41) & MASK
    return [x0, x1, x2, x3, x4]


def _checked(state, rounds):
    if rounds not in range(17):
        raise ValueError(f"rounds must be 0..16, not {rounds!r}")
    state = list(state)
    if len(state) != 5 or any(lane not in range(1 << 64) for lane in state):
        raise ValueError(f"state must be five lanes of 64 bits, not {state!r}")
    return state
