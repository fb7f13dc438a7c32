"""What is known of memory, byte by byte, in named regions.

Every byte is secret unless it is listed as public. An offset that is not known stands for the
region's array: a store at such an offset is taken to stay within what it is meant for. It does not
reach fields that are declared public, and in the stack neither what is below the array's start nor
what is from the next register saved there upwards. That buffers are not overrun is tested
elsewhere, on every run.
"""

from sim.audit.values import BIT, MASK, NUMBER, OPAQUE, join

__all__ = ["IMAGE", "STACK", "Memory", "local"]

#: The regions of absolute addresses, and of the stack; offset 0 is where a routine is entered.
IMAGE, STACK = "image", "stack"

_LOCAL = "local"


def local(offset):
    """Return the name of the region of an array in the stack at an offset."""
    return f"{_LOCAL}{offset:+d}"


class Memory:
    """Content of memory.

    Parameters
    ----------
    fields : :class:`dict`
        By region, the offsets of bytes that are declared public.
    constants : :class:`dict`
        Bytes at absolute addresses, where they are known.
    """

    def __init__(self, fields, constants):
        self._fields = fields
        self._constants = constants
        # By region and offset: secret, what of a value, saved register.
        self._bytes = {region: dict.fromkeys(offsets, (False, NUMBER, False))
                       for region, offsets in fields.items()}

    def copy(self):
        """Return another one of the same content."""
        copy = Memory.__new__(Memory)
        copy._fields, copy._constants = self._fields, self._constants
        copy._bytes = {region: dict(content) for region, content in self._bytes.items()}
        return copy

    def is_known(self, region, offset):
        """Return whether a store there can be followed.

        An unknown offset can't be in absolute addresses, in the stack as a whole, and in an array
        that begins where a register is saved.
        """
        if offset is not None:
            return True
        if region.startswith(_LOCAL):
            return not self._byte(STACK, int(region[len(_LOCAL):]))[2]
        return region not in (IMAGE, STACK)

    def load(self, region, offset, size):
        """Return whether what is loaded is secret, and its value."""
        region, offset, array = _resolve(region, offset)
        if array or offset is None:
            return True, OPAQUE
        parts = [self._byte(region, offset + i) for i in range(size)]
        secret = any(part[0] for part in parts)
        values = [part[1] for part in parts]
        if all(isinstance(value, int) for value in values):
            return secret, sum(value << 8 * i for i, value in enumerate(values))
        if not any(isinstance(value, tuple) for value in values):
            return secret, NUMBER
        whole = values[0][0] if isinstance(values[0], tuple) else OPAQUE
        return secret, whole if values == [(whole, i) for i in range(4)] else OPAQUE

    def store(self, region, offset, size, secret, value, *, saved=False):
        """Store; ``saved`` tells that it is the stack pointer by which the address is given."""
        region, offset, array = _resolve(region, offset)
        content = self._bytes.setdefault(region, {})
        if array:
            for at in self._extent(offset):
                content[at] = (content[at][0] or secret, NUMBER, False)
        elif offset is None:
            fields = self._fields.get(region, ())
            for at, (was_secret, _, was_saved) in content.items():
                if at not in fields:
                    content[at] = (was_secret or secret, NUMBER, was_saved)
        else:
            for i in range(size):
                if isinstance(value, int):
                    part = value >> 8 * i & 0xff
                else:
                    part = NUMBER if value in (NUMBER, BIT, MASK) else (value, i)
                content[offset + i] = (secret, part, saved)

    def drop_stack_below(self, offset):
        """Forget what is below the stack pointer."""
        content = self._bytes.get(STACK, {})
        for at in [at for at in content if at < offset]:
            del content[at]

    def secret_fields(self):
        """Return region and offset of a byte that is declared public but secret, or None."""
        return next(((region, offset) for region, offsets in self._fields.items()
                     for offset in offsets if self._byte(region, offset)[0]), None)

    def saved_values(self):
        """Yield offset and value of what is in the stack, of values that are known to be whole."""
        for offset, (_, part, _) in self._bytes.get(STACK, {}).items():
            if isinstance(part, tuple) and part[1] == 0:
                yield offset, part[0]

    def joined(self, other):
        """Return what covers this and another memory; this one itself if it does."""
        changed, made = False, {}
        for region in self._bytes.keys() | other._bytes.keys():
            mine, theirs = self._bytes.get(region, {}), other._bytes.get(region, {})
            if mine == theirs:
                made[region] = mine
                continue
            made[region] = {at: _joined(self._byte(region, at), other._byte(region, at))
                            for at in mine.keys() | theirs.keys()}
            changed = changed or made[region] != mine
        if not changed:
            return self
        copy = self.copy()
        copy._bytes = made
        return copy

    def _byte(self, region, offset):
        """Return what is known of a byte."""
        known = self._bytes.get(region, {}).get(offset)
        if known is not None:
            return known
        if region == IMAGE:
            return False, self._constants.get(offset, NUMBER), False
        return True, NUMBER, False

    def _extent(self, start):
        """Yield the known bytes of an array in the stack."""
        content = self._bytes.get(STACK, {})
        end = min((at for at, (_, _, saved) in content.items() if saved and at >= start),
                  default=None)
        return [at for at in content if at >= start and (end is None or at < end)]


def _resolve(region, offset):
    """Return region and offset, of the stack if it is an array there, and whether it is unknown."""
    if not region.startswith(_LOCAL):
        return region, offset, False
    start = int(region[len(_LOCAL):])
    return (STACK, start, True) if offset is None else (STACK, start + offset, False)


def _joined(a, b):
    """Return what covers two bytes."""
    if a == b:
        return a
    part_a, part_b = a[1], b[1]
    if part_a == part_b and type(part_a) is type(part_b):
        part = part_a
    elif isinstance(part_a, tuple) or isinstance(part_b, tuple):
        part = _joined_parts(part_a, part_b)
    else:
        part = NUMBER
    return a[0] or b[0], part, a[2] or b[2]


def _joined_parts(a, b):
    """Return what covers two parts of values, of which one at least is not a number's."""
    if isinstance(a, tuple) and isinstance(b, tuple) and a[1] == b[1]:
        return join(a[0], b[0]), a[1]
    whole, other = (a, b) if isinstance(a, tuple) else (b, a)
    return (whole[0] if other == 0 else OPAQUE), whole[1]
