"""Instructions between issue and execution: they wait for their commit, and may be killed."""

from amaranth.hdl import Module, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.decoder import Decoded
from hdl.xif import CommitSignature

__all__ = ["QUEUE_DEPTHS", "Queue", "entry_layout"]

#: Supported numbers of entries.
QUEUE_DEPTHS = (1, 2)


def entry_layout(id_width):
    """Return the layout of what the coprocessor keeps of an instruction."""
    return data.StructLayout({"id": id_width, "rd": 5, "decoded": Decoded, "rs": 64})


class Queue(wiring.Component):
    """Instructions that were accepted and are not executed yet, oldest first.

    An entry leaves when it is taken, killed, or found dead: an offer that has the id of an
    uncommitted entry shows that the core has forgotten that one. Commits of other ids are ignored.

    With ``depth=1`` ``ready`` depends on ``take``, ``commit`` and the offer, with ``depth=2`` on
    registers only. Either takes one instruction a cycle as long as each is taken in the cycle after
    its issue.

    Once an instruction is accepted into an empty queue, no entry holds operands of an older one.

    Parameters
    ----------
    depth : :class:`int`
        Entries, one of :data:`QUEUE_DEPTHS`.
    id_width : :class:`int`
        Width of ids.

    Members
    -------
    offer : ``In(1)``
        The core offers an instruction under ``entry.id``, whether it is accepted or not.
    push : ``In(1)``
        The instruction is accepted; only with ``ready`` and ``offer``.
    entry : ``In(entry_layout(id_width))``
        The instruction.
    ready : ``Out(1)``
        There is room.
    commit : ``In(CommitSignature(id_width=id_width))``
        Commits and kills, from the cycle of ``push`` on.
    starting : ``Out(1)``
        An entry is going to start a permutation, unless it is killed.
    head : ``Out(entry_layout(id_width))``
        The oldest entry.
    committed : ``Out(1)``
        There is an oldest entry, and it is committed, perhaps in this very cycle.
    take : ``In(1)``
        Remove the oldest entry; only with ``committed``.

    Raises
    ------
    ValueError
        If ``depth`` is not supported.
    """

    def __init__(self, *, depth=2, id_width=4):
        if depth not in QUEUE_DEPTHS:
            raise ValueError(f"queue_depth must be one of {QUEUE_DEPTHS}, not {depth!r}")
        self._depth = depth
        layout = entry_layout(id_width)
        super().__init__({
            "offer":     In(1),
            "push":      In(1),
            "entry":     In(layout),
            "ready":     Out(1),
            "commit":    In(CommitSignature(id_width=id_width)),
            "starting":  Out(1),
            "head":      Out(layout),
            "committed": Out(1),
            "take":      In(1),
        })

    @property
    def depth(self):
        """Number of entries."""
        return self._depth

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
            self.committed.eq(head.live & head.sure),
            self.starting.eq(sum(slot.starts for slot in slots) != 0),
        ]

        leaves = Signal()
        m.d.comb += leaves.eq(~head.live | self.take)
        if self._depth == 1:
            m.d.comb += self.ready.eq(leaves)
            with m.If(leaves):
                head.fill(m, new, self.push)
        else:
            m.d.comb += self.ready.eq(~tail.valid)
            with m.If(~leaves & ~tail.valid):
                tail.fill(m, new, 0)
            with m.If(leaves & tail.valid):
                head.fill(m, tail, 1)
                m.d.sync += tail.valid.eq(0)
            with m.Elif(leaves):
                head.fill(m, new, self.push)
            # An instruction that goes straight to the head is noted here too: a wipe then
            # overwrites the operands that an earlier one has left.
            with m.If(self.push):
                m.d.sync += tail.entry.eq(self.entry)

        return m


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

    @property
    def starts(self):
        """The entry starts a permutation."""
        return self.valid & self.entry.decoded.rounds.any()

    def follow(self, m, queue):
        """Keep the entry for as long as it lives, and remember its commit."""
        forgotten = queue.offer & (queue.entry.id == self.entry.id)
        named = queue.commit.valid & (queue.commit.id == self.entry.id)
        m.d.comb += [
            self.live.eq(self.valid & (self.committed
                                       | ~forgotten & ~(named & queue.commit.commit_kill))),
            self.sure.eq(self.committed | named),
        ]
        m.d.sync += [self.valid.eq(self.live), self.committed.eq(self.sure)]

    def fill(self, m, source, load):
        """Continue with what is in another slot; its entry is copied if ``load``."""
        m.d.sync += [self.valid.eq(source.live), self.committed.eq(source.sure)]
        with m.If(load):
            m.d.sync += self.entry.eq(source.entry)
