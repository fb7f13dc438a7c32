"""The smallest Ascon coprocessor on CV-X-IF.

Source: CV-X-IF v0.2.0 (2022-04-22) for the protocol, :mod:`hdl.isa` for the instructions.
"""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import data

from hdl.ascon.component import CoprocessorComponent
from hdl.ascon.decoder import Decoder
from hdl.ascon.tiny.halves import Halves
from hdl.ascon.tiny.kept import kept
from hdl.ascon.tiny.sequencer import Sequencer
from hdl.ascon.tiny.store import Store
from hdl.isa import Operation

__all__ = ["TinyCoprocessor"]


class TinyCoprocessor(CoprocessorComponent):
    """A coprocessor with half of the S-boxes and room for one instruction.

    It has the little-endian instructions, except those for a partial last word. An instruction
    issued in cycle ``t`` executes in the cycle of its commit, but not before ``t + 1``; its result
    is there one cycle later, or two if its word is in the wrong half or it is an INIT, and holds
    until it is taken. The next instruction may be issued in that cycle, after a READ one later.
    A permutation of ``n`` rounds comes before that: its ``2 * n`` cycles, or one more after an even
    word, end with the cycle in which the next instruction may be issued. Other instructions are
    answered all the same. None of this depends on data.

    Even words are in the right half after a lane operation, a permutation, or an odd word, odd
    words after an even one.

    ``issue.ready`` depends on ``result.ready`` and the offered instruction in the same cycle.
    Without ``result.we`` anything may be on ``result.data``. A reset clears the state; the operands
    of the last instruction stay until the next one.

    Parameters
    ----------
    id_width : :class:`int`
        Width of ids, ``X_ID_WIDTH``.

    Members
    -------
    x : ``In(xif.Signature(id_width=id_width))``
        The core.

    Raises
    ------
    ValueError
        If the parameter is not supported.
    """

    def __init__(self, *, id_width=4):
        super().__init__(Decoder(big_endian=False, last=False), id_width=id_width)
        self._sequencer = Sequencer()
        self._halves = Halves()
        self._store = Store(data.StructLayout({
            "rs2": 32, "id": id_width, "rd": 5, "lane": 3, "index": 3, "operation": Operation,
            "domain": 1}))

    @property
    def lanes(self):
        """The lanes of the state, for tests to look at; not valid within a round."""
        return self._halves.lanes

    def elaborate(self, platform):
        m = Module()
        m.submodules.decoder = decoder = self._decoder
        m.submodules.store = store = self._store
        m.submodules.sequencer = sequencer = self._sequencer
        m.submodules.halves = halves = self._halves
        issue, commit, result = self.x.issue, self.x.commit, self.x.result
        entry = store.entry

        # Issue. Everybody else's instructions are answered at once.
        complete, accepted = kept(1, "complete"), Signal()
        m.d.comb += [
            decoder.instr.eq(issue.req.instr),
            complete.eq(~(decoder.uses & ~issue.req.rs_valid).any()),
            issue.ready.eq(~decoder.legal | complete & sequencer.free),
            issue.resp.accept.eq(decoder.legal),
            issue.resp.writeback.eq(decoder.decoded.writeback),
            accepted.eq(issue.valid & decoder.legal & complete & sequencer.free),
        ]
        self._enter(m, accepted)
        rs1 = Signal(32, reset_less=True)
        with m.If(accepted):
            m.d.sync += rs1.eq(issue.req.rs[:32])

        # Commit.
        new_named, named, again = kept(1, "new_named"), kept(1, "named"), kept(1, "again")
        m.d.comb += [
            new_named.eq(commit.valid & (commit.id == issue.req.id)),
            named.eq(commit.valid & (commit.id == entry.id)),
            again.eq(issue.valid & (issue.req.id == entry.id)),
            sequencer.enter.eq(accepted & ~(new_named & commit.commit_kill)),
            sequencer.enter_sure.eq(new_named),
            sequencer.confirm.eq(named & ~commit.commit_kill),
            sequencer.drop.eq(named & commit.commit_kill | again),
        ]

        # Execution.
        is_absorb = entry.operation == Operation.ABSORB
        flipped, operand = kept(1, "flipped"), kept(32, "operand")
        m.d.comb += [
            sequencer.rounds.eq(decoder.decoded.rounds),
            sequencer.operation.eq(entry.operation),
            sequencer.odd.eq(entry.index[0]),
            sequencer.turned.eq(halves.turned),
            sequencer.taken.eq(result.valid & result.ready),
            # The last bit of the state is flipped already when its word is in front.
            flipped.eq(result.valid & ~halves.turned & entry.domain & (entry.lane == 4)),
            operand.eq(Mux(sequencer.second, entry.rs2, rs1) ^ Cat(flipped).shift_left(31)),
            halves.move.eq(sequencer.move),
            halves.swap.eq(sequencer.swap),
            halves.linear.eq(sequencer.linear),
            halves.step.eq(sequencer.step),
            halves.lane.eq(entry.lane),
            halves.operand.eq(operand),
            halves.xor.eq(sequencer.xor),
            halves.replace.eq(sequencer.replace),
            halves.pad.eq(sequencer.execute & is_absorb & entry.index[1]),
            halves.domain.eq(sequencer.execute & entry.domain),
            halves.clear.eq(sequencer.clear),
            halves.algorithm.eq(entry.index),
            halves.read.eq(result.valid),
        ]

        # Result: the word itself, which stays where it is until that is taken.
        m.d.comb += [
            result.valid.eq(sequencer.done),
            result.id.eq(entry.id),
            result.data.eq(halves.word ^ Cat(flipped).shift_left(31)),
            result.rd.eq(entry.rd),
            result.we.eq(entry.operation.as_value()[1:].any()),
        ]

        return m

    def _enter(self, m, accepted):
        """Keep an accepted instruction.

        ``lane`` is that of the word, of ABSORB, or 1. ``index`` is the algorithm, or the word is
        odd in bit 0 and an empty block padded in bit 1.
        """
        new, decoded = self._store.new, self._decoder.decoded
        index, req = decoded.index, self.x.issue.req
        m.d.comb += [
            self._store.write.eq(accepted),
            new.rs2.eq(req.rs[32:]),
            new.id.eq(req.id),
            new.rd.eq(self._decoder.rd),
            new.operation.eq(decoded.operation),
            new.domain.eq(decoded.domain),
        ]
        with m.Switch(decoded.operation):
            with m.Case(Operation.INIT):
                m.d.comb += [new.lane.eq(1), new.index.eq(index)]
            with m.Case(Operation.ABSORB):
                m.d.comb += [new.lane.eq(index), new.index.eq(index[3] << 1)]
            with m.Default():
                m.d.comb += [new.lane.eq(index[1:]), new.index.eq(index[0])]
