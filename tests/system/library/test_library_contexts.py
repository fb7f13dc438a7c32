"""Contexts: interleaved messages, copies, a variant that changes meanwhile, wiping."""

import random
from itertools import pairwise

import pytest
from library_machine import VALUES

from sw.model import family
from sw.request import MODES

#: Bytes of a context by the member that it is for.
SIZES = {"hash256": 44, "xof128": 44, "cxof128": 44, "mac": 44, "prf": 44, "prfshort": 36,
         "aead128": 120}


def pieces(rng, length):
    """Cut a length into spans, empty ones among them."""
    cuts = sorted(rng.randrange(length + 1) for _ in range(rng.randrange(6)))
    return list(pairwise([0, *cuts, length]))


class Message:
    """A message in pieces; ``steps`` are calls that are to be made one after another."""

    def __init__(self, machine, rng, member):
        self.machine = machine
        self.steps = []
        self._rng, self._member = rng, member
        kind = member if member in SIZES else "aead128"
        self.context = self._place(rng.randbytes(SIZES[kind]), offset=0)
        key, message = rng.randbytes(16), rng.randbytes(rng.randrange(
            17 if member == "prfshort" else 100))
        self.secrets = [key, message]
        if kind == "aead128":
            self._aead(key, message)
            return
        length = rng.randrange(90)
        customization = rng.randbytes(rng.randrange(257))
        arguments = {"cxof128": [self._place(customization), len(customization)]}
        self._step(f"{member}_init", self.context, *arguments.get(
            member, [] if "hash" in member or "xof" in member else [self._place(key)]))
        self._pieces(f"{member}_update", self._place(message))
        match member:
            case "hash256":
                self._result(family.hash256(message))
                self._step("hash256_final", self.context, self.output)
            case "mac":
                self._result(family.mac(key, message))
                self._step("mac_final", self.context, self.output, 16)
            case "prfshort":
                self._result(family.prfshort(key, message))
                self._step("prfshort_final", self.context, self.output, 16)
            case _:
                arguments = {"xof128": [message, length], "prf": [key, message, length],
                             "cxof128": [message, length, customization]}[member]
                self._result(getattr(family, member)(*arguments))
                self._pieces(f"{member}_squeeze", self.output)
                self._step(f"{member}_final", self.context)

    def _aead(self, key, message):
        rng = self._rng
        nonce, ad, mask = rng.randbytes(16), rng.randbytes(rng.randrange(60)), rng.randbytes(16)
        self.secrets += [mask, bytes(a ^ b for a, b in zip(nonce, mask, strict=True))]
        ciphertext, tag = family.aead128_encrypt(key, nonce, ad, message, nonce_mask=mask)
        tag = tag[:rng.randrange(4, 17)]
        self._step("aead128_masked_init", self.context, self._place(nonce),
                   self._place(key + mask))
        self._pieces("aead128_ad_update", self._place(ad))
        if self._member == "encrypt":
            self._result(ciphertext)
            self._pieces("aead128_encrypt_update", self.output, self._place(message))
            self.tag, self.expected_tag = self._place(bytes(len(tag))), tag
            self._step("aead128_encrypt_final", self.context, self.tag, len(tag))
            return
        self._result(message)
        source, tag_place = self._place(ciphertext), self._place(tag)
        if self._member == "unverified":
            self._pieces("aead128_decrypt_update_unverified", self.output, source)
            self._step("aead128_decrypt_final_unverified", self.context, tag_place, len(tag))
            return
        self._pieces("aead128_verify_update", source)
        self._step("aead128_verify_final", self.context, tag_place, len(tag))
        self._pieces("aead128_decrypt_update", self.output, source)
        self._step("aead128_decrypt_final", self.context)

    def _place(self, content, offset=None):
        return self.machine.memory(content, offset=self._rng.randrange(4) if offset is None
                                   else offset)

    def _result(self, expected):
        self.expected = expected
        self.output = self._place(bytes(len(expected)))

    def _step(self, name, *arguments):
        self.steps.append((name, arguments))

    def _pieces(self, name, *buffers):
        for start, end in pieces(self._rng, buffers[-1].length):
            self._step(name, self.context, *(buffer.address + start for buffer in buffers),
                       end - start)

    def step(self):
        name, arguments = self.steps.pop(0)
        self.machine.do(name, *arguments)

    def check(self):
        assert self.output.content == self.expected, self._member
        assert not hasattr(self, "tag") or self.tag.content == self.expected_tag
        assert self.context.content == bytes(self.context.length)


MEMBERS = ("hash256", "xof128", "cxof128", "mac", "prf", "prfshort", "encrypt", "verify",
           "unverified")


def interleave(machine, rng, choose):
    """Run two messages of every member at once, call by call in random order."""
    machine.reset()
    messages = [Message(machine, rng, member) for member in MEMBERS * 2]
    todo = list(messages)
    while todo:
        choose()
        message = rng.choice(todo)
        message.step()
        if not message.steps:
            todo.remove(message)
    for message in messages:
        message.check()
    machine.check_guards()


@pytest.mark.parametrize("mode", MODES)
def test_interleaved(iss, mode):
    rng = random.Random(mode)
    iss.select(mode)
    for _ in range(3):
        interleave(iss, rng, lambda: None)
        assert iss.transport.coprocessor.state == [0] * 5


def test_variant_changes_meanwhile(iss):
    """A message may go on in the other variant."""
    rng = random.Random(0)
    interleave(iss, rng, lambda: iss.select(rng.choice(MODES)))


