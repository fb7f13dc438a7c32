"""The permutation in software on the simulated hardware: its other forms cost what they promise."""

import random

import pytest

from sim.engine import Engine, EngineConfig
from sim.even_odd import PEER, VARIANTS, Calls, measure, measure_permutations
from sim.expect import expected_answer
from sw.driver import Driver
from sw.image import build
from sw.model import family
from sw.request import MODES, Request
from sw.schedule import PERMUTATIONS, Isa

ZBB = Isa.ZBB_ZBKB


def rates(points):
    """Return cycles per byte by variant."""
    assert all(point.correct for point in points)
    return {point.variant: point.cycles / point.message for point in points}


def test_even_odd(engine):
    """Even and odd bits on RV32I: fewer cycles than what is published for RV32IMAC."""
    calls = Calls(engine)
    assert [(row.form, row.cycles, row.correct) for row in measure_permutations(calls)] == [
        ("halves", 900, True), ("even/odd", 884, True)]
    found = rates(measure(calls, lengths=[(1024, 0)]))
    assert 884 < PEER["permutation"]
    assert found["even/odd"] <= 66.4 < min(PEER["even/odd"])
    assert found["even/odd, native"] <= 58.9 < min(PEER["even/odd, native"])


@pytest.mark.parametrize("variant", ["even/odd", "even/odd, native"])
def test_even_odd_cycles_do_not_depend_on_data(engine, variant):
    calls = Calls(engine)
    rng = random.Random(3)
    for length, ad_length in ((0, 0), (13, 7), (40, 16)):
        cycles = set()
        for _ in range(20):
            inputs = [rng.randbytes(count) for count in (16, 16, ad_length, length)]
            ciphertext, tag, count, _ = calls.encrypt(variant, *inputs)
            assert (ciphertext, tag) == family.aead128_encrypt(*inputs)
            cycles.add(count)
        assert len(cycles) == 1


def costs(engine, image):
    """Return cycles of AEAD128 encryption of 64 bytes in either mode, results checked."""
    driver = Driver(engine)
    driver.load(image)
    rng = random.Random(5)
    cycles = {}
    for length, ad_length in ((0, 0), (7, 30), (64, 0)):
        request = Request("aead128", "encrypt", rng.randbytes(16), rng.randbytes(16),
                          rng.randbytes(ad_length), rng.randbytes(length))
        expected = expected_answer(request)
        for mode in MODES:
            answer = driver.run(request, mode)
            assert (answer.output, answer.tag) == (expected.output, expected.tag)
            cycles[mode] = answer.cycles
    return cycles


def test_rolled(engine):
    """The loop costs what its branches do: 4 of 12 rounds and 8 of 8 in this message."""
    unrolled, rolled = (costs(engine, build(permutation=permutation))
                        for permutation in PERMUTATIONS)
    assert rolled["baseline"] - unrolled["baseline"] == 2 * (1378 - 1346) + 4 * (918 - 898)
    assert rolled["accelerated"] == unrolled["accelerated"]


@pytest.mark.full
def test_bit_manipulation(engine):
    """A core with Zbb and Zbkb: 101 and 71 instructions a round, conversions of 6."""
    plain = costs(engine, build())
    with Engine(EngineConfig(extensions=ZBB.extensions)) as larger:
        faster = costs(larger, build(isa=ZBB))
        assert plain["baseline"] - faster["baseline"] == (2 * 12 + 4 * 8) * 11
        assert faster["accelerated"] == plain["accelerated"]
        calls = Calls(larger, ZBB.value)
        assert [(row.form, row.cycles, row.correct) for row in measure_permutations(calls)] == [
            ("halves", 8 * 101 + 4, True), ("even/odd", 8 * 71 + 4, True)]
        lengths = [(n, n * 7 % 37) for n in range(36)]
        assert all(point.correct for point in measure(calls, lengths=lengths))
        found = rates(measure(calls, lengths=[(1024, 0)]))
        assert [found[variant] <= limit for variant, limit in
                zip(VARIANTS, (54.4, 40.1, 38.6), strict=True)] == [True] * 3


def test_bit_manipulation_needs_the_core(engine):
    """Without the extensions the shorter permutation is an illegal instruction."""
    driver = Driver(engine)
    driver.load(build(isa=ZBB))
    request = Request("aead128", "encrypt", bytes(16), bytes(16))
    assert driver.run(request, "baseline").status.startswith("trap: mcause 0x00000002")
    expected = expected_answer(request)
    assert driver.run(request, "accelerated").tag == expected.tag
