"""Measurements and their table, without hardware."""

import json
from dataclasses import fields, replace

import pytest

from cli.target import simulated_hardware
from sim.bench import (
    GRID,
    LENGTHS,
    MEMBERS,
    Point,
    aead_shapes,
    measure,
    per_byte,
    slopes,
    table,
)
from sim.bench_report import routines, to_json
from sim.engine import EngineConfig
from sw.image import build
from sw.model.kat import FILES

SMALL = aead_shapes(((0, 0), (17, 5)))


@pytest.fixture(scope="module")
def firmware():
    return build()


def test_points_are_correct_and_complete(model_driver):
    seen = []
    points = measure(model_driver, grid=SMALL, progress=seen.append)
    assert sum(seen) == len(points) == 8
    assert all(point.correct for point in points)
    assert {(point.op, point.message, point.ad, point.mode) for point in points} == {
        (shape.op, shape.message, shape.ad, mode) for shape in SMALL
        for mode in ("baseline", "accelerated")}


def test_wrong_answers_are_not_correct(model_driver, system):
    right = system.serve

    def flip(system):
        right(system)
        system.memory[system.mailbox("OUTPUT")] ^= 1
    system.serve = flip
    assert not any(point.correct for point in measure(model_driver, grid=SMALL))


def test_table_has_speedups(model_driver):
    points = measure(model_driver, grid=SMALL)
    rows = table(points)
    assert len(rows) == 4
    assert [row["speedup"] for row in rows] == [10.0] * 4
    assert rows[0]["baseline"].cycles == 1000
    assert all(row["correct"] for row in rows)


def test_table_of_one_mode_and_of_failures():
    point = Point("aead128", "encrypt", 16, mode="baseline", cycles=100, instructions=50,
                  correct=True)
    row, = table([point])
    assert (row["speedup"], row["accelerated"]) == (None, None)
    row, = table([point, replace(point, mode="accelerated", cycles=0, correct=False)])
    assert (row["speedup"], row["correct"]) == (None, False)


def test_json_has_the_documented_form(model_driver, firmware):
    config = simulated_hardware(EngineConfig())
    data = json.loads(json.dumps(to_json(config, measure(model_driver, grid=SMALL), firmware)))
    assert set(data) == {"config", "points", "slopes", "routines"}
    assert data["config"]["rounds_per_cycle"] == 1
    assert set(data["points"][0]) == {field.name for field in fields(Point)}


def test_grid_has_every_member_at_every_length():
    assert len(set(GRID)) == len(GRID)
    assert list(MEMBERS) == list(FILES)
    for member, ops in MEMBERS.items():
        for op in ops:
            shapes = [shape for shape in GRID if (shape.member, shape.op) == (member, op)]
            longest = 16 if member == "prfshort" else 1536
            assert {shape.message for shape in shapes} == {length for length in LENGTHS
                                                           if length <= longest}
            if member == "aead128":
                assert {shape.ad for shape in shapes if shape.message == 64} == {0, 64}
            if member in ("xof128", "cxof128", "prf"):
                assert {shape.output for shape in shapes} >= set(LENGTHS) - {0}


def points_of(shape, cost, *, mode="baseline", **grown):
    """Return points at 1024 and 1536 bytes of a call of this cost and so many cycles a byte."""
    made = []
    for length in (1024, 1536):
        lengths = dict.fromkeys(grown, length)
        cycles = cost + sum(length * slope for slope in grown.values())
        made.append(Point(*shape, mode=mode, cycles=int(cycles), instructions=1, correct=True,
                          **lengths))
    return made


def test_slopes():
    encrypt, xof = ("aead128", "encrypt"), ("xof128", "hash")
    points = [*points_of(encrypt, 50, message=0.75),
              *points_of(encrypt, 90, message=0.75, ad=0.625),
              *points_of(encrypt, 9, message=60, mode="accelerated"),
              *points_of(("xof128", "hash", 16), 70, output=1.75),
              Point(*xof, 1024, mode="baseline", cycles=4, instructions=1, correct=True)]
    assert slopes(points) == [
        {"member": "aead128", "op": "encrypt", "of": "message", "baseline": 0.75,
         "accelerated": 60},
        {"member": "aead128", "op": "encrypt", "of": "ad", "baseline": 0.625},
        {"member": "xof128", "op": "hash", "of": "output", "baseline": 1.75}]
    assert slopes([]) == []


def test_per_byte_is_of_the_longer_side():
    point = Point("aead128", "encrypt", 16, 16, mode="baseline", cycles=64)
    assert per_byte(point) == 2
    assert per_byte(replace(point, message=0, ad=0)) is None
    assert per_byte(replace(point, output=64)) == 1
    assert per_byte(replace(point, message=128, ad=0, output=64)) == 0.5


def test_routines(firmware):
    rows = routines(firmware)
    assert len(rows) == 16
    for row in rows:
        baseline = row["mode"] == "baseline"
        assert row["shared"] == (5380 if baseline else 0)
        assert row["stack"] == (48 if baseline else 0)
        assert 200 < row["code"] - row["shared"] < 3000
