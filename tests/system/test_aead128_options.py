"""Truncated tags and masked nonces of Ascon-AEAD128, on the instruction-set simulator."""

import random
from dataclasses import replace

import pytest
from observed import KEPT, Observed, VariantDriver, hidden_words, trace

from sim.expect import expected_answer
from sim.iss import Iss
from soc.memory_map import CONTROL, REGIONS, Command, Status, address
from sw.driver import Driver
from sw.layout import BUFFERS
from sw.request import MODES, SUFFIXES, TAG_MISMATCH, Request

IMEM, DMEM = (range(REGIONS[name].base, REGIONS[name].base + REGIONS[name].size)
              for name in ("imem", "dmem"))
ENABLE = 1 << CONTROL["CONTROL"].fields[0].low


@pytest.fixture(scope="module")
def driver(image):
    return VariantDriver(image)


def encryption(rng, *, length=None, tag_length=None, masked=None):
    """Return an encryption with random content and what is not given."""
    length = rng.choice([rng.randrange(40), rng.randrange(200)]) if length is None else length
    masked = rng.random() < 0.5 if masked is None else masked
    return Request("aead128", "encrypt", rng.randbytes(16), rng.randbytes(16),
                   rng.randbytes(rng.randrange(40)), rng.randbytes(length), tag_length=tag_length,
                   nonce_mask=rng.randbytes(16) if masked else b"")


def decryption(request):
    """Return the request that undoes an encryption."""
    answer = expected_answer(request)
    return Request("aead128", "decrypt", request.key, request.nonce, request.ad, answer.output,
                   answer.tag, nonce_mask=request.nonce_mask)


