"""What the coprocessor for CV-X-IF v1.0 owes any core of that version.

Source: CV-X-IF specification v1.0.0 (2024-05-22), as in :mod:`hdl.xif1`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from amaranth.hdl import Elaboratable, Module, Mux, Signal

from formal.ascon import handshake
from formal.ascon.bench import ANY_ROUND
from formal.ascon.follow1 import Follower1
from formal.check import Check, Fault, Mode, ensure
from hdl.ascon import Coprocessor
from hdl.ascon.coprocessor1 import Coprocessor1
from hdl.ascon.decoder import Decoder

__all__ = ["CHECKS"]

#: The hart that is served, of two.
_HART = 1

#: Width of ids. There are fewer than so many instructions under way.
_ID_WIDTH = 2

#: A permutation is to be short, so that it fits into the depth.
_ROUNDS_PER_CYCLE = 6

#: Cycles that an instruction takes at most until the next one may be issued, or its result comes:
#: with a permutation of twelve rounds in front.
_PATIENCE = 8


class _Bench(Elaboratable):
    """The coprocessor, and the core as :class:`~formal.ascon.follow1.Follower1` drives it."""

    def __init__(self, properties, *, split):
        self._properties = properties
        self.coprocessor = Coprocessor1(
            Coprocessor(rounds_per_cycle=_ROUNDS_PER_CYCLE, queue_depth=1, id_width=_ID_WIDTH),
            split=split, hartid=_HART)
        self.follower = Follower1(self.coprocessor.x, hartid=_HART, split=split,
                                  depth=self.coprocessor.queue_depth + 2)
        self.patience = _PATIENCE

    def elaborate(self, platform):
        m = Module()
        m.submodules.coprocessor = self.coprocessor
        m.submodules.follower = self.follower
        self._properties(m, self, self.coprocessor.x)
        return m


def _answers(m, bench, x):
    """State which instructions are answered, and how."""
    issue, register, word = x.issue, x.register, bench.follower.word
    known = bench.follower.ours & word.legal
    done = issue.valid & issue.ready
    ensure(m, ~done | (issue.resp.accept == known))
    ensure(m, ~done | (issue.resp.writeback == (word.writes & known)))
    ensure(m, ~done | (issue.resp.register_read == Mux(known, word.uses, 0)))
    ensure(m, ~issue.valid | known | issue.ready)
    if bench.coprocessor.split:
        ensure(m, register.ready)
    else:
        ensure(m, ~(done & known) | ~(word.uses & ~register.rs_valid).any())
        ensure(m, register.ready == issue.ready)


def _results(m, bench, x):
    """State whose results come, and in which order."""
    handshake.results(m, bench, x)
    ensure(m, ~bench.follower.shown | bench.follower.oldest.complete)
    ensure(m, ~x.result.valid | (x.result.hartid == _HART))


def _progress(m, bench, x):
    """State how long a core waits."""
    issue, register, result, follower = x.issue, x.register, x.result, bench.follower
    ready = follower.oldest.valid & follower.oldest.committed & follower.oldest.complete
    complete = 1 if bench.coprocessor.split else (
        ~(follower.word.uses & ~register.rs_valid).any())
    for name, waits in (
            ("result", ready & ~result.valid),
            ("answer", issue.valid & ~issue.ready & ~follower.undecided & complete
             & (~result.valid | result.ready))):
        waited = Signal(range(bench.patience + 2), name=f"waited_for_{name}")
        m.d.sync += waited.eq(Mux(waits, waited + 1, 0))
        ensure(m, ~waits | (waited < bench.patience))


def _accepts_all(self):
    return self.x.issue.resp.accept.eq(self._decoder.legal)


_NO_KILL = Fault("a kill is a commit", Coprocessor1,
                 lambda self: self._pending.commit_kill.eq(0))


@dataclass(frozen=True)
class _Property:
    """What is proven, split or not; ``split_faults`` need operands that are."""

    text:         str
    states:       Callable
    faults:       tuple
    split_faults: tuple = ()
    mode:         Mode  = Mode.BOUNDED
    depth:        int   = 8


_PROPERTIES = {
    "answers": _Property(
        "Instructions of the table and of the hart are accepted, with their operands, and nothing "
        "else is; that is answered at once.", _answers,
        (Fault("all harts are served", Coprocessor1, _accepts_all),
         Fault("rs2 is not waited for", Decoder, lambda self: self.uses.eq(1))),
        mode=Mode.REACHABILITY, depth=4),
    "results": _Property(
        "There is one result for each instruction accepted and committed, alone or with younger "
        "ones, after its commit and its operands and in order, and none for one that is killed, "
        "alone or with older ones.", _results,
        (_NO_KILL,
         Fault("commits of other harts count", Coprocessor1,
               lambda self: self._pending.commit.eq(self.x.commit.valid)),
         Fault("a kill does not reach what is younger", Coprocessor1,
               lambda self: self._pending.commit.eq(
                   self.x.commit.valid & (self.x.commit.hartid == _HART)
                   & (~self.x.commit.commit_kill
                      | (self.x.commit.id == self._pending.head.id)))),
         Fault("the id is that of the offer", Coprocessor1,
               lambda self: self.x.result.id.eq(self.x.issue.req.id))),
        (Fault("operands are for the oldest", Coprocessor1,
               lambda self: self._pending.register_id.eq(self._pending.head.id)),)),
    "stability": _Property(
        "A result holds until it is taken, unchanged but for data that is not to be written.",
        handshake.stability,
        (Fault("it is withdrawn", Coprocessor1,
               lambda self: self.x.result.valid.eq(
                   self._coprocessor.x.result.valid & ~self.x.commit.valid)),),
        mode=Mode.REACHABILITY, depth=4),
    "progress": _Property(
        "A committed instruction with its operands has its result, and an offer its answer, after "
        f"at most {_PATIENCE} cycles.", _progress,
        (Fault("no commit is seen", Coprocessor1, lambda self: self._pending.commit.eq(0)),
         Fault("there is never room", Coprocessor1,
               lambda self: self.x.issue.ready.eq(~self._decoder.legal))),
        depth=_PATIENCE + 6),
    "silence": _Property(
        "A bit of each word of the state changes only for an instruction that is committed, and "
        "its permutation.", handshake.silence, (_NO_KILL,)),
}


CHECKS = tuple(
    Check(f"coprocessor.xif1{'-split' * split}.{name}", prop.text,
          partial(_Bench, prop.states, split=split), depth=prop.depth, mode=prop.mode,
          faults=(*prop.faults, *prop.split_faults * split), cuts=(ANY_ROUND,), timeout=300,
          quick=name == "answers" and not split)
    for split in (False, True) for name, prop in _PROPERTIES.items())
