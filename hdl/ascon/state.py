"""The 320 bits of state, the permutation that runs on them, and how an instruction changes them."""

from amaranth.hdl import Array, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.round import DONE, Lanes, Rounds
from hdl.isa import IV, ROUNDS, STATE_WORDS, Algorithm, ByteOrder

__all__ = ["State"]

#: Bits that an instruction flips in the state, ``(lane, bit)``: the padding byte's in the first
#: byte of lane 0, and the last bit of the state.
_PAD_BIT = {ByteOrder.LITTLE: (0, 0), ByteOrder.BIG: (0, 63)}
_LAST_BIT = {ByteOrder.LITTLE: (4, 63), ByteOrder.BIG: (4, 0)}


class State(wiring.Component):
    """The state with its permutation.

    A word is one half of a lane: word ``w`` is bits ``32*(w % 2)`` and up of lane ``w // 2``,
    whatever the byte order.

    ``execute`` changes the state at the end of its cycle ``e``. If it starts ``n`` rounds, they
    take the ``r = ceil(n / rounds_per_cycle)`` cycles ``e + 1`` to ``e + r``, in which ``execute``
    must be 0; ``busy`` is 1 in all of them but the last. Neither depends on data.

    Parameters
    ----------
    rounds_per_cycle : :class:`int`
        Rounds in one cycle, one of :data:`~hdl.ascon.round.ROUNDS_PER_CYCLE`.
    big_endian : :class:`bool`
        Whether ``order`` may be :attr:`ByteOrder.BIG <hdl.isa.ByteOrder.BIG>`.

    Members
    -------
    execute : ``In(1)``
        Change the state as the members below say.
    order : ``In(ByteOrder)``
        Byte order: which bits ``pad`` and ``domain`` flip, and what ``rounds`` means.
    init : ``In(1)``
        Lane 0 becomes the IV of ``algorithm``, the others 0, before the members below apply.
        ``words`` must select lane 1 and nothing else.
    algorithm : ``In(Algorithm)``
        Selects the IV.
    words : ``In(10)``
        Words into which their half of ``operand`` is XORed.
    operand : ``In(64)``
        Value for the even words in bits 31:0, for the odd words in bits 63:32.
    pad : ``In(1)``
        Flip the padding bit of an empty block in lane 0 as well.
    domain : ``In(1)``
        Flip the last bit of the state as well.
    rounds : ``In(2)``
        Code of the rounds to run afterwards, a key of :data:`ROUNDS[order] <hdl.isa.ROUNDS>`.
    select : ``In(4)``
        Word to read, 0 to 9.
    word : ``Out(32)``
        Its value now, combinational.
    busy : ``Out(1)``
        More than one cycle of a permutation is still to come, this one included.
    """

    execute:   In(1)
    order:     In(ByteOrder)
    init:      In(1)
    algorithm: In(Algorithm)
    words:     In(STATE_WORDS)
    operand:   In(64)
    pad:       In(1)
    domain:    In(1)
    rounds:    In(2)
    select:    In(4)
    word:      Out(32)
    busy:      Out(1)

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

        step = Signal(4, init=DONE)
        running, last = Signal(), Signal()
        m.d.comb += [
            rounds.step.eq(step),
            rounds.i.eq(self.lanes),
            running.eq(step != DONE),
            last.eq(step >= DONE - self.rounds_per_cycle),
            self.busy.eq(~last),
        ]

        first = Signal(4, init=DONE)
        with m.Switch(self.order):
            for order in self._orders:
                with m.Case(order):
                    with m.Switch(self.rounds):
                        for code, count in ROUNDS[order].items():
                            with m.Case(code):
                                m.d.comb += first.eq(DONE - count)

        with m.If(running):
            m.d.sync += [
                self.lanes.eq(rounds.o),
                step.eq(step + self.rounds_per_cycle),
            ]
            with m.If(last):
                m.d.sync += step.eq(DONE)
        with m.Elif(self.execute):
            m.d.sync += step.eq(first)
            for word in range(STATE_WORDS):
                number, bits = word // 2, slice(32 * (word % 2), 32 * (word % 2) + 32)
                with m.If(self.words[word]):
                    m.d.sync += self.lanes[number][bits].eq(
                        self._found(number)[bits] ^ self.operand[bits])

        # The clearing of whole lanes comes last, where it becomes a flip-flop's own reset. The few
        # bits that anything else can change are treated one by one.
        with m.If(self.execute & self.init):
            m.d.sync += [self.lanes[number].eq(0) for number in (0, 2, 3, 4)]
        for (number, bit), flip in self._flips(m).items():
            with m.If(self.execute):
                m.d.sync += self.lanes[number][bit].eq(
                    (self.lanes[number][bit] & ~self.init)
                    ^ (self.words[2 * number + bit // 32] & self.operand[bit]) ^ flip)

        m.d.comb += self.word.eq(
            Array(self.lanes[word // 2].word_select(word % 2, 32)
                  for word in range(STATE_WORDS))[self.select])

        return m

    def _found(self, number):
        """Return the lane that an operand meets; with ``init`` that can only be lane 1."""
        return Mux(self.init, 0, self.lanes[number]) if number == 1 else self.lanes[number]

    def _flips(self, m):
        """Return what IV, padding and domain separation flip, by lane and bit."""
        iv = Signal(64)
        with m.Switch(self.algorithm):
            for algorithm in Algorithm:
                with m.Case(algorithm):
                    m.d.comb += iv.eq(IV[algorithm])
        flips = {(0, bit): self.init & iv[bit] for bit in range(64)
                 if any(value >> bit & 1 for value in IV.values())}
        for order in self._orders:
            for place, flag in ((_PAD_BIT[order], self.pad), (_LAST_BIT[order], self.domain)):
                flips[place] = flips.get(place, 0) ^ (flag & (self.order == order))
        return flips
