"""What the coprocessor owes any core on CV-X-IF.

Source: CV-X-IF specification v0.2.0 (2022-04-22), as in :mod:`hdl.xif`.
"""

from amaranth.hdl import Cat, Mux, Signal

from formal.ascon.place import SOME
from formal.check import ensure

__all__ = ["answers", "progress", "results", "silence", "stability"]


def answers(m, bench, x):
    """State which instructions are answered, and how."""
    issue, result, word = x.issue, x.result, bench.follower.word
    done = issue.valid & issue.ready
    ensure(m, ~done | (issue.resp.accept == word.legal))
    ensure(m, ~done | (issue.resp.writeback == word.writes))
    ensure(m, ~(issue.valid & ~word.legal) | issue.ready)
    ensure(m, ~(done & word.legal) | ~(word.uses & ~issue.req.rs_valid).any())
    ensure(m, ~(issue.resp.dualwrite | issue.resp.dualread.any() | issue.resp.loadstore
                | issue.resp.ecswrite | issue.resp.exc))
    ensure(m, ~(result.ecsdata.any() | result.ecswe.any() | result.exc | result.exccode.any()
                | result.err | result.dbg))


def results(m, bench, x):
    """State whose results come, and in which order."""
    result, follower = x.result, bench.follower
    oldest = follower.oldest
    ensure(m, ~follower.overflow)
    ensure(m, ~follower.shown | oldest.valid & oldest.committed)
    ensure(m, ~follower.shown | (result.id == oldest.id))
    ensure(m, ~follower.shown | (result.rd == oldest.rd))
    ensure(m, ~follower.shown | (result.we == oldest.writes))


def stability(m, bench, x):
    """State how long a result stands."""
    result = x.result
    stands = Signal()
    m.d.sync += stands.eq(result.valid & ~result.ready)
    ensure(m, ~stands | result.valid)
    for name in ("id", "data", "rd", "we"):
        value = getattr(result, name)
        before = Signal.like(value, name=f"{name}_before")
        m.d.sync += before.eq(value)
        counts = result.we if name == "data" else 1
        ensure(m, ~(stands & counts) | (value == before))


def progress(m, bench, x):
    """State how long a core waits."""
    issue, result, follower = x.issue, x.result, bench.follower
    taken = ~result.valid | result.ready
    for name, waits in (
            ("result", follower.oldest.valid & follower.oldest.committed & ~result.valid),
            ("answer", issue.valid & ~issue.ready & ~follower.undecided & taken
             & ~(follower.word.uses & ~issue.req.rs_valid).any())):
        waited = Signal(range(bench.patience + 2), name=f"waited_for_{name}")
        m.d.sync += waited.eq(Mux(waits, waited + 1, 0))
        ensure(m, ~waits | (waited < bench.patience))


def silence(m, bench, x):
    """State when the state may change."""
    follower = bench.follower
    lanes = bench.coprocessor.lanes.as_value()
    left = Signal(range(bench.patience + 1))
    allowed = Signal(init=1)
    m.d.sync += [
        allowed.eq(follower.ready | follower.shown | (left != 0)),
        left.eq(Mux(follower.shown, bench.patience - 1,
                    Mux((left != 0) & ~follower.oldest.valid, left - 1, left))),
    ]
    bits = Cat(lanes[place] for place in SOME)
    before = Signal.like(bits)
    m.d.sync += before.eq(bits)
    ensure(m, allowed | (bits == before))
