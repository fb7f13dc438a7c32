"""Instructions between issue and execution: they wait for their commit, and may be killed."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.work import Work
from hdl.xif import CommitSignature

__all__ = ["QUEUE_DEPTHS", "Queue", "entry_layout"]

#: Supported numbers of entries.
QUEUE_DEPTHS = (1, 2)


def entry_layout(id_width):
    """Return the layout of what the coprocessor keeps of an instruction."""
    return data.StructLayout({"id": id_width, "rd": 5, "work": Work})


class Queue(wiring.Component):
    """Instructions that were accepted and are not executed yet, oldest first.

    An entry leaves when it is taken, killed, or found dead: an offer that has the id of an
    uncommitted entry shows that the core has forgotten that one; not with ``unique_ids``, where
    there must be none. Commits of other ids are ignored.

    With ``depth=1`` ``ready`` depends on ``take``, ``commit`` and the offer, with ``unique_ids`` on
    ``takes`` and ``commit`` but for its ``commit_kill``; with ``depth=2`` on registers only. Either
    takes one instruction a cycle as long as each is taken in the cycle after its issue.

    Without an oldest entry ``head.work`` is all zeros. Once an instruction is accepted into an
    empty queue, no entry holds operands of an older one.

    Parameters
    ----------
    depth : :class:`int`
        Entries, one of :data:`QUEUE_DEPTHS`.
    id_width : :class:`int`
        Width of ids.
    unique_ids : :class:`bool`
        Nothing is offered under the id of an uncommitted entry.
    unmasked : iterable of :class:`int`
        Bits of ``entry.work.operand`` that ``masked`` does not apply to.

    Members
    -------
    offer : ``In(1)``
        The core offers an instruction under ``entry.id``, whether it is accepted or not.
    push : ``In(1)``
        The instruction is accepted; only with ``ready`` and ``offer``.
    entry : ``In(entry_layout(id_width))``
        The instruction.
    masked : ``In(8)``
        Bytes of its operand to be kept as zeros.
    ready : ``Out(1)``
        There is room.
    commit : ``In(CommitSignature(id_width=id_width))``
        Commits and kills, from the cycle of ``push`` on.
    starting : ``Out(1)``
        An entry is going to start a permutation, unless it is killed.
    head : ``Out(entry_layout(id_width))``
        The oldest entry.
    waiting : ``Out(1)``
        There is an oldest entry, which may be going to leave.
    committed : ``Out(1)``
        There is an oldest entry, and it is committed, perhaps in this very cycle.
    take : ``In(1)``
        Remove the oldest entry if it is ``committed``. Must not depend on that.

    Raises
    ------
    ValueError
        If ``depth`` is not supported.
    """

    def __init__(self, *, depth=2, id_width=4, unique_ids=False, unmasked=()):
        if depth not in QUEUE_DEPTHS:
            raise ValueError(f"queue_depth must be one of {QUEUE_DEPTHS}, not {depth!r}")
        self._depth = depth
        self._unique_ids = bool(unique_ids)
        self._maskable = [[bit for bit in range(8 * byte, 8 * byte + 8) if bit not in unmasked]
                          for byte in range(8)]
        layout = entry_layout(id_width)
        super().__init__({
            "offer":     In(1),
            "push":      In(1),
            "entry":     In(layout),
            "masked":    In(8),
            "ready":     Out(1),
            "commit":    In(CommitSignature(id_width=id_width)),
            "starting":  Out(1),
            "head":      Out(layout),
            "waiting":   Out(1),
            "committed": Out(1),
            "take":      In(1),
        })

    @property
    def depth(self):
        """Number of entries."""
        return self._depth

    @property
    def unique_ids(self):
        """Whether offers have other ids than uncommitted entries."""
        return self._unique_ids

    def elaborate(self, platform):
        m = Module()

        slots = [_Slot(f"slot{number}", self.entry.shape()) for number in range(self._depth)]
        for slot in slots:
            slot.follow(m, self)
        new = _Slot("new", self.entry.shape())
        new_named = self.commit.valid & (self.commit.id == self.entry.id)
        m.d.comb += [
            new.entry.eq(self.entry),
            new.live.eq(self.push & ~(new_named & self.commit.commit_kill)),
            new.sure.eq(new_named),
        ]

        head, tail = slots[0], slots[-1]
        m.d.comb += [
            self.head.eq(head.entry),
            self.waiting.eq(head.valid),
            self.committed.eq(head.live & head.sure),
            self.starting.eq(head.entry.work.rounds.any()),
        ]

        leaves = Signal()
        m.d.comb += leaves.eq(~head.live | head.sure & self.take)
        if self._depth == 1:
            # A killed one is as good as a taken one.
            m.d.comb += self.ready.eq(~head.valid | head.sure & self.take if self._unique_ids else
                                      leaves)
            with m.If(leaves):
                head.follow_up(m, new)
            # What is not accepted is not kept.
            self._load(m, head, leaves)
            with m.If(leaves & ~new.live):
                m.d.sync += head.entry.work.eq(0)
        else:
            m.d.comb += self.ready.eq(~tail.valid)
            with m.If(tail.valid & tail.entry.work.rounds.any()):
                m.d.comb += self.starting.eq(1)
            with m.If(~leaves & ~tail.valid):
                tail.follow_up(m, new)
            # An instruction that goes straight to the head is noted in the tail too: a wipe then
            # overwrites the operands that an earlier one has left.
            self._load(m, tail, self.push)
            self._load(m, head, leaves & self.push)
            with m.If(leaves & tail.valid):
                head.follow_up(m, tail)
                m.d.sync += [tail.valid.eq(0), head.entry.eq(tail.entry)]
            with m.Elif(leaves):
                head.follow_up(m, new)
            with m.If(leaves & ~Mux(tail.valid, tail.live, new.live)):
                m.d.sync += head.entry.work.eq(0)

        return m

    def _load(self, m, slot, load):
        """Load the entry into a slot, each byte with a condition of its own under which it is 0."""
        with m.If(load):
            m.d.sync += slot.entry.eq(self.entry)
        for byte, bits in enumerate(self._maskable):
            with m.If(load & self.masked[byte]):
                m.d.sync += Cat(slot.entry.work.operand[bit] for bit in bits).eq(0)


class _Slot:
    """Room for one entry.

    ``live`` tells that the entry survives this cycle if it is not taken, ``sure`` that it is
    committed by the end of it.
    """

    def __init__(self, name, layout):
        self.entry = Signal(layout, name=name)
        self.valid = Signal(name=f"{name}_valid")
        self.committed = Signal(name=f"{name}_committed")
        self.live = Signal(name=f"{name}_live")
        self.sure = Signal(name=f"{name}_sure")

    def follow(self, m, queue):
        """Keep the entry for as long as it lives, and remember its commit."""
        forgotten = (Const(0) if queue.unique_ids else
                     queue.offer & (queue.entry.id == self.entry.id))
        named = queue.commit.valid & (queue.commit.id == self.entry.id)
        m.d.comb += [
            self.live.eq(self.valid & (self.committed
                                       | ~forgotten & ~(named & queue.commit.commit_kill))),
            self.sure.eq(self.committed | named),
        ]
        m.d.sync += [self.valid.eq(self.live), self.committed.eq(self.sure)]

    def follow_up(self, m, source):
        """Take over the life of what is in another slot."""
        m.d.sync += [self.valid.eq(source.live), self.committed.eq(source.sure)]
