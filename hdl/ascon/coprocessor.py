"""The Ascon coprocessor on CV-X-IF.

Source: CV-X-IF v0.2.0 (2022-04-22) for the protocol, :mod:`hdl.isa` for the instructions.
"""

from amaranth.hdl import Cat, Const, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import flipped

from hdl.ascon.component import CoprocessorComponent
from hdl.ascon.decoder import Decoder
from hdl.ascon.queue import Queue
from hdl.ascon.state import State
from hdl.ascon.work import Prepare, swapped
from hdl.isa import ByteOrder, Operation

__all__ = ["Coprocessor"]


class Coprocessor(CoprocessorComponent):
    """State and permutation of Ascon, operated by custom instructions.

    An instruction issued in cycle ``t`` executes in the cycle of its commit, but not before
    ``t + 1``, and when the result register is free or becomes so. Its result is there one cycle
    later and holds until it is taken; there is one for every instruction, in order. INIT with
    another register than ``x0`` occupies the cycle after its execution, too.

    A permutation of ``r`` cycles that an execution in ``e`` starts takes the cycles ``e + 1`` to
    ``e + r``, one more of INIT with registers; twelve rounds of a READ of lane 0 or 2 with ``x0``
    and without ``domain``, which changes nothing, ``e`` to ``e + r - 1``. Before the last of them
    further instructions of this coprocessor are not ready, others are answered all the same. An
    ABSORB into lane 0 is ready one cycle earlier, but after ``e``, and executes with the last
    round. If it is not committed by then the last round waits until it is, or one cycle longer than
    until it is killed or forgotten; and nothing else is ready meanwhile.

    None of this depends on data. Operands of ``x0`` must be 0. Without ``result.we`` anything may
    be on ``result.data``.

    Parameters
    ----------
    rounds_per_cycle : :class:`int`
        Rounds of the permutation in one cycle: 1, 2, 3, 4 or 6.
    big_endian : :class:`bool`
        Whether the big-endian instructions exist.
    last : :class:`bool`
        Whether the instructions for a partial last word exist.
    queue_depth : :class:`int`
        1: ``issue.ready`` depends on the other channels in the same cycle, for a core whose
        ``commit`` and ``result.ready`` do not depend on ``issue.ready``, such as CV32E40X.
        2: it depends on registers and the offered instruction only, for any core.
    id_width : :class:`int`
        Width of ids, ``X_ID_WIDTH``.
    unique_ids : :class:`bool`
        The core offers nothing under the id of an accepted instruction that it has not committed
        yet. CV-X-IF says so, CV32E40X does not keep to it. Neither execution nor ``issue.ready``
        depends on ``issue.valid`` then, which comes late in a core.

    Members
    -------
    x : ``In(xif.Signature(id_width=id_width))``
        The core.

    Raises
    ------
    ValueError
        If a parameter is not supported.
    """

    def __init__(self, *, rounds_per_cycle=1, big_endian=True, last=True, queue_depth=2,
                 id_width=4, unique_ids=False):
        super().__init__(Decoder(big_endian=big_endian, last=last), id_width=id_width)
        self._prepare = Prepare(big_endian=big_endian, last=last)
        self._queue = Queue(depth=queue_depth, id_width=id_width, unique_ids=unique_ids,
                            unmasked=self._prepare.padding_bits)
        self._state = State(rounds_per_cycle=rounds_per_cycle, big_endian=big_endian)

    @property
    def rounds_per_cycle(self):
        """Rounds of the permutation in one cycle."""
        return self._state.rounds_per_cycle

    @property
    def queue_depth(self):
        """Instructions that may wait for their commit."""
        return self._queue.depth

    @property
    def unique_ids(self):
        """Whether offers have other ids than instructions without commit."""
        return self._queue.unique_ids

    @property
    def lanes(self):
        """The lanes of the state, for tests to look at."""
        return self._state.lanes

    def elaborate(self, platform):
        m = Module()
        m.submodules.decoder = decoder = self._decoder
        m.submodules.prepare = prepare = self._prepare
        m.submodules.queue = queue = self._queue
        m.submodules.state = state = self._state
        issue, result = self.x.issue, self.x.result
        decoded, instr = decoder.decoded, issue.req.instr

        # Issue. Everybody else's instructions are answered at once.
        complete, early, open_ = Signal(), Signal(), Signal()
        m.d.comb += [
            decoder.instr.eq(instr),
            complete.eq(~(decoder.uses & ~issue.req.rs_valid).any()),
            early.eq((decoded.operation == Operation.ABSORB) & ~decoded.index[:3].any()),
            open_.eq(queue.ready & ~queue.starting & (state.open | state.open_early & early)),
            issue.ready.eq(~decoder.legal | complete & open_),
            issue.resp.accept.eq(decoder.legal),
            issue.resp.writeback.eq(decoded.writeback),
            prepare.decoded.eq(decoded),
            prepare.rs.eq(issue.req.rs),
            prepare.rs_used.eq(Cat(instr[15:20].any(), instr[20:25].any())),
        ]

        # Commit.
        wiring.connect(m, queue.commit, flipped(self.x.commit))
        m.d.comb += [
            queue.offer.eq(issue.valid),
            queue.push.eq(issue.valid & decoder.legal & complete & open_),
            queue.entry.id.eq(issue.req.id),
            queue.entry.rd.eq(decoder.rd),
            queue.entry.work.eq(prepare.work),
            queue.masked.eq(prepare.masked),
        ]

        # Execution.
        free, execute, work = Signal(), Signal(), queue.head.work
        m.d.comb += [
            free.eq(~state.goes_on & (~result.valid | result.ready)),
            execute.eq(queue.committed & free),
            queue.take.eq(free & ~state.pauses | state.goes_on),
            state.work.eq(work),
            state.waiting.eq(queue.waiting),
            state.execute.eq(execute),
        ]

        # Result.
        big = (work.order == ByteOrder.BIG) if self.big_endian else Const(0, 1)
        hidden = swapped(big, work.hidden, 1)
        with m.If(execute):
            m.d.sync += [
                result.valid.eq(1),
                result.id.eq(queue.head.id),
                result.data.eq(swapped(big, state.total)),
                result.rd.eq(queue.head.rd),
                result.we.eq(work.single),
            ]
        with m.Elif(result.ready):
            m.d.sync += result.valid.eq(0)
        for byte in range(4):
            with m.If(execute & (hidden[byte] | work.init)):
                m.d.sync += result.data[8 * byte:8 * byte + 8].eq(0)

        return m
