"""The seven members of the family, byte by byte as the specifications tell them.

Strings are bytes, bit 0 of a string is bit 0 of its first byte. Where a length in bits is given,
it counts from there, what lies behind is ignored, and unused bits of an output are 0.

Source: SP 800-232 (AEAD128, HASH256, XOF128, CXOF128); Ascon v1.3 (MAC, PRF, PRFSHORT), whose
order of bytes, padding and IV are those of SP 800-232.
"""

from sw.model.permutation import permute

__all__ = ["TagMismatch", "aead128_decrypt", "aead128_encrypt", "cxof128", "hash256", "iv", "mac",
           "prf", "prfshort", "xof128"]

_CUSTOMIZATION_BITS = 2048


class TagMismatch(ValueError):
    """The tag is not that of nonce, associated data and ciphertext under the key."""


def iv(number, *, a, b, bits=0, rate, output_rate=0):
    """Return a member's initial value of lane 0.

    Parameters
    ----------
    number : :class:`int`
        The member's.
    a, b : :class:`int`
        Rounds of the permutation: outer, inner.
    bits : :class:`int`
        Length of tag or hash.
    rate, output_rate : :class:`int`
        Bytes absorbed, and squeezed where that is another number, between permutations.
    """
    return number | a << 16 | b << 20 | bits << 24 | rate << 40 | output_rate << 48


_IV_AEAD128 = iv(1, a=12, b=8, bits=128, rate=16)
_IV_HASH256 = iv(2, a=12, b=12, bits=256, rate=8)
_IV_XOF128 = iv(3, a=12, b=12, rate=8)
_IV_CXOF128 = iv(4, a=12, b=12, rate=8)
_IV_MAC = iv(5, a=12, b=12, bits=128, rate=32, output_rate=16)
_IV_PRF = iv(6, a=12, b=12, rate=32, output_rate=16)
_IV_PRFSHORT = iv(7, a=12, b=0, bits=128, rate=0)

#: Domain separation: the last bit of the state.
_LAST_BIT = 1 << 63


def aead128_encrypt(key, nonce, ad, plaintext, *, tag_length=16, nonce_mask=None):
    """Encrypt and authenticate.

    Parameters
    ----------
    key, nonce : :class:`bytes`
        16 bytes each.
    ad, plaintext : :class:`bytes`
        Associated data and plaintext.
    tag_length : :class:`int`
        Bytes of the tag that are kept, 4 to 16.
    nonce_mask : :class:`bytes`, optional
        Second half of a 32-byte key: 16 bytes that the nonce is masked with.

    Returns
    -------
    ciphertext, tag : :class:`bytes`
        The ciphertext is as long as the plaintext.

    Raises
    ------
    ValueError
        If a length is not allowed.
    """
    if tag_length not in range(4, 17):
        raise ValueError(f"tag_length must be 4..16 bytes, not {tag_length!r}")
    ciphertext, tag = _aead128(key, nonce, nonce_mask, ad, plaintext, decrypt=False)
    return ciphertext, tag[:tag_length]


def aead128_decrypt(key, nonce, ad, ciphertext, tag, *, nonce_mask=None):
    """Decrypt and verify; parameters as of :func:`aead128_encrypt`, the tag may be truncated.

    Returns
    -------
    :class:`bytes`
        The plaintext.

    Raises
    ------
    TagMismatch
        If the tag is wrong.
    ValueError
        If a length is not allowed.
    """
    if len(tag) not in range(4, 17):
        raise ValueError(f"tag must have 4..16 bytes, not {len(tag)}")
    plaintext, expected = _aead128(key, nonce, nonce_mask, ad, ciphertext, decrypt=True)
    if expected[:len(tag)] != tag:
        raise TagMismatch("the tag is wrong")
    return plaintext


def _aead128(key, nonce, nonce_mask, ad, message, *, decrypt):
    k0, k1 = _key_words(key)
    n0, n1 = _words(_exactly("nonce", nonce, 16))
    if nonce_mask is not None:
        m0, m1 = _words(_exactly("nonce_mask", nonce_mask, 16))
        n0, n1 = n0 ^ m0, n1 ^ m1

    state = permute([_IV_AEAD128, k0, k1, n0, n1], 12)
    state[3] ^= k0
    state[4] ^= k1
    if ad:
        for block in _padded(ad, 8 * len(ad), 16):
            state = permute(_xored(state, block), 8)
    state[4] ^= _LAST_BIT

    output = b""
    for block in _padded(message, 8 * len(message), 16):
        if output:
            state = permute(state, 8)
        # Only the last block holds less of the message than a block does, if not nothing.
        count = min(16, len(message) - len(output))
        mixed = _xored(state, block)
        output += _bytes(mixed)[:count]
        if decrypt:
            # The state takes the ciphertext: the plaintext, once more.
            plain = output[len(output) - count:] + block[count:]
            mixed = _xored(state, plain)
        state = mixed
    state[2] ^= k0
    state[3] ^= k1
    state = permute(state, 12)
    return output, _bytes([state[3] ^ k0, state[4] ^ k1])


def hash256(message, *, bits=None):
    """Hash a message of ``bits`` bits, by default all, to 32 bytes."""
    state = permute([_IV_HASH256, 0, 0, 0, 0], 12)
    return _squeeze(_absorb(state, message, _bits("message", message, bits)), 256)


