"""What a proof is: a bench with properties, how far they are proven, a fault they must find."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from amaranth.hdl import Assert, Assume, Cover, Elaboratable, ResetSignal

__all__ = ["Check", "Cut", "Fault", "Mode", "assume", "cover", "ensure"]


class Mode(Enum):
    """How a check is proven."""

    #: The assertions hold in the first ``depth`` cycles after reset, whatever the inputs are.
    BOUNDED = "bounded"
    #: They hold for ever: also, ``depth`` cycles in which they hold are followed by another one.
    INDUCTION = "induction"
    #: They hold for ever: no state that can be reached breaks them, which property-directed
    #: reachability finds out by itself. ``depth`` is how far they are unrolled before.
    REACHABILITY = "reachability"
    #: Each ``cover`` is reached within ``depth`` cycles.
    COVER = "cover"


@dataclass(frozen=True)
class Fault:
    """An error put into the design: what a component assigns last of all.

    Attributes
    ----------
    what : :class:`str`
        The error, in words.
    component : :class:`type`
        The component that gets it, wherever it is in the design.
    assign : callable
        Given the component, returns the statement.
    domain : :class:`str`
        Where the statement goes: ``"comb"`` or ``"sync"``, as what drives its target otherwise.
    """

    what:      str
    component: type
    assign:    Callable
    domain:    str = "comb"


@dataclass(frozen=True)
class Cut:
    """A component taken out of the design, with something more general in its place.

    What is proven then holds for every component that the replacement may behave like.

    Attributes
    ----------
    what : :class:`str`
        The replacement, in words.
    component : :class:`type`
        What is replaced, wherever it is in the design.
    elaborate : callable
        Given the component, returns the module in its place.
    """

    what:      str
    component: type
    elaborate: Callable


@dataclass(frozen=True)
class Check:
    """A set of properties of a part of the design.

    Attributes
    ----------
    name : :class:`str`
        Unit and property, such as ``core.pc``.
    states : :class:`str`
        What is proven, one sentence.
    bench : callable
        Returns an elaboratable without ports, in the domain ``sync``: the design, its surroundings
        made of `assume` and of ``AnySeq``, its properties made of `ensure` or `cover`. The first
        cycle is reset; every register that has none and every memory begins with any value.
    depth : :class:`int`
        Cycles after reset.
    faults : tuple of :class:`Fault`
        With each of them alone in the design, the check fails.
    mode : :class:`Mode`
        How it is proven.
    cuts : tuple of :class:`Cut`
        What is taken out of the design.
    timeout : :class:`int`
        Seconds after which it is given up.
    quick : :class:`bool`
        Whether it belongs to the short run of the tests.

    Raises
    ------
    ValueError
        If ``depth`` is not positive or there is no fault.
    """

    name:    str
    states:  str
    bench:   Callable[[], Elaboratable]
    depth:   int
    faults:  tuple[Fault, ...]
    mode:    Mode = Mode.BOUNDED
    cuts:    tuple[Cut, ...] = ()
    timeout: int = 300
    quick:   bool = False

    def __post_init__(self):
        if self.depth < 1:
            raise ValueError(f"depth must be at least 1, not {self.depth!r}")
        if not self.faults:
            raise ValueError(f"a check must find at least one fault, {self.name!r} has none")


def ensure(m, condition, *, src_loc_at=0):
    """State that ``condition`` holds in each cycle outside of reset."""
    m.d.comb += Assert(condition | ResetSignal("sync"), src_loc_at=src_loc_at + 1)


def assume(m, condition):
    """Consider only runs where ``condition`` holds in each cycle outside of reset."""
    m.d.comb += Assume(condition | ResetSignal("sync"))


def cover(m, condition, *, src_loc_at=0):
    """State that ``condition`` can happen outside of reset."""
    m.d.comb += Cover(condition & ~ResetSignal("sync"), src_loc_at=src_loc_at + 1)
