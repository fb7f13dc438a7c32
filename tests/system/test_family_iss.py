"""Hash256, XOF128, CXOF128, Mac, Prf and PrfShort on the instruction-set simulator."""

import random

import pytest
from family_requests import MEMBERS, family_request, random_request
from observed import KEPT, VariantDriver, hidden_words, trace, words

from sim.expect import expected_answer
from sim.iss import Iss
from soc.memory_map import CONTROL, Command, Status, address
from sw.driver import Driver
from sw.layout import BUFFERS, Layout
from sw.request import MODES, SUFFIXES

#: Lengths of a message around the rates and the loops' turns.
LENGTHS = {member: range(17) if member == "prfshort" else (*range(73), 95, 96, 97, 127, 128, 129,
                                                            160, 191, 224, 255, 256, 257, 401)
           for member in MEMBERS}

CHOOSING = ("xof128", "cxof128", "prf", "prfshort")


@pytest.fixture(scope="module")
def driver(image):
    return VariantDriver(image)


def check(driver, request, mode, **options):
    expected, found = expected_answer(request), driver.run(request, mode, **options)
    assert (found.status, found.output, found.tag) == (expected.status, expected.output,
                                                       b""), (request, mode, options)


def alignments(rng):
    return {name: rng.randrange(4) for name in BUFFERS}


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("member", MEMBERS)
def test_message_lengths(driver, mode, member):
    """Every length, aligned and not; in place, where the output may be the longer one."""
    rng = random.Random(f"{mode} {member}")
    for length in LENGTHS[member]:
        for options in ({}, {"alignment": alignments(rng), "in_place": rng.random() < 0.5}):
            request = family_request(rng, member, length, output=rng.randrange(17),
                                     customization=rng.randrange(20))
            check(driver, request, mode, **options)


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("member", CHOOSING)
def test_output_lengths(driver, mode, member):
    rng = random.Random(f"{mode} {member}")
    for output in range(17) if member == "prfshort" else (*range(71), 128, 333, 1000):
        for options in ({}, {"alignment": alignments(rng), "in_place": rng.random() < 0.5}):
            check(driver, family_request(rng, member, rng.randrange(17), output=output), mode,
                  **options)


@pytest.mark.parametrize("mode", SUFFIXES)
def test_customization_lengths(driver, mode):
    rng = random.Random(mode)
    for length in (*range(41), 128, 255, 256):
        check(driver, family_request(rng, "cxof128", rng.randrange(20), output=20,
                                     customization=length), mode, alignment=alignments(rng))


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("member", MEMBERS)
def test_alignment(driver, mode, member):
    """Every pointer at every offset."""
    rng = random.Random(f"{mode} {member}")
    for name in ("key", "message", "customization", "output"):
        for offset in range(4):
            for _ in range(6):
                for in_place in (False, True):
                    check(driver, random_request(rng, member), mode, alignment={name: offset},
                          in_place=in_place)


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("member", MEMBERS)
def test_accesses(observed, mode, member):
    """No word is read of which no byte belongs to an input; stores stay within the output."""
    rng = random.Random(f"{mode} {member}")
    for _ in range(25):
        request = random_request(rng, member)
        options = {"alignment": alignments(rng), "in_place": rng.random() < 0.3}
        addresses = Layout(request, observed.driver.heap.start, **options).addresses
        inputs = set().union(*(words(addresses[name], len(getattr(request, name)))
                               for name in ("key", "message", "customization")))
        outputs = {addresses["output"] + i for i in range(request.output_length)}
        observed.run(request, mode, **options)
        observed.check_accesses(inputs, outputs)


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("member", MEMBERS)
def test_trace_does_not_depend_on_secrets(observed, mode, member):
    rng = random.Random(f"{mode} {member}")
    for length, output in ((0, 16), (7, 3), (16, 0), (45, 21), (150, 8)):
        if member != "prfshort" or length <= 16:
            traces = [trace(observed.run(family_request(rng, member, length, output=min(
                output, 16), customization=length), mode)) for _ in range(3)]
            assert traces[0] == traces[1] == traces[2]


