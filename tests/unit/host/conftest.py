"""A system without hardware: memory, and a function in the firmware's place."""

from types import SimpleNamespace

import pytest

from soc.memory_map import CONTROL, IDENTITY, MAILBOX, REGIONS, Command, Status, address
from sw.driver import Driver

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