def xof128(message, length, *, bits=None, length_bits=None):
    """Hash a message to an output of any length.

    Parameters
    ----------
    message : :class:`bytes`
        The message.
    length : :class:`int`
        Bytes of the output.
    bits : :class:`int`, optional
        Length of the message in bits, by default all of it.
    length_bits : :class:`int`, optional
        Length of the output in bits, by default ``8 * length``, otherwise in its last byte.

    Returns
    -------
    :class:`bytes`
        ``length`` bytes.

    Raises
    ------
    ValueError
        If a length is not allowed.
    """
    state = permute([_IV_XOF128, 0, 0, 0, 0], 12)
    return _squeeze(_absorb(state, message, _bits("message", message, bits)),
                    _output_bits(length, length_bits))


def cxof128(message, length, customization=b"", *, bits=None, length_bits=None,
            customization_bits=None):
    """Hash a message to an output of any length, customized.

    Parameters
    ----------
    message, length, bits, length_bits
        As of :func:`xof128`.
    customization : :class:`bytes`
        At most 256 bytes.
    customization_bits : :class:`int`, optional
        Its length in bits, by default all of it.

    Returns
    -------
    :class:`bytes`
        ``length`` bytes.

    Raises
    ------
    ValueError
        If a length is not allowed.
    """
    count = _bits("customization", customization, customization_bits)
    if count > _CUSTOMIZATION_BITS:
        raise ValueError(f"customization must have at most {_CUSTOMIZATION_BITS} bits, "
                         f"not {count}")
    state = permute([_IV_CXOF128, 0, 0, 0, 0], 12)
    state[0] ^= count
    state = _absorb(permute(state, 12), customization, count)
    state = _absorb(state, message, _bits("message", message, bits))
    return _squeeze(state, _output_bits(length, length_bits))


def mac(key, message):
    """Return the 16-byte tag of a message under a 16-byte key."""
    return _prf(_IV_MAC, key, message, 16)


def prf(key, message, length):
    """Return ``length`` pseudo-random bytes for a message under a 16-byte key."""
    return _prf(_IV_PRF, key, message, _natural("length", length))


def prfshort(key, message, length=16):
    """Return up to 16 pseudo-random bytes for up to 16 bytes under a 16-byte key."""
    k0, k1 = _key_words(key)
    if len(message) > 16:
        raise ValueError(f"message must have at most 16 bytes, not {len(message)}")
    if length not in range(17):
        raise ValueError(f"length must be 0..16 bytes, not {length!r}")
    m0, m1 = _words(message.ljust(16, b"\0"))
    state = permute([_IV_PRFSHORT | 8 * len(message) << 48, k0, k1, m0, m1], 12)
    return _bytes([state[3] ^ k0, state[4] ^ k1])[:length]


def _prf(first_lane, key, message, length):
    state = [first_lane, *_key_words(key), 0, 0]
    for block in _padded(message, 8 * len(message), 32):
        state = _xored(permute(state, 12), block)
    state[4] ^= _LAST_BIT
    output = b""
    while len(output) < length:
        state = permute(state, 12)
        output += _bytes(state[:2])
    return output[:length]


def _absorb(state, message, bits):
    """Return the state after a padded string, the permutation after it included."""
    for block in _padded(message, bits, 8):
        state = permute(_xored(state, block), 12)
    return state


def _squeeze(state, bits):
    """Return the output of a hash; the first block is ready."""
    output = _bytes(state[:1])
    while 8 * len(output) < bits:
        state = permute(state, 12)
        output += _bytes(state[:1])
    return _cut(output, bits)


def _padded(message, bits, rate):
    """Cut a message into blocks of ``rate`` bytes, after a 1 bit and zeros have filled it up."""
    rest = bits % (8 * rate)
    full = bits // (8 * rate) * rate
    last = int.from_bytes(_cut(message[full:], rest), "little") | 1 << rest
    return [*(message[i:i + rate] for i in range(0, full, rate)), last.to_bytes(rate, "little")]


def _cut(string, bits):
    """Return the first ``bits`` bits."""
    number = int.from_bytes(string[:-(-bits // 8)], "little") & (1 << bits) - 1
    return number.to_bytes(-(-bits // 8), "little")


def _xored(state, block):
    """Return the state with a block, a multiple of 8 bytes, XORed to its first lanes."""
    words = _words(block)
    return [lane ^ word for lane, word in zip(state, words, strict=False)] + state[len(words):]


def _words(string):
    return [int.from_bytes(string[i:i + 8], "little") for i in range(0, len(string), 8)]


def _bytes(lanes):
    return b"".join(lane.to_bytes(8, "little") for lane in lanes)


def _key_words(key):
    return _words(_exactly("key", key, 16))


def _exactly(name, value, length):
    if len(value) != length:
        raise ValueError(f"{name} must have {length} bytes, not {len(value)}")
    return value


def _natural(name, value):
    if value < 0:
        raise ValueError(f"{name} must be 0 or more, not {value!r}")
    return value


def _bits(name, value, bits):
    """Return the length of a string in bits."""
    if bits is None:
        return 8 * len(value)
    if bits not in range(8 * len(value) + 1):
        raise ValueError(f"{name} has {8 * len(value)} bits, not {bits!r}")
    return bits


def _output_bits(length, bits):
    """Return the length of an output in bits, of which ``length`` bytes are needed."""
    _natural("length", length)
    if bits is None:
        return 8 * length
    if -(-bits // 8) != length:
        raise ValueError(f"length_bits must be in the last of {length} bytes, not {bits!r}")
    return bits