@pytest.mark.parametrize("mode", SUFFIXES)
@pytest.mark.parametrize("member", MEMBERS)
def test_calling_convention(observed, mode, member):
    """What is to be kept is as it was, and what is not holds nothing of key, state or message."""
    rng = random.Random(f"{mode} {member}")
    before, after, hidden = {}, {}, []

    def at_entry(iss):
        for number in range(25, 28):
            iss.set_register(number, rng.getrandbits(32))
        before.update((number, iss.register(number)) for number in KEPT)

    def at_return(iss):
        after.update((number, iss.register(number)) for number in KEPT)
        hidden[:] = hidden_words(iss, expected_answer(request).output)
        assert iss.register(10) == Status.OK
        assert iss.coprocessor.state == [0] * 5

    observed.at_entry, observed.at_return = at_entry, at_return
    for _ in range(12):
        request = random_request(rng, member)
        observed.run(request, mode, alignment=alignments(rng))
        assert before == after
        assert hidden == []


def send(iss, command, **registers):
    """Write a command by hand and wait for its end; return the status."""
    for name, value in registers.items():
        iss.write(address("mailbox", name), [value])
    iss.write(address("mailbox", "COMMAND"), [command])
    iss.wait_zero(address("mailbox", "COMMAND"), 1_000_000)
    return iss.read(address("mailbox", "STATUS"), 1)[0]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("command", "lengths", "status"), [
    (Command.CXOF128_HASH, {"CUSTOMIZATION_LENGTH": 257}, Status.INVALID_CUSTOMIZATION_LENGTH),
    (Command.CXOF128_HASH, {"CUSTOMIZATION_LENGTH": 1 << 31}, Status.INVALID_CUSTOMIZATION_LENGTH),
    (Command.PRFSHORT_MAC, {"MESSAGE_LENGTH": 17}, Status.INVALID_MESSAGE_LENGTH),
    (Command.PRFSHORT_MAC, {"MESSAGE_LENGTH": (1 << 32) - 1}, Status.INVALID_MESSAGE_LENGTH),
    (Command.PRFSHORT_MAC, {"OUTPUT_LENGTH": 17}, Status.INVALID_OUTPUT_LENGTH),
    (Command.PRFSHORT_MAC, {"OUTPUT_LENGTH": 1 << 31, "MESSAGE_LENGTH": 20},
     Status.INVALID_OUTPUT_LENGTH),
])
def test_refused(image, mode, command, lengths, status):
    """A length that is not allowed is refused with nothing read or written.

    Only PrfShort through the coprocessor reads key and message before the output's length.
    """
    iss = Iss(image)
    Driver(iss).load(image)
    enable = 1 << CONTROL["CONTROL"].fields[0].low if mode == "accelerated" else 0
    iss.write(address("control", "CONTROL"), [enable])
    nowhere = 0x4000_0000
    arguments = {"KEY": nowhere, "MESSAGE": nowhere, "CUSTOMIZATION": nowhere, "OUTPUT": nowhere,
                 "MESSAGE_LENGTH": 16, "OUTPUT_LENGTH": 16, "CUSTOMIZATION_LENGTH": 16}
    heap = image.symbols["__heap_start"]
    if mode == "accelerated" and lengths == {"OUTPUT_LENGTH": 17}:
        arguments |= {"KEY": heap, "MESSAGE": heap}
    assert send(iss, command, **arguments | lengths) == status
    assert iss.coprocessor.state == [0] * 5
    arguments = dict.fromkeys(("KEY", "MESSAGE", "CUSTOMIZATION"), heap) | {"OUTPUT": heap + 512}
    limit = {"MESSAGE_LENGTH": 16, "OUTPUT_LENGTH": 16, "CUSTOMIZATION_LENGTH": 256}
    assert send(iss, command, **arguments | limit) == Status.OK
