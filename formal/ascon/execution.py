"""Execution of instructions by the coprocessor, cycle by cycle, whatever a round does.

Each state follows from the one before by what the standard and ``docs/isa.md`` say; which cycle
does what is in ``docs/coprocessor.md``, section "Time". So after ``n`` rounds are due and before
anything else happens, the state is the ``n``-fold round of what the instruction left.
"""

from amaranth.asserts import AnyConst, AnySeq
from amaranth.hdl import Array, Cat, Elaboratable, Fragment, Module, Mux, Signal

from formal.ascon.bench import drive
from formal.ascon.effect import Effect
from formal.ascon.follow import Follower
from formal.ascon.place import Place
from formal.check import Cut, assume, ensure
from hdl.ascon.presets import PRESETS
from hdl.ascon.round import Round
from hdl.ascon.substitution import LOOKS

__all__ = ["ANY_FUNCTION", "ExecutionBench", "effects", "permutation"]

_READ, _INIT = 4, 0


class _Rounds:
    """The rounds of a cycle, in the order in which they are made."""

    #: Those of the design that is elaborated.
    made = []


def _any_function(round_):
    m = Module()
    _Rounds.made.append(round_)
    m.d.comb += [round_.o.eq(AnySeq(320)), round_.seen.eq(AnySeq(64))]
    for lane, code in LOOKS.items():
        with m.If(round_.look == code):
            m.d.comb += round_.seen.eq(round_.i[lane])
    return m


#: Nothing is known of a round's result, which is looked at where it is needed; but it lets lanes be
#: seen, as `coprocessor.round` states.
ANY_FUNCTION = Cut("rounds give anything", Round, _any_function)


class ExecutionBench(Elaboratable):
    """A coprocessor under a core that does whatever it likes, and when what is to happen.

    One instruction of a run is marked.

    Parameters
    ----------
    properties : callable
        Given the module and this bench, adds properties to the module.
    preset : :class:`str`
        Which coprocessor.
    places : sequence of :class:`int`
        Bits of the state, one of which is looked at.
    **parameters
        Its parameters that are to differ from the preset's.

    Attributes
    ----------
    coprocessor : component
        The coprocessor.
    rounds : list of :class:`~hdl.ascon.round.Round`
        Its rounds of a cycle, one behind the other.
    follower : :class:`~formal.ascon.follow.Follower`
        What the core knows.
    instr, rs : :class:`Signal`
        The marked instruction and its operands.
    place : :class:`~formal.ascon.place.Place`
        The bit; made when this is elaborated.
    before : :class:`Signal`
        That bit in the last cycle.
    after : list of :class:`Signal`
        What it would have been after one round of the last cycle, two, and so on.
    left : :class:`Signal`
        Rounds that were to be done when the last cycle began.
    turn : :class:`Signal`
        Rounds that were done in it, of those.
    first : :class:`Signal`
        Rounds that were done in it, of those that its own instruction starts.
    second : :class:`Signal`
        It was the second one of an INIT.
    """

    def __init__(self, properties, preset, *, places, **parameters):
        self._properties, self._places = properties, places
        chosen = PRESETS[preset]
        self.coprocessor = chosen.make(**parameters)
        self.follower = Follower(self.coprocessor.x, depth=3, last=chosen.last,
                                 big_endian=self.coprocessor.big_endian, mark_width=3)
        self.rounds = []
        self.instr, self.rs = Signal(32), Signal(64)
        self.place, self.before = None, Signal()
        self.after = [Signal(name=f"after{number + 1}")
                      for number in range(self.coprocessor.rounds_per_cycle)]
        self.left, self.turn, self.first = Signal(4), Signal(3), Signal(3)
        self.second = Signal()

    def elaborate(self, platform):
        m = Module()
        x, follower = self.coprocessor.x, self.follower
        _Rounds.made = self.rounds
        m.submodules.coprocessor = Fragment.get(self.coprocessor, platform)
        m.submodules.follower = follower
        drive(m, x)

        # x0 is 0.
        instr, rs, valid = x.issue.req.instr, x.issue.req.rs, x.issue.req.rs_valid
        for number, (name, value) in enumerate(((instr[15:20], rs[:32]), (instr[20:25], rs[32:]))):
            assume(m, ~x.issue.valid | ~valid[number] | name.any() | (value == 0))

        # Marks of an instruction: it is the chosen one; it takes another cycle; it changes nothing,
        # reads lane 0 or 2, and starts twelve rounds at once.
        chosen = Signal()
        m.d.comb += [
            self.instr.eq(AnyConst(32)),
            self.rs.eq(AnyConst(64)),
            follower.mark.eq(Cat(
                chosen,
                (instr[12:15] == _INIT) & instr[15:25].any(),
                (instr[12:15] == _READ) & ~instr[15:20].any() & ~instr[29]
                & ~instr[26] & ~instr[28] & (follower.word.rounds == 12))),
        ]
        uses = Cat(bit.replicate(32) for bit in follower.word.uses)
        m.d.comb += chosen.eq(AnySeq(1) & (instr == self.instr) & ((rs ^ self.rs) & uses == 0))
        self._follow(m)
        self._properties(m, self)
        return m

    def _follow(self, m):
        """Follow the rounds: what was done in the last cycle."""
        follower, oldest = self.follower, self.follower.oldest
        lanes = self.coprocessor.lanes.as_value()
        self.place = Place(m, self._places)
        m.d.sync += self.before.eq(self.place.of(lanes))
        m.d.sync += [value.eq(self.place.of(round_.o)) for value, round_ in
                     zip(self.after, self.rounds, strict=True)]

        # A result shows that its instruction was executed in the last cycle. There it was still
        # among those that wait, and so was what came with it.
        waited, at_once = Signal(), Signal()
        m.d.sync += waited.eq(follower.waits)
        m.d.comb += [
            at_once.eq(follower.shown & oldest.mark[2]),
            self.turn.eq(Mux((self.left != 0) & ~self.second & (~waited | follower.shown),
                             self._amount(self.left), 0)),
            self.first.eq(Mux(at_once, self._amount(oldest.rounds), 0)),
        ]
        m.d.sync += [
            self.second.eq(follower.shown & oldest.mark[1]),
            self.left.eq(Mux(follower.shown, oldest.rounds - self.first, self.left - self.turn)),
        ]

    def _amount(self, left):
        """Return how many rounds of these are done in a cycle: what remains comes first."""
        each = self.coprocessor.rounds_per_cycle
        return Mux(left % each == 0, each, left % each) if each > 1 else 1


