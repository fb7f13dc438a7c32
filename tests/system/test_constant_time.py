"""Constant time, measured: calls of one shape take one number of cycles, whatever the content is.

In simulation that is exact. :mod:`sim.audit` proves the same of the instructions; this shows that
neither the core nor the coprocessor takes longer for some operands.
"""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from family_requests import MEMBERS, family_request

from sim.engine import Engine, EngineConfig
from sim.expect import expected_answer
from sim.program import run_on_engine
from sw.driver import Driver
from sw.image import SOURCES, build
from sw.program import build_program
from sw.request import MODES, Request

#: Calls of a shape.
RUNS = 200

AEAD = ("encrypt", "decrypt", "forged", "truncated", "masked")

#: Lengths of the message; whatever else has a length varies with it.
LENGTHS = (0, 1, 15, 16, 37, 64, 130)

#: Part of the short run: shapes of each kind of code.
SHORT = {("encrypt", 37), ("forged", 16), ("hash256", 1), ("prf", 37), ("prfshort", 15)}

SHAPES = [pytest.param(kind, length, marks=() if (kind, length) in SHORT else pytest.mark.full)
          for kind in (*AEAD, *MEMBERS) for length in LENGTHS
          if kind != "prfshort" or length <= 16]


def contents(generator):
    """Yield functions that make bytes: zeros, ones, a single one, random ones."""
    yield bytes
    yield lambda length: b"\xff" * length
    yield lambda length: (1).to_bytes(length, "little") if length else b""
    while True:
        yield generator.randbytes


class Content:
    """Stands in for a generator of random numbers, for requests of chosen content."""

    def __init__(self, make):
        self.randbytes = make


def request_of(kind, length, make, generator):
    """Return a request of a shape."""
    if kind not in AEAD:
        return family_request(Content(make), kind, length, output=min(length, 16) if
                              kind == "prfshort" else length // 2 + 5, customization=length % 40)
    request = Request("aead128", "encrypt", make(16), make(16), make(length * 3 % 41),
                      make(length))
    if kind == "masked":
        return replace(request, nonce_mask=make(16))
    if kind == "truncated":
        request = replace(request, tag_length=10)
    if kind == "encrypt":
        return request
    answer = expected_answer(request)
    tag = bytearray(answer.tag)
    if kind == "forged":
        # From one bit up to all of them.
        for _ in range(generator.choice((1, 2, 30))):
            tag[generator.randrange(16)] ^= 1 << generator.randrange(8)
        if bytes(tag) == answer.tag:
            tag[0] ^= 1
    return replace(request, op="decrypt", message=answer.output, tag=bytes(tag), tag_length=None)


def costs(driver, kind, length, mode, runs=RUNS):
    """Return all pairs of cycles and instructions that calls of a shape take."""
    generator = random.Random(f"{kind} {length}")
    found = {}
    makers = contents(generator)
    for _ in range(runs):
        request = request_of(kind, length, next(makers), generator)
        answer = driver.run(request, mode)
        assert answer.status == ("tag mismatch" if kind == "forged" else "ok"), request
        found.setdefault((answer.cycles, answer.instructions), request)
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("kind", "length"), SHAPES)
def test_calls(driver, kind, length, mode):
    found = costs(driver, kind, length, mode)
    assert len(found) == 1, found


@pytest.mark.full
@pytest.mark.parametrize("rounds_per_cycle", [2, 3, 4, 6])
def test_faster_permutations(image, rounds_per_cycle):
    with Engine(EngineConfig(rounds_per_cycle=rounds_per_cycle)) as engine:
        driver = Driver(engine)
        driver.load(image)
        for kind in ("encrypt", "forged", "hash256", "mac", "prfshort"):
            assert len(costs(driver, kind, 16, "accelerated")) == 1, kind


@pytest.mark.full
@pytest.mark.parametrize("length", [0, 7, 13, 16, 37])
def test_tiny(image, length):
    """Where the last word is masked in software."""
    with Engine(EngineConfig(preset="tiny")) as engine:
        driver = Driver(engine)
        driver.load(image)
        for kind in (*AEAD, *MEMBERS):
            if kind != "prfshort" or length <= 16:
                assert len(costs(driver, kind, length, "accelerated")) == 1, kind


@pytest.mark.full
def test_states():
    """Blocks of states in memory, as the library keeps them: random states and data."""
    image = build_program([Path(__file__).with_name("constant_time_states.c")])
    with Engine() as engine:
        text, outcome = run_on_engine(engine, image)
    assert outcome.status == 0, outcome
    spreads = [line.split() for line in text.decode().splitlines()]
    assert len(spreads) == 20
    assert len({name for name, *_ in spreads}) == 20
    for name, runs, least, most in spreads:
        assert int(runs, 16) == RUNS
        assert 0 < int(least, 16) == int(most, 16), name


def test_a_difference_is_found(engine, tmp_path):
    """A routine that takes fewer cycles if one byte of the message is 0."""
    text = (SOURCES / "bytes.S").read_text()
    load = "  lbu   t5, 1(t2)\n"
    assert load in text
    (tmp_path / "bytes.S").write_text(text.replace(load, f"{load}  beqz  t5, 1f\n"))
    sources = [tmp_path / "bytes.S" if source.name == "bytes.S" else source
               for source in SOURCES.glob("*.S")]
    driver = Driver(engine)
    driver.load(build(sources=sources))
    assert len(costs(driver, "hash256", 3, "baseline")) == 2
    assert len(costs(driver, "hash256", 4, "baseline")) == 1
