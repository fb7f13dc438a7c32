"""Hash256, XOF128, CXOF128, Mac, Prf and PrfShort on the simulated hardware."""

import random

import pytest
from family_requests import MEMBERS, family_request

from sim.bench import GRID, measure, per_byte, slopes, table
from sim.engine import Engine, EngineConfig
from sim.expect import expected_answer
from sw.driver import Driver
from sw.layout import BUFFERS
from sw.request import MODES

#: What was promised: cycles of a call with 1024 bytes, with 16 bytes, by mode.
LIMITS = {
    "aead128":  {"baseline": (61_952, 3_750), "accelerated": (921, 70)},
    "hash256":  {"baseline": (180_224, 8_300), "accelerated": (1_761, 105)},
    "xof128":   {"baseline": (180_224, 8_300), "accelerated": (1_761, 105)},
    "mac":      {"baseline": (47_104, 2_900), "accelerated": (573, 65)},
    "prf":      {"baseline": (47_104, 2_900), "accelerated": (573, 65)},
    "prfshort": {"baseline": (None, 1_450), "accelerated": (None, 42)},
}


@pytest.fixture(scope="module")
def points(driver):
    return measure(driver, grid=[shape for shape in GRID if shape.message in (16, 1024, 1536)])


@pytest.mark.parametrize("member", LIMITS)
def test_budget(points, member):
    rows = [row for row in table(points) if row["member"] == member and not row["ad"]]
    usual = {}
    for row in rows:
        assert row["correct"]
        usual.setdefault((row["op"], row["message"]), row)
    for mode, limits in LIMITS[member].items():
        for length, limit in zip((1024, 16), limits, strict=True):
            for (op, message), row in usual.items():
                if message == length and limit is not None:
                    assert row[mode].cycles <= limit, (op, mode, length)


def test_speedup_of_every_member(points):
    speedups = {(row["member"], row["message"], row["output"]): row["speedup"]
                for row in table(points)}
    assert min(speedups.values()) >= 30, min(speedups, key=speedups.get)


def test_slopes(points):
    """A byte more of a long message: what a block takes, and nothing else."""
    found = {(row["member"], row["of"]): row["accelerated"] for row in slopes(points)
             if row["op"] != "decrypt"}
    assert found["aead128", "message"] == 101 / 128
    assert found["aead128", "ad"] == 10 / 16
    for member in ("hash256", "xof128", "cxof128"):
        assert found[member, "message"] == 12 / 8
    for member in ("mac", "prf"):
        assert found[member, "message"] == 64 / 128
    assert found["prf", "output"] == 15 / 16
    assert all(per_byte(point) for point in points)


def check(driver, request, mode, **options):
    expected, found = expected_answer(request), driver.run(request, mode, **options)
    assert (found.status, found.output) == ("ok", expected.output), (request, mode, options)
    return found


def check_everything(driver, modes=MODES):
    rng = random.Random(0xfa)
    for member in MEMBERS:
        lengths = range(17) if member == "prfshort" else (*range(20), *range(28, 37), 63, 64, 65,
                                                          96, 128, 160, 231)
        for length in lengths:
            request = family_request(rng, member, length, output=rng.randrange(17),
                                     customization=rng.randrange(40))
            for mode in modes:
                check(driver, request, mode, in_place=rng.random() < 0.3,
                      alignment={name: rng.randrange(4) for name in BUFFERS})


def test_results(driver):
    check_everything(driver)


@pytest.mark.parametrize("rounds_per_cycle", [
    3, *(pytest.param(count, marks=pytest.mark.full) for count in (2, 4, 6))])
def test_faster_permutations(image, rounds_per_cycle):
    with Engine(EngineConfig(rounds_per_cycle=rounds_per_cycle)) as engine:
        driver = Driver(engine)
        driver.load(image)
        check_everything(driver, ["accelerated"])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("member", MEMBERS)
def test_cycles_do_not_depend_on_data(driver, mode, member):
    for length in (0, 7, 16):
        rng = random.Random(length)
        costs = {(answer.cycles, answer.instructions) for answer in (
            check(driver, family_request(rng, member, length, output=11, customization=length),
                  mode) for _ in range(6))}
        assert len(costs) == 1
