"""Two coprocessors with the same core and different secrets.

Everything on the channels is public but for the operands; what they were mixed into is secret too.
"""

from amaranth.hdl import Cat, Elaboratable, Fragment, Module, Signal

from formal.ascon.bench import drive, pin
from formal.ascon.follow import Follower
from formal.check import ensure
from hdl.ascon.presets import PRESETS

__all__ = ["TwinBench", "latency", "registers", "wipe"]


class TwinBench(Elaboratable):
    """Two coprocessors, one core that gives them different operands, and properties.

    Parameters
    ----------
    properties : callable
        Given the module and this bench, adds properties to the module.
    preset : :class:`str`
        Which coprocessor.
    **parameters
        Its parameters that are to differ from the preset's.

    Attributes
    ----------
    twins : list of component
        The coprocessors.
    follower : :class:`~formal.ascon.follow.Follower`
        What the core knows of the first one.
    states : list of value
        All registers of either, in the same order; made when this is elaborated.
    """

    def __init__(self, properties, preset, **parameters):
        self._properties = properties
        chosen = PRESETS[preset]
        self.twins = [chosen.make(**parameters) for _ in range(2)]
        self.follower = Follower(self.twins[0].x, depth=3, last=chosen.last,
                                 big_endian=self.twins[0].big_endian,
                                 unique_ids=parameters.get("unique_ids", False))
        self.states = []

    def elaborate(self, platform):
        m = Module()
        m.submodules.follower = self.follower
        one, other = self.twins
        drive(m, one.x)
        drive(m, other.x, same_as=one.x)
        for name, twin in zip(("one", "other"), self.twins, strict=True):
            fragment = Fragment.get(twin, platform)
            m.submodules[name] = fragment
            self.states.append(Cat(_registers(fragment)))
        self._properties(m, self)
        return m


def _registers(fragment):
    """Return the registers of a design, in the order of its hierarchy."""
    found = {}
    for statement in fragment.statements.get("sync", ()):
        for signal in statement._lhs_signals():
            found[id(signal)] = signal
    registers = sorted(found.values(), key=lambda signal: signal.name)
    for part, *_ in fragment.subfragments:
        registers += _registers(part)
    return registers


def latency(m, bench):
    """State that a core sees the same, but for the values of results."""
    one, other = (twin.x for twin in bench.twins)
    for path in ("issue.ready", "issue.resp.accept", "issue.resp.writeback", "result.valid"):
        ensure(m, pin(one, path) == pin(other, path))
    for path in ("result.id", "result.rd", "result.we"):
        ensure(m, ~one.result.valid | (pin(one, path) == pin(other, path)))


def _clean(m, follower, x, *others):
    """Return whether an instruction that wipes has its result and nothing came after it."""
    instr = x.issue.req.instr
    youngest, clean = Signal(), Signal()
    m.d.comb += follower.mark.eq(
        (instr[:7] == 0x0b) & ~instr[12:15].any() & ~instr[25:].any()
        & ~Cat(one.issue.req.rs for one in (x, *others)).any())
    with m.If(follower.accepted):
        m.d.sync += [youngest.eq(follower.mark), clean.eq(0)]
    with m.Elif(youngest & follower.shown & follower.oldest.mark):
        m.d.sync += clean.eq(1)
    return clean


def wipe(m, bench, x):
    """State that a wipe leaves zeros in the state and the result."""
    clean = _clean(m, bench.follower, x)
    ensure(m, ~clean | (bench.coprocessor.lanes.as_value() == 0))
    ensure(m, ~clean | (x.result.data == 0))


def registers(m, bench):
    """State that a wipe leaves nothing in any register."""
    clean = _clean(m, bench.follower, *(twin.x for twin in bench.twins))
    one, other = bench.states
    ensure(m, ~clean | (one == other))
