"""CV-X-IF v1.0.0 signatures: the issue, register, commit and result channels.

The structures are those of the specification of 2024-05-22 with ``X_NUM_RS = 2``, 32-bit registers,
``X_DUALREAD = X_DUALWRITE = 0``, and without its optional memory and ECS parts. The compressed
channel is left out: a coprocessor without compressed instructions answers it with constants.

Members are nested and named as in :mod:`hdl.xif`, which has the version of CV32E40X.
"""

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.xif_channel import Channel, result_members

__all__ = ["CommitSignature", "IssueSignature", "RegisterSignature", "ResultSignature", "Signature"]


class _Channel(Channel):
    """A channel whose identity is its widths of ``id`` and ``hartid``."""

    @property
    def hartid_width(self):
        """Width of ``hartid`` in bits."""
        return self._widths["hartid_width"]


class IssueSignature(_Channel):
    """Issue channel, from the core's side.

    Interface attributes
    --------------------
    valid : ``Out(1)``
        The core offers an instruction. It may retract it, or offer another one under another id
        or hart, before ``ready``.
    ready : ``In(1)``
        With ``valid``: the transaction ends in this cycle.
    req.instr : ``Out(32)``
        The instruction.
    req.hartid : ``Out(hartid_width)``
        Whose it is.
    req.id : ``Out(id_width)``
        Names the instruction of this hart on every channel. Ids increase, by one or more, and wrap;
        a new one never passes the oldest in flight.
    resp.accept : ``In(1)``
        The coprocessor takes the instruction; valid with ``valid & ready``, like all of ``resp``.
    resp.writeback : ``In(1)``
        It will write ``rd``; 0 unless accepted.
    resp.register_read : ``In(2)``
        Operands that it needs, ``rs1`` in bit 0, ``rs2`` in bit 1; 0 unless accepted.
    """

    def __init__(self, *, id_width=4, hartid_width=1):
        super().__init__({
            "valid": Out(1),
            "ready": In(1),
            "req": Out(wiring.Signature({
                "instr":  Out(32),
                "hartid": Out(hartid_width),
                "id":     Out(id_width),
            })),
            "resp": In(wiring.Signature({
                "accept":        Out(1),
                "writeback":     Out(1),
                "register_read": Out(2),
            })),
        }, id_width=id_width, hartid_width=hartid_width)


class RegisterSignature(_Channel):
    """Register channel, from the core's side.

    With ``X_ISSUE_REGISTER_SPLIT = 0`` it goes with the issue channel: ``valid``, ``ready``,
    ``hartid`` and ``id`` are equal, and ``rs_valid`` says which operands are there already. With 1
    a transaction of one cycle follows each accepted and not yet killed issue, in any order;
    ``ready`` is then 1 and ``rs_valid`` equal to that issue's ``register_read``.

    Interface attributes
    --------------------
    valid : ``Out(1)``
        The core provides operands.
    ready : ``In(1)``
        With ``valid``: the transaction ends in this cycle.
    hartid, id : ``Out(hartid_width)``, ``Out(id_width)``
        Whose operands.
    rs : ``Out(64)``
        ``rs1`` in bits 31:0, ``rs2`` in bits 63:32.
    rs_valid : ``Out(2)``
        Which operands are valid.
    """

    def __init__(self, *, id_width=4, hartid_width=1):
        super().__init__({
            "valid":    Out(1),
            "ready":    In(1),
            "hartid":   Out(hartid_width),
            "id":       Out(id_width),
            "rs":       Out(64),
            "rs_valid": Out(2),
        }, id_width=id_width, hartid_width=hartid_width)


class CommitSignature(_Channel):
    """Commit channel, from the core's side. There is no ``ready``.

    Interface attributes
    --------------------
    valid : ``Out(1)``
        One cycle, from the one on in which the instruction is first offered.
    hartid, id : ``Out(hartid_width)``, ``Out(id_width)``
        Which instruction, whether accepted, refused or another coprocessor's.
    commit_kill : ``Out(1)``
        0: it and all older ones of this hart may change architectural state. 1: it and all younger
        ones of this hart never happened.
    """

    def __init__(self, *, id_width=4, hartid_width=1):
        super().__init__({
            "valid":       Out(1),
            "hartid":      Out(hartid_width),
            "id":          Out(id_width),
            "commit_kill": Out(1),
        }, id_width=id_width, hartid_width=hartid_width)


class ResultSignature(_Channel):
    """Result channel, from the coprocessor's side.

    Interface attributes
    --------------------
    valid : ``Out(1)``
        One transaction for each accepted and committed instruction, with ``rd`` or without.
        It and the other outputs hold until ``ready``.
    ready : ``In(1)``
        The core takes the result.
    hartid, id : ``Out(hartid_width)``, ``Out(id_width)``
        Whose result.
    data : ``Out(32)``
        Value for ``rd``.
    rd : ``Out(5)``
        Destination register.
    we : ``Out(1)``
        ``data`` is to be written to ``rd``.
    """

    def __init__(self, *, id_width=4, hartid_width=1):
        super().__init__(result_members({"hartid": Out(hartid_width), "id": Out(id_width)}),
                         id_width=id_width, hartid_width=hartid_width)


class Signature(_Channel):
    """All four channels, from the core's side; a coprocessor has ``In(Signature())``.

    Interface attributes
    --------------------
    issue : ``Out(IssueSignature)``
        Core to coprocessor.
    register : ``Out(RegisterSignature)``
        Core to coprocessor.
    commit : ``Out(CommitSignature)``
        Core to coprocessor.
    result : ``In(ResultSignature)``
        Coprocessor to core.
    """

    def __init__(self, *, id_width=4, hartid_width=1):
        widths = {"id_width": id_width, "hartid_width": hartid_width}
        super().__init__({
            "issue":    Out(IssueSignature(**widths)),
            "register": Out(RegisterSignature(**widths)),
            "commit":   Out(CommitSignature(**widths)),
            "result":   In(ResultSignature(**widths)),
        }, **widths)
