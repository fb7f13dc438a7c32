"""Instructions of a CV-X-IF v1.0 core until they are committed and their operands are there."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["DEPTHS", "Pending"]

#: Supported numbers of entries.
DEPTHS = range(1, 17)


class Pending(wiring.Component):
    """Accepted instructions of one hart, oldest first; speculation ends here.

    A commit also commits all older entries, a kill also kills all younger ones, whether or not its
    id is that of an entry. Which is older follows from the ids: all in flight are at most a turn
    behind the last one offered, as v1.0 demands.

    An offer that goes on for several cycles may be committed or killed in any of them. A killed one
    is not entered, even if it is accepted later.

    A place that holds no instruction holds zeros.

    Parameters
    ----------
    depth : :class:`int`
        Entries, one of :data:`DEPTHS`.
    id_width : :class:`int`
        Width of ids.
    width : :class:`int`
        Width of what is kept of an instruction.
    split : :class:`bool`
        Operands come after the issue, from ``register``, and not with it.

    Members
    -------
    offer : ``In(1)``
        The core offers an instruction under ``id``.
    done : ``In(1)``
        The offer is answered in this cycle; only with ``offer``.
    push : ``In(1)``
        It is accepted; only with ``done`` and ``room``.
    id : ``In(id_width)``
        Of the offer.
    fields : ``In(width)``
        What to keep of the instruction, with ``push``.
    rs : ``In(64)``
        Operands, with ``push``, or with ``register`` if they are split.
    register : ``In(1)``
        ``rs`` is for the entry with ``register_id``; unused if not split.
    register_id : ``In(id_width)``
        Ditto.
    commit : ``In(1)``
        Commit or kill.
    commit_id : ``In(id_width)``
        From which id on.
    commit_kill : ``In(1)``
        Kill.
    room : ``Out(1)``
        An instruction may enter. Depends on registers only.
    go : ``Out(1)``
        The oldest entry is committed, perhaps in this very cycle, and has its operands.
    head : ``Out(StructLayout({"id": id_width, "fields": width, "rs": 64}))``
        The oldest entry.
    take : ``In(1)``
        Remove it; only with ``go``.

    Raises
    ------
    ValueError
        If ``depth`` is not supported.
    """

    def __init__(self, *, depth, id_width, width, split):
        if depth not in DEPTHS:
            raise ValueError(f"depth must be {DEPTHS[0]}..{DEPTHS[-1]}, not {depth!r}")
        self._depth, self._split = depth, bool(split)
        layout = data.StructLayout({"id": id_width, "fields": width, "rs": 64})
        super().__init__({
            "offer":       In(1),
            "done":        In(1),
            "push":        In(1),
            "id":          In(id_width),
            "fields":      In(width),
            "rs":          In(64),
            "register":    In(1),
            "register_id": In(id_width),
            "commit":      In(1),
            "commit_id":   In(id_width),
            "commit_kill": In(1),
            "room":        Out(1),
            "go":          Out(1),
            "head":        Out(layout),
            "take":        In(1),
        })

    @property
    def depth(self):
        """Number of entries."""
        return self._depth

    @property
    def split(self):
        """Whether operands come after the issue."""
        return self._split

    def elaborate(self, platform):
        m = Module()

        # An id's age is its distance from the newest one in flight.
        newest = Signal.like(self.id)
        with m.If(self.done):
            m.d.sync += newest.eq(self.id)
        reference, commit_age = Signal.like(self.id), Signal.like(self.id)

        def age(id_):
            return (reference - id_)[:len(reference)]

        commits, kills = Signal(), Signal()
        m.d.comb += [
            reference.eq(Mux(self.offer, self.id, newest)),
            commit_age.eq(age(self.commit_id)),
            commits.eq(self.commit & ~self.commit_kill),
            kills.eq(self.commit & self.commit_kill),
        ]

        # The offer is the youngest of all, whatever is killed.
        same, sure, dead = Signal(), Signal(), Signal()
        waited, waited_id, was_sure, was_dead = Signal(), Signal.like(self.id), Signal(), Signal()
        m.d.comb += [
            same.eq(waited & (waited_id == self.id)),
            sure.eq(same & was_sure | commits & (commit_age == 0)),
            dead.eq(same & was_dead | kills & ~(same & was_sure)),
        ]
        m.d.sync += [
            waited.eq(self.offer & ~self.done),
            waited_id.eq(self.id),
            was_sure.eq(sure),
            was_dead.eq(dead),
        ]

        # Each place with the events of this cycle.
        shape = data.StructLayout({
            "valid": 1, "sure": 1, "complete": 1, "entry": self.head.shape()})
        places = [Signal(shape, name=f"place{number}") for number in range(self._depth)]
        present = [Signal(shape, name=f"present{number}") for number in range(self._depth)]
        for place, now in zip(places, present, strict=True):
            found = age(place.entry.id)
            m.d.comb += [
                now.eq(place),
                now.sure.eq(place.sure | commits & (found >= commit_age)),
                now.valid.eq(place.valid & (place.sure | ~(kills & (found <= commit_age)))),
            ]
            if self._split:
                with m.If(self.register & ~place.complete
                          & (self.register_id == place.entry.id)):
                    m.d.comb += [now.complete.eq(1), now.entry.rs.eq(self.rs)]

        # They move up when the oldest leaves; what is new comes behind them.
        new = Signal(shape)
        m.d.comb += [
            new.valid.eq(self.push & ~dead),
            new.sure.eq(sure),
            new.entry.id.eq(self.id),
            new.entry.fields.eq(self.fields),
        ]
        if not self._split:
            m.d.comb += [new.complete.eq(1), new.entry.rs.eq(self.rs)]
        before = 1
        for number, place in enumerate(places):
            moved = Signal(shape, name=f"moved{number}")
            behind = present[number + 1] if number + 1 < self._depth else 0
            m.d.comb += moved.eq(Mux(self.take, behind, present[number]))
            with m.If(moved.valid):
                m.d.sync += place.eq(moved)
            with m.Elif(new.valid & before):
                m.d.sync += place.eq(new)
            with m.Else():
                m.d.sync += place.eq(0)
            before = moved.valid

        m.d.comb += [
            self.room.eq(~places[-1].valid),
            self.go.eq(Cat(present[0].valid, present[0].sure, places[0].complete).all()),
            self.head.eq(places[0].entry),
        ]

        return m
