"""Cost of the primitives: the budget, and what makes them faster."""

import pytest

from sim.bench import Shape, measure, slopes, table
from sim.engine import Engine, EngineConfig
from sw.driver import Driver
from sw.request import MODES

#: The core with zero wait states and one round a cycle, the call included: shape, and the most
#: cycles of both modes.
BUDGET = (
    # Cycles per byte of a long message.
    (Shape("aead128", "encrypt", 1024),             60.5 * 1024, 0.90 * 1024),
    (Shape("aead128", "decrypt", 1024),             60.5 * 1024, 0.90 * 1024),
    (Shape("hash256", "hash", 1024),                176 * 1024,  1.72 * 1024),
    (Shape("xof128", "hash", 1024, output=32),      176 * 1024,  1.72 * 1024),
    (Shape("mac", "mac", 1024),                     46 * 1024,   0.56 * 1024),
    (Shape("prf", "mac", 1024, output=16),          46 * 1024,   0.56 * 1024),
    # Cycles of a short one.
    (Shape("prfshort", "mac", 16, output=16),       1450,        45),
    (Shape("aead128", "encrypt", 16),               3750,        75),
    (Shape("aead128", "decrypt", 16),               3750,        75),
)

#: Cycles for a byte more of a long message: the loops, without what is in front and behind.
SLOPES = {("aead128", "encrypt"): (57.4, 0.80), ("aead128", "decrypt"): (57.6, 0.80),
          ("hash256", "hash"): (169.3, 1.63), ("xof128", "hash"): (169.3, 1.63),
          ("mac", "mac"): (42.8, 0.51), ("prf", "mac"): (42.8, 0.51)}

#: Lengths whose cost is compared.
SPEEDUP = (16, 64, 1024)


@pytest.fixture(scope="module")
def points(driver):
    shapes = [shape for shape, *_ in BUDGET]
    shapes += [Shape(shape.member, shape.op, 1536, output=shape.output) for shape in shapes
               if shape.message == 1024]
    shapes += [Shape("aead128", "encrypt", length) for length in SPEEDUP]
    return measure(driver, grid=dict.fromkeys(shapes))


@pytest.mark.parametrize(("shape", "baseline", "accelerated"), BUDGET,
                         ids=[f"{shape.member}-{shape.op}-{shape.message}"
                              for shape, *_ in BUDGET])
def test_budget(points, shape, baseline, accelerated):
    for mode, limit in zip(MODES, (baseline, accelerated), strict=True):
        point, = [point for point in points
                  if (point.member, point.op, point.message, point.mode)
                  == (shape.member, shape.op, shape.message, mode)]
        assert point.correct
        assert 0 < point.instructions <= point.cycles <= limit, mode


def test_slopes(points):
    found = {(row["member"], row["op"]): row for row in slopes(points)}
    assert found.keys() == SLOPES.keys()
    for key, limits in SLOPES.items():
        for mode, limit in zip(MODES, limits, strict=True):
            assert 0 < found[key][mode] <= limit, (key, mode)


def test_speedup_grows_with_the_message(points):
    rows = {row["message"]: row for row in table(points)
            if (row["member"], row["op"]) == ("aead128", "encrypt")}
    speedups = [rows[message]["speedup"] for message in SPEEDUP]
    assert speedups == sorted(speedups)
    assert speedups[-1] > 60


@pytest.mark.full
def test_more_rounds_per_cycle_cost_fewer_cycles_and_the_same_instructions(points, image):
    shapes = [shape for shape, *_ in BUDGET]
    before = {shape: point for shape in shapes for point in points
              if point.mode == "accelerated" and (point.member, point.op, point.message)
              == (shape.member, shape.op, shape.message)}
    for rounds_per_cycle in (2, 3, 4, 6):
        with Engine(EngineConfig(rounds_per_cycle=rounds_per_cycle)) as engine:
            driver = Driver(engine)
            driver.load(image)
            after = measure(driver, grid=shapes, modes=("accelerated",))
        for shape, point in zip(shapes, after, strict=True):
            assert point.correct
            assert point.cycles <= before[shape].cycles
            assert point.instructions == before[shape].instructions
            before[shape] = point
