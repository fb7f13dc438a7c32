"""Requests of every awkward kind, on the simulated hardware."""

import itertools
import random
from dataclasses import replace

import pytest

from sim.expect import expected_answer
from sim.run import read_requests, run_requests
from soc.memory_map import REGIONS, Command, Status, address
from sw.driver import RequestTooLarge
from sw.layout import BUFFERS, Layout
from sw.request import MODES, Answer, Request

LENGTHS = (0, 1, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33)


def requests(message, ad, seed):
    """Return an encryption and the decryption of its result, with random content."""
    generator = random.Random(seed)
    encrypt = Request("aead128", "encrypt", generator.randbytes(16), generator.randbytes(16),
                      generator.randbytes(ad), generator.randbytes(message))
    answer = expected_answer(encrypt)
    return encrypt, Request("aead128", "decrypt", encrypt.key, encrypt.nonce, encrypt.ad,
                            answer.output, answer.tag)


def check(driver, request, mode, **options):
    answer = driver.run(request, mode, **options)
    expected = expected_answer(request)
    assert replace(answer, cycles=0, instructions=0) == expected, (request, options)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ad", [0, 1, 15, 16, 17, 32])
def test_lengths(driver, mode, ad):
    for message in LENGTHS:
        for request in requests(message, ad, seed=message):
            check(driver, request, mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("in_place", [False, True])
def test_every_alignment(driver, mode, in_place):
    """Every pair of offsets of message and output, others at random, short and odd lengths."""
    seed = 0xa119
    print(f"seed {seed}")
    generator = random.Random(seed)
    for (source, target), message in itertools.product(
            itertools.product(range(4), range(4)), (0, 1, 16, 21, 37)):
        offsets = {name: generator.randrange(4) for name in BUFFERS} | {"message": source,
                                                                        "output": target}
        for request in requests(message, generator.randrange(40), seed=message):
            check(driver, request, mode, alignment=offsets, in_place=in_place)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("in_place", [False, True])
def test_in_place(driver, mode, in_place):
    for message in LENGTHS:
        encrypt, decrypt = requests(message, 9, seed=message)
        forged = replace(decrypt, nonce=bytes(16))
        for request in (encrypt, decrypt, forged):
            check(driver, request, mode, in_place=in_place)


@pytest.mark.parametrize("mode", MODES)
def test_every_bit_of_a_tag_counts(driver, mode):
    _, decrypt = requests(5, 3, seed=1)
    for bit in range(128):
        tag = (int.from_bytes(decrypt.tag, "little") ^ 1 << bit).to_bytes(16, "little")
        check(driver, replace(decrypt, tag=tag), mode)
    check(driver, replace(decrypt, tag=bytes(16)), mode)
    check(driver, decrypt, mode)


@pytest.mark.parametrize("mode", MODES)
def test_the_largest_message_fits_and_no_larger(driver, mode):
    fixed = Request("aead128", "encrypt", b"k" * 16, b"n" * 16)
    size = len(driver.heap)
    around = len(Layout(fixed, 0, in_place=True).content)
    with pytest.raises(RequestTooLarge, match=f"need {size + 4} bytes .* {size} are free"):
        driver.run(replace(fixed, message=bytes(size - around + 4)), mode, in_place=True)
    largest = size - around
    encrypt = replace(fixed, message=random.Random(2).randbytes(largest))
    check(driver, encrypt, mode, in_place=True)
    answer = expected_answer(encrypt)
    decrypt = Request("aead128", "decrypt", fixed.key, fixed.nonce, b"", answer.output, answer.tag)
    check(driver, decrypt, mode, in_place=True)
    check(driver, replace(decrypt, tag=bytes(16)), mode, in_place=True)


def test_modes_can_change_any_time(driver):
    encrypt, decrypt = requests(20, 20, seed=4)
    costs = {(mode, request.op): set() for mode in MODES for request in (encrypt, decrypt)}
    for mode in (*MODES, *MODES, *reversed(MODES)):
        for request in (encrypt, decrypt):
            answer = driver.run(request, mode)
            assert answer.status == "ok"
            costs[mode, request.op].add((answer.cycles, answer.instructions))
    assert all(len(cost) == 1 for cost in costs.values())


def test_buffers_are_wiped(driver, engine):
    encrypt, _ = requests(100, 100, seed=5)
    assert driver.run(encrypt, "accelerated").status == "ok"
    assert not any(engine.read(driver.heap.start, len(driver.heap) // 4))


@pytest.mark.parametrize("mode", MODES)
def test_the_stack_keeps_no_secret(driver, engine, mode):
    """Neither key nor message words are left anywhere in data RAM."""
    encrypt, decrypt = requests(64, 0, seed=6)
    for request in (encrypt, decrypt, replace(decrypt, tag=bytes(16))):
        driver.run(request, mode)
        left = set(engine.read(REGIONS["dmem"].base, REGIONS["dmem"].size // 4))
        for secret in (encrypt.key, encrypt.message):
            assert not left & {int.from_bytes(secret[i:i + 4], "little")
                               for i in range(0, len(secret), 4)}


def command(engine, code, **arguments):
    """Give a command without the driver's care; return status, cause and address."""
    for name, value in arguments.items():
        engine.write(address("mailbox", name), [value])
    engine.write(address("mailbox", "COMMAND"), [code])
    engine.wait_zero(address("mailbox", "COMMAND"), 100_000)
    return [engine.read(address("mailbox", name), 1)[0]
            for name in ("STATUS", "TRAP_CAUSE", "TRAP_PC")]


@pytest.mark.parametrize("code", [0x01, 0x14, 0x21, 0xff, 0x100 + Command.AEAD128_ENCRYPT,
                                  0x8000_0000])
def test_unknown_command(driver, engine, code):
    assert command(engine, code)[0] == Status.UNKNOWN_COMMAND
    check(driver, requests(3, 3, seed=7)[0], "accelerated")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("buffer", ["KEY", "MESSAGE", "OUTPUT"])
def test_unmapped_pointer_traps_and_firmware_goes_on(driver, engine, image, mode, buffer):
    start = driver.heap.start
    arguments = dict.fromkeys(("KEY", "NONCE", "AD", "MESSAGE", "OUTPUT", "TAG"), start)
    arguments |= {"AD_LENGTH": 0, "MESSAGE_LENGTH": 16, buffer: 0x4000_0000}
    engine.write(address("control", "CONTROL"), [MODES.index(mode)])
    status, cause, pc = command(engine, Command.AEAD128_ENCRYPT, **arguments)
    assert status == Status.TRAP
    assert cause & 0x8000_0000      # a bus error is an interrupt
    assert pc < len(image.imem)
    for request in requests(21, 9, seed=8):
        check(driver, request, mode)


def test_file_of_requests(driver):
    encrypt, decrypt = requests(30, 4, seed=9)
    forged = replace(decrypt, tag=bytes(16))
    lines = [str(request.to_json()).replace("'", '"') for request in (encrypt, forged, decrypt)]
    answers = run_requests(read_requests(lines), driver, "accelerated")
    assert [answer.status for answer in answers] == ["ok", "tag mismatch", "ok"]
    assert answers[0].output == decrypt.message
    assert answers[0].tag == decrypt.tag
    assert answers[2].output == encrypt.message
    assert answers[1] == Answer("tag mismatch", cycles=answers[1].cycles,
                                instructions=answers[1].instructions)
