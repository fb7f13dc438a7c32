"""A coprocessor under a core that does whatever it likes, at every pin and in every cycle.

Nothing is assumed of the core but what a parameter says: it offers, retracts and changes
instructions, commits and kills any id at any time, twice or never, and takes results when it likes.
What CV-X-IF allows is part of it.
"""

from functools import reduce

from amaranth.asserts import AnySeq
from amaranth.hdl import Elaboratable, Module

from formal.ascon.follow import Follower
from formal.check import Cut
from hdl.ascon.presets import PRESETS
from hdl.ascon.round import Round

__all__ = ["ANY_ROUND", "CoprocessorBench", "drive", "pin"]


#: Inputs of the port; the last ones are operands.
_PINS = ("issue.valid", "issue.req.instr", "issue.req.mode", "issue.req.id", "issue.req.rs_valid",
         "issue.req.ecs", "issue.req.ecs_valid", "commit.valid", "commit.id", "commit.commit_kill",
         "result.ready")
_OPERANDS = "issue.req.rs"


def pin(x, path):
    """Return a member of a port by its path."""
    return reduce(getattr, path.split("."), x)


def drive(m, x, *, same_as=None):
    """Let a core drive every input of a coprocessor's port.

    Parameters
    ----------
    m : :class:`amaranth.hdl.Module`
        Where the core is.
    x : ``xif.Signature(...)``
        The port.
    same_as : ``xif.Signature(...)``, optional
        Another port whose inputs are the same but for the operands.
    """
    for path in (*_PINS, _OPERANDS):
        value = pin(x, path)
        m.d.comb += value.eq(AnySeq(value.shape()) if same_as is None or path == _OPERANDS
                             else pin(same_as, path))


def _any_round(round_):
    m = Module()
    m.d.comb += round_.o.eq(AnySeq(320))
    return m


#: For what does not depend on what a round does.
ANY_ROUND = Cut("rounds give anything", Round, _any_round)

#: Cycles that an instruction takes at most, from its commit until the next one may be issued: of
#: every preset that the number of rounds in a cycle does not tell it of.
_PATIENCE = {"tiny": 30}


class CoprocessorBench(Elaboratable):
    """Coprocessor, core, what the core knows, and properties.

    Parameters
    ----------
    properties : callable
        Given the module, this bench, and the coprocessor's port, adds properties to the module.
    preset : :class:`str`
        Which coprocessor.
    **parameters
        Its parameters that are to differ from the preset's.

    Attributes
    ----------
    coprocessor : component
        The coprocessor.
    follower : :class:`~formal.ascon.follow.Follower`
        What the core knows.
    patience : :class:`int`
        Cycles that an instruction takes at most, until the next one may be issued.
    """

    def __init__(self, properties, preset, **parameters):
        self._properties = properties
        chosen = PRESETS[preset]
        self.coprocessor = chosen.make(**parameters)
        self.follower = Follower(self.coprocessor.x, depth=3, last=chosen.last,
                                 big_endian=self.coprocessor.big_endian,
                                 unique_ids=parameters.get("unique_ids", False))
        self.patience = _PATIENCE.get(preset) or (
            -(-12 // self.coprocessor.rounds_per_cycle) + 4)

    def elaborate(self, platform):
        m = Module()
        m.submodules.coprocessor = self.coprocessor
        m.submodules.follower = self.follower
        drive(m, self.coprocessor.x)
        self._properties(m, self, self.coprocessor.x)
        return m
