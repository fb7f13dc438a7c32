"""The firmware on the instruction-set simulator: results, memory accesses, conventions, traps."""

import random
from collections import Counter

import pytest
from observed import (
    KEPT,
    VariantDriver,
    hidden_words,
    mode_of,
    simulator,
    trace,
    words,
)

from sim.expect import expected_answer
from sim.iss import Iss
from soc.memory_map import CONTROL, MAILBOX, REGIONS, Command, Status, address
from sw.driver import Driver
from sw.image import build
from sw.layout import BUFFERS, Layout
from sw.request import MODES, SUFFIXES, TAG_MISMATCH, Request

SECRETS = ("key", "message", "tag")
ENABLE = 1 << CONTROL["CONTROL"].fields[0].low


@pytest.fixture(scope="module")
def image():
    return build()


@pytest.fixture(scope="module")
def driver(image):
    return VariantDriver(image)


def encryption(rng, length, ad_length):
    return Request("aead128", "encrypt", rng.randbytes(16), rng.randbytes(16),
                   rng.randbytes(ad_length), rng.randbytes(length))


def decryption(request):
    """Return the request that undoes an encryption."""
    answer = expected_answer(request)
    return Request("aead128", "decrypt", request.key, request.nonce, request.ad, answer.output,
                   answer.tag)


def flipped(request, field, rng):
    """Return a request with one bit of a field flipped."""
    value = bytearray(getattr(request, field))
    value[rng.randrange(len(value))] ^= 1 << rng.randrange(8)
    return Request(**{name: getattr(request, name) for name in request.__dataclass_fields__}
                   | {field: bytes(value)})


def check(driver, request, mode, **options):
    expected, found = expected_answer(request), driver.run(request, mode, **options)
    assert (found.status, found.output, found.tag) == (expected.status, expected.output,
                                                       expected.tag), (request, mode, options)
    return found


def alignments(rng):
    return {name: rng.randrange(4) for name in BUFFERS}


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("length", range(49))
def test_lengths(driver, mode, length):
    """Every message length to 48 with a spread of lengths of associated data, which differ."""
    rng = random.Random(f"{mode} {length}")
    for ad_length in {*range(length % 5, 49, 5), 0, 16, 48}:
        encrypt = encryption(rng, length, ad_length)
        decrypt = decryption(encrypt)
        options = {"alignment": alignments(rng), "in_place": rng.random() < 0.5}
        check(driver, encrypt, mode, **options)
        check(driver, decrypt, mode, **options)
        assert check(driver, flipped(decrypt, "tag", rng), mode, **options).status == TAG_MISMATCH


@pytest.mark.parametrize("mode", SUFFIXES)
def test_long(driver, mode):
    """Every number of blocks around groups of eight, partial blocks behind them."""
    rng = random.Random(f"long {mode}")
    for blocks in range(3, 27):
        encrypt = encryption(rng, 16 * blocks + rng.choice([0, rng.randrange(16)]),
                             rng.choice([0, rng.randrange(200)]))
        check(driver, encrypt, mode)
        check(driver, decryption(encrypt), mode, in_place=True)
    encrypt = encryption(rng, 20_001, 3_001)
    check(driver, encrypt, mode)
    check(driver, decryption(encrypt), mode)


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("name", BUFFERS)
def test_alignment(driver, mode, name):
    """Every pointer at every offset, with every length of a last word, and in place."""
    rng = random.Random(f"{mode} {name}")
    for offset in range(4):
        for length, ad_length in ((4, 16), (17, 5), (39, 2), (11, 31)):
            encrypt = encryption(rng, length, ad_length)
            for in_place in (False, True):
                options = {"alignment": {name: offset}, "in_place": in_place}
                check(driver, encrypt, mode, **options)
                check(driver, decryption(encrypt), mode, **options)


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("field", ["key", "nonce", "ad", "message", "tag"])
def test_forged(driver, mode, field):
    """Any flipped bit is found, and no plaintext is left; the driver sees to the latter."""
    rng = random.Random(f"{mode} {field}")
    for length in (1, 4, 15, 16, 21, 32, 113, 128, 133, 256, 300):
        request = decryption(encryption(rng, length, 1 + length % 37))
        options = {"alignment": alignments(rng), "in_place": rng.random() < 0.5}
        assert check(driver, flipped(request, field, rng), mode, **options).status == TAG_MISMATCH


