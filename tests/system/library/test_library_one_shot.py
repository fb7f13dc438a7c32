"""One-shot functions: results, lengths, alignments, options, constant time."""

import random

import pytest
from library_machine import VALUES

from sw.model import family
from sw.request import MODES, SUFFIXES

CONTEXT_SIZE = 120


@pytest.fixture(params=SUFFIXES)
def machine(request):
    """Give a simulator for each kind of routines; the last has no partial words."""
    if request.param not in MODES:
        return request.getfixturevalue("whole_words")
    iss = request.getfixturevalue("iss")
    iss.select(request.param)
    return iss


def expected_of(member, rng, length, other):
    """Return arguments of a function besides the message, and what it gives.

    ``other`` is the length of output or customization.
    """
    message, key = rng.randbytes(length), rng.randbytes(16)
    match member:
        case "hash256":
            return message, [], family.hash256(message)
        case "xof128":
            return message, [], family.xof128(message, other)
        case "cxof128":
            customization = rng.randbytes(rng.choice([0, other % 257, 256]))
            return message, [customization, len(customization)], family.cxof128(
                message, 1 + length, customization)
        case "mac":
            return message, [key], family.mac(key, message)[:4 + other % 13]
        case "prf":
            return message, [key], family.prf(key, message, other)
        case "prfshort":
            return message, [key], family.prfshort(key, message, other % 17)


@pytest.mark.parametrize("member", ["hash256", "xof128", "cxof128", "mac", "prf", "prfshort"])
def test_sponges(machine, member, request):
    rng = random.Random(request.node.name)
    for length in range(17) if member == "prfshort" else [*range(41), 64, 100, 257]:
        machine.reset()
        message, arguments, expected = expected_of(member, rng, length, rng.randrange(70))
        source = machine.memory(message, offset=rng.randrange(4))
        output = source
        if len(expected) > length or rng.random() < 0.5:
            output = machine.memory(len(expected), offset=rng.randrange(4))
        placed = [value if isinstance(value, int) else
                  machine.memory(value, offset=rng.randrange(4)) for value in arguments]
        output_length = [] if member == "hash256" else [len(expected)]
        machine.do(member, output, *output_length, source, length, *placed)
        assert output[:len(expected)] == expected, (length, expected.hex())
        machine.check_guards()


def sealed(rng, length, ad_length, tag_length, masked):
    """Return everything of an AEAD call: key, nonce, associated data, both texts, tag."""
    key, nonce, ad, plain = (rng.randbytes(n) for n in (32 if masked else 16, 16, ad_length,
                                                        length))
    ciphertext, tag = family.aead128_encrypt(key[:16], nonce, ad, plain, tag_length=tag_length,
                                             nonce_mask=key[16:] or None)
    return key, nonce, ad, plain, ciphertext, tag


@pytest.mark.parametrize("masked", ["", "masked_"])
@pytest.mark.parametrize("tag_length", range(4, 17))
def test_aead128(machine, masked, tag_length, request):
    """Both directions, in place or not, at every alignment; then a flipped bit anywhere."""
    rng = random.Random(request.node.name)
    for _ in range(12):
        machine.reset()
        length, ad_length = rng.randrange(50), rng.choice([0, rng.randrange(40)])
        key, nonce, ad, plain, ciphertext, tag = sealed(rng, length, ad_length, tag_length, masked)

        def place(content, rng=rng):
            return machine.memory(content, offset=rng.randrange(4))

        k, n, a, text, t = map(place, (key, nonce, ad, plain, bytes(tag_length)))
        out = text if rng.random() < 0.5 else place(length)
        rest = [length, a, ad_length, n, k]
        machine.do(f"aead128_{masked}encrypt", out, t, tag_length, text, *rest)
        assert (out.content, t.content) == (ciphertext, tag)

        target = out if rng.random() < 0.5 else place(length)
        machine.do(f"aead128_{masked}decrypt", target, t, tag_length, out, *rest)
        assert target.content == plain

        out.content = ciphertext
        spoiled = rng.choice([part for part in (k, n, a, out, t) if part.length])
        content = bytearray(spoiled.content)
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        spoiled.content = bytes(content)
        assert machine.status(f"aead128_{masked}decrypt", target, t, tag_length, out,
                              *rest) == VALUES["TAG_MISMATCH"]
        assert target.content == bytes(length)
        machine.check_guards()


def test_mac_verify(machine, request):
    rng = random.Random(request.node.name)
    for tag_length in range(4, 17):
        machine.reset()
        message, key = rng.randbytes(rng.randrange(80)), rng.randbytes(16)
        tag = family.mac(key, message)[:tag_length]
        k, m, t = (machine.memory(value, offset=rng.randrange(4)) for value in (key, message, tag))
        assert machine.status("mac_verify", t, tag_length, m, len(message), k) == 0
        for byte in range(tag_length):
            wrong = bytearray(tag)
            wrong[byte] ^= 1 << rng.randrange(8)
            t.content = bytes(wrong)
            assert machine.status("mac_verify", t, tag_length, m, len(message),
                              k) == VALUES["TAG_MISMATCH"]


def constant_calls(machine, rng):
    """Yield a name and the cost of calls whose secrets are random."""
    machine.reset()
    key, nonce, ad, text, tag, context = (machine.memory(n) for n in (32, 16, 21, 45, 16,
                                                                       CONTEXT_SIZE))

    def randomize(*memories):
        for memory in memories:
            memory.content = rng.randbytes(memory.length)

    def cost(name, *arguments, status=0):
        done = machine.call(f"ascon_xif_{name}", *arguments)
        assert done.status == status, name
        return name, done.cycles, done.instructions

    randomize(key, nonce, text)
    yield cost("aead128_encrypt", text, tag, 16, text, 45, ad, 21, nonce, key)
    yield cost("aead128_decrypt", text, tag, 16, text, 45, ad, 21, nonce, key)
    yield cost("aead128_masked_encrypt", text, tag, 7, text, 45, ad, 21, nonce, key)
    yield cost("aead128_masked_decrypt", text, tag, 7, text, 45, ad, 21, nonce, key)
    randomize(text, tag)
    yield cost("aead128_decrypt", text, tag, 12, text, 45, ad, 21, nonce, key, status=1)
    randomize(text)
    yield cost("mac", tag, 9, text, 45, key)
    yield cost("mac_verify", tag, 9, text, 45, key)
    randomize(tag)
    yield cost("mac_verify", tag, 9, text, 45, key, status=1)
    yield cost("aead128_init", context, nonce, key)
    yield cost("aead128_ad_update", context, ad, 21)
    yield cost("aead128_encrypt_update", context, text, text, 45)
    yield cost("aead128_encrypt_final", context, tag, 16)
    yield cost("prf_init", context, key)
    yield cost("prf_update", context, text, 45)
    yield cost("prf_squeeze", context, text, 39)
    yield cost("prf_final", context)
    yield cost("hash256_init", context)
    yield cost("hash256_update", context, text, 45)
    yield cost("hash256_final", context, key)


def test_instructions_do_not_depend_on_secrets(machine, request):
    rng = random.Random(request.node.name)
    costs = [[(name, instructions) for name, _, instructions in constant_calls(machine, rng)]
             for _ in range(5)]
    assert all(cost == costs[0] for cost in costs)


@pytest.mark.full
@pytest.mark.parametrize("mode", MODES)
def test_cycles_do_not_depend_on_secrets(hardware, mode):
    hardware.select(mode)
    rng = random.Random(mode)
    costs = [list(constant_calls(hardware, rng)) for _ in range(40)]
    assert all(cost == costs[0] for cost in costs)
