"""Requests with random content, for tests of every member."""

from sw.request import Request

__all__ = ["MEMBERS", "family_request", "random_request"]

#: Members without associated data, and their operation.
MEMBERS = {"hash256": "hash", "xof128": "hash", "cxof128": "hash", "mac": "mac", "prf": "mac",
           "prfshort": "mac"}

_KEYED = ("mac", "prf", "prfshort")


def family_request(rng, member, length, *, output=None, customization=0):
    """Return a request to a member of :data:`MEMBERS`, its inputs random, of these lengths.

    ``output`` counts only where the member lets one choose, ``customization`` only for CXOF128.
    """
    fields = {"message": rng.randbytes(length)}
    if member in _KEYED:
        fields["key"] = rng.randbytes(16)
    if member in ("xof128", "cxof128", "prf", "prfshort"):
        fields["output"] = output
    if member == "cxof128":
        fields["customization"] = rng.randbytes(customization)
    return Request(member, MEMBERS[member], **fields)


def random_request(rng, member, longest=70):
    """Return a request to a member of :data:`MEMBERS`, of random lengths."""
    if member == "prfshort":
        return family_request(rng, member, rng.randrange(17), output=rng.randrange(17))
    return family_request(rng, member, rng.randrange(longest + 1), output=rng.randrange(longest),
                          customization=rng.randrange(longest))
