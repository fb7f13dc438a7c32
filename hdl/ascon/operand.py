"""From a pair of registers to what changes the state, and from a word of the state to ``rd``."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.decoder import Decoded
from hdl.isa import STATE_WORDS, ByteOrder, Operation

__all__ = ["Operand"]

#: The padding byte.
_PADDING = {ByteOrder.LITTLE: 0x01, ByteOrder.BIG: 0x80}

_LANE_OPERATIONS = (Operation.INIT, Operation.ABSORB)
_LAST_OPERATIONS = (Operation.ENCRYPT_LAST, Operation.DECRYPT_LAST)
_DECRYPT_OPERATIONS = (Operation.DECRYPT, Operation.DECRYPT_LAST)


class Operand(wiring.Component):
    """Operand and result of an instruction, combinational.

    Words and ``operand`` are numbered and ordered as :class:`~hdl.ascon.state.State` does, ``rs``
    and ``result`` are as registers hold them: with the first byte in the low bits.

    Parameters
    ----------
    big_endian : :class:`bool`
        Whether ``decoded.order`` may be :attr:`ByteOrder.BIG <hdl.isa.ByteOrder.BIG>`.

    Members
    -------
    decoded : ``In(Decoded)``
        The instruction.
    rs : ``In(64)``
        ``rs1`` in bits 31:0, ``rs2`` in bits 63:32.
    select : ``Out(4)``
        Word the instruction works on.
    word : ``In(32)``
        Its value in the state.
    words : ``Out(10)``
        Words that change.
    operand : ``Out(64)``
        What is XORed into them.
    pad : ``Out(1)``
        The instruction pads an empty block.
    result : ``Out(32)``
        Value for ``rd``, 0 if there is none.
    """

    decoded: In(Decoded)
    rs:      In(64)
    select:  Out(4)
    word:    In(32)
    words:   Out(STATE_WORDS)
    operand: Out(64)
    pad:     Out(1)
    result:  Out(32)

    def __init__(self, *, big_endian=True):
        self._big_endian = bool(big_endian)
        super().__init__()

    @property
    def big_endian(self):
        """Whether the big-endian instructions exist."""
        return self._big_endian

    def elaborate(self, platform):
        m = Module()
        operation, index = self.decoded.operation, self.decoded.index
        big = (self.decoded.order == ByteOrder.BIG) if self._big_endian else Const(0, 1)

        is_lane, is_last, is_decrypt, is_read = Signal(), Signal(), Signal(), Signal()
        m.d.comb += [
            is_lane.eq(_is_in(operation, _LANE_OPERATIONS)),
            is_last.eq(_is_in(operation, _LAST_OPERATIONS)),
            is_decrypt.eq(_is_in(operation, _DECRYPT_OPERATIONS)),
            is_read.eq(operation == Operation.READ),
            self.pad.eq((operation == Operation.ABSORB) & index[3]),
        ]

        # The operands in the state's order of bytes; the first half of a big-endian lane is its
        # upper one.
        rs1, rs2 = Signal(32), Signal(32)
        m.d.comb += [
            rs1.eq(self._swap(big, self.rs[:32])),
            rs2.eq(self._swap(big, self.rs[32:])),
        ]

        # Which word, and which of its bytes: the low `count` ones of a partial word, then padding.
        number, count = Signal(4), Signal(2)
        partial = Signal()
        m.d.comb += [
            number.eq(Mux(is_last, self.rs[34:38], index)),
            count.eq(self.rs[32:34]),
            partial.eq(is_last & (number < STATE_WORDS)),
            self.select.eq(number ^ big),
        ]
        wanted, padded = Signal(4), Signal(4)
        for byte in range(4):
            m.d.comb += [
                wanted[byte].eq(Mux(is_last, partial & (byte < count), 1)),
                padded[byte].eq(partial & ~index[0] & (byte == count)),
            ]
        wanted, padded = (self._swap(big, flags, 1) for flags in (wanted, padded))

        # The sum of word and operand is the result of either direction; decryption XORs it into
        # the state, which leaves the operand there.
        total, change = Signal(32), Signal(32)
        padding = Mux(big, _PADDING[ByteOrder.BIG], _PADDING[ByteOrder.LITTLE])
        m.d.comb += total.eq(self.word ^ rs1)
        for byte in range(4):
            bits = slice(8 * byte, 8 * byte + 8)
            m.d.comb += change[bits].eq(
                Mux(wanted[byte], Mux(is_decrypt, total, rs1)[bits], Mux(padded[byte], padding, 0)))

        # Either half may get the change of a word; of a lane, rs1 is the first half and rs2 the
        # second.
        m.d.comb += self.operand.eq(Cat(Mux(is_lane & big, rs2, change),
                                        Mux(is_lane & ~big, rs2, change)))
        lane = Mux(operation == Operation.INIT, 1, index[:3])
        for word in range(STATE_WORDS):
            m.d.comb += self.words[word].eq(
                Mux(is_lane, lane == word // 2, (self.select == word) & ~is_read))

        masked = Signal(32)
        m.d.comb += [
            masked.eq(Mux(self.decoded.writeback,
                          total & Cat(flag.replicate(8) for flag in wanted), 0)),
            self.result.eq(self._swap(big, masked)),
        ]

        return m

    def _swap(self, big, value, size=8):
        """Reverse four fields of ``size`` bits if words are big-endian."""
        if not self._big_endian:
            return value
        fields = [value[size * number:size * (number + 1)] for number in range(4)]
        return Mux(big, Cat(reversed(fields)), value)


def _is_in(operation, operations):
    """Whether an operation is one of several."""
    return operation.as_value().matches(*(one.value for one in operations))
