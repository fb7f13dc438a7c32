"""The 320 bits of state, the permutation that runs on them, and how an instruction changes them."""

from amaranth.hdl import Cat, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.exchange import Exchange, Words
from hdl.ascon.round import DONE, Rounds
from hdl.ascon.substitution import KEPT, Lanes
from hdl.ascon.work import Work
from hdl.isa import IV, ROUNDS, Algorithm, ByteOrder

__all__ = ["State"]

#: Bits that an instruction flips in the state, ``(lane, bit)``: the padding byte's in the first
#: byte of lane 0, and the last bit of the state.
_PAD_BIT = {ByteOrder.LITTLE: (0, 0), ByteOrder.BIG: (0, 63)}
_LAST_BIT = {ByteOrder.LITTLE: (4, 63), ByteOrder.BIG: (4, 0)}

#: Bits of lane 0 that INIT may set.
_IV_BITS = frozenset((0, bit) for bit in range(64) if any(iv >> bit & 1 for iv in IV.values()))


class State(wiring.Component):
    """The state with its permutation.

    ``execute`` changes the state at the end of its cycle ``e``. If it starts ``n`` rounds, they
    take the ``r = ceil(n / rounds_per_cycle)`` cycles from ``e + 1`` on, one that ``pauses`` from
    ``e + 2`` on, the twelve of a READ of variant 1, which is of lane 0 or 2, from ``e`` on. In the
    last of them, and in no other, a work may be ``waiting`` that XORs lane 0: it is executed in
    that very cycle, which is repeated until it is, or is gone. None of this depends on data.

    Parameters
    ----------
    rounds_per_cycle : :class:`int`
        Rounds in one cycle, one of :data:`~hdl.ascon.round.ROUNDS_PER_CYCLE`.
    big_endian : :class:`bool`
        Whether ``work.order`` may be :attr:`ByteOrder.BIG <hdl.isa.ByteOrder.BIG>`.

    Members
    -------
    work : ``In(Work)``
        What to do. All zeros if there is nothing.
    waiting : ``In(1)``
        There is something.
    execute : ``In(1)``
        Do it; only with ``waiting``.
    pauses : ``Out(1)``
        ``execute``, if it is, goes on in the next cycle, where ``work`` must be the same.
    goes_on : ``Out(1)``
        It does so now; ``execute`` must be 0.
    total : ``Out(32)``
        Sum of the word and the operand, combinational; valid with ``execute``.
    open : ``Out(1)``
        ``execute`` is possible in the next cycle.
    open_early : ``Out(1)``
        It is possible there for a work that XORs lane 0.
    """

    work:       In(Work)
    waiting:    In(1)
    execute:    In(1)
    pauses:     Out(1)
    goes_on:    Out(1)
    total:      Out(32)
    open:       Out(1)
    open_early: Out(1)

    def __init__(self, *, rounds_per_cycle=1, big_endian=True):
        self._orders = tuple(ByteOrder) if big_endian else (ByteOrder.LITTLE,)
        self._counts = {n for order in self._orders for n in ROUNDS[order].values() if n}
        self._rounds = Rounds(rounds_per_cycle=rounds_per_cycle, counts=self._counts)
        super().__init__()
        #: The lanes, for tests to look at.
        self.lanes = Signal(Lanes)

    @property
    def rounds_per_cycle(self):
        """Rounds in one cycle."""
        return self._rounds.rounds_per_cycle

    @property
    def big_endian(self):
        """Whether the big-endian instructions exist."""
        return ByteOrder.BIG in self._orders

    def elaborate(self, platform):
        m = Module()
        m.submodules.rounds = rounds = self._rounds
        m.submodules.words = words = Words()
        m.submodules.exchange = exchange = Exchange()
        work = self.work

        # INIT clears the state first; an operand comes into lane 1 in the cycle after.
        clear = Signal()
        m.d.comb += [
            clear.eq(self.execute & work.init),
            self.pauses.eq(work.init & work.variant),
        ]
        m.d.sync += self.goes_on.eq(self.execute & self.pauses)

        steps, turning = self._sequence(m, rounds)

        lane = work.lane
        m.d.comb += [
            words.lanes.eq(self.lanes),
            words.seen.eq(rounds.seen),
            words.lane.eq(lane),
            words.half.eq(work.half),
            exchange.odd.eq(words.odd),
            exchange.even.eq(words.even),
            exchange.is_even.eq(~lane[0] & ~lane[2]),
            exchange.operand.eq(work.operand[:32]),
            exchange.replaces.eq(~work.hidden & work.decrypt.replicate(4)),
            self.total.eq(exchange.total),
            rounds.i.eq(self.lanes),
            rounds.look.eq(Cat(lane[0], lane[2] | lane[1] & lane[0])),
        ]
        change = Cat(exchange.change,
                     work.operand[32:] ^ (exchange.change & work.single.replicate(32)))
        self._change(m, rounds, change, steps, turning, clear)

        return m

    def _sequence(self, m, rounds):
        """Let the permutation take its steps.

        Return whether it does in this cycle by itself; and whether it does if there is an
        execution. Neither depends on that, which comes late.
        """
        work = self.work
        step, begin = Signal(4, init=DONE), Signal(4)
        running, held, at_once = Signal(), Signal(), Signal()
        steps, turning, turn = Signal(), Signal(), Signal()

        with m.Switch(work.order):
            for order in self._orders:
                with m.Case(order):
                    with m.Switch(work.rounds):
                        for code, count in ROUNDS[order].items():
                            if count:
                                with m.Case(code):
                                    m.d.comb += begin.eq(DONE - count)
        m.d.comb += [
            running.eq(step != DONE),
            held.eq(running & self.waiting),
            at_once.eq(work.variant & ~work.init),
            turning.eq(running | at_once),
            steps.eq(running & ~self.waiting),
            turn.eq(steps | self.execute & turning),
            rounds.step.eq(Mux(running, step, 0)),
            self.open.eq(~held & (step >= DONE - self.rounds_per_cycle)),
            self.open_early.eq(~held & (step >= DONE - 2 * self.rounds_per_cycle)),
        ]
        with m.If(turn):
            m.d.sync += step.eq(rounds.next)
        with m.If((self.execute & ~self.pauses & ~at_once | self.goes_on) & work.rounds.any()):
            m.d.sync += step.eq(begin)
        return steps, turning

    def _change(self, m, rounds, change, steps, turning, clear):
        """Write the lanes: one table a bit, of three bits of the S-box's output and three more.

        What is written does not depend on ``execute``, only whether it is.
        """
        work = self.work
        iv, setting = self._iv(m), Signal(attrs=KEPT)
        whole, before = Signal(), Signal(Lanes)
        m.d.comb += [
            setting.eq(work.init & ~self.goes_on),
            whole.eq(turning & ~rounds.partial),
            before.eq(Mux(turning & rounds.partial, rounds.short, self.lanes)),
        ]
        flips = {place: flag & (work.order == order) for order in self._orders for place, flag in
                 ((_PAD_BIT[order], work.pad), (_LAST_BIT[order], work.domain))}
        special = flips.keys() | _IV_BITS

        for number in range(5):
            here = Signal(name=f"here{number}", attrs=KEPT)
            m.d.comb += here.eq(work.lane == number)
            for half in range(2):
                bits = range(32 * half, 32 * half + 32)
                here_half = here & work.changes[half]
                goes_on = self.goes_on if number == 1 else 0
                enable = steps | goes_on | self.execute & (turning | here_half)
                plain = _runs(bit for bit in bits if (number, bit) not in special)
                lane, after, found, operand = (
                    Cat(source[run] for run in plain) for source in (
                        self.lanes[number], rounds.o[number], before[number], change))
                with m.If(enable):
                    m.d.sync += lane.eq(self._written(number, whole, after, found, operand))
                with m.If(clear):
                    m.d.sync += lane.eq(0)
                for bit in bits:
                    if (number, bit) not in special:
                        continue
                    # What a bit of the IV has of the operand after the first cycle of INIT goes
                    # again in the second.
                    operand, flip, again = change[bit], clear, self.goes_on
                    if (place := (number, bit)) in flips:
                        flip, again = clear | self.execute & flips[place], 0
                        operand = change[bit] & here_half ^ flips[place]
                    found = Mux(setting, iv.get(place, 0), before[number][bit])
                    with m.If(steps | again | self.execute & (turning | here_half) | flip):
                        m.d.sync += self.lanes[number][bit].eq(self._written(
                            0, whole, rounds.o[number][bit], found, operand))

    def _iv(self, m):
        """Return the IV by lane and bit; bits of all algorithms' IVs that are alike share it."""
        bits, columns = {}, {}
        for number, bit in sorted(_IV_BITS):
            column = tuple(IV[algorithm] >> bit & 1 for algorithm in Algorithm)
            if column not in columns:
                columns[column] = Signal(name=f"iv{bit}", attrs=KEPT)
                m.d.comb += columns[column].eq(
                    Cat(column).bit_select(self.work.lane, 1))
            bits[number, bit] = columns[column]
        return bits

    @staticmethod
    def _written(number, whole, after, found, operand):
        """Return what is written; into lane 0 after a permutation's last round, too."""
        if number == 0:
            return Mux(whole, after, found) ^ operand
        return Mux(whole, after, found ^ operand)


def _runs(bits):
    """Return slices of ascending numbers that follow each other."""
    runs = []
    for bit in bits:
        if runs and runs[-1].stop == bit:
            runs[-1] = slice(runs[-1].start, bit + 1)
        else:
            runs.append(slice(bit, bit + 1))
    return runs