def permutation(m, bench):
    """State which rounds are done, and that the state changes by nothing else."""
    follower, lanes = bench.follower, bench.coprocessor.lanes.as_value()
    # All rounds are done before the next instruction, or in its cycle.
    ensure(m, ~follower.shown | (bench.left == bench.turn))
    ensure(m, ~follower.shown | (bench.turn == 0) | (bench.first == 0))
    ensure(m, ~follower.shown | ~bench.second)
    # They are those whose turn it is, of the state.
    begin = Signal(4)
    m.d.comb += begin.eq(12 - Mux(bench.first != 0, follower.oldest.rounds, bench.left))
    done = Signal(3)
    m.d.comb += done.eq(bench.turn | bench.first)
    before = bench.coprocessor.lanes
    for number, round_ in enumerate(bench.rounds):
        step, look = Signal(4, name=f"step{number}"), Signal(2, name=f"look{number}")
        m.d.sync += [step.eq(round_.step), look.eq(round_.look)]
        ensure(m, (done <= number) | (step == begin + number))
        # It is one of the standard's unless a lane is looked at.
        ensure(m, (done <= number) | (look == 0))
        ensure(m, bench.place.of(round_.i) == bench.place.of(before))
        before = round_.o
    ensure(m, follower.shown & (bench.first == 0) | bench.second
           | (bench.place.of(lanes) == _rounds(bench, done)))


def _rounds(bench, count):
    """Return what the bit of the last cycle is after that many rounds."""
    value = bench.before
    for number, after in enumerate(bench.after, 1):
        value = Mux(count == number, after, value)
    return value


def effects(m, bench):
    """State what the marked instruction does."""
    follower, data = bench.follower, bench.coprocessor.x.result.data
    found, again, first = Signal(), Signal(), bench.first != 0
    m.d.comb += found.eq(follower.shown & follower.oldest.mark[0])

    # What it does to the state before the last cycle, and to that after each of its rounds.
    before, after, result = [], [], []
    for number, state in enumerate((bench.coprocessor.lanes, *(one.o for one in bench.rounds))):
        effect = Effect()
        m.submodules[f"effect{number}"] = effect
        m.d.comb += [effect.instr.eq(bench.instr), effect.rs.eq(bench.rs), effect.before.eq(state)]
        for bits, value in ((before, bench.place.of(state)), (after, bench.place.of(effect.after)),
                            (result, bench.place.of_word(effect.result))):
            bits.append(Signal())
            m.d.sync += bits[-1].eq(value)

    now = bench.place.of(bench.coprocessor.lanes)
    done = Array(after)[bench.turn]
    ensure(m, ~found | first | follower.oldest.mark[1] | (now == done))
    # What starts rounds at once has changed nothing.
    ensure(m, ~(found & first) | (Array(before)[bench.turn] == done))
    # The second cycle of INIT ends what the first one has begun.
    remembered = Signal()
    m.d.sync += [remembered.eq(done), again.eq(found & follower.oldest.mark[1])]
    ensure(m, ~again | (now == remembered))
    ensure(m, ~(found & follower.oldest.writes)
           | (bench.place.of_word(data) == Array(result)[bench.turn]))