@pytest.mark.parametrize("mode", SUFFIXES)
def test_every_tag_bit(driver, mode):
    request = decryption(encryption(random.Random(mode), 5, 3))
    for bit in range(128):
        tag = (int.from_bytes(request.tag, "little") ^ 1 << bit).to_bytes(16, "little")
        forged = Request("aead128", "decrypt", request.key, request.nonce, request.ad,
                         request.message, tag)
        assert driver.run(forged, mode).status == TAG_MISMATCH


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("forged", [False, True])
def test_accesses(observed, mode, forged):
    """No word is read of which no byte belongs to an input; stores stay within the outputs."""
    rng = random.Random(f"{mode} {forged}")
    for _ in range(60):
        encrypt = encryption(rng, rng.choice([rng.randrange(40), 128 + rng.randrange(40)]),
                             rng.randrange(40))
        request = flipped(decryption(encrypt), "tag", rng) if forged else encrypt
        options = {"alignment": alignments(rng), "in_place": rng.random() < 0.3}
        addresses = Layout(request, observed.driver.heap.start, **options).addresses
        inputs = set().union(*(words(addresses[name], len(getattr(request, name)))
                               for name in ("key", "nonce", "ad", "message", "tag")))
        outputs = {addresses["output"] + i for i in range(len(request.message))}
        outputs |= set() if forged else {addresses["tag"] + i for i in range(16)}
        observed.run(request, mode, **options)
        observed.check_accesses(inputs, outputs)


@pytest.mark.parametrize("mode", SUFFIXES)
def test_accelerated_code_only_when_enabled(observed, mode):
    rng = random.Random(mode)
    opcodes = Counter(step.insn & 0x7f for step in observed.run(encryption(rng, 40, 20), mode))
    assert (opcodes[0x0b] > 0) == (mode != "baseline")
    assert opcodes[0x2b] == 0


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("op", ["encrypt", "decrypt", "forged"])
def test_trace_does_not_depend_on_secrets(observed, mode, op):
    rng = random.Random(f"{mode} {op}")
    for length, ad_length in ((0, 0), (7, 3), (16, 16), (45, 21), (150, 0)):
        traces = []
        for _ in range(3):
            request = encryption(rng, length, ad_length)
            if op != "encrypt":
                request = decryption(request)
            if op == "forged":
                request = flipped(request, "tag", rng)
            traces.append(trace(observed.run(request, mode)))
        assert traces[0] == traces[1] == traces[2]


@pytest.mark.parametrize("mode", SUFFIXES)
def test_calling_convention(observed, mode):
    """What is to be kept is as it was, and what is not holds nothing of key, state or plaintext."""
    rng = random.Random(mode)
    before, after, hidden = {}, {}, []

    def at_entry(iss):
        for number in range(25, 28):
            iss.set_register(number, rng.getrandbits(32))
        before.update((number, iss.register(number)) for number in KEPT)

    def at_return(iss):
        after.update((number, iss.register(number)) for number in KEPT)
        hidden[:] = hidden_words(iss, encrypt.nonce, encrypt.ad, answer.output, answer.tag,
                                 request.tag)

    observed.at_entry, observed.at_return = at_entry, at_return
    for length, ad_length in ((0, 0), (3, 0), (13, 9), (33, 5), (64, 0), (140, 40)):
        encrypt = encryption(rng, length, ad_length)
        answer = expected_answer(encrypt)
        for request in (encrypt, decryption(encrypt), flipped(decryption(encrypt), "tag", rng)):
            observed.run(request, mode)
            assert hidden == []
            assert len(after) == len(KEPT)
            assert before == after


