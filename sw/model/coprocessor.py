"""What every instruction of the coprocessor does, without time.

Source: the ``effect`` texts of :mod:`hdl.isa`, whose table is also what instructions are decoded
with; everything else is independent of the gateware.
"""

from dataclasses import dataclass

from hdl import isa
from hdl.isa import Algorithm, ByteOrder, Instruction, Operation
from sw.model.permutation import permute

__all__ = ["REFUSED", "CoprocessorModel", "Decoded", "Refused", "decode"]


class Refused:
    """Type of :data:`REFUSED`."""

    def __repr__(self):
        return "REFUSED"


#: Answer to an encoding that is not an instruction of this coprocessor.
REFUSED = Refused()


@dataclass(frozen=True)
class Decoded:
    """The fields of a legal instruction.

    Attributes
    ----------
    row : :class:`~hdl.isa.Instruction`
        Its row of the table.
    order : :class:`~hdl.isa.ByteOrder`
        Byte order.
    rounds : :class:`int`
        Rounds of the permutation that follows, 0 if none does.
    domain : :class:`bool`
        Whether the last bit of the state flips.
    index : :class:`int`
        The whole index field.
    rd, rs1, rs2 : :class:`int`
        Register numbers, whether used or not.
    """

    row:    Instruction
    order:  ByteOrder
    rounds: int
    domain: bool
    index:  int
    rd:     int
    rs1:    int
    rs2:    int

    @property
    def flag(self):
        """Whether the row's optional flag is set."""
        return self.row.flag is not None and bool(self.index >> self.row.flag_bit & 1)


def decode(insn, *, big_endian=True, last=True):
    """Decode a 32-bit word.

    Parameters
    ----------
    insn : :class:`int`
        The word.
    big_endian : :class:`bool`
        Whether the big-endian instructions exist.
    last : :class:`bool`
        Whether the instructions for a partial last word exist.

    Returns
    -------
    :class:`Decoded` or None
        None if it is not an instruction of the coprocessor.
    """
    order = next((order for order, opcode in isa.OPCODES.items() if insn & 0x7f == opcode), None)
    row = next((row for row in isa.instructions(last=last)
                if row.operation.value == insn >> 12 & 7), None)
    if order is None or row is None or order is ByteOrder.BIG and not big_endian:
        return None
    rounds = isa.ROUNDS[order].get(insn >> 30 & 3)
    index = insn >> 25 & 15
    if rounds is None or not any(_matches(index, pattern) for pattern in row.index.patterns):
        return None
    return Decoded(row=row, order=order, rounds=rounds, domain=bool(insn >> 29 & 1), index=index,
                   rd=insn >> 7 & 31, rs1=insn >> 15 & 31, rs2=insn >> 20 & 31)


def _matches(number, pattern):
    """Whether a number's bits match a pattern of ``0``, ``1`` and ``-``."""
    return all(p in ("-", b) for p, b in zip(pattern, f"{number:0{len(pattern)}b}", strict=True))


class CoprocessorModel:
    """The coprocessor as software sees it.

    Parameters
    ----------
    big_endian : :class:`bool`
        Whether the big-endian instructions exist.
    last : :class:`bool`
        Whether the instructions for a partial last word exist.

    Attributes
    ----------
    state : list of five :class:`int`
        The lanes; the permutation an instruction starts is already done. Reset clears them.
    """

    def __init__(self, *, big_endian=True, last=True):
        self._big_endian, self._has_last = big_endian, last
        self.state = [0] * 5

    @property
    def big_endian(self):
        """Whether the big-endian instructions exist."""
        return self._big_endian

    @property
    def last(self):
        """Whether the instructions for a partial last word exist."""
        return self._has_last

    def reset(self):
        """Clear the state."""
        self.state = [0] * 5

    def decode(self, insn):
        """Return the :class:`Decoded` instruction, or None if it is refused."""
        return decode(insn, big_endian=self._big_endian, last=self._has_last)

    def execute(self, insn, rs1, rs2):
        """Execute an instruction.

        Parameters
        ----------
        insn : :class:`int`
            The 32-bit instruction.
        rs1, rs2 : :class:`int`
            Values of its operands; ignored where the operation does not use them.

        Returns
        -------
        :class:`int`, None or :data:`REFUSED`
            The value for ``rd``; None from an operation that has no ``rd``; :data:`REFUSED`, and
            nothing changed, from anything that is not an instruction of the coprocessor.

        Raises
        ------
        ValueError
            If an operand is not a 32-bit value.
        """
        for name, value in (("insn", insn), ("rs1", rs1), ("rs2", rs2)):
            if value not in range(1 << 32):
                raise ValueError(f"{name} must be a 32-bit value, not {value!r}")
        decoded = self.decode(insn)
        if decoded is None:
            return REFUSED
        result = self._operate(decoded, rs1, rs2)
        if decoded.domain:
            self.state[4] ^= 1 << (63 if decoded.order is ByteOrder.LITTLE else 0)
        self.state = permute(self.state, decoded.rounds)
        return result

    def _operate(self, decoded, rs1, rs2):
        order, index = decoded.order, decoded.index
        pair = (rs1 | rs2 << 32).to_bytes(8, "little")
        lane = int.from_bytes(pair, order.name.lower())
        match decoded.row.operation:
            case Operation.INIT:
                self.state = [isa.IV[Algorithm(index)], lane, 0, 0, 0]
            case Operation.ABSORB:
                self.state[index & 7] ^= lane
                if decoded.flag:
                    self.state[0] ^= 1 if order is ByteOrder.LITTLE else 0x80 << 56
            case Operation.ENCRYPT:
                result = self._word(order, index) ^ rs1
                self._set_word(order, index, result)
                return result
            case Operation.DECRYPT:
                result = self._word(order, index) ^ rs1
                self._set_word(order, index, rs1)
                return result
            case Operation.READ:
                return self._word(order, index) ^ rs1
            case Operation.ENCRYPT_LAST | Operation.DECRYPT_LAST:
                return self._last(decoded, rs1, rs2)
        return None

    def _last(self, decoded, rs1, rs2):
        """Process the partial last word of a message of ``rs2`` bytes."""
        order, word, count = decoded.order, rs2 >> 2 & 15, rs2 & 3
        if word >= isa.STATE_WORDS:
            return 0
        mask = (1 << 8 * count) - 1
        old = self._word(order, word)
        if decoded.row.operation is Operation.ENCRYPT_LAST:
            new = old ^ rs1 & mask
        else:
            new = old & ~mask | rs1 & mask
        if not decoded.flag:
            new ^= (0x01 if order is ByteOrder.LITTLE else 0x80) << 8 * count
        self._set_word(order, word, new)
        return (old ^ rs1) & mask

    def _word(self, order, word):
        """Word of the state as a register holds it: its first byte in bits 7:0."""
        data = self.state[word // 2].to_bytes(8, order.name.lower())
        return int.from_bytes(data[4 * (word % 2):][:4], "little")

    def _set_word(self, order, word, value):
        data = bytearray(self.state[word // 2].to_bytes(8, order.name.lower()))
        data[4 * (word % 2):4 * (word % 2) + 4] = value.to_bytes(4, "little")
        self.state[word // 2] = int.from_bytes(data, order.name.lower())
