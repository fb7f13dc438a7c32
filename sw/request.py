"""A request to the firmware and its answer, as every transport, runner and file sees them.

Source of the lengths: SP 800-232, sections 4 and 5; Ascon v1.3.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from soc.memory_map import COMMANDS, OPTIONS

__all__ = ["MODES", "OK", "TAG_MISMATCH", "SUFFIXES", "Answer", "FieldError", "Request"]

#: What a request may run on: plain RV32I code, or code that uses the coprocessor.
MODES = ("baseline", "accelerated")

#: What a routine's name ends in. `whole` is `accelerated` on a coprocessor without the instructions
#: for a partial last word.
SUFFIXES = (*MODES, "whole")

#: :attr:`Answer.status` of a success, and of a decryption whose tag is wrong.
OK = "ok"
TAG_MISMATCH = "tag mismatch"

_ANY = range(1 << 32)
_KEY = range(16, 17)
_TAG = range(4, 17)
_AEAD = {"key": _KEY, "nonce": _KEY, "nonce_mask": (0, 16), "ad": _ANY, "message": _ANY}

#: Fields that a member's operation takes, and how many bytes they may have.
_SHAPES = {
    ("aead128",  "encrypt"): _AEAD,
    ("aead128",  "decrypt"): _AEAD | {"tag": _TAG},
    ("hash256",  "hash"):    {"message": _ANY},
    ("xof128",   "hash"):    {"message": _ANY},
    ("cxof128",  "hash"):    {"message": _ANY, "customization": range(257)},
    ("mac",      "mac"):     {"key": _KEY, "message": _ANY},
    ("prf",      "mac"):     {"key": _KEY, "message": _ANY},
    ("prfshort", "mac"):     {"key": _KEY, "message": range(17)},
}

#: Bytes that a member may write to its output, and how many if the request does not say.
_OUTPUTS = {
    "aead128":  (range(1), 0),
    "hash256":  (range(32, 33), 32),
    "xof128":   (_ANY, None),
    "cxof128":  (_ANY, None),
    "mac":      (range(16, 17), 16),
    "prf":      (_ANY, None),
    "prfshort": (range(17), 16),
}


class FieldError(ValueError):
    """A field of a request is wrong.

    Parameters
    ----------
    field : :class:`str`
        Its name, also an attribute.
    reason : :class:`str`
        What is wrong and what is allowed.
    """

    def __init__(self, field, reason):
        self.field = field
        super().__init__(f"{field} {reason}")


@dataclass(frozen=True)
class Request:
    """One call of a primitive.

    Parameters
    ----------
    member, op : :class:`str`
        Member of the family and operation, a key of :data:`soc.memory_map.COMMANDS`.
    key, nonce, ad, message, tag, customization : :class:`bytes`
        Inputs; those that the operation does not take are empty. ``message`` is the ciphertext,
        without tag, if ``op`` is ``"decrypt"``; a ``tag`` of 4 to 15 bytes is a truncated one.
    output : :class:`int` or None
        Bytes wanted, where the member lets one choose. PrfShort's are 16 unless given.
    tag_length : :class:`int` or None
        Bytes of the tag, 4 to 16. Encryption makes 16 unless given; decryption takes the tag as it
        is unless given.
    nonce_mask : :class:`bytes`
        16 bytes that the nonce is masked with, the second half of a 32-byte key; empty for none.

    Raises
    ------
    FieldError
        Naming the first field that is wrong.
    """

    member:        str
    op:            str
    key:           bytes = b""
    nonce:         bytes = b""
    ad:            bytes = b""
    message:       bytes = b""
    tag:           bytes = b""
    customization: bytes = b""
    output:        int | None = None
    tag_length:    int | None = None
    nonce_mask:    bytes = b""

    def __post_init__(self):
        members = sorted({member for member, _ in COMMANDS})
        if self.member not in members:
            raise FieldError("member", f"must be one of {members}, not {self.member!r}")
        ops = sorted(op for member, op in COMMANDS if member == self.member)
        if self.op not in ops:
            raise FieldError("op", f"must be one of {ops} for {self.member}, not {self.op!r}")
        shape = _SHAPES[self.member, self.op]
        for name in _BYTES_FIELDS:
            value = getattr(self, name)
            if not isinstance(value, bytes):
                raise FieldError(name, f"must be bytes, not {value!r}")
            allowed = shape.get(name, range(1))
            if len(value) not in allowed:
                raise FieldError(name, f"must have {_spelled(allowed)} bytes for {self._what}, "
                                       f"not {len(value)}")
        self._check_output()
        self._check_tag_length()

    @staticmethod
    def takes(member, op):
        """Return the names of the fields that a member's operation takes, ``output`` included."""
        chosen = {"output"} if len(_OUTPUTS[member][0]) > 1 else set()
        return set(_SHAPES[member, op]) | chosen

    @property
    def _what(self):
        return f"{self.member} {self.op}"

    def _check_output(self):
        allowed, default = _OUTPUTS[self.member]
        if self.output is None:
            if default is None:
                raise FieldError("output", f"is missing: the bytes wanted of {self._what}")
        elif type(self.output) is not int or self.output not in allowed:
            raise FieldError("output", f"must be {_spelled(allowed)} for {self._what}, "
                                       f"not {self.output!r}")

    def _check_tag_length(self):
        if self.tag_length is None:
            return
        if self.member != "aead128":
            raise FieldError("tag_length", f"is not for {self._what}")
        if type(self.tag_length) is not int or self.tag_length not in _TAG:
            raise FieldError("tag_length", f"must be {_spelled(_TAG)}, not {self.tag_length!r}")
        if self.op == "decrypt" and self.tag_length != len(self.tag):
            raise FieldError("tag", f"must have tag_length = {self.tag_length} bytes, "
                                    f"not {len(self.tag)}")

    @property
    def output_length(self):
        """Bytes that the operation writes to its output, a tag of its own not counted."""
        if self.member == "aead128":
            return len(self.message)
        return _OUTPUTS[self.member][1] if self.output is None else self.output

    @property
    def new_tag_length(self):
        """Bytes of the tag that the operation writes apart from its output."""
        if self.op != "encrypt":
            return 0
        return 16 if self.tag_length is None else self.tag_length

    @property
    def command(self):
        """The :class:`soc.memory_map.Command` that serves the request."""
        command = COMMANDS[self.member, self.op]
        plain = not self.nonce_mask and (self.new_tag_length or len(self.tag)) == 16
        return command if plain else OPTIONS.get(command, command)

    @classmethod
    def from_json(cls, data):
        """Make a request from a decoded JSON object with hexadecimal strings.

        Raises
        ------
        FieldError
            If a field is missing, unknown, of a wrong type, no hexadecimal or of a wrong length.
        """
        if not isinstance(data, Mapping):
            raise FieldError("request", f"must be a JSON object, not {data!r}")
        names = [field.name for field in fields(cls)]
        values = {}
        for name, value in data.items():
            if name not in names:
                raise FieldError(name, f"is not a field; fields are {', '.join(names)}")
            if name in _NUMBER_FIELDS:
                if type(value) is not int:
                    raise FieldError(name, f"must be a number, not {value!r}")
                values[name] = value
            elif not isinstance(value, str):
                raise FieldError(name, f"must be a string, not {value!r}")
            elif name in _BYTES_FIELDS:
                values[name] = _unhex(name, value)
            else:
                values[name] = value
        for name in ("member", "op"):
            if name not in values:
                raise FieldError(name, "is missing")
        return cls(**values)

    def to_json(self):
        """Return the object that :meth:`from_json` takes, without empty fields."""
        data = {"member": self.member, "op": self.op}
        data |= {name: getattr(self, name).hex() for name in _BYTES_FIELDS if getattr(self, name)}
        return data | {name: getattr(self, name) for name in _NUMBER_FIELDS
                       if getattr(self, name) is not None}


