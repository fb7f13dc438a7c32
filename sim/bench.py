"""Cycle counts of the primitives over a grid of lengths, in both modes, on identical hardware."""

import random
from dataclasses import asdict, dataclass, fields, replace

from sim.expect import expected_answer
from sw.request import MODES, OK, Request

__all__ = ["GRID", "LENGTHS", "MEMBERS", "OUTPUT", "Point", "Shape", "aead_shapes", "measure",
           "per_byte", "slopes", "table"]

#: Lengths in bytes that every member is measured at, as far as it takes them.
LENGTHS = (0, 1, 8, 15, 16, 17, 32, 64, 128, 256, 512, 1024, 1536)

#: Members and their operations, in the order of results.
MEMBERS = {"aead128": ("encrypt", "decrypt"), "hash256": ("hash",), "xof128": ("hash",),
           "cxof128": ("hash",), "mac": ("mac",), "prf": ("mac",), "prfshort": ("mac",)}

#: Lengths between which the cost of a long message is measured: multiples of every loop's turn.
_FROM, _TO = 1024, 1536

#: Output of members that let one choose, where the message's length varies, and the other way
#: round; customization of CXOF128.
OUTPUT = {"xof128": 32, "cxof128": 32, "prf": 16, "prfshort": 16}
_MESSAGE = 16
_CUSTOMIZATION = {"cxof128": 16}

_SEED = 0xa5c0


@dataclass(frozen=True)
class Shape:
    """What to measure.

    Attributes
    ----------
    member, op : :class:`str`
        The primitive.
    message, ad : :class:`int`
        Lengths in bytes.
    output : :class:`int`
        Bytes of output, where the member lets one choose, otherwise 0.
    customization : :class:`int`
        Its length in bytes.
    """

    member:        str
    op:            str
    message:       int
    ad:            int = 0
    output:        int = 0
    customization: int = 0


@dataclass(frozen=True)
class Point(Shape):
    """One measurement.

    Attributes
    ----------
    mode : :class:`str`
        What ran.
    cycles, instructions : :class:`int`
        Of the call, with call and return.
    correct : :class:`bool`
        Whether the answer equals the reference model's.
    """

    mode:         str = ""
    cycles:       int = 0
    instructions: int = 0
    correct:      bool = False


def aead_shapes(lengths):
    """Return the shapes of both operations of AEAD128 for pairs of message and AD lengths."""
    return tuple(Shape("aead128", op, message, ad)
                 for op in MEMBERS["aead128"] for message, ad in lengths)


def _shapes(member):
    """Return the shapes of a member other than AEAD128."""
    op, = MEMBERS[member]
    longest = 16 if member == "prfshort" else LENGTHS[-1]
    base = Shape(member, op, _MESSAGE, output=OUTPUT.get(member, 0),
                 customization=_CUSTOMIZATION.get(member, 0))
    lengths = [length for length in LENGTHS if length <= longest]
    shapes = [replace(base, message=length) for length in lengths]
    if member in ("xof128", "cxof128", "prf"):
        shapes += [replace(base, output=length) for length in lengths if length]
    return tuple(dict.fromkeys(shapes))


#: All shapes. Associated data: none, and as long as the message.
GRID = (*aead_shapes(dict.fromkeys((length, ad) for length in LENGTHS for ad in (0, length))),
        *(shape for member in MEMBERS if member != "aead128" for shape in _shapes(member)))


def measure(driver, *, grid=GRID, modes=MODES, progress=None):
    """Measure the primitives.

    Parameters
    ----------
    driver : :class:`sw.driver.Driver`
        Where, with an image loaded.
    grid : sequence of :class:`Shape`
        What.
    modes : sequence of :class:`str`
        Each of :data:`sw.request.MODES`.
    progress : callable, optional
        Called with 1 after each measurement; there are ``len(grid) * len(modes)``.

    Returns
    -------
    :class:`list` of :class:`Point`
        By shape and mode.
    """
    points = []
    for shape in grid:
        request = _request(shape)
        expected = expected_answer(request)
        for mode in modes:
            answer = driver.run(request, mode)
            correct = ((answer.status, answer.output, answer.tag)
                       == (OK, expected.output, expected.tag))
            points.append(Point(**asdict(shape), mode=mode, cycles=answer.cycles,
                                instructions=answer.instructions, correct=correct))
            if progress is not None:
                progress(1)
    return points


