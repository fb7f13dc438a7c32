"""The coprocessor's instructions: one table for decoder, assembler, simulator and documentation.

All are R-type instructions. The opcode gives the byte order, ``funct3`` the operation, and
``funct7`` is ``{rounds[1:0], domain, index[3:0]}``:

======  ========  =============================================================================
bits    field     meaning
======  ========  =============================================================================
31:30   rounds    permutation that starts in the cycle after the operation, see :data:`ROUNDS`
29      domain    also flip the last bit of the state (domain separation)
28:25   index     algorithm, lane, word or flags, see :attr:`Instruction.index`
24:20   rs2       second operand
19:15   rs1       first operand
14:12   funct3    operation
11:7    rd        result
6:0     opcode    ``custom-0``: little-endian words; ``custom-1``: big-endian words
======  ========  =============================================================================

Register fields that an operation does not use are ignored; the assembler sets them to ``x0``,
because a core checks them for hazards all the same.

Source: SP 800-232 for the algorithms, Ascon v1.3 for Mac, Prf and PrfShort, ISAP v2.0 for the
big-endian form. The instructions are this project's own.
"""

from dataclasses import dataclass

from amaranth.lib import enum

__all__ = ["INSTRUCTIONS", "IV", "LAST_OPERATIONS", "OPCODES", "ROUNDS", "STATE_WORDS", "Algorithm",
           "ByteOrder", "Index", "Instruction", "Operation", "encode", "instructions"]


class Operation(enum.Enum, shape=3):
    """What an instruction does: its ``funct3``."""

    INIT         = 0
    ABSORB       = 1
    ENCRYPT      = 2
    DECRYPT      = 3
    READ         = 4
    ENCRYPT_LAST = 5
    DECRYPT_LAST = 6


class Algorithm(enum.Enum, shape=3):
    """The members of the family, by the algorithm number in their IV; 0 clears the state."""

    NONE     = 0
    AEAD128  = 1
    HASH256  = 2
    XOF128   = 3
    CXOF128  = 4
    MAC      = 5
    PRF      = 6
    PRFSHORT = 7


class ByteOrder(enum.Enum, shape=1):
    """How words in registers map to the state.

    ``LITTLE`` (SP 800-232): word ``w`` is bits ``32*(w % 2)`` and up of lane ``w // 2``, the
    padding byte is ``0x01``, the last bit of the state is bit 63 of lane 4.

    ``BIG`` (Ascon v1.2 and ISAP): a register still holds four bytes as ``lw`` loads them, the first
    one in bits 7:0; it is byte-reversed on its way in and out, word ``w`` is the *upper* half of
    lane ``w // 2`` for even ``w``, the padding byte is ``0x80``, the last bit of the state is
    bit 0 of lane 4.
    """

    LITTLE = 0
    BIG    = 1


#: Major opcode of either byte order (bits 6:0).
OPCODES = {ByteOrder.LITTLE: 0b0001011, ByteOrder.BIG: 0b0101011}

#: Rounds of the permutation by the ``rounds`` field; a missing code is not an instruction.
#: ISAP needs one and six rounds and never eight, the other members only eight and twelve.
ROUNDS = {
    ByteOrder.LITTLE: {0: 0, 1: 8, 2: 12},
    ByteOrder.BIG:    {0: 0, 1: 1, 2: 12, 3: 6},
}

#: Lane 0 after INIT. PrfShort's IV also holds the message's length in bits 48 and up: add it.
IV = {
    Algorithm.NONE:     0x0000_0000_0000_0000,
    Algorithm.AEAD128:  0x0000_1000_808c_0001,
    Algorithm.HASH256:  0x0000_0801_00cc_0002,
    Algorithm.XOF128:   0x0000_0800_00cc_0003,
    Algorithm.CXOF128:  0x0000_0800_00cc_0004,
    Algorithm.MAC:      0x0010_2000_80cc_0005,
    Algorithm.PRF:      0x0010_2000_00cc_0006,
    Algorithm.PRFSHORT: 0x0000_0000_800c_0007,
}

#: 32-bit words in the state.
STATE_WORDS = 10


class Index(enum.Enum):
    """What the ``index`` field holds; the value names it in assembler and documentation."""

    ALGORITHM = "algorithm"
    LANE      = "lane"
    WORD      = "word"
    FLAGS     = "flags"

    @property
    def patterns(self):
        """Legal values, four bits each, ``-`` for a bit that may be either."""
        match self:
            case Index.ALGORITHM:
                return ("0---",)
            case Index.LANE:
                return ("-0--", "-100")
            case Index.WORD:
                return ("0---", "100-")
            case Index.FLAGS:
                return ("000-",)


@dataclass(frozen=True)
class Instruction:
    """One row of the table.

    Attributes
    ----------
    operation : :class:`Operation`
        Its ``funct3``.
    mnemonic : :class:`str`
        Assembler name without byte order; ``ascon.be.*`` is the big-endian form of ``ascon.*``.
    index : :class:`Index`
        Meaning of the ``index`` field.
    rd, rs1, rs2 : :class:`bool`
        Whether the register is used.
    flag : :class:`str` or None
        Name of the optional flag in the index field, and its bit there is ``flag_bit``.
    effect : :class:`str`
        Pseudo-code. ``x[i]`` is lane i, ``w[i]`` word i in the instruction's byte order.
    use : :class:`str`
        What it is for.
    """

    operation: Operation
    mnemonic:  str
    index:     Index
    rd:        bool
    rs1:       bool
    rs2:       bool
    effect:    str
    use:       str
    flag:      str | None = None
    flag_bit:  int = 0


