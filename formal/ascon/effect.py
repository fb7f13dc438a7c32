"""What each of the coprocessor's instructions does to the state, written out once more.

Source: ``docs/isa.md``; SP 800-232, appendix B, and Ascon v1.3 for how an IV is composed.
"""

from amaranth.hdl import Array, Cat, Const, Elaboratable, Module, Mux, Signal

__all__ = ["IVS", "Effect"]

#: Number, first and other rounds, bits of the tag, bytes absorbed and squeezed at a time.
_ALGORITHMS = ((1, 12, 8, 128, 16, 0), (2, 12, 12, 256, 8, 0), (3, 12, 12, 0, 8, 0),
               (4, 12, 12, 0, 8, 0), (5, 12, 12, 128, 32, 16), (6, 12, 12, 0, 32, 16),
               (7, 12, 0, 128, 0, 0))

IVS = (0, *(number | first << 16 | other << 20 | tag << 24 | rate << 40 | out << 48
             for number, first, other, tag, rate, out in _ALGORITHMS))


class Effect(Elaboratable):
    """An instruction's operation and flip, without the rounds that follow, combinational.

    Attributes
    ----------
    instr : :class:`Signal`
        Input: one of the coprocessor's instructions.
    rs : :class:`Signal`
        Input: ``rs1`` in the low half, ``rs2`` in the high one.
    before : :class:`Signal`
        Input: the state, lane 0 in the low bits.
    after : :class:`Signal`
        The state after it.
    result : :class:`Signal`
        The value for ``rd``, if it has one.
    """

    def __init__(self):
        self.instr, self.rs = Signal(32), Signal(64)
        self.before, self.after = Signal(320), Signal(320)
        self.result = Signal(32)

    def elaborate(self, platform):
        m = Module()
        index, flip, big = self.instr[25:29], self.instr[29], self.instr[5]
        rs1, rs2 = self.rs[:32], self.rs[32:]
        padding = Mux(big, Const(0x80, 8), Const(0x01, 8))

        old = [Signal(32, name=f"old{i}") for i in range(10)]
        new = [Signal(32, name=f"new{i}") for i in range(10)]
        m.d.comb += [word.eq(value) for word, value in
                     zip(old, _words(self.before, big), strict=True)]
        m.d.comb += [word.eq(value) for word, value in zip(new, old, strict=True)]
        every, place = Array(old), Signal(4)

        with m.Switch(self.instr[12:15]):
            with m.Case(0):
                iv = Signal(64)
                m.d.comb += iv.eq(Array(IVS)[index[:3]])
                # Lane 0 has the value of the IV in either order.
                m.d.comb += [word.eq(0) for word in new]
                m.d.comb += [new[i].eq(_words(iv, big)[i]) for i in range(2)]
                m.d.comb += [new[2].eq(rs1), new[3].eq(rs2)]
            with m.Case(1):
                for lane in range(5):
                    with m.If(index[:3] == lane):
                        m.d.comb += [new[2 * lane].eq(old[2 * lane] ^ rs1),
                                     new[2 * lane + 1].eq(old[2 * lane + 1] ^ rs2)]
                with m.If(index[3]):
                    m.d.comb += new[0][:8].eq(old[0][:8] ^ padding
                                              ^ Mux(index[:3] == 0, rs1[:8], 0))
            with m.Case(2, 3, 4):
                m.d.comb += [place.eq(index), self.result.eq(every[place] ^ rs1)]
                for i in range(10):
                    with m.If(index == i):
                        with m.If(self.instr[12:15] == 2):
                            m.d.comb += new[i].eq(old[i] ^ rs1)
                        with m.If(self.instr[12:15] == 3):
                            m.d.comb += new[i].eq(rs1)
            with m.Case(5, 6):
                count = rs2[:2]
                m.d.comb += place.eq(rs2[2:6])
                for byte in range(4):
                    bits = slice(8 * byte, 8 * byte + 8)
                    total = every[place][bits] ^ rs1[bits]
                    with m.If((byte < count) & (place < 10)):
                        m.d.comb += self.result[bits].eq(total)
                    for i in range(10):
                        with m.If(place == i):
                            with m.If((byte < count) & (self.instr[12:15] == 5)):
                                m.d.comb += new[i][bits].eq(old[i][bits] ^ rs1[bits])
                            with m.If((byte < count) & (self.instr[12:15] == 6)):
                                m.d.comb += new[i][bits].eq(rs1[bits])
                            with m.If((byte == count) & ~index[0]):
                                m.d.comb += new[i][bits].eq(old[i][bits] ^ padding)

        last = Mux(big, flip, Cat(Const(0, 63), flip))
        m.d.comb += self.after.eq(Cat(_state(new, big)[:256], _state(new, big)[256:] ^ last))

        return m


def _reversed(word):
    """Return a word with its four bytes reversed."""
    return Cat(word[24:], word[16:24], word[8:16], word[:8])


def _words(state, big):
    """Return words in their order, as registers hold them."""
    halves = [state[32 * i:32 * i + 32] for i in range(len(state) // 32)]
    return [Mux(big, _reversed(halves[i ^ 1]), halves[i]) for i in range(len(halves))]


def _state(words, big):
    """Return the state of these words."""
    return Cat(Mux(big, _reversed(words[i ^ 1]), words[i]) for i in range(len(words)))
