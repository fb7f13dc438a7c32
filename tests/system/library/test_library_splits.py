"""A message, its associated data or its output in every possible split: the one-shot result.

A string of n bytes has 2^(n-1) splits. All of them are tried for short strings; for longer ones all
that cut within some bytes around a block's end.
"""

import random
import struct

import pytest

from sw.model import family
from sw.request import MODES

MEMBERS = ("hash256", "xof128", "cxof128", "mac", "prf", "prfshort", "encrypt", "verify",
           "unverified")
SPLITS = ("message", "output", "ad", "second pass")


def prepare(machine, rng, member, split, length, *, prefix, count):
    """Place a job for ``all_splits``: ``length`` is that of the string that is split."""
    machine.reset()
    lengths = {"message": rng.randrange(1, 20), "output": 1 + rng.randrange(16),
               "ad": rng.randrange(20)}
    lengths["message" if split == "second pass" else split] = length
    if member == "prfshort" and split != "message":
        lengths["message"] %= 17
    key, nonce, ad, message, customization = (
        rng.randbytes(n) for n in (16, 16, lengths["ad"], lengths["message"], rng.randrange(257)))
    text = b""
    match member:
        case "hash256":
            expected = family.hash256(message)
        case "xof128":
            expected = family.xof128(message, lengths["output"])
        case "cxof128":
            expected = family.cxof128(message, lengths["output"], customization)
        case "mac":
            expected = family.mac(key, message)
        case "prf":
            expected = family.prf(key, message, lengths["output"])
        case "prfshort":
            expected = family.prfshort(key, message)
        case _:
            text, expected = family.aead128_encrypt(key, nonce, ad, message,
                                                    tag_length=rng.randrange(4, 17))
            if member != "encrypt":
                message, text = text, message
    places = [machine.memory(value, offset=rng.randrange(4)).address
              for value in (key, nonce, ad, message, customization, expected, text)]
    output = machine.memory(bytes(len(expected) + len(message)))
    k, n, a, m, c, e, t = places
    fields = [MEMBERS.index(member), SPLITS.index(split), k, n, a, m, c, len(ad), len(message),
              len(customization), e, len(expected), t if text else 0, output.address, prefix,
              count]
    return machine.memory(struct.pack("<16I", *fields))


def check(machine, rng, member, split, length, *, prefix=1, count=None):
    """Run a job: all cuts behind ``count`` bytes from ``prefix`` on, by default all there are."""
    count = max(length - prefix, 0) if count is None else count
    job = prepare(machine, rng, member, split, length, prefix=prefix, count=count)
    wrong = machine.call("all_splits", job).status
    assert wrong == 0, f"{member}, {split} of {length} bytes, cuts {wrong - 1:b} from {prefix} on"
    machine.check_guards()


#: What is split, and the bytes in a block of it.
STRINGS = [("hash256", "message", 8), ("xof128", "message", 8), ("xof128", "output", 8),
           ("cxof128", "message", 8), ("cxof128", "output", 8), ("mac", "message", 32),
           ("prf", "message", 32), ("prf", "output", 16), ("prfshort", "message", 16),
           ("encrypt", "ad", 16), ("encrypt", "message", 16), ("verify", "message", 16),
           ("verify", "second pass", 16), ("unverified", "message", 16)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("member", "split", "rate"), STRINGS)
def test_short(iss, member, split, rate, mode):
    """Every split of up to 6 bytes, and with 4 cuts around the first and second block's end."""
    rng = random.Random(f"{member} {split} {mode}")
    iss.select(mode)
    for length in range(7):
        check(iss, rng, member, split, length)
    for end in (rate, 2 * rate):
        for more in (0, 1, rate + 1):
            if member != "prfshort" or end + more <= 16:
                check(iss, rng, member, split, end + more, prefix=end - 2, count=4)


@pytest.mark.full
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("member", "split", "rate"), STRINGS)
def test_hardware(hardware, member, split, rate, mode):
    """Every split of up to 9 bytes, and with 8 cuts around the first and the second block's end.

    In baseline mode, which takes longer, 7 bytes and 6 cuts.
    """
    rng = random.Random(f"hardware {member} {split} {mode}")
    hardware.select(mode)
    for length in range(10 if mode == "accelerated" else 8):
        check(hardware, rng, member, split, length)
    for end in (rate, 2 * rate):
        for more in (0, 1, rate, 2 * rate + 3):
            if member != "prfshort" or end + more <= 16:
                check(hardware, rng, member, split, end + more, prefix=end - 4,
                      count=8 if mode == "accelerated" else 6)


def test_wrong_result_is_found(iss):
    """The comparison can fail: one bit of what is expected is flipped."""
    rng = random.Random(0)
    iss.select("baseline")
    job = prepare(iss, rng, "mac", "message", 5, prefix=1, count=4)
    expected = struct.unpack("<16I", job.content)[10]
    iss.write(expected, bytes([iss.read(expected, 1)[0] ^ 1]))
    assert iss.call("all_splits", job).status == 1
