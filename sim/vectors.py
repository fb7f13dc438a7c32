"""Cases from known-answer files: every vector, AEAD both ways and with forgeries of it."""

from dataclasses import dataclass, replace

from sw.model.kat import FILES, generate, parse
from sw.request import OK, TAG_MISMATCH, Answer, Request

__all__ = ["MEMBERS", "Case", "cases"]

#: Members that have cases.
MEMBERS = tuple(FILES)

_TAG_LENGTH = 16


@dataclass(frozen=True)
class Case:
    """A request and what must come of it.

    Attributes
    ----------
    count : :class:`int`
        Number of the vector in its file.
    kind : :class:`str`
        The operation, or ``"forged"`` and what was changed.
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


def cases(member, text=None):
    """Return the cases of a member.

    For every vector of AEAD128: encryption, decryption, and decryption after one bit of
    tag, ciphertext, associated data and nonce was flipped, as far as there is one. Which bit,
    changes from vector to vector so that all are met. For the others: the vector itself.

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
    if member not in MEMBERS:
        raise ValueError(f"member must be one of {MEMBERS}, not {member!r}")
    if text is None:
        text = generate(member)
    made = []
    make = _aead_cases if member == "aead128" else _other_cases
    for number, block in enumerate(parse(text, member), 1):
        try:
            made += make(member, block)
        except ValueError as error:
            raise ValueError(f"vector {number} (Count = {block['Count']}): {error}") from None
    return made


def _aead_cases(member, block):
    """Return the cases of a block."""
    count, ciphertext, tag = block["Count"], block["CT"][:-_TAG_LENGTH], block["CT"][-_TAG_LENGTH:]
    if len(tag) != _TAG_LENGTH:
        raise ValueError(f"CT must have a tag of {_TAG_LENGTH} bytes, not {len(tag)} bytes")
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


def _other_cases(member, block):
    """Return the case of a block of a hash or a function with a key."""
    output = block["MD"] if "MD" in block else block["Tag"]
    request = Request(member, "mac" if "Key" in block else "hash", key=block.get("Key", b""),
                      message=block["Msg"], customization=block.get("Z", b""), output=len(output))
    return [Case(block["Count"], request.op, request, Answer(OK, output))]


def _flip(value, number):
    """Flip one bit, another one for the next number; 37 is prime to every length's bits."""
    position = 37 * number % (8 * len(value))
    changed = bytearray(value)
    changed[position // 8] ^= 1 << position % 8
    return bytes(changed)
