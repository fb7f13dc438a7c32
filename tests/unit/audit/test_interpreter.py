"""The audit finds what depends on secrets, and nothing else: small routines with and without."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sim.audit.interpreter import Interpreter
from sim.audit.values import NUMBER, pointer
from soc.memory_map import REGIONS
from sw.image import build

PROGRAMS = Path(__file__).with_name("programs.S")

NAMES = re.findall(r"^((?:good|bad)_\w+):", PROGRAMS.read_text(), re.M)

ARGUMENTS = (pointer("first"), pointer("second"), NUMBER, NUMBER)

REASONS = {"lookup": "address", "store": "address", "jump": "target", "return": "target",
           "result": "result", "instruction": "no instruction",
           "unknown_store": "what is stored to is not known", "unknown_jump": "target is not known",
           "distance": "what is stored to is not known"}


@pytest.fixture(scope="module")
def image():
    return build(sources=[PROGRAMS])


@pytest.fixture(scope="module")
def interpreter(image):
    others = {name: at for name, at in image.symbols.items() if name != "ascon_verdict_wrong"}
    return Interpreter(replace(image, symbols=others), REGIONS["dmem"].base)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("good_")])
def test_good(image, interpreter, name):
    followed = interpreter.follow(image.symbols[name], ARGUMENTS)
    assert followed.findings == set()
    assert len(followed.reached) >= 3


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("bad_")])
def test_bad(image, interpreter, name):
    """Exactly one thing is found, at the place that has it."""
    fault = name.removeprefix("bad_")
    finding, = interpreter.follow(image.symbols[name], ARGUMENTS).findings
    assert finding.address == image.symbols[f"fault_{fault}"], finding
    assert REASONS.get(fault, "branch depends") in finding.reason


def test_verdicts_are_told(image, interpreter):
    for name, verdict in (("good_verdict", "ascon_verdict_value"),
                          ("good_verdict_branch", "ascon_verdict_branch")):
        assert interpreter.follow(image.symbols[name], ARGUMENTS).verdicts == {verdict}


@pytest.mark.parametrize("name", ["good_verdict", "good_verdict_branch"])
def test_without_its_declaration_a_verdict_is_found(image, name):
    others = {label: at for label, at in image.symbols.items() if "verdict" not in label}
    interpreter = Interpreter(replace(image, symbols=others), REGIONS["dmem"].base)
    assert interpreter.follow(image.symbols[name], ARGUMENTS).findings


def test_a_verdict_is_one_bit(image):
    interpreter = Interpreter(image, REGIONS["dmem"].base)
    with pytest.raises(ValueError, match="ascon_verdict_wrong.*can be no verdict"):
        interpreter.follow(image.symbols["wrong_verdict"], ARGUMENTS)


def test_public_fields(image, interpreter):
    """A field may steer; a secret must not be left there."""
    fields = {"first": (0, 1, 2, 3)}
    entry = image.symbols["bad_branch"]
    assert interpreter.follow(entry, ARGUMENTS, fields=fields).findings == set()
    entry = image.symbols["good_select"]
    finding, = interpreter.follow(entry, ARGUMENTS, fields={"second": (1,)}).findings
    assert "byte 1 of second" in finding.reason


def test_known_bytes_decide_branches(image, interpreter):
    entry = image.symbols["bad_branch"]
    reached = [interpreter.follow(entry, ARGUMENTS, fields={"first": range(4)},
                                  memory=[("first", at, value) for at in range(4)]).reached
               for value in (0, 1)]
    assert image.symbols["nothing"] in reached[0] - reached[1]


def test_a_result_may_be_secret_if_there_is_none(image, interpreter):
    assert not interpreter.follow(image.symbols["bad_result"], ARGUMENTS, returns=False).findings
