"""CV-X-IF signatures: the issue, commit and result channels.

The structures are those of specification v0.2.0 (2022-04-22) as CV32E40X implements it, with
``X_NUM_RS = 2`` and 32-bit registers. The compressed and memory channels are left out: CV32E40X
does not have the first, and its second is broken.

The members are nested as the specification's structures are, so that joining a path with ``_``
gives the usual flat name: ``issue.req.instr`` is ``x_issue_req_instr``.
"""

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.xif_channel import Channel, result_members

__all__ = ["CommitSignature", "IssueSignature", "ResultSignature", "Signature"]


class IssueSignature(Channel):
    """Issue channel, from the core's side.

    Interface attributes
    --------------------
    valid : ``Out(1)``
        The core offers an instruction. It may retract it, or offer another one under another id,
        before ``ready``.
    ready : ``In(1)``
        With ``valid``: the transaction ends in this cycle.
    req.instr : ``Out(32)``
        The instruction.
    req.mode : ``Out(2)``
        Privilege level, 3 is machine mode.
    req.id : ``Out(id_width)``
        Names the instruction on every channel; unique among those in flight.
    req.rs : ``Out(64)``
        ``rs1`` in bits 31:0, ``rs2`` in bits 63:32.
    req.rs_valid : ``Out(2)``
        Which operands are valid.
    req.ecs, req.ecs_valid : ``Out(6)``, ``Out(1)``
        Extension context status; constant in CV32E40X.
    resp.accept : ``In(1)``
        The coprocessor takes the instruction; valid with ``valid & ready``, like all of ``resp``.
    resp.writeback : ``In(1)``
        It will write ``rd``; 0 unless accepted.
    resp.dualwrite, resp.dualread, resp.loadstore, resp.ecswrite, resp.exc : ``In(1, 3, 1, 1, 1)``
        Features that are not used here: 0.
    """

    def __init__(self, *, id_width=4):
        super().__init__({
            "valid": Out(1),
            "ready": In(1),
            "req": Out(wiring.Signature({
                "instr":     Out(32),
                "mode":      Out(2),
                "id":        Out(id_width),
                "rs":        Out(64),
                "rs_valid":  Out(2),
                "ecs":       Out(6),
                "ecs_valid": Out(1),
            })),
            "resp": In(wiring.Signature({
                "accept":    Out(1),
                "writeback": Out(1),
                "dualwrite": Out(1),
                "dualread":  Out(3),
                "loadstore": Out(1),
                "ecswrite":  Out(1),
                "exc":       Out(1),
            })),
        }, id_width=id_width)


class CommitSignature(Channel):
    """Commit channel, from the core's side. There is no ``ready``.

    Interface attributes
    --------------------
    valid : ``Out(1)``
        One cycle for each issue transaction, accepted or not, in its cycle or later.
    id : ``Out(id_width)``
        Which instruction.
    commit_kill : ``Out(1)``
        0: it may change architectural state. 1: it never happened.
    """

    def __init__(self, *, id_width=4):
        super().__init__({
            "valid":       Out(1),
            "id":          Out(id_width),
            "commit_kill": Out(1),
        }, id_width=id_width)


class ResultSignature(Channel):
    """Result channel, from the coprocessor's side.

    Interface attributes
    --------------------
    valid : ``Out(1)``
        One transaction for each accepted and committed instruction, with ``rd`` or without.
        It and the other outputs hold until ``ready``.
    ready : ``In(1)``
        The core takes the result.
    id : ``Out(id_width)``
        Whose result.
    data : ``Out(32)``
        Value for ``rd``; without ``we`` it means nothing.
    rd : ``Out(5)``
        Destination register.
    we : ``Out(1)``
        ``data`` is to be written to ``rd``.
    ecsdata, ecswe, exc, exccode, err, dbg : ``Out(6, 3, 1, 6, 1, 1)``
        Features that are not used here: 0.
    """

    def __init__(self, *, id_width=4):
        super().__init__(result_members({"id": Out(id_width)}) | {
            "ecsdata": Out(6),
            "ecswe":   Out(3),
            "exc":     Out(1),
            "exccode": Out(6),
            "err":     Out(1),
            "dbg":     Out(1),
        }, id_width=id_width)


class Signature(Channel):
    """All three channels, from the core's side; a coprocessor has ``In(Signature())``.

    Interface attributes
    --------------------
    issue : ``Out(IssueSignature)``
        Core to coprocessor.
    commit : ``Out(CommitSignature)``
        Core to coprocessor.
    result : ``In(ResultSignature)``
        Coprocessor to core.
    """

    def __init__(self, *, id_width=4):
        super().__init__({
            "issue":  Out(IssueSignature(id_width=id_width)),
            "commit": Out(CommitSignature(id_width=id_width)),
            "result": In(ResultSignature(id_width=id_width)),
        }, id_width=id_width)
