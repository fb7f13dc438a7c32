"""What is known of a register's value, apart from whether it is secret.

A value is one of

* an :class:`int`: this 32-bit number;
* :data:`NUMBER`: some number that is no address; :data:`BIT`: 0 or 1; :data:`MASK`: 0 or all ones;
* a :class:`Linear`: a sum of addresses of named regions and a number, such as a pointer into one
  of them, or the distance of two;
* :data:`OPAQUE`: anything.
"""

from typing import NamedTuple

__all__ = ["BIT", "MASK", "NUMBER", "OPAQUE", "Linear", "combine", "holds", "join", "pointer"]

_ONES = 0xffff_ffff

#: Some number that is no address.
NUMBER = None

#: 0 or 1.
BIT = "bit"

#: 0 or all ones: what selects between nothing and something else by AND.
MASK = "mask"

#: Anything.
OPAQUE = "opaque"


class Linear(NamedTuple):
    """A sum of regions' addresses and a number.

    Attributes
    ----------
    bases : :class:`tuple` of pairs of :class:`str` and :class:`int`
        Regions and how often their address counts, sorted, none of them 0 times.
    offset : :class:`int` or None
        The number, signed; None: some number.
    """

    bases:  tuple
    offset: int | None

    @property
    def region(self):
        """The region into which this is a pointer, or None."""
        (region, times), *others = self.bases
        return region if times == 1 and not others else None


def pointer(region, offset=0):
    """Return a pointer into a region."""
    return Linear(((region, 1),), offset)


def join(a, b):
    """Return what covers both of two values.

    What may be 0 or an address counts as that address: nothing can be accessed at a null pointer.
    """
    if a == b and type(a) is type(b):
        return a
    is_linear = isinstance(a, Linear), isinstance(b, Linear)
    if is_linear == (True, True):
        return Linear(a.bases, None) if a.bases == b.bases else OPAQUE
    if is_linear == (False, False):
        return OPAQUE if OPAQUE in (a, b) else NUMBER
    linear, other = (a, b) if is_linear[0] else (b, a)
    return linear if other == 0 else OPAQUE


def combine(name, a, b):
    """Return the result of an operation.

    Parameters
    ----------
    name : :class:`str`
        The operation, as :attr:`sim.audit.decode.Instruction.name`.
    a, b : values
        Its operands.
    """
    if isinstance(a, int) and isinstance(b, int):
        return _OPERATIONS[name](a, b) & _ONES
    if name in ("slt", "sltu"):
        return BIT
    if name == "and":
        return _and(a, b)
    if OPAQUE in (a, b):
        return OPAQUE
    if isinstance(a, Linear) or isinstance(b, Linear):
        if name in ("add", "sub"):
            return _sum(a, b, 1 if name == "add" else -1)
        if name == "xor" and b == _ONES:
            return _sum(_ONES, a, -1)
        return OPAQUE
    if (name, a, b) in (("add", BIT, _ONES), ("sub", 0, BIT)):
        return MASK
    return NUMBER


def holds(name, a, b):
    """Return whether a branch is taken, None if that is not known."""
    if isinstance(a, int) and isinstance(b, int):
        return _BRANCHES[name](a, b)
    if (name in ("beq", "bne") and isinstance(a, Linear) and isinstance(b, Linear)
            and a.bases == b.bases and None not in (a.offset, b.offset)):
        return (a.offset == b.offset) == (name == "beq")
    return None


def _and(a, b):
    """Return the result of an AND."""
    if 0 in (a, b):
        return 0
    if MASK in (a, b):
        return join(0, b if a == MASK else a)
    # With so few bits nothing is left of an address.
    if any(isinstance(value, int) and value < 1 << 12 for value in (a, b)):
        return NUMBER
    return OPAQUE if OPAQUE in (a, b) or any(isinstance(value, Linear) for value in (a, b)) \
        else NUMBER


def _signed(number):
    return number - (1 << 32) if number >> 31 else number


def _parts(value):
    """Return bases and signed offset of a number or a sum."""
    if isinstance(value, Linear):
        return value
    return (), _signed(value) if isinstance(value, int) else None


def _sum(a, b, sign):
    """Return ``a + sign * b``; one of them is a sum of addresses."""
    bases_a, offset_a = _parts(a)
    bases_b, offset_b = _parts(b)
    times = dict(bases_a)
    for region, count in bases_b:
        times[region] = times.get(region, 0) + sign * count
    bases = tuple(sorted((region, count) for region, count in times.items() if count))
    offset = None if None in (offset_a, offset_b) else _signed(offset_a + sign * offset_b & _ONES)
    if bases:
        return Linear(bases, offset)
    return NUMBER if offset is None else offset & _ONES


_OPERATIONS = {
    "add":  lambda a, b: a + b,
    "sub":  lambda a, b: a - b,
    "xor":  lambda a, b: a ^ b,
    "or":   lambda a, b: a | b,
    "and":  lambda a, b: a & b,
    "sll":  lambda a, b: a << (b & 31),
    "srl":  lambda a, b: a >> (b & 31),
    "sra":  lambda a, b: _signed(a) >> (b & 31),
    "slt":  lambda a, b: _signed(a) < _signed(b),
    "sltu": lambda a, b: a < b,
}

_BRANCHES = {
    "beq":  lambda a, b: a == b,
    "bne":  lambda a, b: a != b,
    "blt":  lambda a, b: _signed(a) < _signed(b),
    "bge":  lambda a, b: _signed(a) >= _signed(b),
    "bltu": lambda a, b: a < b,
    "bgeu": lambda a, b: a >= b,
}