@dataclass(frozen=True)
class Answer:
    """What the firmware made of a request.

    Attributes
    ----------
    status : :class:`str`
        ``"ok"``, ``"tag mismatch"``, or what went wrong.
    output, tag : :class:`bytes`
        Results; empty unless ``status`` is ``"ok"``.
    cycles, instructions : :class:`int`
        Cost of the primitive, its call and return included.
    """

    status:       str
    output:       bytes = b""
    tag:          bytes = b""
    cycles:       int = 0
    instructions: int = 0

    def to_json(self):
        """Return an object for JSON, bytes as hexadecimal."""
        return {"status": self.status, "output": self.output.hex(), "tag": self.tag.hex(),
                "cycles": self.cycles, "instructions": self.instructions}


_BYTES_FIELDS = tuple(field.name for field in fields(Request) if field.type is bytes)
_NUMBER_FIELDS = ("output", "tag_length")


def _spelled(allowed):
    """Spell numbers that are allowed, a range or a few of them."""
    first, last = allowed[0], allowed[-1]
    if isinstance(allowed, tuple):
        return " or ".join(map(str, allowed))
    if first == last:
        return str(first)
    return f"{first} to {last}" if first else f"at most {last}"


def _unhex(name, text):
    """Decode ``text``: pairs of hexadecimal digits, nothing else."""
    try:
        if any(character.isspace() for character in text):
            raise ValueError("white space")
        return bytes.fromhex(text)
    except ValueError:
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        raise FieldError(name, f"must be pairs of hexadecimal digits, not {shown!r}") from None
