"""Official vectors, both ways and forged, on the simulated hardware."""

from dataclasses import replace

import pytest

from sim.engine import EngineConfig
from sim.kat_engine import run_kat
from sim.vectors import MEMBERS, cases
from sw.request import MODES

OTHERS = tuple(member for member in MEMBERS if member != "aead128")


@pytest.fixture(scope="module")
def official():
    return cases("aead128")


def spread(member):
    """Return some cases of a member, long messages seldom; every remainder of a block is met."""
    made = cases(member)
    return made if len(made) < 100 else made[:40] + made[40::61]


def test_spread(official, image):
    """Cases from everywhere in the file; 41 is prime, so that every kind and length is met."""
    some = official[::41]
    seen = []
    report = run_kat(some, MODES, image, jobs=1, progress=seen.append)
    assert report.ok, report.failures[0].to_json()
    assert report.total.total() == sum(seen) == 2 * len(some)
    assert {kind for _, kind, _ in report.total} == {case.kind for case in official}


def test_wrong_expectation_fails(official, image):
    wrong = [replace(case, expected=replace(case.expected, tag=bytes(16)))
             for case in official[:1]]
    report = run_kat(wrong + official[1:3], ["accelerated"], image, jobs=1)
    assert not report.ok
    failure, = report.failures
    assert failure.answer.status == "ok"
    assert failure.answer.tag == official[0].expected.tag


def test_broken_firmware_fails(official, image):
    """One bit of an instruction of the baseline's permutation: its vectors fail, no others."""
    start = image.symbols["ascon_aead128_encrypt_baseline"]
    end = image.symbols["ascon_aead128_decrypt_baseline"]
    some = [case for case in official[::200] if case.kind == "encrypt"]
    imem = bytearray(image.imem)
    imem[(start + end) // 2 // 4 * 4 + 3] ^= 0x10
    broken = replace(image, imem=bytes(imem))
    report = run_kat(some, MODES, broken, jobs=1)
    assert {failure.mode for failure in report.failures} == {"baseline"}
    assert report.passed["aead128", "encrypt", "accelerated"] == len(some)


@pytest.mark.parametrize("member", OTHERS)
def test_spread_of_the_others(member, image):
    some = spread(member)
    report = run_kat(some, MODES, image, jobs=1)
    assert report.ok, report.failures[0].to_json()
    assert report.total.total() == 2 * len(some)


@pytest.mark.full
@pytest.mark.parametrize("member", OTHERS)
def test_all_of_the_others(member, image):
    todo = cases(member)
    report = run_kat(todo, MODES, image)
    assert report.ok, report.failures[0].to_json()
    assert report.total.total() == 2 * len(todo)


@pytest.mark.full
def test_all(official, image):
    report = run_kat(official, MODES, image)
    assert report.ok, report.failures[0].to_json()
    assert report.total.total() == 2 * len(official) == 2 * 6468


def test_spread_on_tiny(official, image):
    """Where the firmware masks and pads the last word: every length up to two blocks."""
    short = [case for case in official if case.kind in ("encrypt", "decrypt")
             and len(case.request.message) < 33 and len(case.request.ad) % 11 == 0]
    some = short + official[::41] + [case for member in OTHERS for case in spread(member)]
    report = run_kat(some, ["accelerated"], image, jobs=1, config=EngineConfig(preset="tiny"))
    assert report.ok, report.failures[0].to_json()
    assert report.total.total() == len(some)


@pytest.mark.full
@pytest.mark.parametrize("member", MEMBERS)
def test_all_on_tiny(member, image):
    todo = cases(member)
    report = run_kat(todo, MODES, image, config=EngineConfig(preset="tiny"))
    assert report.ok, report.failures[0].to_json()
    assert report.total.total() == 2 * len(todo)


@pytest.mark.full
@pytest.mark.parametrize("rounds_per_cycle", [2, 3, 4, 6])
def test_spread_with_more_rounds_per_cycle(official, image, rounds_per_cycle):
    config = EngineConfig(rounds_per_cycle=rounds_per_cycle)
    some = official[::41] + [case for member in OTHERS for case in spread(member)]
    report = run_kat(some, ["accelerated"], image, jobs=1, config=config)
    assert report.ok, report.failures[0].to_json()
