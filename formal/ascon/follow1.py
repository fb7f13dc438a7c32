"""What a core of CV-X-IF v1.0 knows of the instructions that a coprocessor has accepted.

Source: CV-X-IF specification v1.0.0 (2024-05-22), as in :mod:`hdl.xif1`.
"""

from amaranth.asserts import AnySeq
from amaranth.hdl import Cat, Elaboratable, Module, Mux, Signal
from amaranth.lib import data

from formal.ascon.expected import Expected
from formal.ascon.order import in_order
from formal.check import assume, ensure

__all__ = ["Follower1"]


class Follower1(Elaboratable):
    """Drives a coprocessor's port in every way that a core may, and follows what it accepts.

    Ids follow from how many are left out between two instructions, and from how far back a commit
    or a kill reaches, which may be any number; older and younger here are not derived from ids.
    Only this is assumed: an id is not used again while an instruction that had it, or an older one,
    waits for its result, and an offer that waits changes only together with its id or its hart.

    Parameters
    ----------
    x : ``xif1.Signature(...)``
        The coprocessor's port.
    hartid : :class:`int`
        The hart that is served.
    split : :class:`bool`
        Operands come after the issue.
    depth : :class:`int`
        Instructions that can be followed.
    big_endian, last : :class:`bool`
        Which instructions exist.

    Attributes
    ----------
    word : :class:`~formal.ascon.expected.Expected`
        What is offered.
    ours : :class:`Signal`
        The offer is of the hart that is served.
    oldest : :class:`Signal`
        The oldest instruction before this cycle: ``valid``, ``committed``, ``complete`` (it has its
        operands), ``id``, ``rd``, ``writes``, the number of ``rounds`` it starts, and its ``age``.
    ready : :class:`Signal`
        It is there, committed by the end of this cycle, and complete before it.
    undecided : :class:`Signal`
        One is there that is neither killed nor committed and complete by the end of this cycle.
    overflow : :class:`Signal`
        There are more than ``depth``; what follows is then wrong.
    shown : :class:`Signal`
        A result appears in this cycle; it belongs to the oldest instruction.
    """

    def __init__(self, x, *, hartid, split, depth, big_endian=True, last=True):
        self._x, self._hartid, self._split, self._depth = x, hartid, split, depth
        self._width = len(x.issue.req.id)
        self.layout = data.StructLayout({
            "valid": 1, "committed": 1, "complete": 1, "id": self._width, "rd": 5, "writes": 1,
            "rounds": 4, "age": self._width + 1})
        self.word = Expected(big_endian=big_endian, last=last)
        self.oldest = Signal(self.layout)
        self.ours, self.ready, self.undecided = Signal(), Signal(), Signal()
        self.overflow, self.shown = Signal(), Signal()

    def elaborate(self, platform):
        m = Module()
        x, width = self._x, self._width
        issue, register, commit, result = x.issue, x.register, x.commit, x.result
        m.submodules.word = self.word
        m.d.comb += self.word.instr.eq(issue.req.instr)

        # The core.
        issued, distance, reach = Signal(width), Signal(width), Signal(width)
        m.d.comb += [
            distance.eq(AnySeq(width)),
            reach.eq(AnySeq(width)),
            issue.valid.eq(AnySeq(1)),
            issue.req.instr.eq(AnySeq(32)),
            issue.req.hartid.eq(AnySeq(len(issue.req.hartid))),
            self.ours.eq(issue.valid & (issue.req.hartid == self._hartid)),
            issue.req.id.eq(Mux(self.ours, issued + distance, AnySeq(width))),
            commit.valid.eq(AnySeq(1)),
            commit.hartid.eq(AnySeq(len(commit.hartid))),
            commit.commit_kill.eq(AnySeq(1)),
            commit.id.eq(Mux(commit.hartid == self._hartid,
                             issued + Mux(self.ours, distance, 0) - reach, AnySeq(width))),
            register.valid.eq(AnySeq(1) if self._split else issue.valid),
            register.hartid.eq(AnySeq(len(register.hartid)) if self._split else issue.req.hartid),
            register.id.eq(AnySeq(width) if self._split else issue.req.id),
            register.rs.eq(AnySeq(64)),
            register.rs_valid.eq(3 if self._split else AnySeq(2)),
            result.ready.eq(AnySeq(1)),
        ]
        assume(m, distance != 0)
        done, waited = Signal(), Signal()
        m.d.comb += done.eq(self.ours & issue.ready)
        offer = Cat(issue.req.id, issue.req.hartid, issue.req.instr)
        last_offer = Signal.like(offer)
        m.d.sync += [waited.eq(issue.valid & ~issue.ready), last_offer.eq(offer)]
        names = width + len(issue.req.hartid)
        assume(m, ~(waited & issue.valid) | (offer[:names] != last_offer[:names])
               | (offer == last_offer))
        with m.If(done):
            m.d.sync += issued.eq(issue.req.id)

        # What happens in this cycle to what is this far behind the youngest id.
        commits = commit.valid & (commit.hartid == self._hartid) & ~commit.commit_kill
        kills = commit.valid & (commit.hartid == self._hartid) & commit.commit_kill

        stands = Signal()
        m.d.sync += stands.eq(result.valid & ~result.ready)
        m.d.comb += self.shown.eq(result.valid & ~stands)

        entries = [Signal(self.layout, name=f"entry{number}") for number in range(self._depth)]
        now = [Signal(self.layout, name=f"now{number}") for number in range(self._depth)]
        for entry, present in zip(entries, now, strict=True):
            age = Signal(width + 1, name=f"{entry.as_value().name}_age")
            given = register.valid & (register.hartid == self._hartid) & (register.id == entry.id)
            m.d.comb += [
                age.eq(entry.age + Mux(self.ours, distance, 0)),
                present.eq(entry),
                present.valid.eq(entry.valid & (entry.committed | ~(kills & (age <= reach)))),
                present.committed.eq(entry.committed | commits & (age >= reach)),
                present.complete.eq(entry.complete | given),
                present.age.eq(Mux(done, age, entry.age)),
            ]
            # Even an offer that is taken back has an id of its own.
            assume(m, ~entry.valid | (age < 1 << width))
            # That helps to prove.
            ensure(m, ~entry.valid | (entry.id == (issued - entry.age)[:width]))
        m.d.comb += [
            self.oldest.eq(entries[0]),
            self.ready.eq(now[0].valid & now[0].committed & entries[0].complete),
            self.undecided.eq(Cat(one.valid & ~(one.committed & one.complete)
                                  for one in now).any()),
        ]

        # An offer that waits may be committed or killed before it is answered.
        sure, dead, was_sure, was_dead, same = (Signal(name=name) for name in (
            "sure", "dead", "was_sure", "was_dead", "same"))
        ours_waited = Signal()
        m.d.comb += [
            same.eq(ours_waited & (offer[:names] == last_offer[:names])),
            sure.eq(same & was_sure | commits & (reach == 0)),
            dead.eq(same & was_dead | kills & ~(same & was_sure)),
        ]
        m.d.sync += [ours_waited.eq(self.ours & ~issue.ready), was_sure.eq(sure),
                     was_dead.eq(dead)]
        new = Signal(self.layout)
        m.d.comb += [
            new.valid.eq(done & issue.resp.accept & ~dead),
            new.committed.eq(sure),
            new.complete.eq(not self._split),
            new.id.eq(issue.req.id),
            new.rd.eq(issue.req.instr[7:12]),
            new.writes.eq(self.word.writes),
            new.rounds.eq(self.word.rounds),
        ]

        m.d.comb += self.overflow.eq(in_order(
            m, self.layout, entries, [Mux(self.shown, 0, now[0]), *now[1:], new]))

        return m
