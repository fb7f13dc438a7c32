"""M, Zba, Zbb, Zbs and Zbkb for models.

Source: RISC-V unprivileged specification 20240411, chapters 13, 29 and 31 (pseudo-code of each
instruction) and 35 (encodings); written apart from the core.
"""

__all__ = ["calculate", "operation"]

MASK = 0xffff_ffff


def _signed(value):
    return value - (1 << 32) if value >> 31 else value


def _divide(a, b, is_signed):
    """Return quotient and remainder."""
    if b == 0:
        return MASK, a
    if not is_signed:
        return a // b, a % b
    x, y = _signed(a), _signed(b)
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return quotient, x - quotient * y


def _rotate_right(a, n):
    n &= 31
    return a >> n | a << 32 - n


def _text(a):
    return f"{a:032b}"


def _octets(a):
    return list(a.to_bytes(4, "little"))


def _join(octets):
    return int.from_bytes(bytes(octets), "little")


#: ``(funct7, funct3)`` of OP: extensions and function.
_REGISTERS = {
    (0x01, 0): ("m", lambda a, b: a * b),
    (0x01, 1): ("m", lambda a, b: _signed(a) * _signed(b) >> 32),
    (0x01, 2): ("m", lambda a, b: _signed(a) * b >> 32),
    (0x01, 3): ("m", lambda a, b: a * b >> 32),
    (0x01, 4): ("m", lambda a, b: _divide(a, b, True)[0]),
    (0x01, 5): ("m", lambda a, b: _divide(a, b, False)[0]),
    (0x01, 6): ("m", lambda a, b: _divide(a, b, True)[1]),
    (0x01, 7): ("m", lambda a, b: _divide(a, b, False)[1]),
    (0x10, 2): ("zba", lambda a, b: 2 * a + b),
    (0x10, 4): ("zba", lambda a, b: 4 * a + b),
    (0x10, 6): ("zba", lambda a, b: 8 * a + b),
    (0x20, 7): ("zbb zbkb", lambda a, b: a & ~b),
    (0x20, 6): ("zbb zbkb", lambda a, b: a | ~b),
    (0x20, 4): ("zbb zbkb", lambda a, b: ~(a ^ b)),
    (0x30, 1): ("zbb zbkb", lambda a, b: _rotate_right(a, -b)),
    (0x30, 5): ("zbb zbkb", _rotate_right),
    (0x05, 4): ("zbb", lambda a, b: min(a, b, key=_signed)),
    (0x05, 5): ("zbb", min),
    (0x05, 6): ("zbb", lambda a, b: max(a, b, key=_signed)),
    (0x05, 7): ("zbb", max),
    (0x04, 4): ("zbkb", lambda a, b: a & 0xffff | b << 16),
    (0x04, 7): ("zbkb", lambda a, b: a & 0xff | (b & 0xff) << 8),
    (0x24, 1): ("zbs", lambda a, b: a & ~(1 << (b & 31))),
    (0x24, 5): ("zbs", lambda a, b: a >> (b & 31) & 1),
    (0x34, 1): ("zbs", lambda a, b: a ^ 1 << (b & 31)),
    (0x14, 1): ("zbs", lambda a, b: a | 1 << (b & 31)),
}

#: The same for OP-IMM; the second operand is the shift amount.
_IMMEDIATES = {key: _REGISTERS[key] for key in ((0x30, 5), (0x24, 1), (0x24, 5), (0x34, 1),
                                                (0x14, 1))}

#: ``(bits 31:20, funct3)`` of OP-IMM with one operand.
_UNARY = {
    (0x600, 1): ("zbb", lambda a: 32 - a.bit_length()),
    (0x601, 1): ("zbb", lambda a: (_text(a)[::-1] + "1").index("1")),
    (0x602, 1): ("zbb", lambda a: _text(a).count("1")),
    (0x604, 1): ("zbb", lambda a: (a & 0xff ^ 0x80) - 0x80),
    (0x605, 1): ("zbb", lambda a: (a & 0xffff ^ 0x8000) - 0x8000),
    (0x287, 5): ("zbb", lambda a: _join(0xff if octet else 0 for octet in _octets(a))),
    (0x698, 5): ("zbb zbkb", lambda a: int.from_bytes(a.to_bytes(4, "big"), "little")),
    (0x687, 5): ("zbkb", lambda a: _join(int(f"{octet:08b}"[::-1], 2) for octet in _octets(a))),
    (0x08f, 1): ("zbkb", lambda a: int("".join(x + y for x, y in
                                               zip(_text(a)[:16], _text(a)[16:], strict=True)),
                                       2)),
    (0x08f, 5): ("zbkb", lambda a: int(_text(a)[::2] + _text(a)[1::2], 2)),
}


def operation(insn, extensions):
    """Return a function of both operands that gives the result, or None: no such instruction."""
    opcode, funct3, upper = insn & 0x7f, insn >> 12 & 7, insn >> 20

    def there(row):
        return row is not None and any(name in extensions for name in row[0].split())

    if opcode == 0x33:
        row = _REGISTERS.get((upper >> 5, funct3))
        if there(row):
            return row[1]
        if (upper, funct3) == (0x080, 4) and "zbb" in extensions:  # zext.h
            return lambda a, b: a & 0xffff
    elif opcode == 0x13:
        row = _UNARY.get((upper, funct3))
        if there(row):
            return lambda a, b: row[1](a)
        row = _IMMEDIATES.get((upper >> 5, funct3))
        if there(row):
            return lambda a, b: row[1](a, upper & 31)
    return None


def calculate(insn, a, b, extensions):
    """Return the result, or None if there is no such instruction."""
    found = operation(insn, extensions)
    return None if found is None else found(a, b) & MASK
