"""Official known-answer files: made anew from the models, and read.

Their inputs count up, so that the files need not be there.

Source: ascon-c, revision 446347f: the generators under ``tests``, as far as the files tell them.
"""

from sw.model import family

__all__ = ["FIELDS", "FILES", "generate", "parse"]

_KEY = bytes(range(16))
_NONCE = bytes(range(0x10, 0x20))

#: Bytes of output of the members that let one choose.
_OUTPUT = 64

#: Longest input: of the members with two inputs, of the others, of PrfShort.
_LONGEST_PAIR, _LONGEST, _LONGEST_SHORT = 32, 1024, 16

#: Names in a block of a member's file, in order.
FIELDS = {
    "aead128":  ("Count", "Key", "Nonce", "PT", "AD", "CT"),
    "hash256":  ("Count", "Msg", "MD"),
    "xof128":   ("Count", "Msg", "MD"),
    "cxof128":  ("Count", "Msg", "Z", "MD"),
    "mac":      ("Count", "Key", "Msg", "Tag"),
    "prf":      ("Count", "Key", "Msg", "Tag"),
    "prfshort": ("Count", "Key", "Msg", "Tag"),
}

#: Usual name of a member's file.
FILES = {
    "aead128":  "asconaead128.txt",
    "hash256":  "asconhash256.txt",
    "xof128":   "asconxof128.txt",
    "cxof128":  "asconcxof128.txt",
    "mac":      "asconmacv13.txt",
    "prf":      "asconprfv13.txt",
    "prfshort": "asconprfsv13.txt",
}


def generate(member):
    """Return the official file of a member, as text.

    Parameters
    ----------
    member : :class:`str`
        A key of :data:`FIELDS`.

    Raises
    ------
    ValueError
        If there is no such member.
    """
    names = _fields(member)
    blocks = []
    for count, values in enumerate(_vectors(member), 1):
        lines = [f"Count = {count}"]
        lines += [f"{name} = {value.hex().upper()}"
                  for name, value in zip(names[1:], values, strict=True)]
        blocks.append("\n".join(lines) + "\n\n")
    return "".join(blocks)


def _vectors(member):
    """Yield the values of every block, without its number."""
    match member:
        case "aead128":
            for plaintext in _counting(0x20, _LONGEST_PAIR):
                for ad in _counting(0x30, _LONGEST_PAIR):
                    ciphertext, tag = family.aead128_encrypt(_KEY, _NONCE, ad, plaintext)
                    yield _KEY, _NONCE, plaintext, ad, ciphertext + tag
        case "hash256":
            for message in _counting(0, _LONGEST):
                yield message, family.hash256(message)
        case "xof128":
            for message in _counting(0, _LONGEST):
                yield message, family.xof128(message, _OUTPUT)
        case "cxof128":
            for message in _counting(0, _LONGEST_PAIR):
                for customization in _counting(0x10, _LONGEST_PAIR):
                    yield (message, customization,
                           family.cxof128(message, _OUTPUT, customization))
        case "mac":
            for message in _counting(0x10, _LONGEST):
                yield _KEY, message, family.mac(_KEY, message)
        case "prf":
            for message in _counting(0x10, _LONGEST):
                yield _KEY, message, family.prf(_KEY, message, _OUTPUT)
        case "prfshort":
            for message in _counting(0x10, _LONGEST_SHORT):
                yield _KEY, message, family.prfshort(_KEY, message)


def _counting(first, longest):
    """Yield strings of 0 to ``longest`` bytes that count up from ``first``."""
    for length in range(longest + 1):
        yield bytes((first + i) % 256 for i in range(length))


def parse(text, member):
    """Read a known-answer file.

    Parameters
    ----------
    text : :class:`str`
        Its content: blocks of ``Name = HEX`` lines, separated by empty lines.
    member : :class:`str`
        A key of :data:`FIELDS`.

    Returns
    -------
    :class:`list` of :class:`dict`
        A dictionary a block: ``Count`` an :class:`int`, everything else :class:`bytes`.

    Raises
    ------
    ValueError
        Naming the line, if the file is not of this form; if there is no such member.
    """
    names = _fields(member)
    blocks, block = [], {}
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            name, value = _parse_line(number, line, names, block)
            block[name] = value
        elif block:
            missing = [name for name in names if name not in block]
            if missing:
                raise ValueError(f"line {number}: the block ends without {', '.join(missing)}")
            blocks.append(block)
            block = {}
    if not blocks:
        raise ValueError("the file has no vector")
    return blocks


def _parse_line(number, line, names, block):
    """Return name and value of a line."""
    name, equals, value = (part.strip() for part in line.partition("="))
    if not equals or name not in names or name in block:
        raise ValueError(f"line {number}: must be one of {', '.join(names)}, once a block, "
                         f"then ' = ' and a value, not {line!r}")
    try:
        return name, int(value) if name == "Count" else bytes.fromhex(value)
    except ValueError:
        what = "a number" if name == "Count" else "hexadecimal"
        raise ValueError(f"line {number}: {name} must be {what}, not {value!r}") from None


def _fields(member):
    if member not in FIELDS:
        raise ValueError(f"member must be one of {', '.join(FIELDS)}, not {member!r}")
    return FIELDS[member]
