"""Cost of the primitives: the budget, and that it depends on lengths alone."""

import random

import pytest

from sim.bench import aead_shapes, measure, table
from sim.engine import Engine, EngineConfig
from sim.expect import expected_answer
from sw.driver import Driver
from sw.request import MODES, Request


@pytest.fixture(scope="module")
def rows(driver):
    return {(row["op"], row["message"]): row
            for row in table(measure(driver, grid=aead_shapes(((0, 0), (16, 0), (64, 0),
                                                               (1024, 0)))))}


@pytest.mark.parametrize("op", ["encrypt", "decrypt"])
@pytest.mark.parametrize(("message", "mode", "cycles"), [
    (1024, "accelerated", 1_000), (1024, "baseline", 63_000),
    (16, "accelerated", 80), (16, "baseline", 4_000)])
def test_budget(rows, op, message, mode, cycles):
    row = rows[op, message]
    assert row["correct"]
    assert 0 < row[mode].instructions <= row[mode].cycles <= cycles


def test_speedup_grows_with_the_message(rows):
    speedups = [rows["encrypt", message]["speedup"] for message in (16, 64, 1024)]
    assert speedups == sorted(speedups)
    assert speedups[-1] > 60


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("message", "ad"), [(0, 0), (13, 5), (32, 16), (45, 0)])
def test_cost_does_not_depend_on_data(driver, mode, message, ad):
    """Key, nonce, associated data, message: zeros, ones, random; right and wrong tags apart."""
    seed = 0x5eed + 64 * message + ad
    print(f"seed {seed}")
    generator = random.Random(seed)
    costs = {"encrypt": set(), "decrypt": set(), "forged": set()}
    for fill in (bytes, lambda n: b"\xff" * n, *[generator.randbytes] * 6):
        request = Request("aead128", "encrypt", fill(16), fill(16), fill(ad), fill(message))
        expected = expected_answer(request)
        inputs = (request.key, request.nonce, request.ad, expected.output)
        forged = bytearray(expected.tag)
        forged[generator.randrange(16)] ^= 1 << generator.randrange(8)
        for kind, run in (("encrypt", request),
                          ("decrypt", Request("aead128", "decrypt", *inputs, expected.tag)),
                          ("forged", Request("aead128", "decrypt", *inputs, bytes(forged)))):
            answer = driver.run(run, mode)
            assert answer.status == ("tag mismatch" if kind == "forged" else "ok")
            costs[kind].add((answer.cycles, answer.instructions))
    assert {kind: len(cost) for kind, cost in costs.items()} == dict.fromkeys(costs, 1)


@pytest.mark.full
def test_more_rounds_per_cycle_cost_fewer_cycles_and_the_same_instructions(rows, image):
    before = rows["encrypt", 1024]["accelerated"]
    for rounds_per_cycle in (2, 3, 4, 6):
        with Engine(EngineConfig(rounds_per_cycle=rounds_per_cycle)) as engine:
            driver = Driver(engine)
            driver.load(image)
            point = measure(driver, grid=aead_shapes(((1024, 0),)), modes=("accelerated",))[0]
        assert point.correct
        assert point.cycles <= before.cycles
        assert point.instructions == before.instructions
        before = point
