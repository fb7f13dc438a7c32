"""Emits the linear layer, which also brings the lanes back to their registers.

A half of a lane becomes the XOR of itself and some pieces, each a shift or rotation of a half.
Complemented lanes stay so: an odd number of rotations of them are summed.

================  =========================================================  ============
form              a lane                                                     operations
================  =========================================================  ============
halves            per half and rotation a right shift of one half, a left    16
                  shift of the other, two XORs; by 32 and more the halves
                  exchange their roles
even and odd      the same with one half for both shifts; of the rotation    16, lane 2
bits              of lane 2 by 1 the even bits need none                     13
halves, Zbb       rotates a half as a word; what is wrong then is a shift    14
                  of the halves' sum, the same for both halves
even and odd      per half and rotation a rotation and an XOR                8, lane 2
bits, Zbb                                                                    7
================  =========================================================  ============
"""

from typing import NamedTuple

from sw.schedule.code import Instruction
from sw.schedule.form import Isa, Layout
from sw.schedule.registers import HALVES, HOME

__all__ = ["ROTATIONS", "linear_layer"]

#: Right rotations of the linear layer, by lane.
ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))


class _Piece(NamedTuple):
    """``name register, amount``; or the register as it is."""

    name:     str | None
    register: str
    amount:   int = 0


def _shifts(own, other, amount):
    """Return a rotation: pieces of ``own`` and, from above, of ``other``."""
    return [_Piece("srli", own, amount), _Piece("slli", other, 32 - amount)]


def _rotation(form, half, amount, source):
    """Return the pieces of a lane's rotation that a half gets."""
    own, other = source[half], source[1 - half]
    if form.layout is Layout.HALVES:
        if amount >= 32:
            own, other = other, own
        if form.isa is Isa.RV32I:
            return _shifts(own, other, amount % 32)
        return [_Piece("rori", own, amount % 32)]
    if amount % 2:
        own = other
    amount = (amount + half) // 2
    if not amount:
        return [_Piece(None, own)]
    if form.isa is Isa.RV32I:
        return _shifts(own, own, amount)
    return [_Piece("rori", own, amount)]


def _pieces(form, lane, half, source):
    """Return what is XORed into a half besides itself, shifts first."""
    pieces = [piece for amount in ROTATIONS[lane]
              for piece in _rotation(form, half, amount, source)]
    return sorted(pieces, key=lambda piece: piece.name is None)


def _add(pieces, target, pool):
    """Return code that XORs pieces into ``target``."""
    code = []
    for name, register, amount in pieces:
        summand = register
        if name:
            summand = pool.take()
            code.append(Instruction(name, summand, register, amount))
            pool.give(summand)
        code.append(Instruction("xor", target, target, summand))
    return code


def _sum(pieces, target, pool):
    """Return code that leaves the XOR of pieces in ``target``."""
    name, register, amount = pieces[0]
    return [Instruction(name, target, register, amount), *_add(pieces[1:], target, pool)]


def _correction(lane, source, target, pool):
    """Return code that leaves in ``target`` what rotating the halves as words gets wrong."""
    scratch = pool.take()
    first, second = (32 - amount % 32 for amount in ROTATIONS[lane])
    pool.give(scratch)
    return [Instruction("xor", scratch, *source),
            Instruction("slli", target, scratch, first),
            Instruction("slli", scratch, scratch, second),
            Instruction("xor", target, target, scratch)]


def _lane(form, lane, source, pool):
    """Return the code of one lane, from its ``source`` registers to its home."""
    home = HOME[lane]
    sums = [pool.take(register) if register in pool else None for register in home]
    sums = [register or pool.take() for register in sums]
    pieces = [_pieces(form, lane, half, source) for half in HALVES]
    if form.layout is Layout.HALVES and form.isa is Isa.ZBB_ZBKB:
        code = [*_correction(lane, source, sums[1], pool),
                *_sum([*pieces[0], _Piece(None, sums[1])], sums[0], pool),
                *_add(pieces[1], sums[1], pool)]
    else:
        code = [instruction for half in HALVES
                for instruction in _sum(pieces[half], sums[half], pool)]
    code += [Instruction("xor", home[half], sums[half], source[half]) for half in HALVES]
    for register in (*sums, *source):
        if register not in home:
            pool.give(register)
    return code


def linear_layer(form, places, pool):
    """Return the linear layer.

    Parameters
    ----------
    form : :class:`sw.schedule.form.Form`
        Layout of the lanes, and the instructions there are.
    places : sequence of five pairs of :class:`str`
        Registers of each lane's halves; afterwards the lanes are in
        :data:`sw.schedule.registers.HOME`.
    pool : :class:`sw.schedule.registers.Pool`
        Free registers; on return those that are free then.

    Returns
    -------
    :class:`list` of :class:`sw.schedule.code.Instruction`
        The instructions.

    Raises
    ------
    LookupError
        If registers are short, or lanes lie in each other's registers in a circle: the
        circuit's operations need another order.
    """
    code, waiting = [], list(range(5))
    while waiting:
        lane = next((lane for lane in waiting
                     if all(home in pool or home == source
                            for home, source in zip(HOME[lane], places[lane], strict=True))), None)
        if lane is None:
            raise LookupError(f"lanes {waiting} lie in each other's registers")
        code += _lane(form, lane, places[lane], pool)
        waiting.remove(lane)
    return code
