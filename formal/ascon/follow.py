"""What a core knows of the instructions that a coprocessor has accepted.

Source: CV-X-IF specification v0.2.0 (2022-04-22), and what CV32E40X adds: an offer under the id of
an accepted and uncommitted instruction shows that this one is forgotten.
"""

from amaranth.hdl import Cat, Elaboratable, Module, Mux, Signal
from amaranth.lib import data

from formal.ascon.expected import Expected
from formal.ascon.order import in_order
from formal.check import assume

__all__ = ["Follower"]


class Follower(Elaboratable):
    """Follows the accepted instructions of a coprocessor until their results appear.

    Parameters
    ----------
    x : ``xif.Signature(...)``
        The coprocessor's port.
    depth : :class:`int`
        Instructions that can be followed.
    big_endian, last : :class:`bool`
        Which instructions exist.
    mark_width : :class:`int`
        Bits of a mark.
    unique_ids : :class:`bool`
        Assume that there is no offer under the id of an uncommitted instruction.

    Attributes
    ----------
    word : :class:`Expected`
        What is offered.
    mark : :class:`Signal`
        Input: marks what is offered, with ``mark_width`` bits.
    oldest : :class:`Signal`
        The oldest instruction before this cycle: ``valid``, ``committed``, ``id``, ``rd``,
        ``writes``, the number of ``rounds`` it starts, and its ``mark``.
    ready : :class:`Signal`
        It is there and committed, by the end of this cycle.
    undecided : :class:`Signal`
        An instruction is there that is neither committed nor killed by the end of this cycle.
    waits : :class:`Signal`
        An instruction is there at the beginning of this cycle whose result did not appear by then,
        and does not in it.
    overflow : :class:`Signal`
        There are more than ``depth``; what follows is then wrong.
    accepted : :class:`Signal`
        One is accepted in this cycle.
    shown : :class:`Signal`
        A result appears in this cycle; it belongs to the oldest instruction.
    """

    def __init__(self, x, *, depth, big_endian=True, last=True, mark_width=1, unique_ids=False):
        self._x, self._depth, self._unique_ids = x, depth, unique_ids
        self.layout = data.StructLayout({
            "valid": 1, "committed": 1, "id": len(x.issue.req.id), "rd": 5, "writes": 1,
            "rounds": 4, "mark": mark_width})
        self.oldest = Signal(self.layout)
        self.ready, self.undecided, self.overflow = Signal(), Signal(), Signal()
        self.accepted, self.shown = Signal(), Signal()
        self.waits, self.mark = Signal(), Signal(mark_width)
        self.word = Expected(big_endian=big_endian, last=last)

    def elaborate(self, platform):
        m = Module()
        issue, commit, result = self._x.issue, self._x.commit, self._x.result
        m.submodules.word = self.word
        m.d.comb += self.word.instr.eq(issue.req.instr)

        stands = Signal()
        m.d.sync += stands.eq(result.valid & ~result.ready)
        m.d.comb += [
            self.shown.eq(result.valid & ~stands),
            self.accepted.eq(issue.valid & issue.ready & issue.resp.accept),
        ]

        entries = [Signal(self.layout, name=f"entry{number}") for number in range(self._depth)]
        now = [Signal(self.layout, name=f"now{number}") for number in range(self._depth)]
        for entry, present in zip(entries, now, strict=True):
            named = commit.valid & (commit.id == entry.id)
            again = issue.valid & (issue.req.id == entry.id)
            lost = named & commit.commit_kill | again
            if self._unique_ids:
                assume(m, ~(entry.valid & ~entry.committed & again))
            m.d.comb += [
                present.eq(entry),
                present.valid.eq(entry.valid & (entry.committed | ~lost)),
                present.committed.eq(entry.committed | named),
            ]
        m.d.comb += [
            self.oldest.eq(entries[0]),
            self.ready.eq(now[0].valid & now[0].committed),
            self.waits.eq(entries[0].valid & (~self.shown | entries[1].valid)),
            self.undecided.eq(Cat(one.valid & ~one.committed for one in now).any()),
        ]

        named = commit.valid & (commit.id == issue.req.id)
        new = Signal(self.layout)
        m.d.comb += [
            new.valid.eq(self.accepted & ~(named & commit.commit_kill)),
            new.committed.eq(named),
            new.id.eq(issue.req.id),
            new.rd.eq(issue.req.instr[7:12]),
            new.writes.eq(self.word.writes),
            new.rounds.eq(self.word.rounds),
            new.mark.eq(self.mark),
        ]

        m.d.comb += self.overflow.eq(in_order(
            m, self.layout, entries, [Mux(self.shown, 0, now[0]), *now[1:], new]))

        return m
