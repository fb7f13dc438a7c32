"""From an instruction and its registers to the work that waits for a commit."""

from amaranth.hdl import Cat, Const, Module, Mux, Signal
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl.ascon.decoder import Decoded
from hdl.ascon.round import DONE
from hdl.isa import LAST_OPERATIONS, ROUNDS, STATE_WORDS, ByteOrder, Operation

__all__ = ["Prepare", "Work", "swapped"]

#: The padding byte.
_PADDING = {ByteOrder.LITTLE: 0x01, ByteOrder.BIG: 0x80}

#: Code of a whole permutation, the same for either byte order.
(_WHOLE,) = {code for codes in ROUNDS.values() for code, count in codes.items() if count == DONE}

_LANE_OPERATIONS = (Operation.INIT, Operation.ABSORB)
_DECRYPT_OPERATIONS = (Operation.DECRYPT, Operation.DECRYPT_LAST)


class Work(data.Struct):
    """What the coprocessor keeps of an instruction.

    Bytes are in the order of the state. Nothing to do is all zeros: then neither `operand` nor
    anything else changes a lane.
    """

    #: What is XORed into the state: into the lane; or, of a word, the low half, masked and padded.
    operand: 64
    #: Bytes of a partial word that the result does not show, and that decryption does not replace.
    hidden:  4
    #: Flip the padding bit of an empty block.
    pad:     1
    #: Flip the last bit of the state.
    domain:  1
    #: The lane, and which half of it a word is. INIT: the algorithm. A partial word behind the
    #: state has a lane that does not exist.
    half:    1
    lane:    3
    #: Halves of the lane that change.
    changes: 2
    #: The word becomes the operand instead of the sum.
    decrypt: 1
    #: Clear the state and set the IV.
    init:    1
    #: INIT: there is an operand, for lane 1. READ: the whole permutation starts at once.
    variant: 1
    #: Code of the number of rounds.
    rounds:  2
    #: Byte order.
    order:   ByteOrder

    @property
    def single(self):
        """The work is on a word, and has a result."""
        return ~(self.changes.all() | self.init)


class Prepare(wiring.Component):
    """What an instruction comes to, combinational.

    Parameters
    ----------
    big_endian : :class:`bool`
        Whether ``decoded.order`` may be :attr:`ByteOrder.BIG <hdl.isa.ByteOrder.BIG>`.
    last : :class:`bool`
        Whether ``decoded.operation`` may be one of :data:`~hdl.isa.LAST_OPERATIONS`.

    Members
    -------
    decoded : ``In(Decoded)``
        The instruction.
    rs : ``In(64)``
        ``rs1`` in bits 31:0, ``rs2`` in bits 63:32.
    rs_used : ``In(2)``
        Whether the instruction names another register than ``x0``, whose value must be 0, as
        ``rs1`` and as ``rs2``.
    work : ``Out(Work)``
        The work, but for `masked`.
    masked : ``Out(8)``
        Bytes of ``work.operand`` that are 0, except for the bits in :attr:`padding_bits`.
    """

    decoded: In(Decoded)
    rs:      In(64)
    rs_used: In(2)
    work:    Out(Work)
    masked:  Out(8)

    def __init__(self, *, big_endian=True, last=True):
        self._big_endian, self._last = bool(big_endian), bool(last)
        super().__init__()

    @property
    def big_endian(self):
        """Whether there are big-endian instructions."""
        return self._big_endian

    @property
    def padding_bits(self):
        """Bits of a partial word that padding may set."""
        if not self._last:
            return frozenset()
        orders = tuple(ByteOrder) if self._big_endian else (ByteOrder.LITTLE,)
        return frozenset(8 * byte + bit for byte in range(4) for bit in range(8)
                         for order in orders if _PADDING[order] >> bit & 1)

    def elaborate(self, platform):
        m = Module()
        operation, index = self.decoded.operation, self.decoded.index
        big = (self.decoded.order == ByteOrder.BIG) if self._big_endian else Const(0, 1)

        is_lane, is_last, is_read, is_init = Signal(), Signal(), Signal(), Signal()
        m.d.comb += [
            is_lane.eq(_is_in(operation, _LANE_OPERATIONS)),
            is_last.eq(_is_in(operation, LAST_OPERATIONS) if self._last else 0),
            is_read.eq(operation == Operation.READ),
            is_init.eq(operation == Operation.INIT),
        ]

        # Which word. A word's first half is the upper one if it is big-endian.
        half, count = Signal(), self.rs[32:34]
        partial = Signal()
        m.d.comb += [
            half.eq(Mux(is_last, self.rs[34], index[0]) ^ big),
            partial.eq(self.rs[34:38] < STATE_WORDS),
            self.work.lane.eq(
                Mux(is_lane, index[:3], Mux(is_last, self.rs[35:38], index[1:]))),
            self.work.half.eq(half),
            self.work.changes.eq(Mux(is_lane, (~is_init).replicate(2),
                                     Cat(~half, half) & (~is_read).replicate(2))),
        ]

        # Its bytes: of a partial word the low `count` ones, then padding.
        kept, padded = Signal(4), Signal(4)
        for byte in range(4):
            m.d.comb += [
                kept[byte].eq(~is_last | partial & (byte < count)),
                padded[byte].eq(~kept[byte] & partial & ~index[0] & (byte == count)),
            ]
        kept, padded = (swapped(big, flags, 1) for flags in (kept, padded))
        padding = Mux(big, _PADDING[ByteOrder.BIG], _PADDING[ByteOrder.LITTLE])
        rs1, rs2 = swapped(big, self.rs[:32]), swapped(big, self.rs[32:])
        m.d.comb += [
            self.work.operand.eq(Cat(Mux(is_lane & big, rs2, rs1), Mux(big, rs1, rs2))),
            self.masked.eq(Cat(~kept, (~is_lane).replicate(4))),
        ]
        for bit in self.padding_bits:
            with m.If(~kept[bit // 8]):
                m.d.comb += self.work.operand[bit].eq(padded[bit // 8] & padding[bit % 8])

        m.d.comb += [
            self.work.hidden.eq(~kept),
            self.work.decrypt.eq(_is_in(operation, _DECRYPT_OPERATIONS)),
            self.work.pad.eq((operation == Operation.ABSORB) & index[3]),
            self.work.init.eq(is_init),
            self.work.variant.eq(
                (is_init & self.rs_used.any())
                | (is_read & ~self.rs_used[0] & ~self.decoded.domain & ~index[1] & ~index[3]
                   & (self.decoded.rounds == _WHOLE))),
            self.work.domain.eq(self.decoded.domain),
            self.work.rounds.eq(self.decoded.rounds),
            self.work.order.eq(self.decoded.order),
        ]

        return m


def swapped(big, value, size=8):
    """Return four fields of ``size`` bits, reversed if ``big``."""
    fields = [value[size * number:size * (number + 1)] for number in range(4)]
    return Mux(big, Cat(reversed(fields)), value)


def _is_in(operation, operations):
    """Whether an operation is one of several."""
    return operation.as_value().matches(*(one.value for one in operations))
