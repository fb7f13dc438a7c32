"""A coprocessor for cores of CV-X-IF v1.0.0."""

from amaranth.hdl import Cat, Const, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In

from hdl import xif1
from hdl.ascon.coprocessor import Coprocessor
from hdl.ascon.decoder import Decoder
from hdl.ascon.pending import Pending
from hdl.isa import OPCODES

__all__ = ["Coprocessor1"]

#: Bits of an instruction that are not kept, since no two of ours differ in them: of the opcode
#: those that are common. Of the number of a source register only one is kept, whether it is another
#: than ``x0``.
_COMMON = tuple(bit for bit in range(7) if len({code >> bit & 1 for code in OPCODES.values()}) == 1)
_REGISTERS = {15: slice(15, 20), 20: slice(20, 25)}
_FIXED = {bit: next(iter(OPCODES.values())) >> bit & 1 for bit in _COMMON} | {
    bit: 0 for bits in _REGISTERS.values() for bit in range(bits.start + 1, bits.stop)}


class Coprocessor1(wiring.Component):
    """State and permutation of Ascon behind CV-X-IF v1.0.0, for one hart.

    Accepted instructions wait here until they are committed and have their operands; then the
    coprocessor gets them, in order, from what looks to it like a CV32E40X. An instruction issued in
    ``t`` and committed by ``t + 1`` has its result in ``t + 3``, or three cycles after split
    operands; there can be one in every cycle, and they come in order.

    ``issue.ready`` depends on registers, the offered instruction, its hart and, unless the operands
    are split from it, on ``register.valid`` and ``register.rs_valid``; nothing else depends on an
    input in the same cycle.

    Instructions of other harts are refused and their commits are ignored: a core of several harts
    takes one instance for each, ``ready`` and ``register.ready`` ANDed, the other answers ORed,
    results arbitrated.

    Parameters
    ----------
    coprocessor : component, optional
        What executes: has ``x`` as ``In(xif.Signature())`` and ``big_endian``, and it may need a
        commit one cycle after the issue. Without it, a :class:`Coprocessor` of one entry.
    queue_depth : :class:`int`, optional
        Instructions that may wait, 1 to 16. Without it 2, or 3 if split, which is enough for one
        in a cycle if commit and operands are there in the cycle after the issue.
    split : :class:`bool`
        ``X_ISSUE_REGISTER_SPLIT``: operands come after the issue.
    hartid : :class:`int`
        The hart that is served.
    hartid_width : :class:`int`
        Width of hart ids, ``X_HARTID_WIDTH``.

    Members
    -------
    x : ``In(xif1.Signature(id_width=coprocessor.id_width, hartid_width=hartid_width))``
        The core.

    Raises
    ------
    ValueError
        If a parameter is not supported.
    """

    def __init__(self, coprocessor=None, *, queue_depth=None, split=False, hartid=0,
                 hartid_width=1):
        if coprocessor is None:
            coprocessor = Coprocessor(queue_depth=1)
        id_width = coprocessor.id_width
        signature = xif1.Signature(id_width=id_width, hartid_width=hartid_width)
        if hartid not in range(1 << hartid_width):
            raise ValueError(f"hartid must fit into {hartid_width} bits (hartid_width), "
                             f"not {hartid!r}")
        if queue_depth is None:
            queue_depth = 3 if split else 2
        self._coprocessor, self._hartid = coprocessor, hartid
        self._decoder = Decoder(big_endian=coprocessor.big_endian, last=coprocessor.last)
        self._pending = Pending(depth=queue_depth, id_width=id_width, width=32 - len(_FIXED),
                                split=split)
        super().__init__({"x": In(signature)})

    @property
    def coprocessor(self):
        """What executes."""
        return self._coprocessor

    @property
    def queue_depth(self):
        """Instructions that may wait."""
        return self._pending.depth

    @property
    def split(self):
        """Whether operands come after the issue."""
        return self._pending.split

    @property
    def hartid(self):
        """The hart that is served."""
        return self._hartid

    @property
    def pending(self):
        """Where instructions wait, for tests to look at."""
        return self._pending

    @property
    def lanes(self):
        """The lanes of the state, for tests to look at."""
        return self._coprocessor.lanes

    def elaborate(self, platform):
        m = Module()
        m.submodules.coprocessor = coprocessor = self._coprocessor
        m.submodules.decoder = decoder = self._decoder
        m.submodules.pending = pending = self._pending
        issue, register = self.x.issue, self.x.register

        # Issue. Everybody else's instructions are answered at once.
        legal, complete = Signal(), Signal()
        m.d.comb += [
            decoder.instr.eq(issue.req.instr),
            legal.eq(decoder.legal & (issue.req.hartid == self._hartid)),
            complete.eq(1 if self.split else
                        register.valid & ~(decoder.uses & ~register.rs_valid).any()),
            issue.ready.eq(~legal | complete & pending.room),
            issue.resp.accept.eq(legal),
            issue.resp.writeback.eq(legal & decoder.decoded.writeback),
            issue.resp.register_read.eq(decoder.uses & legal.replicate(2)),
            register.ready.eq(1 if self.split else issue.ready),
        ]

        # Speculation.
        commit = self.x.commit
        ours = Signal()
        m.d.comb += [
            ours.eq(issue.valid & (issue.req.hartid == self._hartid)),
            pending.offer.eq(ours),
            pending.done.eq(ours & issue.ready),
            pending.push.eq(ours & issue.ready & legal),
            pending.id.eq(issue.req.id),
            pending.fields.eq(Cat(
                issue.req.instr[_REGISTERS[bit]].any() if bit in _REGISTERS else
                issue.req.instr[bit] for bit in range(32) if bit not in _FIXED)),
            pending.rs.eq(register.rs),
            pending.register.eq(register.valid & (register.hartid == self._hartid)),
            pending.register_id.eq(register.id),
            pending.commit.eq(commit.valid & (commit.hartid == self._hartid)),
            pending.commit_id.eq(commit.id),
            pending.commit_kill.eq(commit.commit_kill),
        ]

        # Execution: issued when nothing can happen to it any more, committed one cycle later.
        inner = coprocessor.x
        fields = iter(pending.head.fields)
        m.d.comb += [
            inner.issue.valid.eq(pending.go),
            inner.issue.req.instr.eq(Cat(Const(_FIXED[bit], 1) if bit in _FIXED else next(fields)
                                         for bit in range(32))),
            inner.issue.req.mode.eq(3),
            inner.issue.req.id.eq(pending.head.id),
            inner.issue.req.rs.eq(pending.head.rs),
            inner.issue.req.rs_valid.eq(3),
            pending.take.eq(pending.go & inner.issue.ready),
        ]
        m.d.sync += [
            inner.commit.valid.eq(pending.take),
            inner.commit.id.eq(pending.head.id),
        ]

        # Result.
        result = self.x.result
        m.d.comb += [
            result.valid.eq(inner.result.valid),
            result.hartid.eq(self._hartid),
            result.id.eq(inner.result.id),
            result.data.eq(inner.result.data),
            result.rd.eq(inner.result.rd),
            result.we.eq(inner.result.we),
            inner.result.ready.eq(result.ready),
        ]

        return m
