"""Cases from known-answer files: every vector both ways, and forgeries of it.

Source: the files of ascon-c (``LWC_AEAD_KAT_128_128.txt`` and its like): blocks of ``Name = HEX``
lines, separated by empty lines; ``CT`` is ciphertext and tag.
"""

from dataclasses import dataclass, replace

from sw.model.kat import generate
from sw.request import OK, TAG_MISMATCH, Answer, Request

__all__ = ["Case", "MEMBERS", "cases", "parse"]

_TAG_LENGTH = 16

#: Names in a block, by member.
_NAMES = {"aead128": ("Count", "Key", "Nonce", "PT", "AD", "CT")}

#: Members that have cases.
MEMBERS = tuple(_NAMES)


@dataclass(frozen=True)
class Case:
    """A request and what must come of it.

    Attributes
    ----------
    count : :class:`int`
        Number of the vector in its file.
    kind : :class:`str`
        ``"encrypt"``, ``"decrypt"``, or ``"forged"`` and what was changed.
    request : :class:`sw.request.Request`
        What to run.
    expected : :class:`sw.request.Answer`
        What to answer; its cost means nothing.
    """

    count:    int
    kind:     str
    request:  Request
    expected: Answer

    def passed(self, answer):
        """Return whether an answer is the expected one."""
        return ((answer.status, answer.output, answer.tag)
                == (self.expected.status, self.expected.output, self.expected.tag))


def parse(text, member):
    """Read a known-answer file.

    Parameters
    ----------
    text : :class:`str`
        Its content.
    member : :class:`str`
        One of :data:`MEMBERS`.

    Returns
    -------
    :class:`list` of :class:`dict`
        A dictionary a block: ``Count`` an :class:`int`, everything else :class:`bytes`.

    Raises
    ------
    ValueError
        Naming the line, if the file is not of this form.
    """
    if member not in _NAMES:
        raise ValueError(f"member must be one of {sorted(_NAMES)}, not {member!r}")
    names = _NAMES[member]
    blocks = []
    block = {}
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if not line.strip():
            if block and len(block) != len(names):
                missing = ", ".join(name for name in names if name not in block)
                raise ValueError(f"line {number}: the block ends without {missing}")
            if block:
                blocks.append(block)
            block = {}
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        if not equals or name not in names or name in block:
            raise ValueError(f"line {number}: must be one of {', '.join(names)}, once a block, "
                             f"then ' = ' and a value, not {line!r}")
        try:
            block[name] = int(value) if name == "Count" else bytes.fromhex(value)
        except ValueError:
            raise ValueError(f"line {number}: {name} must be "
                             f"{'a number' if name == 'Count' else 'hexadecimal'}, "
                             f"not {value!r}") from None
    if not blocks:
        raise ValueError("the file has no vector")
    return blocks


def cases(member, text=None):
    """Return the cases of a member.

    For every vector of an AEAD member: encryption, decryption, and decryption after one bit of
    tag, ciphertext, associated data and nonce was flipped, as far as there is one. Which bit,
    changes from vector to vector so that all are met.

    Parameters
    ----------
    member : :class:`str`
        One of :data:`MEMBERS`.
    text : :class:`str`, optional
        Content of a known-answer file; by default the official one.

    Returns
    -------
    :class:`list` of :class:`Case`
        In the order of the file.

    Raises
    ------
    ValueError
        If the member or the file is wrong.
    """
    if text is None and member in _NAMES:
        text = generate(member)
    made = []
    for number, block in enumerate(parse(text, member), 1):
        try:
            made += _aead_cases(member, block)
        except ValueError as error:
            raise ValueError(f"vector {number} (Count = {block['Count']}): {error}") from None
    return made


def _aead_cases(member, block):
    """Return the cases of a block."""
    count, ciphertext, tag = block["Count"], block["CT"][:-_TAG_LENGTH], block["CT"][-_TAG_LENGTH:]
    inputs = {"key": block["Key"], "nonce": block["Nonce"], "ad": block["AD"]}
    encrypt = Request(member, "encrypt", message=block["PT"], **inputs)
    decrypt = Request(member, "decrypt", message=ciphertext, tag=tag, **inputs)
    made = [Case(count, "encrypt", encrypt, Answer(OK, ciphertext, tag)),
            Case(count, "decrypt", decrypt, Answer(OK, block["PT"]))]
    for what, field in (("tag", "tag"), ("ciphertext", "message"), ("ad", "ad"),
                        ("nonce", "nonce")):
        value = getattr(decrypt, field)
        if value:
            forged = replace(decrypt, **{field: _flip(value, count)})
            made.append(Case(count, f"forged {what}", forged, Answer(TAG_MISMATCH)))
    return made


def _flip(value, number):
    """Flip one bit, another one for the next number; 37 is prime to every length's bits."""
    position = 37 * number % (8 * len(value))
    changed = bytearray(value)
    changed[position // 8] ^= 1 << position % 8
    return bytes(changed)