def flipped(request, field, bit):
    """Return a request with a bit of a field flipped."""
    value = bytearray(getattr(request, field))
    value[bit // 8] ^= 1 << bit % 8
    return replace(request, **{field: bytes(value)})


def check(driver, request, mode, **options):
    expected, found = expected_answer(request), driver.run(request, mode, **options)
    assert (found.status, found.output, found.tag) == (expected.status, expected.output,
                                                       expected.tag), (request, mode, options)
    return found


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("tag_length", range(4, 17))
def test_tag_lengths(driver, mode, tag_length):
    rng = random.Random(f"{mode} {tag_length}")
    for _ in range(12):
        encrypt = encryption(rng, tag_length=tag_length)
        options = {"alignment": {name: rng.randrange(4) for name in BUFFERS},
                   "in_place": rng.random() < 0.5}
        assert len(check(driver, encrypt, mode, **options).tag) == tag_length
        decrypt = decryption(encrypt)
        check(driver, decrypt, mode, **options)
        fields = ["tag", "nonce", "key"] + ["nonce_mask"] * bool(encrypt.nonce_mask)
        forged = flipped(decrypt, rng.choice(fields), rng.randrange(32))
        assert check(driver, forged, mode, **options).status == TAG_MISMATCH


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("tag_length", [4, 7, 15])
def test_every_bit_of_a_truncated_tag(driver, mode, tag_length):
    request = decryption(encryption(random.Random(tag_length), length=5, tag_length=tag_length))
    for bit in range(8 * tag_length):
        assert driver.run(flipped(request, "tag", bit), mode).status == TAG_MISMATCH
    assert driver.run(request, mode).status == "ok"


@pytest.mark.parametrize("mode", SUFFIXES)
def test_mask_is_xored_to_the_nonce(driver, mode):
    rng = random.Random(mode)
    request = encryption(rng, length=20, masked=True)
    nonce = bytes(a ^ b for a, b in zip(request.nonce, request.nonce_mask, strict=True))
    plain = replace(request, nonce=nonce, nonce_mask=b"")
    assert driver.run(request, mode).output == driver.run(plain, mode).output


def send(iss, mode, command, **registers):
    """Write a command by hand and wait for its end; return the status."""
    iss.write(address("control", "CONTROL"), [ENABLE if mode == "accelerated" else 0])
    for name, value in registers.items():
        iss.write(address("mailbox", name), [value])
    iss.write(address("mailbox", "COMMAND"), [command])
    iss.wait_zero(address("mailbox", "COMMAND"), 1_000_000)
    return iss.read(address("mailbox", "STATUS"), 1)[0]


OPTIONS = (Command.AEAD128_ENCRYPT_OPTIONS, Command.AEAD128_DECRYPT_OPTIONS)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("command", OPTIONS)
@pytest.mark.parametrize("tag_length", [0, 1, 2, 3, 17, 18, 32, 1 << 31, (1 << 32) - 1])
def test_refused(image, mode, command, tag_length):
    """A tag that is too short or too long is refused with nothing read or written."""
    iss = Iss(image)
    Driver(iss).load(image)
    pointers = ("KEY", "NONCE", "NONCE_MASK", "AD", "MESSAGE", "OUTPUT", "TAG")
    arguments = dict.fromkeys(pointers, 0x4000_0000) | {"MESSAGE_LENGTH": 5, "AD_LENGTH": 5}
    assert send(iss, mode, command, TAG_LENGTH=tag_length,
                **arguments) == Status.INVALID_TAG_LENGTH


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("command", OPTIONS)
@pytest.mark.parametrize("register", ["MESSAGE", "TAG", "NONCE_MASK"])
def test_trap_leaves_nothing(image, mode, command, register):
    """Neither masked nonce nor tag stay on the stack, nor plaintext in the output."""
    iss = Iss(image)
    Driver(iss).load(image)
    heap = image.symbols["__heap_start"]
    iss.write(heap, [0x0101_0101 * i for i in range(1, 65)])
    iss.write(heap + 512, [0xa5a5_a5a5] * 14)
    arguments = {"KEY": heap, "NONCE": heap + 16, "NONCE_MASK": heap + 32, "AD": heap,
                 "AD_LENGTH": 20, "MESSAGE": heap + 48, "MESSAGE_LENGTH": 52,
                 "OUTPUT": heap + 512, "TAG": heap + 128, "TAG_LENGTH": 8}
    assert send(iss, mode, command, **arguments | {register: 0x4000_0000}) == Status.TRAP
    stack = image.symbols["__stack_bottom"], image.symbols["__stack_size"] // 4
    assert not any(iss.read(*stack))
    if command == Command.AEAD128_DECRYPT_OPTIONS:
        assert iss.read(heap + 512, 14) == [0] * 13 + [0xa5a5_a5a5]
    assert iss.coprocessor.state == [0] * 5


@pytest.mark.parametrize("mode", SUFFIXES)
def test_conventions(image, mode):
    """Registers as agreed, stack wiped, the same path whatever the secrets are."""
    observed = Observed(image, mode)
    stack = image.symbols["__stack_bottom"], image.symbols["__stack_size"] // 4
    rng = random.Random(mode)
    before, after, hidden, left = {}, {}, [], []

    def at_entry(iss):
        for number in range(25, 28):
            iss.set_register(number, rng.getrandbits(32))
        before.update((number, iss.register(number)) for number in KEPT)
        iss.write(stack[0], [0] * (stack[1] - 4))

    def at_return(iss):
        after.update((number, iss.register(number)) for number in KEPT)
        hidden[:] = hidden_words(iss, request.nonce, request.ad, answer.output, answer.tag,
                                 request.tag)
        left[:] = iss.read(*stack)

    observed.at_entry, observed.at_return = at_entry, at_return
    traces = {}
    for length, tag_length in ((0, 4), (16, 8), (29, 13), (150, 4), (150, 16)):
        for _ in range(3):
            encrypt = replace(encryption(rng, length=length, tag_length=tag_length, masked=True),
                              ad=rng.randbytes(length % 23))
            answer, decrypt = expected_answer(encrypt), decryption(encrypt)
            for kind, request in (("encrypt", encrypt), ("decrypt", decrypt),
                                  ("forged", flipped(decrypt, "tag", rng.randrange(32)))):
                seen = trace(observed.run(request, mode))
                assert traces.setdefault((kind, length, tag_length), seen) == seen
                assert before == after
                assert hidden == []
                assert [hex(word) for word in left
                        if word not in before.values() and word not in IMEM and word not in DMEM
                        ] == []
