"""What is said of values holds for all numbers that they stand for."""

import random
from itertools import product

import pytest

from sim.audit.values import BIT, MASK, NUMBER, OPAQUE, Linear, combine, holds, join, pointer

ONES = 0xffff_ffff

#: Where the regions may be.
PLACES = {"a": (0x0010_0000, 0x0010_7ffc), "b": (0x0010_0400, 0xffff_f000)}

VALUES = (NUMBER, BIT, MASK, OPAQUE, 0, 1, 5, 0x7fff_ffff, 0x8000_0000, ONES, pointer("a"),
          pointer("a", 8), pointer("b", -4), pointer("b", None), Linear((("a", 1), ("b", -1)), 0),
          Linear((("a", -1),), None))


def signed(number):
    return number - (1 << 32) if number >> 31 else number


#: RV32I, written again.
OPERATIONS = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "xor": lambda a, b: a ^ b,
    "or": lambda a, b: a | b, "and": lambda a, b: a & b, "sll": lambda a, b: a << b % 32,
    "srl": lambda a, b: a // 2 ** (b % 32), "sra": lambda a, b: signed(a) // 2 ** (b % 32),
    "slt": lambda a, b: int(signed(a) < signed(b)), "sltu": lambda a, b: int(a < b)}

BRANCHES = {
    "beq": lambda a, b: a == b, "bne": lambda a, b: a != b,
    "blt": lambda a, b: signed(a) < signed(b), "bge": lambda a, b: signed(a) >= signed(b),
    "bltu": lambda a, b: a < b, "bgeu": lambda a, b: a >= b}


def numbers(value, places, generator):
    """Return some of the numbers that a value stands for."""
    if isinstance(value, int):
        return [value]
    if value in (BIT, MASK):
        return [0, 1 if value == BIT else ONES]
    if isinstance(value, Linear):
        base = sum(times * places[region] for region, times in value.bases)
        offsets = [value.offset] if value.offset is not None else [0, 4, -12]
        return [base + offset & ONES for offset in offsets]
    some = [0, 1, 17, 1 << 31, ONES, generator.getrandbits(32)]
    return some + (list(places.values()) if value == OPAQUE else [])


def covers(value, number, places):
    """Return whether a value may stand for a number; NUMBER also says that it is no address."""
    if isinstance(value, int):
        return value == number
    if value in (BIT, MASK):
        return number in (0, 1 if value == BIT else ONES)
    if isinstance(value, Linear) and value.offset is not None:
        base = sum(times * places[region] for region, times in value.bases)
        return number in (0, base + value.offset & ONES)
    return True


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations(name):
    generator = random.Random(name)
    for a, b in product(VALUES, VALUES):
        result = combine(name, a, b)
        for place_a, place_b in product(*PLACES.values()):
            places = {"a": place_a, "b": place_b}
            for x, y in product(numbers(a, places, generator), numbers(b, places, generator)):
                number = OPERATIONS[name](x, y) & ONES
                assert covers(result, number, places), (a, b, result, hex(x), hex(y))


def test_addresses_do_not_become_numbers():
    """Unless hardly anything of them is left, or they cancel each other."""
    allowed = {"slt", "sltu"}
    for name, b in product(OPERATIONS, (NUMBER, 5, 0xf000, ONES, pointer("b"), OPAQUE)):
        for operands in ((pointer("a"), b), (b, pointer("a"))):
            result = combine(name, *operands)
            if name not in allowed and not (name == "and" and 5 in operands):
                assert result == OPAQUE or isinstance(result, Linear), (name, operands)
    assert combine("sub", pointer("a", 12), pointer("a", 4)) == 8
    assert combine("sub", pointer("a", 12), pointer("a", None)) is NUMBER


@pytest.mark.parametrize("name", BRANCHES)
def test_branches(name):
    generator = random.Random(name)
    for a, b in product(VALUES, VALUES):
        result = holds(name, a, b)
        for place_a, place_b in product(*PLACES.values()):
            places = {"a": place_a, "b": place_b}
            for x, y in product(numbers(a, places, generator), numbers(b, places, generator)):
                assert result in (None, BRANCHES[name](x, y)), (a, b, hex(x), hex(y))


def test_join_covers_both_and_is_no_matter_of_order():
    generator = random.Random(1)
    places = {"a": PLACES["a"][0], "b": PLACES["b"][0]}
    for a, b in product(VALUES, VALUES):
        joined = join(a, b)
        assert joined == join(b, a)
        assert join(joined, a) == join(joined, b) == joined
        for value in (a, b):
            assert all(covers(joined, number, places)
                       for number in numbers(value, places, generator))


def test_null_or_an_address_counts_as_the_address():
    assert join(0, pointer("a")) == pointer("a")
    assert join(4, pointer("a")) == OPAQUE
    assert join(pointer("a"), pointer("b")) == OPAQUE
    assert join(pointer("a", 4), pointer("a", 8)) == pointer("a", None)
