"""The Ascon coprocessor on CV-X-IF.

Source: CV-X-IF v0.2.0 (2022-04-22) for the protocol, :mod:`hdl.isa` for the instructions.
"""

from amaranth.hdl import Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, flipped

from hdl import xif
from hdl.ascon.decoder import Decoder
from hdl.ascon.operand import Operand
from hdl.ascon.queue import Queue
from hdl.ascon.state import State
from hdl.isa import Operation

__all__ = ["Coprocessor"]


class Coprocessor(wiring.Component):
    """State and permutation of Ascon, operated by custom instructions.

    An instruction issued in cycle ``t`` executes in the cycle of its commit, but not before
    ``t + 1``, and when the result register is free or becomes so. Its result is there one cycle
    later and holds until it is taken; there is one for every instruction, in order. A permutation
    of ``r`` cycles that an execution in ``e`` starts takes the cycles ``e + 1`` to ``e + r``; from
    ``t + 1`` to ``e + r - 1`` further instructions of this coprocessor are not ready, others are
    answered all the same. None of this depends on data.

    Parameters
    ----------
    rounds_per_cycle : :class:`int`
        Rounds of the permutation in one cycle: 1, 2, 3, 4 or 6.
    big_endian : :class:`bool`
        Whether the big-endian instructions exist.
    queue_depth : :class:`int`
        1: ``issue.ready`` depends on the other channels in the same cycle, for a core whose
        ``commit`` and ``result.ready`` do not depend on ``issue.ready``, such as CV32E40X.
        2: it depends on registers and the offered instruction only, for any core.
    id_width : :class:`int`
        Width of ids, ``X_ID_WIDTH``.

    Members
    -------
    x : ``In(xif.Signature(id_width=id_width))``
        The core.

    Raises
    ------
    ValueError
        If a parameter is not supported.
    """

    def __init__(self, *, rounds_per_cycle=1, big_endian=True, queue_depth=2, id_width=4):
        self._decoder = Decoder(big_endian=big_endian)
        self._queue = Queue(depth=queue_depth, id_width=id_width)
        self._operand = Operand(big_endian=big_endian)
        self._state = State(rounds_per_cycle=rounds_per_cycle, big_endian=big_endian)
        super().__init__({"x": In(xif.Signature(id_width=id_width))})

    @property
    def rounds_per_cycle(self):
        """Rounds of the permutation in one cycle."""
        return self._state.rounds_per_cycle

    @property
    def big_endian(self):
        """Whether the big-endian instructions exist."""
        return self._decoder.big_endian

    @property
    def last(self):
        """Whether the instructions for a partial last word exist: yes."""
        return self._decoder.last

    @property
    def queue_depth(self):
        """Instructions that may wait for their commit."""
        return self._queue.depth

    @property
    def id_width(self):
        """Width of ids."""
        return self.signature.members["x"].signature.id_width

    @property
    def lanes(self):
        """The lanes of the state, for tests to look at."""
        return self._state.lanes

    def elaborate(self, platform):
        m = Module()
        m.submodules.decoder = decoder = self._decoder
        m.submodules.queue = queue = self._queue
        m.submodules.operand = operand = self._operand
        m.submodules.state = state = self._state
        issue, result = self.x.issue, self.x.result

        # Issue. Everybody else's instructions are answered at once.
        complete, free = Signal(), Signal()
        m.d.comb += [
            decoder.instr.eq(issue.req.instr),
            complete.eq(~(decoder.uses & ~issue.req.rs_valid).any()),
            free.eq(queue.ready & ~queue.starting & ~state.busy),
            issue.ready.eq(~decoder.legal | complete & free),
            issue.resp.accept.eq(decoder.legal),
            issue.resp.writeback.eq(decoder.decoded.writeback),
        ]

        # Commit.
        wiring.connect(m, queue.commit, flipped(self.x.commit))
        m.d.comb += [
            queue.offer.eq(issue.valid),
            queue.push.eq(issue.valid & decoder.legal & complete & free),
            queue.entry.id.eq(issue.req.id),
            queue.entry.rd.eq(decoder.rd),
            queue.entry.decoded.eq(decoder.decoded),
            queue.entry.rs.eq(issue.req.rs),
        ]

        # Execution.
        execute = Signal()
        decoded = queue.head.decoded
        m.d.comb += [
            execute.eq(queue.committed & (~result.valid | result.ready)),
            queue.take.eq(execute),
            operand.decoded.eq(decoded),
            operand.rs.eq(queue.head.rs),
            operand.word.eq(state.word),
            state.execute.eq(execute),
            state.order.eq(decoded.order),
            state.init.eq(decoded.operation == Operation.INIT),
            state.algorithm.eq(decoded.index),
            state.words.eq(operand.words),
            state.operand.eq(operand.operand),
            state.pad.eq(operand.pad),
            state.domain.eq(decoded.domain),
            state.rounds.eq(decoded.rounds),
            state.select.eq(operand.select),
        ]

        # Result.
        with m.If(execute):
            m.d.sync += [
                result.valid.eq(1),
                result.id.eq(queue.head.id),
                result.data.eq(operand.result),
                result.rd.eq(queue.head.rd),
                result.we.eq(decoded.writeback),
            ]
        with m.Elif(result.ready):
            m.d.sync += result.valid.eq(0)

        return m