@pytest.mark.full
@pytest.mark.parametrize("mode", MODES)
def test_interleaved_on_hardware(hardware, mode):
    rng = random.Random(mode)
    hardware.select(mode)
    for _ in range(20):
        interleave(hardware, rng, lambda: None)


@pytest.mark.parametrize("mode", MODES)
def test_copy(iss, mode):
    """A context is plain memory: a copy goes on by itself, at another place."""
    rng = random.Random(mode)
    iss.select(mode)
    iss.reset()
    first, second, output = iss.memory(44), iss.memory(44), iss.memory(32)
    text = rng.randbytes(21)
    message = iss.memory(text)
    iss.do("hash256_init", first)
    iss.do("hash256_update", first, message, 13)
    second.content = first.content
    iss.do("hash256_update", first, message.address + 13, 8)
    for context, expected in ((first, text), (second, text[:13])):
        iss.do("hash256_final", context, output)
        assert output.content == family.hash256(expected)


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_left(iss, mode):
    """After every single call neither stack nor coprocessor tell of secrets or the state."""
    rng = random.Random(mode)
    iss.select(mode)
    symbols = iss.image.symbols
    stack = symbols["__stack_bottom"], symbols["__stack_size"]
    for member in MEMBERS * 4:
        iss.reset()
        message = Message(iss, rng, member)
        while message.steps:
            message.step()
            assert iss.transport.coprocessor.state == [0] * 5
            left = iss.read(*stack)
            states = [message.context.content[:40]] if any(message.context.content) else []
            for secret in message.secrets + states:
                assert not any(secret[i:i + 8] in left for i in range(len(secret) - 7)), member
        message.check()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("way", ["verify", "unverified"])
def test_forged(iss, mode, way):
    """A wrong tag, of every length: the context is wiped, and verifying gives no plaintext."""
    rng = random.Random(f"{mode} {way}")
    iss.select(mode)
    for tag_length in range(4, 17):
        iss.reset()
        key, nonce, plain = (rng.randbytes(n) for n in (16, 16, 37))
        ciphertext, tag = family.aead128_encrypt(key, nonce, b"", plain, tag_length=tag_length)
        forged = bytearray(tag)
        forged[rng.randrange(tag_length)] ^= 1 << rng.randrange(8)
        context, n, k, source, t = map(iss.memory, (120, nonce, key, ciphertext, bytes(forged)))
        output = iss.memory(bytes(37))
        iss.do("aead128_init", context, n, k)
        if way == "verify":
            iss.do("aead128_verify_update", context, source, 37)
            end = "aead128_verify_final"
        else:
            iss.do("aead128_decrypt_update_unverified", context, output, source, 37)
            end = "aead128_decrypt_final_unverified"
        assert iss.status(end, context, t, tag_length) == VALUES["TAG_MISMATCH"]
        assert context.content == bytes(120)
        assert output.content == (plain if way == "unverified" else bytes(37))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("change", ["none", "bit", "shorter", "longer"])
def test_second_pass_is_verified_too(iss, mode, change):
    """What was verified is all of what may be decrypted; anything else is found at the end."""
    rng = random.Random(f"{mode} {change}")
    iss.select(mode)
    iss.reset()
    key, nonce, plain, ad = (rng.randbytes(n) for n in (16, 16, 37, 5))
    ciphertext, tag = family.aead128_encrypt(key, nonce, ad, plain)
    context, n, k, source, a, t = map(iss.memory, (120, nonce, key, ciphertext, ad, tag))
    output = iss.memory(38)
    iss.do("aead128_init", context, n, k)
    iss.do("aead128_ad_update", context, a, 5)
    iss.do("aead128_verify_update", context, source, 37)
    iss.do("aead128_verify_final", context, t, 16)
    if change == "longer":
        assert iss.status("aead128_decrypt_update", context, output, source,
                          38) == VALUES["INVALID_MESSAGE_LENGTH"]
    if change == "bit":
        source.content = bytes([ciphertext[0] ^ 1]) + ciphertext[1:]
    length = 36 if change == "shorter" else 37
    iss.do("aead128_decrypt_update", context, output, source, length)
    wrong = change in ("bit", "shorter")
    assert iss.status("aead128_decrypt_final", context) == (VALUES["TAG_MISMATCH"] if wrong else 0)
    assert wrong or output[:37] == plain
    assert context.content == bytes(120)


def test_mac_verify_final(iss):
    rng = random.Random(0)
    iss.select("baseline")
    iss.reset()
    key, text = rng.randbytes(16), rng.randbytes(40)
    tag = family.mac(key, text)
    context, k, message = iss.memory(44), iss.memory(key), iss.memory(text)
    for length in (4, 9, 16):
        for wrong in (False, True):
            t = iss.memory(bytes([tag[0] ^ wrong]) + tag[1:length], offset=1)
            iss.do("mac_init", context, k)
            iss.do("mac_update", context, message, 40)
            assert iss.status("mac_verify_final", context, t,
                              length) == (VALUES["TAG_MISMATCH"] if wrong else 0)
            assert context.content == bytes(44)


def test_wipe(iss):
    iss.reset()
    for length in (0, 1, 15, 44, 121):
        memory = iss.memory(length, offset=length % 4)
        iss.call("ascon_xif_wipe", memory, length)
        assert memory.content == bytes(length)
    iss.check_guards()
