"""What reachability says of small designs, with assumptions and registers without reset."""

from dataclasses import replace

from amaranth.asserts import AnySeq
from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import Out

from formal.check import Check, Fault, Mode, assume, ensure
from formal.prover import prove


class Pair(wiring.Component):
    """Two counters that count to nine together."""

    left:  Out(4)
    right: Out(4)

    def elaborate(self, platform):
        m = Module()
        step = AnySeq(1)
        for counter in (self.left, self.right):
            with m.If(step):
                m.d.sync += counter.eq(counter + 1)
                with m.If(counter == 9):
                    m.d.sync += counter.eq(0)
        return m


class Bench(wiring.Component):
    def __init__(self, properties):
        self._properties = properties
        super().__init__({})

    def elaborate(self, platform):
        m = Module()
        m.submodules.pair = pair = Pair()
        self._properties(m, pair)
        return m


FAULT = Fault("one jumps", Pair, lambda self: self.left[2].eq(1), domain="sync")


def check(properties, **settings):
    return Check("small.pair", "They agree.", lambda: Bench(properties),
                 **{"mode": Mode.REACHABILITY, "depth": 2, "faults": (FAULT,)} | settings)


def agree(m, pair):
    ensure(m, pair.left == pair.right)
    ensure(m, pair.left < 10)


def test_holds_where_induction_does_not():
    assert prove(check(agree)).holds
    assert not prove(replace(check(lambda m, pair: ensure(m, pair.left != 12)),
                             mode=Mode.INDUCTION)).holds
    assert prove(check(lambda m, pair: ensure(m, pair.left != 12))).holds


def test_nothing_to_prove():
    assert prove(check(lambda m, pair: ensure(m, pair.left == pair.left))).holds


def test_fault_is_found():
    outcome = prove(check(agree), FAULT)
    assert outcome.right
    assert outcome.step == 2


def test_failure_beyond_the_depth_is_found():
    outcome = prove(check(lambda m, pair: ensure(m, pair.left != 8)))
    assert outcome.holds is False
    assert outcome.verdict == "fails"


def test_assumptions():
    def odd(m, pair):
        assume(m, pair.left != 7)
        ensure(m, pair.right != 8)
    assert prove(check(odd)).holds


def test_registers_without_reset_begin_with_any_value():
    def remembered(m, pair, *, load):
        kept, loaded = Signal(4, reset_less=True), Signal()
        with m.If(pair.left == load):
            m.d.sync += [kept.eq(AnySeq(4)), loaded.eq(1)]
        with m.If(loaded & (kept == 5)):
            m.d.sync += kept.eq(6)
        ensure(m, (kept != 5) | loaded | (pair.left != 8))

    assert prove(check(lambda m, pair: remembered(m, pair, load=7))).holds
    # Beyond the depth.
    assert prove(check(lambda m, pair: remembered(m, pair, load=8))).holds is False


def test_given_up():
    def hash_(m, pair):
        left, right = (Signal(64, name=name) for name in ("x", "y"))
        m.d.sync += [left.eq(left * 0x9e37_79b9 + AnySeq(32)),
                     right.eq(right * left + 1)]
        ensure(m, (left * right)[30:] != 0x1234_5678)
    assert prove(check(hash_, timeout=6)).holds in (None, False)
