"""Calls functions of the C library, on anything that is a transport."""

import random
import re
from pathlib import Path

import sw
from soc.memory_map import CONTROL, MAILBOX, Status, address
from sw.driver import Driver
from sw.image import SOURCES, build
from sw.library import build_library

__all__ = ["DECLARED", "HEADER", "Call", "Machine", "Memory", "program"]

HERE = Path(__file__).parent

#: The header, without comments.
HEADER = re.sub(r"/\*.*?\*/", "", (Path(sw.__file__).parent / "c" / "ascon_xif.h").read_text(),
                flags=re.DOTALL)

#: Names of the functions that it declares.
DECLARED = re.findall(r"(?:int|void) (ascon_xif_\w+)\(", HEADER)

#: Values of its codes and lengths.
VALUES = {name: int(value) for name, value in
          re.findall(r"ASCON_XIF_(\w+)\s*=\s*(\d+)", HEADER)}

_TIMEOUT = 400_000_000


def program(folder, **options):
    """Build the library and the program with it."""
    library = build_library(folder / "library", **options)
    table = folder / "table.S"
    names = [*DECLARED, "all_splits"]
    table.write_text('.section .rodata\n.globl called\ncalled:\n'
                     + "".join(f"  .word {name}\n" for name in names))
    return build(out=folder / "program", archives=[library.archive],
                 sources=[SOURCES / "start.S", HERE / "library_call.S", HERE / "library_splits.c",
                          table])


class Call:
    """What a call has given."""

    def __init__(self, status, cycles, instructions):
        self.status, self.cycles, self.instructions = status, cycles, instructions


class Memory:
    """Bytes in data RAM.

    Attributes
    ----------
    address : int
        Where they are.
    """

    def __init__(self, machine, address, length):
        self._machine, self.address, self.length = machine, address, length

    def __getitem__(self, key):
        return self.content[key]

    @property
    def content(self):
        return self._machine.read(self.address, self.length)

    @content.setter
    def content(self, value):
        assert len(value) == self.length
        self._machine.write(self.address, value)


class Machine:
    """The program on a transport; buffers are surrounded by bytes that must not change."""

    GUARD = bytes.fromhex("a5c35a3c" * 2)

    def __init__(self, transport, image):
        self.transport, self.image = transport, image
        driver = Driver(transport)
        driver.load(image)
        self._heap = driver.heap
        self._guards = []
        self.reset()

    def reset(self):
        """Forget all buffers but the arguments."""
        self._guards = []
        self._arguments = self._heap.start
        self._next = self._heap.start + 48

    def read(self, start, length):
        first = start & ~3
        words = self.transport.read(first, (start + length + 3 - first) // 4) if length else []
        return b"".join(word.to_bytes(4, "little") for word in words)[start - first:][:length]

    def write(self, start, content):
        if not content:
            return
        first = start & ~3
        end = (start + len(content) + 3) & ~3
        whole = bytearray(self.read(first, end - first))
        whole[start - first:start - first + len(content)] = content
        self.transport.write(first, [int.from_bytes(whole[i:i + 4], "little")
                                     for i in range(0, len(whole), 4)])

    def memory(self, content, *, offset=0):
        """Place bytes, or so many of what is there, at an offset from a word boundary."""
        if isinstance(content, int):
            content = random.Random(content).randbytes(content)
        start = (self._next + 3 & ~3) + len(self.GUARD) + offset
        end = start + len(content)
        self._next = end + len(self.GUARD)
        assert self._next <= self._heap.stop
        self.write(start - len(self.GUARD), self.GUARD + content + self.GUARD)
        self._guards += [start - len(self.GUARD), end]
        return Memory(self, start, len(content))

    def check_guards(self):
        for guard in self._guards:
            assert self.read(guard, len(self.GUARD)) == self.GUARD, hex(guard)

    def enable(self, on=True):
        """Let the coprocessor accept instructions, or not."""
        self.transport.write(address("control", "CONTROL"),
                             [1 << CONTROL["CONTROL"].fields[0].low if on else 0])

    def call(self, name, *arguments):
        """Call a function; return a :class:`Call`."""
        words = [argument.address if isinstance(argument, Memory) else argument
                 for argument in arguments]
        assert len(words) <= 12
        self.transport.write(self._arguments, words + [0xdead_beef] * (12 - len(words)))
        self.transport.write(address("mailbox", "MESSAGE"), [self._arguments])
        self.transport.write(address("mailbox", "COMMAND"), [self.image.symbols[name]])
        self.transport.wait_zero(address("mailbox", "COMMAND"), _TIMEOUT)
        first = MAILBOX["STATUS"].offset
        status, cycles, instructions = self.transport.read(address("mailbox", "STATUS"), 3)
        assert first + 8 == MAILBOX["INSTRUCTIONS"].offset
        assert status not in (Status.TRAP, 0xffff_ffff), (name, status)
        return Call(status, cycles, instructions)

    def status(self, name, *arguments):
        """Call ``ascon_xif_name``, return its code."""
        return self.call(f"ascon_xif_{name}", *arguments).status

    def do(self, name, *arguments):
        """Call ``ascon_xif_name``, which must return ASCON_XIF_OK."""
        assert self.status(name, *arguments) == 0, name

    def select(self, mode):
        """Choose a variant; the baseline then runs without a coprocessor."""
        self.enable()
        self.do("select", VALUES[mode.upper()])
        self.enable(mode == "accelerated")
