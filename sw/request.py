"""A request to the firmware and its answer, as every transport, runner and file sees them.

Source of the lengths: SP 800-232, section 4.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from soc.memory_map import COMMANDS

__all__ = ["MODES", "OK", "TAG_MISMATCH", "Answer", "FieldError", "Request"]

#: What a request may run on: plain RV32I code, or code that uses the coprocessor.
MODES = ("baseline", "accelerated")

#: :attr:`Answer.status` of a success, and of a decryption whose tag is wrong.
OK = "ok"
TAG_MISMATCH = "tag mismatch"

#: Fields that a member's operation takes, and their lengths in bytes; ``None`` is any length.
_SHAPES = {
    ("aead128", "encrypt"): {"key": 16, "nonce": 16, "ad": None, "message": None},
    ("aead128", "decrypt"): {"key": 16, "nonce": 16, "ad": None, "message": None, "tag": 16},
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
        without tag, if ``op`` is ``"decrypt"``.
    output : :class:`int`
        Bytes wanted, where the member lets one choose; otherwise 0.

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
    output:        int = 0

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
            allowed = shape.get(name, 0)
            if allowed is not None and len(value) != allowed:
                raise FieldError(name, f"must have {allowed} bytes for {self.member} {self.op}, "
                                       f"not {len(value)}")
        if type(self.output) is not int or self.output != shape.get("output", 0):
            raise FieldError("output", f"must be 0 for {self.member} {self.op}, "
                                       f"not {self.output!r}")

    @property
    def output_length(self):
        """Bytes that the operation writes to its output, a tag of its own not counted."""
        return len(self.message)

    @property
    def makes_tag(self):
        """Whether the operation writes a tag apart from its output."""
        return self.op == "encrypt"

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
            if name == "output":
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
        return data | ({"output": self.output} if self.output else {})


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


def _unhex(name, text):
    """Decode ``text``: pairs of hexadecimal digits, nothing else."""
    try:
        if any(character.isspace() for character in text):
            raise ValueError("white space")
        return bytes.fromhex(text)
    except ValueError:
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        raise FieldError(name, f"must be pairs of hexadecimal digits, not {shown!r}") from None
