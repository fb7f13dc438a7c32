"""Instructions of the extensions, as a table for the decoder.

Source: RISC-V unprivileged specification 20240411, chapter 35 (instruction set listings), sections
29.4 and 31.2.
"""

from dataclasses import dataclass

from hdl.core.control import BitFunction, Logic, OperandA, Result

__all__ = ["INSTRUCTIONS", "Instruction"]

_OP, _OP_IMM = "0110011", "0010011"


@dataclass(frozen=True)
class Instruction:
    """One row of the table.

    Attributes
    ----------
    mnemonic : :class:`str`
        Its name.
    extensions : :class:`str`
        Extensions that have it, separated by spaces.
    pattern : :class:`str`
        Its bits, ``-`` for one that may be either.
    settings : :class:`dict`
        Fields of :class:`~hdl.core.control.Control` that are not 0; registers aside.
    """

    mnemonic:   str
    extensions: str
    pattern:    str
    settings:   dict

    @property
    def immediate(self):
        """Whether it reads no second register."""
        return self.pattern.endswith(_OP_IMM)


def _row(extensions, mnemonic, upper, funct3, opcode=_OP, **settings):
    """Return a row; ``upper`` is ``funct7``, or that and ``rs2``."""
    pattern = f"{upper:-<12}-----{funct3}-----{opcode}"
    return Instruction(mnemonic, extensions, pattern, settings)


def _both(extensions, mnemonic, upper, funct3, **settings):
    """Return rows of an instruction and its form with an immediate."""
    return (_row(extensions, mnemonic, upper, funct3, **settings),
            _row(extensions, mnemonic + "i", upper, funct3, _OP_IMM, **settings))


def _logic(function, *, complement=False, one_hot=False):
    return {"result": Result.LOGIC, "logic": function, "subtract": complement, "one_hot": one_hot}


def _compare(function, *, signed):
    return {"result": Result.LOGIC, "logic": function, "subtract": 1, "signed": signed}


def _bits(function, *, reverse=False):
    return {"result": Result.BITS, "bit_function": function,
            "a": OperandA.RS1_REVERSED if reverse else OperandA.RS1}


_LEFT = {"result": Result.SHIFT_LEFT, "a": OperandA.RS1_REVERSED, "rotate": 1}
_RIGHT = {"result": Result.SHIFT_RIGHT, "rotate": 1}
_DIVIDE_SIGNED = {"result": Result.QUOTIENT, "arithmetic": 1}

#: All of them. No word matches two rows of a core's extensions, but ``zext.h`` is a ``pack``.
INSTRUCTIONS = (
    _row("m", "mul",    "0000001", "000", result=Result.PRODUCT),
    _row("m", "mulh",   "0000001", "001", result=Result.PRODUCT),
    _row("m", "mulhsu", "0000001", "010", result=Result.PRODUCT),
    _row("m", "mulhu",  "0000001", "011", result=Result.PRODUCT),
    _row("m", "div",    "0000001", "100", **_DIVIDE_SIGNED),
    _row("m", "divu",   "0000001", "101", result=Result.QUOTIENT),
    _row("m", "rem",    "0000001", "110", **_DIVIDE_SIGNED),
    _row("m", "remu",   "0000001", "111", result=Result.QUOTIENT),

    _row("zba", "sh1add", "0010000", "010", a=OperandA.RS1_TIMES_2),
    _row("zba", "sh2add", "0010000", "100", a=OperandA.RS1_TIMES_4),
    _row("zba", "sh3add", "0010000", "110", a=OperandA.RS1_TIMES_8),

    _row("zbb zbkb", "andn", "0100000", "111", **_logic(Logic.AND, complement=True)),
    _row("zbb zbkb", "orn",  "0100000", "110", **_logic(Logic.OR, complement=True)),
    _row("zbb zbkb", "xnor", "0100000", "100", **_logic(Logic.XOR, complement=True)),
    _row("zbb zbkb", "rol",  "0110000", "001", **_LEFT),
    *_both("zbb zbkb", "ror", "0110000", "101", **_RIGHT),
    _row("zbb zbkb", "rev8", "011010011000", "101", _OP_IMM, **_bits(BitFunction.REVERSE_BYTES)),

    _row("zbb", "clz",    "011000000000", "001", _OP_IMM, **_bits(BitFunction.COUNT_LEADING)),
    _row("zbb", "ctz",    "011000000001", "001", _OP_IMM,
         **_bits(BitFunction.COUNT_LEADING, reverse=True)),
    _row("zbb", "cpop",   "011000000010", "001", _OP_IMM, **_bits(BitFunction.COUNT_ONES)),
    _row("zbb", "sext.b", "011000000100", "001", _OP_IMM, **_bits(BitFunction.EXTEND_BYTE)),
    _row("zbb", "sext.h", "011000000101", "001", _OP_IMM, **_bits(BitFunction.EXTEND_HALF)),
    _row("zbb", "orc.b",  "001010000111", "101", _OP_IMM, **_bits(BitFunction.OR_BYTES)),
    _row("zbb", "zext.h", "000010000000", "100", **_bits(BitFunction.PACK_HALVES)),
    _row("zbb", "min",    "0000101", "100", **_compare(Logic.MIN, signed=1)),
    _row("zbb", "minu",   "0000101", "101", **_compare(Logic.MIN, signed=0)),
    _row("zbb", "max",    "0000101", "110", **_compare(Logic.MAX, signed=1)),
    _row("zbb", "maxu",   "0000101", "111", **_compare(Logic.MAX, signed=0)),

    _row("zbkb", "pack",  "0000100", "100", **_bits(BitFunction.PACK_HALVES)),
    _row("zbkb", "packh", "0000100", "111", **_bits(BitFunction.PACK_BYTES)),
    _row("zbkb", "brev8", "011010000111", "101", _OP_IMM,
         **_bits(BitFunction.REVERSE_BYTES, reverse=True)),
    _row("zbkb", "zip",   "000010001111", "001", _OP_IMM, **_bits(BitFunction.ZIP)),
    _row("zbkb", "unzip", "000010001111", "101", _OP_IMM, **_bits(BitFunction.UNZIP)),

    *_both("zbs", "bclr", "0100100", "001", **_logic(Logic.AND, complement=True, one_hot=True)),
    *_both("zbs", "bext", "0100100", "101", result=Result.BIT),
    *_both("zbs", "binv", "0110100", "001", **_logic(Logic.XOR, one_hot=True)),
    *_both("zbs", "bset", "0010100", "001", **_logic(Logic.OR, one_hot=True)),
)
