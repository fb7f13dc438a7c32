"""What the members of the family are called where people read."""

__all__ = ["NAMES"]

#: Name by member, in the order of results.
NAMES = {
    "aead128":  "Ascon-AEAD128",
    "hash256":  "Ascon-Hash256",
    "xof128":   "Ascon-XOF128",
    "cxof128":  "Ascon-CXOF128",
    "mac":      "Ascon-Mac",
    "prf":      "Ascon-Prf",
    "prfshort": "Ascon-PrfShort",
}
