"""A coprocessor on a core's CV-X-IF, as arbitrary as the protocol allows.

Source: CV-X-IF specification v0.2.0, as in :mod:`hdl.xif`; the core of it that CV32E40X keeps to.
"""

from amaranth.asserts import AnySeq
from amaranth.hdl import Elaboratable, Module, Mux, Signal

from formal.check import assume

__all__ = ["AnyCoprocessor"]

#: Transactions that may wait for their commit; a core with more is not followed.
_WAITING = 4


class AnyCoprocessor(Elaboratable):
    """Answers offers when and how it likes, and gives one result for what it was committed.

    A result comes in the cycle of its commit or later, in order, and holds until it is taken.

    Parameters
    ----------
    link : ``xif.Signature(...)``
        The core's port.
    patience : :class:`int` or None
        Cycles that an answer or a result takes at most longer than it must; None if it may never
        come.

    Attributes
    ----------
    waiting : :class:`Signal`
        Number of transactions before this cycle that have no commit.
    owed : :class:`Signal`
        Number of results that are missing before this cycle.
    accepted : :class:`Signal`
        Whether each of those waiting was accepted, the oldest in bit 0.
    """

    def __init__(self, link, *, patience=None):
        self._link = link
        self._patience = patience
        self.waiting = Signal(range(_WAITING + 1))
        self.owed = Signal(range(_WAITING + 1))
        self.accepted = Signal(_WAITING)

    def elaborate(self, platform):
        m = Module()
        issue, commit, result = self._link.issue, self._link.commit, self._link.result
        issued = issue.valid & issue.ready

        m.d.comb += [
            issue.ready.eq(AnySeq(1)),
            issue.resp.accept.eq(AnySeq(1)),
            issue.resp.writeback.eq(AnySeq(1) & issue.resp.accept),
            issue.resp.exc.eq(AnySeq(1) & issue.resp.accept),
        ]

        # The commit may be of this cycle's transaction.
        place = Signal(_WAITING + 1)
        m.d.comb += place.eq(self.accepted | (issued & issue.resp.accept) << self.waiting)
        m.d.sync += [
            self.waiting.eq(self.waiting + issued - commit.valid),
            self.accepted.eq(Mux(commit.valid, place[1:], place)),
        ]
        committed = Signal()
        m.d.comb += committed.eq(commit.valid & place[0] & ~commit.commit_kill)

        held = Signal()
        data = Signal(32)
        m.d.comb += [
            result.valid.eq(held | AnySeq(1)),
            result.data.eq(Mux(held, data, AnySeq(32))),
        ]
        # Not by logic: cores may offer depending on a result, so that would look like a loop.
        assume(m, ~result.valid | (self.owed != 0) | committed)
        m.d.sync += [
            held.eq(result.valid & ~result.ready),
            data.eq(result.data),
            self.owed.eq(self.owed + committed - (result.valid & result.ready)),
        ]

        if self._patience is not None:
            for name, waits in (("answer", issue.valid & ~issue.ready),
                                ("result", (self.owed != 0) & ~result.valid)):
                waited = Signal(range(self._patience + 2), name=f"waited_for_{name}")
                m.d.sync += waited.eq(Mux(waits, waited + 1, 0))
                assume(m, ~waits | (waited < self._patience))
        return m
