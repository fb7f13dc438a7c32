"""The switch between core and coprocessor."""

from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from hdl import xif

__all__ = ["EnableGate"]


class EnableGate(wiring.Component):
    """Answers for the coprocessor while it is disabled: every instruction is refused at once.

    ``enable`` acts in the cycle of the issue transaction. Instructions accepted before it fell are
    committed and end as always. Commits pass, also those of instructions that were refused here: a
    coprocessor ignores ids it did not accept. Everything is combinational.

    Parameters
    ----------
    id_width : :class:`int`
        Width of ``id``.

    Members
    -------
    enable : ``In(1)``
        0: refuse, and hide the instruction from the coprocessor.
    core : ``In(xif.Signature(id_width=id_width))``
        From the core.
    coprocessor : ``Out(xif.Signature(id_width=id_width))``
        To the coprocessor.
    """

    def __init__(self, *, id_width=4):
        super().__init__({
            "enable":      In(1),
            "core":        In(xif.Signature(id_width=id_width)),
            "coprocessor": Out(xif.Signature(id_width=id_width)),
        })

    def elaborate(self, platform):
        """Build the gate on the issue channel."""
        m = Module()

        core, coprocessor = self.core.issue, self.coprocessor.issue
        m.d.comb += [
            coprocessor.valid.eq(core.valid & self.enable),
            core.ready.eq(coprocessor.ready | ~self.enable),
        ]
        for name in core.req.signature.members:
            m.d.comb += getattr(coprocessor.req, name).eq(getattr(core.req, name))
        with m.If(self.enable):
            for name in core.resp.signature.members:
                m.d.comb += getattr(core.resp, name).eq(getattr(coprocessor.resp, name))

        connect(m, flipped(self.core.commit), flipped(self.coprocessor.commit))
        connect(m, flipped(self.core.result), flipped(self.coprocessor.result))

        return m