@pytest.mark.parametrize("mode", SUFFIXES)
def test_nothing_secret_is_left(image, mode):
    """After a command neither registers, stack, coprocessor nor free memory tell of it."""
    iss = simulator(image, mode)
    driver = Driver(iss)
    driver.load(image)
    rng = random.Random(mode)
    stack = image.symbols["__stack_bottom"], image.symbols["__stack_size"] // 4
    blank = None
    for length, ad_length in ((0, 0), (29, 17), (64, 0), (200, 50)):
        encrypt = encryption(rng, length, ad_length)
        for request in (encrypt, decryption(encrypt), flipped(decryption(encrypt), "tag", rng)):
            check(driver, request, mode_of(mode))
            secrets = b"".join(getattr(request, name) for name in SECRETS)
            iss.run(20)
            registers = [iss.register(number) for number in range(32)]
            blank = registers[:8] if blank is None else blank
            assert registers[:8] == blank
            assert registers[9:] == [0] * 23
            assert iss.coprocessor.state == [0] * 5
            left = b"".join(word.to_bytes(4, "little") for word in iss.read(*stack))
            assert not any(secrets[i:i + 8] in left for i in range(len(secrets) - 7))


def mailbox(iss, name):
    return iss.read(address("mailbox", name), 1)[0]


def send(iss, command, **registers):
    """Write a command by hand and wait for its end."""
    for name, value in registers.items():
        iss.write(address("mailbox", name), [value])
    iss.write(address("mailbox", "COMMAND"), [command])
    iss.wait_zero(address("mailbox", "COMMAND"), 1_000_000)
    return mailbox(iss, "STATUS")


@pytest.mark.parametrize("command", [0x14, 0x21, 0x01, 0xffff_ffff])
def test_unknown_command(image, command):
    iss = Iss(image)
    Driver(iss).load(image)
    assert send(iss, command) == Status.UNKNOWN_COMMAND
    check_alive(iss)


def check_alive(iss):
    """Have the firmware encrypt."""
    heap = 0x0010_1000
    iss.write(heap, [0] * 64)
    arguments = {"KEY": heap, "NONCE": heap + 16, "AD": heap + 32, "AD_LENGTH": 0,
                 "MESSAGE": heap + 32, "MESSAGE_LENGTH": 4, "OUTPUT": heap + 64, "TAG": heap + 96}
    assert send(iss, Command.AEAD128_ENCRYPT, **arguments) == Status.OK
    expected = expected_answer(Request("aead128", "encrypt", bytes(16), bytes(16), b"", bytes(4)))
    assert iss.read(heap + 64, 1)[0] == int.from_bytes(expected.output, "little")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("register", ["KEY", "NONCE", "AD", "MESSAGE", "OUTPUT", "TAG"])
@pytest.mark.parametrize("command", [Command.AEAD128_ENCRYPT, Command.AEAD128_DECRYPT])
def test_trap(image, mode, register, command):
    """A pointer into nothing is reported, no plaintext stays, and the next command works."""
    iss = Iss(image)
    Driver(iss).load(image)
    iss.write(address("control", "CONTROL"), [ENABLE if mode == "accelerated" else 0])
    heap = 0x0010_1000
    iss.write(heap, list(range(1, 65)))
    arguments = {"KEY": heap, "NONCE": heap + 16, "AD": heap, "AD_LENGTH": 20, "MESSAGE": heap,
                 "MESSAGE_LENGTH": 52, "OUTPUT": heap + 256, "TAG": heap + 128}
    iss.write(heap + 256, [0xa5a5_a5a5] * 14)
    assert send(iss, command, **arguments | {register: 0x4000_0000}) == Status.TRAP
    cause = mailbox(iss, "TRAP_CAUSE")
    store = register == "OUTPUT" or register == "TAG" and command == Command.AEAD128_ENCRYPT
    assert cause == (0x8000_0401 if store else 0x8000_0400)
    start, length = REGIONS["imem"].base, len(image.imem)
    assert mailbox(iss, "TRAP_PC") in range(start, start + length)
    if command == Command.AEAD128_DECRYPT and register != "OUTPUT":
        assert iss.read(heap + 256, 13) == [0] * 13
        assert iss.read(heap + 256 + 52, 1) == [0xa5a5_a5a5]
    assert iss.coprocessor.state == [0] * 5
    check_alive(iss)


def test_mailbox_has_what_the_dispatcher_takes():
    """The table of commands names registers by one byte."""
    assert all(register.offset < 256 for register in MAILBOX.registers)
