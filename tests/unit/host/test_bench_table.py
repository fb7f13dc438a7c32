"""Measurements and their table, without hardware."""

import json
from dataclasses import fields, replace

from sim.bench import GRID, Point, measure, table, to_json
from sim.engine import EngineConfig

SMALL = ((0, 0), (17, 5))


def test_points_are_correct_and_complete(model_driver):
    seen = []
    points = measure(model_driver, grid=SMALL, progress=seen.append)
    assert sum(seen) == len(points) == 8
    assert all(point.correct for point in points)
    assert {(point.op, point.message, point.ad, point.mode) for point in points} == {
        (op, message, ad, mode) for op in ("encrypt", "decrypt") for message, ad in SMALL
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
    point = Point("aead128", "encrypt", 16, 0, "baseline", 100, 50, True)
    row, = table([point])
    assert (row["speedup"], row["accelerated"]) == (None, None)
    row, = table([point, replace(point, mode="accelerated", cycles=0, correct=False)])
    assert (row["speedup"], row["correct"]) == (None, False)


def test_json_has_the_documented_form(model_driver):
    data = json.loads(json.dumps(to_json(EngineConfig(), measure(model_driver, grid=SMALL))))
    assert set(data) == {"config", "points"}
    assert data["config"]["rounds_per_cycle"] == 1
    assert set(data["points"][0]) == {field.name for field in fields(Point)}


def test_grid_has_the_points_of_the_budget():
    assert {(16, 0), (1024, 0), (0, 0)} <= set(GRID)
    assert len(set(GRID)) == len(GRID)