INSTRUCTIONS = (
    Instruction(
        Operation.INIT, "init", Index.ALGORITHM, rd=False, rs1=True, rs2=True,
        effect="x[0] = IV[algorithm]; x[1] = {rs2, rs1}; x[2] = x[3] = x[4] = 0",
        use="Starts a message with the first half of the key; with algorithm 0 and x0, x0 wipes "
            "the state, the operands and the result."),
    Instruction(
        Operation.ABSORB, "absorb", Index.LANE, rd=False, rs1=True, rs2=True,
        flag="pad", flag_bit=3,
        effect="x[lane] ^= {rs2, rs1}; if pad: byte 0 of lane 0 ^= padding byte",
        use="Absorbs 64 bits: message, associated data, key, nonce; restores a saved lane. `pad` "
            "is the padding of an empty last block."),
    Instruction(
        Operation.ENCRYPT, "encrypt", Index.WORD, rd=True, rs1=True, rs2=False,
        effect="rd = w[word] ^ rs1; w[word] = rd",
        use="Encrypts a word; with rd = x0 absorbs 32 bits."),
    Instruction(
        Operation.DECRYPT, "decrypt", Index.WORD, rd=True, rs1=True, rs2=False,
        effect="rd = w[word] ^ rs1; w[word] = rs1",
        use="Decrypts a word."),
    Instruction(
        Operation.READ, "read", Index.WORD, rd=True, rs1=True, rs2=False,
        effect="rd = w[word] ^ rs1",
        use="Squeezes a word, saves the state; with a key word the tag."),
    Instruction(
        Operation.ENCRYPT_LAST, "encrypt_last", Index.FLAGS, rd=True, rs1=True, rs2=True,
        flag="nopad",
        effect="i = rs2[5:2]; n = rs2[1:0]; m = mask of the low n bytes; rd = (w[i] ^ rs1) & m; "
               "w[i] ^= rs1 & m; unless nopad: byte n of w[i] ^= padding byte",
        use="Encrypts or absorbs the partial last word of a message of rs2 bytes (modulo the "
            "rate) and pads it. From word 10 on nothing is written and rd is 0."),
    Instruction(
        Operation.DECRYPT_LAST, "decrypt_last", Index.FLAGS, rd=True, rs1=True, rs2=True,
        flag="nopad",
        effect="i = rs2[5:2]; n = rs2[1:0]; m = mask of the low n bytes; rd = (w[i] ^ rs1) & m; "
               "w[i] = (w[i] & ~m) | (rs1 & m); unless nopad: byte n of w[i] ^= padding byte",
        use="Decrypts the partial last word of a message of rs2 bytes (modulo the rate) and pads "
            "it. From word 10 on nothing is written and rd is 0."),
)


#: Operations on a partial last word.
LAST_OPERATIONS = (Operation.ENCRYPT_LAST, Operation.DECRYPT_LAST)


def instructions(*, last=True):
    """Return the rows of the table that exist.

    Parameters
    ----------
    last : :class:`bool`
        Those for a partial last word, :data:`LAST_OPERATIONS`, do.
    """
    return tuple(row for row in INSTRUCTIONS if last or row.operation not in LAST_OPERATIONS)


def encode(operation, *, order=ByteOrder.LITTLE, rounds=0, domain=False, index=0,
           rd=0, rs1=0, rs2=0):
    """Encode an instruction.

    Parameters
    ----------
    operation : :class:`Operation`
        What to do.
    order : :class:`ByteOrder`
        Byte order, hence the opcode.
    rounds : :class:`int`
        Rounds of the permutation to start, one of ``ROUNDS[order].values()``.
    domain : :class:`bool`
        Flip the last bit of the state.
    index : :class:`int`
        The whole index field, flag included.
    rd, rs1, rs2 : :class:`int`
        Register numbers.

    Returns
    -------
    :class:`int`
        The 32-bit instruction.

    Raises
    ------
    ValueError
        If the rounds, the index or a register number is not allowed.
    """
    instruction = next(row for row in INSTRUCTIONS if row.operation == operation)
    codes = {count: code for code, count in ROUNDS[order].items()}
    if rounds not in codes:
        raise ValueError(f"rounds must be one of {sorted(codes)} for {order.name.lower()}-endian "
                         f"words, not {rounds!r}")
    bits = f"{index:04b}"
    if not any(len(bits) == 4 and all(p in ("-", b) for p, b in zip(pattern, bits, strict=True))
               for pattern in instruction.index.patterns):
        raise ValueError(f"index of {instruction.mnemonic} must match one of "
                         f"{instruction.index.patterns}, not {index!r}")
    for name, number in (("rd", rd), ("rs1", rs1), ("rs2", rs2)):
        if number not in range(32):
            raise ValueError(f"{name} must be 0..31, not {number!r}")
    return (codes[rounds] << 30 | int(domain) << 29 | index << 25 | rs2 << 20 | rs1 << 15
            | operation.value << 12 | rd << 7 | OPCODES[order])
