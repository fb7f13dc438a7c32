"""A system without hardware: memory, and a function in the firmware's place."""

from types import SimpleNamespace

import pytest

from sim.expect import expected_answer
from soc.memory_map import CONTROL, IDENTITY, MAILBOX, REGIONS, Command, Status, address
from sw.driver import Driver
from sw.request import Request

HEAP = (0x0010_0402, 0x0010_0c03)
IMAGE = SimpleNamespace(imem=b"\x13\0\0\0\x6f\0", dmem=b"constants",
                        symbols={"__heap_start": HEAP[0], "__heap_end": HEAP[1]})


class FakeSystem:
    """A transport to memory whose firmware is ``serve(system)``, called for every command."""

    def __init__(self):
        self.memory = bytearray(REGIONS["mailbox"].base + 0x1000)
        self.serve = echo
        self.served = []
        self.log = []
        self.store(address("control", "IDENTITY"), IDENTITY)

    def load(self, where):
        return int.from_bytes(self.memory[where:where + 4], "little")

    def store(self, where, word):
        self.memory[where:where + 4] = word.to_bytes(4, "little")

    def mailbox(self, name):
        return self.load(address("mailbox", name))

    def answer(self, **values):
        for name, value in values.items():
            self.store(address("mailbox", name), value)

    def read(self, where, count):
        assert where % 4 == 0
        assert count > 0
        return [self.load(where + 4 * i) for i in range(count)]

    def write(self, where, words):
        assert where % 4 == 0
        assert len(words) > 0
        if where < address("mailbox", "COMMAND") + 4 * len(MAILBOX.registers):
            self.log.append((where, list(words)))
        for i, word in enumerate(words):
            self.store(where + 4 * i, word)
        if where == address("mailbox", "COMMAND") and words[0] != Command.IDLE:
            self.served.append({register.name: self.mailbox(register.name)
                                for register in MAILBOX.registers}
                               | {"CONTROL": self.load(address("control", "CONTROL"))})
            self.serve(self)

    def wait_zero(self, where, timeout_cycles):
        if self.load(where):
            raise TimeoutError(f"not 0 after {timeout_cycles} cycles")


def echo(system):
    """Output is the message with every bit flipped, the tag is the nonce."""
    start, length = system.mailbox("MESSAGE"), system.mailbox("MESSAGE_LENGTH")
    output, tag = system.mailbox("OUTPUT"), system.mailbox("TAG")
    flipped = bytes(byte ^ 0xff for byte in system.memory[start:start + length])
    system.memory[output:output + length] = flipped
    if system.mailbox("COMMAND") == Command.AEAD128_ENCRYPT:
        nonce = system.mailbox("NONCE")
        system.memory[tag:tag + 16] = system.memory[nonce:nonce + 16]
    system.answer(STATUS=Status.OK, CYCLES=77, INSTRUCTIONS=55, COMMAND=Command.IDLE)


@pytest.fixture
def system():
    return FakeSystem()


@pytest.fixture
def image():
    return IMAGE


@pytest.fixture
def driver(system, image):
    driver = Driver(system)
    driver.load(image)
    return driver


@pytest.fixture
def core_reset():
    return 1 << next(field.low for field in CONTROL["CONTROL"].fields
                     if field.name == "CORE_RESET")


def model(system):
    """Firmware that answers as the reference model does; accelerated in a tenth of the time."""
    def buffer(name, length):
        start = system.mailbox(name)
        return bytes(system.memory[start:start + length])

    decrypt = system.mailbox("COMMAND") == Command.AEAD128_DECRYPT
    request = Request("aead128", "decrypt" if decrypt else "encrypt",
                      buffer("KEY", 16), buffer("NONCE", 16),
                      buffer("AD", system.mailbox("AD_LENGTH")),
                      buffer("MESSAGE", system.mailbox("MESSAGE_LENGTH")),
                      buffer("TAG", 16) if decrypt else b"")
    expected = expected_answer(request)
    output = expected.output.ljust(len(request.message), b"\0")
    for name, value in (("OUTPUT", output), ("TAG", expected.tag)):
        start = system.mailbox(name)
        system.memory[start:start + len(value)] = value
    cycles = 1000 if system.load(address("control", "CONTROL")) & 1 == 0 else 100
    system.answer(STATUS=Status.OK if expected.status == "ok" else Status.TAG_MISMATCH,
                  CYCLES=cycles, INSTRUCTIONS=cycles // 2, COMMAND=Command.IDLE)


@pytest.fixture
def model_driver(driver, system):
    system.serve = model
    return driver