def table(points):
    """Bring the modes of a measurement together.

    Parameters
    ----------
    points : iterable of :class:`Point`
        Of :func:`measure`.

    Returns
    -------
    :class:`list` of :class:`dict`
        A row for every shape: the attributes of :class:`Shape`, ``correct``, for each mode a
        :class:`Point` or None, and ``speedup``, baseline by accelerated cycles, or None.
    """
    rows = {}
    for point in points:
        shape = _shape(point)
        row = rows.setdefault(shape, asdict(shape) | dict.fromkeys(MODES)
                              | {"speedup": None, "correct": True})
        row[point.mode] = point
        row["correct"] &= point.correct
        if all(row[mode] and row[mode].cycles for mode in MODES):
            row["speedup"] = row["baseline"].cycles / row["accelerated"].cycles
    return list(rows.values())


def slopes(points):
    """Return what a byte more costs, far from the start.

    Parameters
    ----------
    points : iterable of :class:`Point`
        Of :func:`measure`.

    Returns
    -------
    :class:`list` of :class:`dict`
        ``member``, ``op``, ``of`` (``"message"``, ``"ad"`` or ``"output"``), and for each mode
        that was measured the cycles per byte, from 1024 to 1536 bytes. What was not measured at
        both lengths is left out.
    """
    points = list(points)
    cycles = {(_shape(point), point.mode): point.cycles for point in points}
    rows = {}
    for point in points:
        for of, change, also in _growths(point):
            value = _slope(cycles, point, change)
            if value is not None and also is not None:
                # Associated data grow together with the message, whose part goes off.
                value -= _slope(cycles, replace(point, ad=0), also)
            if value is not None:
                key = (point.member, point.op, of)
                row = rows.setdefault(key, dict(zip(("member", "op", "of"), key, strict=True)))
                row[point.mode] = value
    return list(rows.values())


def _growths(point):
    """Yield what grows from a point on, how, and what of it does not count."""
    if point.message == _FROM:
        if point.ad == _FROM:
            yield "ad", {"message": _TO, "ad": _TO}, {"message": _TO}
        elif not point.ad:
            yield "message", {"message": _TO}, None
    if point.output == _FROM:
        yield "output", {"output": _TO}, None


def _slope(cycles, point, change):
    """Return the cycles per byte from a point to another one, None if either is missing."""
    ends = [cycles.get((shape, point.mode))
            for shape in (_shape(point), replace(_shape(point), **change))]
    return None if None in ends else (ends[1] - ends[0]) / (_TO - _FROM)


def per_byte(point):
    """Return the cycles per byte of message and associated data, or of the output if it is longer.

    None if there is no byte.
    """
    size = max(point.message + point.ad, point.output)
    return point.cycles / size if size else None


def _shape(point):
    """Return the shape of a point."""
    return Shape(*(getattr(point, field.name) for field in fields(Shape)))


def _request(shape):
    """Return a request with fixed, arbitrary content; a decryption's tag is right."""
    generator = random.Random(_SEED + 65_536 * shape.message + shape.ad)
    inputs = {"message": generator.randbytes(shape.message),
              "customization": generator.randbytes(shape.customization)}
    if shape.member in ("aead128", "mac", "prf", "prfshort"):
        inputs["key"] = generator.randbytes(16)
    if shape.member in OUTPUT:
        inputs["output"] = shape.output
    if shape.member != "aead128":
        return Request(shape.member, shape.op, **inputs)
    inputs |= {"nonce": generator.randbytes(16), "ad": generator.randbytes(shape.ad)}
    request = Request("aead128", "encrypt", **inputs)
    if shape.op == "encrypt":
        return request
    answer = expected_answer(request)
    return replace(request, op="decrypt", message=answer.output, tag=answer.tag)
