"""Core's end of CV-X-IF: issue in ID, commit in EX, result in WB.

Source: CV-X-IF specification v0.2.0; CV32E40X user manual, "eXtension Interface". Unlike in
CV32E40X, CSR instructions are not offered and nothing is offered while EX is busy, so that no
answer is lost and every transaction gets its commit.
"""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl import xif

__all__ = ["Offload"]


class Offload(wiring.Component):
    """Follows an offloaded instruction through ID, EX and WB.

    ``commit`` depends on registers and ``x_kill`` only, ``result.ready`` on a register only.

    Parameters
    ----------
    id_width : :class:`int`
        Width of ``id`` in bits.

    Members
    -------
    link : ``Out(xif.Signature(id_width=...))``
        To the coprocessor.
    d_offer : ``In(1)``
        ID holds an instruction for the coprocessor, its operands are final and EX is free.
    d_insn, d_rs1, d_rs2 : ``In(32)``
        The instruction and its operands.
    d_ready : ``Out(1)``
        The coprocessor answers in this cycle.
    d_accept, d_writeback : ``Out(1)``
        With ``d_offer & d_ready``: it takes the instruction; it will write ``rd``.
    d_move : ``In(1)``
        An instruction, offered or not, moves from ID to EX.
    x_valid : ``In(1)``
        EX holds an instruction.
    x_kill : ``In(1)``
        It is flushed in this cycle.
    x_move : ``In(1)``
        It moves on to WB.
    x_hold : ``Out(1)``
        It must not, since the coprocessor announced that the one in WB may raise an exception.
    x_accepted : ``Out(1)``
        The coprocessor has accepted it.
    w_active : ``Out(1)``
        WB holds an accepted instruction.
    w_done : ``Out(1)``
        Its result is there. Combinational from the result channel.
    w_data : ``Out(32)``
        With ``w_done``: value for ``rd``.
    """

    def __init__(self, *, id_width=4):
        self._id_width = id_width
        super().__init__({
            "link":        Out(xif.Signature(id_width=id_width)),
            "d_offer":     In(1),
            "d_insn":      In(32),
            "d_rs1":       In(32),
            "d_rs2":       In(32),
            "d_ready":     Out(1),
            "d_accept":    Out(1),
            "d_writeback": Out(1),
            "d_move":      In(1),
            "x_valid":     In(1),
            "x_kill":      In(1),
            "x_move":      In(1),
            "x_hold":      Out(1),
            "x_accepted":  Out(1),
            "w_active":    Out(1),
            "w_done":      Out(1),
            "w_data":      Out(32),
        })

    @property
    def id_width(self):
        """Width of ``id`` in bits."""
        return self._id_width

    def elaborate(self, platform):
        m = Module()
        issue, commit, result = self.link.issue, self.link.commit, self.link.result

        d_id = Signal(self._id_width)
        issued = issue.valid & issue.ready
        m.d.comb += [
            issue.valid.eq(self.d_offer),
            issue.req.instr.eq(self.d_insn),
            issue.req.mode.eq(0b11),
            issue.req.id.eq(d_id),
            issue.req.rs.eq(Cat(self.d_rs1, self.d_rs2)),
            issue.req.rs_valid.eq(0b11),
            issue.req.ecs.eq(0b111111),
            issue.req.ecs_valid.eq(1),
            self.d_ready.eq(issue.ready),
            self.d_accept.eq(issue.resp.accept),
            self.d_writeback.eq(issue.resp.accept & issue.resp.writeback),
        ]
        m.d.sync += d_id.eq(d_id + issued)

        x_pending = Signal()  # not committed yet
        x_id = Signal(self._id_width, reset_less=True)
        x_exc = Signal(reset_less=True)
        m.d.comb += [
            commit.valid.eq(self.x_valid & x_pending & ~self.x_hold),
            commit.id.eq(x_id),
            commit.commit_kill.eq(~self.x_accepted | self.x_kill),
        ]
        with m.If(self.d_move):
            m.d.sync += [
                x_pending.eq(issued),
                x_id.eq(d_id),
                self.x_accepted.eq(issued & self.d_accept),
                x_exc.eq(issue.resp.exc),
            ]
        with m.Elif(commit.valid):
            m.d.sync += x_pending.eq(0)

        w_exc = Signal(reset_less=True)
        with m.If(self.x_move):
            m.d.sync += [self.w_active.eq(self.x_accepted), w_exc.eq(x_exc)]
        with m.Elif(self.w_done):
            m.d.sync += self.w_active.eq(0)
        m.d.comb += [
            self.x_hold.eq(self.w_active & w_exc),
            result.ready.eq(self.w_active),
            self.w_done.eq(self.w_active & result.valid),
            self.w_data.eq(result.data),
        ]
        return m
