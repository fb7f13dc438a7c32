"""The state in two halves, one of which is before half of the S-boxes.

Source: SP 800-232, section 3, for the rounds.
"""

from amaranth.hdl import Cat, Module, Mux, Signal, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.round import ROTATIONS
from hdl.ascon.substitution import Lanes
from hdl.ascon.tiny.kept import kept
from hdl.isa import IV, Algorithm

__all__ = ["Halves"]

_WIDTH = 32

#: Half of each lane.
_Half = data.ArrayLayout(unsigned(_WIDTH), 5)


class Halves(wiring.Component):
    """The state with half of the S-boxes and the whole linear layer.

    Each lane has a word in ``front`` and one in ``back``. The S-boxes are those of the columns in
    front. An operand can only meet what comes to the front. Usually the even words, columns 0 to
    31, are in the back; while ``turned`` they are in front. What happens at the end of a cycle:

    ======  ======  ======  ======================================================================
    move    swap    linear
    ======  ======  ======  ======================================================================
    0       -       -       nothing but ``replace``
    1       1       0       the halves change places, then the members below apply
    1       0       0       they change places, and the columns that were in front are substituted:
                            the first half of a round, not while turned
    1       0       1       the columns in front are substituted, constant included, and the linear
                            layer puts the halves back in their places: its second half
    ======  ======  ======  ======================================================================

    Parameters, interface and times do not depend on data.

    Members
    -------
    move, swap, linear : ``In(1)``
        As above.
    step : ``In(4)``
        With ``linear``: the round, 0 to 11.
    lane : ``In(3)``
        Lane for ``xor``, ``replace`` and ``word``.
    operand : ``In(32)``
        For ``xor`` and ``replace``.
    xor : ``In(1)``
        With a swap: what comes to the front of ``lane`` is XORed with ``operand``.
    replace : ``In(1)``
        With ``xor`` and ``linear``, without ``move``: ``operand`` replaces the front of ``lane``.
    pad : ``In(1)``
        With a swap that turns: bit 0 of lane 0 flips.
    domain : ``In(1)``
        With a swap: the last bit of the state flips.
    clear : ``In(1)``
        All lanes become 0, lane 0 the IV of ``algorithm``, the even words in the back; only with
        ``move``.
    algorithm : ``In(Algorithm)``
        For ``clear``.
    read : ``In(1)``
        ``word`` is valid; not with a move without ``swap``.
    word : ``Out(32)``
        The front of ``lane``, combinational.
    turned : ``Out(1)``
        The even words are in front.
    """

    move:      In(1)
    swap:      In(1)
    linear:    In(1)
    step:      In(4)
    lane:      In(3)
    operand:   In(_WIDTH)
    xor:       In(1)
    replace:   In(1)
    pad:       In(1)
    domain:    In(1)
    clear:     In(1)
    algorithm: In(Algorithm)
    read:      In(1)
    word:      Out(_WIDTH)
    turned:    Out(1)

    def __init__(self):
        super().__init__()
        self._front = Signal(_Half)
        self._back = Signal(_Half)
        #: The lanes, for tests to look at; not valid within a round.
        self.lanes = Signal(Lanes)

    def elaborate(self, platform):
        m = Module()
        front, back = self._front, self._back

        even, odd = (Mux(self.turned, *halves) for halves in ((front, back), (back, front)))
        for number in range(5):
            words = slice(_WIDTH * number, _WIDTH * number + _WIDTH)
            m.d.comb += self.lanes[number].eq(Cat(even[words], odd[words]))

        # What comes to the front and to the back.
        substituted = self._substitute(m)
        fronts, backs = [], []
        for number, rotations in enumerate(ROTATIONS):
            column = Cat(substituted[number], back[number])
            taps = Signal(2 * _WIDTH, name=f"taps{number}")
            m.d.comb += taps.eq(column.rotate_right(rotations[0])
                                ^ column.rotate_right(rotations[1]))
            xor = Signal(name=f"xor{number}")
            m.d.comb += xor.eq(self.xor & (self.lane == number))
            flip_front = {0: self.pad, 4: (self.domain & self.turned) << 31}.get(number, 0)
            flip_back = {4: (self.domain & ~self.turned) << 31}.get(number, 0)
            fronts.append(Mux(
                self.linear,
                Mux(xor, self.operand, back[number] ^ taps[_WIDTH:]),
                back[number] ^ Mux(xor, self.operand, 0) ^ flip_front))
            backs.append(Mux(
                self.swap,
                front[number] ^ flip_back,
                substituted[number] ^ Mux(self.linear, taps[:_WIDTH], 0)))

        for number in range(5):
            with m.If(self.move | self.replace & (self.lane == number)):
                m.d.sync += front[number].eq(fronts[number])
            with m.If(self.move):
                m.d.sync += back[number].eq(backs[number])
        m.d.sync += self.turned.eq(self.turned ^ (self.move & self.swap))
        self._initialize(m, fronts[0], backs[0])

        return m

    def _substitute(self, m):
        """Make the S-boxes, and ``word`` with what is left of their tables."""
        front = self._front
        x0, x1, x3, x4 = (front[number] for number in (0, 1, 3, 4))

        # Constants 0xf0, 0xe1, .. 0x4b: the step and its complement.
        low = kept(8, "x2_low")
        m.d.comb += low.eq(front[2][:8] ^ Mux(self.linear, Cat(self.step, ~self.step), 0))
        x2 = Cat(low, front[2][8:])

        # S-boxes 3 and 4 share a site with one more input. Beside an S-box for lane 4 there is room
        # for a choice of lanes 0 and 1, and in its place lane 3 may be.
        x34, x04, x12 = x3 ^ x4, x0 ^ x4, x1 ^ x2
        odd, y, pair = kept(1, "odd"), [kept(_WIDTH, f"y{n}") for n in range(5)], kept(32, "pair")
        m.d.comb += [
            odd.eq(self.read & self.lane[0]),
            y[0].eq(x34 ^ (x1 | (x04 ^ x2))),
            y[1].eq(x04 ^ (x12 | (x2 ^ x3))),
            y[2].eq(x12 ^ (x3 | ~x4)),
            y[3].eq(x12 ^ (x0 | x34)),
            y[4].eq(Mux(odd, x3, x34 ^ (x1 & ~x04))),
            pair.eq(Mux(odd, x1, x0)),
        ]
        even2, upper = kept(1, "even2"), kept(1, "upper")
        m.d.comb += [
            upper.eq(self.lane[2] | self.lane[1] & self.lane[0]),
            even2.eq(self.lane[2] | self.lane[1] & ~self.lane[0]),
            self.word.eq(Mux(even2, Mux(upper, x4, front[2]), Mux(upper, y[4], pair))),
        ]
        return y

    def _initialize(self, m, next_front, next_back):
        """Clear the state; the bits of the IV are treated one by one."""
        iv = Signal(2 * _WIDTH)
        with m.Switch(self.algorithm):
            for algorithm in Algorithm:
                with m.Case(algorithm):
                    m.d.comb += iv.eq(IV[algorithm])
        with m.If(self.clear):
            m.d.sync += [self._front.eq(0), self._back.eq(0), self.turned.eq(0)]
        for bit in range(2 * _WIDTH):
            if any(value >> bit & 1 for value in IV.values()):
                half, plain = ((self._front, next_front) if bit >= _WIDTH
                               else (self._back, next_back))
                usual = kept(1, f"usual{bit}")
                m.d.comb += usual.eq(plain[bit % _WIDTH])
                change = self.move | (self.replace & (self.lane == 0) if bit >= _WIDTH else 0)
                with m.If(change):
                    m.d.sync += half[0][bit % _WIDTH].eq(Mux(self.clear, iv[bit], usual))
