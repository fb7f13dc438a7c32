"""The family's members: ends in bits, options, errors; the official vectors are elsewhere."""

import random

import pytest

from hdl.isa import IV, Algorithm
from sw.model import family
from sw.model.permutation import trace

KEY, NONCE = bytes(range(16)), bytes(range(16, 32))


def bits_of(string, count):
    return [string[i // 8] >> i % 8 & 1 for i in range(count)]


def bits_to(bits):
    return bytes(sum(bit << i for i, bit in enumerate(bits[start:start + 8]))
                 for start in range(0, len(bits), 8))


class BitSponge:
    """Hashes bit by bit: the state as a list of 320 bits."""

    def __init__(self, first_lane):
        self.state = [first_lane >> i & 1 for i in range(64)] + [0] * 256
        self.permute()

    def permute(self):
        lanes = [sum(bit << i for i, bit in enumerate(self.state[64 * n:64 * n + 64]))
                 for n in range(5)]
        self.state = [lane >> i & 1 for lane in trace(lanes, 12)[-1].diffused for i in range(64)]

    def absorb(self, bits):
        position = 0
        for bit in [*bits, 1]:
            self.state[position] ^= bit
            position += 1
            if position == 64:
                self.permute()
                position = 0
        if position:
            self.permute()

    def squeeze(self, count):
        bits = []
        while len(bits) < count:
            if bits:
                self.permute()
            bits += self.state[:64]
        return bits_to(bits[:count])


def test_iv_as_the_table():
    found = [family.iv(1, a=12, b=8, bits=128, rate=16), family.iv(2, a=12, b=12, bits=256, rate=8),
             family.iv(3, a=12, b=12, rate=8), family.iv(4, a=12, b=12, rate=8),
             family.iv(5, a=12, b=12, bits=128, rate=32, output_rate=16),
             family.iv(6, a=12, b=12, rate=32, output_rate=16),
             family.iv(7, a=12, b=0, bits=128, rate=0)]
    assert found == [IV[Algorithm(number)] for number in range(1, 8)]


@pytest.mark.parametrize("bits", [0, 1, 3, 7, 8, 9, 15, 63, 64, 65, 127, 128, 131, 200])
def test_message_in_bits(bits):
    generator = random.Random(bits)
    message = generator.randbytes(30)
    for number, function in ((Algorithm.HASH256, family.hash256),
                             (Algorithm.XOF128, lambda *a, **k: family.xof128(*a, 32, **k))):
        sponge = BitSponge(IV[number])
        sponge.absorb(bits_of(message, bits))
        assert function(message, bits=bits) == sponge.squeeze(256)


@pytest.mark.parametrize("length", [0, 1, 5, 8, 63, 64, 65, 100, 129])
def test_output_in_bits(length):
    sponge = BitSponge(IV[Algorithm.XOF128])
    sponge.absorb(bits_of(b"message", 56))
    assert family.xof128(b"message", -(-length // 8), length_bits=length) == sponge.squeeze(length)


@pytest.mark.parametrize("bits", [0, 1, 5, 8, 63, 64, 65, 1804, 2048])
def test_customization_in_bits(bits):
    customization = random.Random(bits).randbytes(256)
    sponge = BitSponge(IV[Algorithm.CXOF128])
    sponge.state[:64] = [bit ^ bits >> i & 1 for i, bit in enumerate(sponge.state[:64])]
    sponge.permute()
    sponge.absorb(bits_of(customization, bits))
    sponge.absorb(bits_of(b"message", 53))
    found = family.cxof128(b"message", 10, customization, bits=53, customization_bits=bits,
                           length_bits=77)
    assert found == sponge.squeeze(77)


def test_bits_behind_the_end_are_ignored():
    assert family.hash256(b"\x15", bits=5) == family.hash256(b"\xf5\xff", bits=5)
    assert family.hash256(b"\x15", bits=5) != family.hash256(b"\x15")


@pytest.mark.parametrize("lengths", [(0, 0), (1, 0), (0, 16), (15, 17), (16, 33), (32, 31)])
def test_decryption_and_forgeries(lengths):
    ad, plaintext = (bytes(range(length)) for length in lengths)
    ciphertext, tag = family.aead128_encrypt(KEY, NONCE, ad, plaintext)
    assert family.aead128_decrypt(KEY, NONCE, ad, ciphertext, tag) == plaintext
    arguments = [KEY, NONCE, ad, ciphertext, tag]
    for i, argument in enumerate(arguments):
        if argument:
            changed = argument[:-1] + bytes([argument[-1] ^ 0x80])
            with pytest.raises(family.TagMismatch):
                family.aead128_decrypt(*arguments[:i], changed, *arguments[i + 1:])


def test_truncated_tag():
    ciphertext, tag = family.aead128_encrypt(KEY, NONCE, b"ad", b"text")
    short = family.aead128_encrypt(KEY, NONCE, b"ad", b"text", tag_length=8)
    assert short == (ciphertext, tag[:8])
    assert family.aead128_decrypt(KEY, NONCE, b"ad", ciphertext, tag[:4]) == b"text"
    with pytest.raises(family.TagMismatch):
        family.aead128_decrypt(KEY, NONCE, b"ad", ciphertext, tag[:7] + b"\0")


def test_masked_nonce():
    mask = bytes(range(100, 116))
    masked = bytes(n ^ m for n, m in zip(NONCE, mask, strict=True))
    answer = family.aead128_encrypt(KEY, NONCE, b"ad", b"text", nonce_mask=mask)
    assert answer == family.aead128_encrypt(KEY, masked, b"ad", b"text")
    assert family.aead128_decrypt(KEY, NONCE, b"ad", *answer, nonce_mask=mask) == b"text"


def test_lengths_of_outputs():
    assert family.prf(KEY, b"m", 100)[:33] == family.prf(KEY, b"m", 33)
    assert family.prf(KEY, b"m", 0) == b""
    assert family.mac(KEY, b"m") != family.prf(KEY, b"m", 16)
    assert family.prfshort(KEY, b"m", 5) == family.prfshort(KEY, b"m")[:5]
    assert family.xof128(b"m", 20)[:10] == family.xof128(b"m", 10)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: family.aead128_encrypt(KEY[1:], NONCE, b"", b""), "key must have 16 bytes, not 15"),
    (lambda: family.aead128_encrypt(KEY, NONCE + b"0", b"", b""), "nonce must have 16 bytes"),
    (lambda: family.aead128_encrypt(KEY, NONCE, b"", b"", tag_length=3), "tag_length must be"),
    (lambda: family.aead128_encrypt(KEY, NONCE, b"", b"", nonce_mask=b""), "nonce_mask must have"),
    (lambda: family.aead128_decrypt(KEY, NONCE, b"", b"", b"123"), "tag must have 4..16 bytes"),
    (lambda: family.hash256(b"ab", bits=17), "message has 16 bits, not 17"),
    (lambda: family.xof128(b"ab", -1), "length must be 0 or more"),
    (lambda: family.xof128(b"ab", 2, length_bits=8), "length_bits must be in the last of 2"),
    (lambda: family.cxof128(b"", 1, bytes(257)), "customization must have at most 2048 bits"),
    (lambda: family.mac(b"", b""), "key must have 16 bytes, not 0"),
    (lambda: family.prf(KEY, b"", -1), "length must be 0 or more"),
    (lambda: family.prfshort(KEY, bytes(17)), "message must have at most 16 bytes, not 17"),
    (lambda: family.prfshort(KEY, b"", 17), "length must be 0..16"),
])
def test_errors(call, message):
    with pytest.raises(ValueError, match=message):
        call()
