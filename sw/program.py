"""C programs with the library: builds them, and runs them on anything that is a transport.

A program has ``main``; ``sw/examples`` has what starts it, a console over the serial port, and the
functions that compilers expect.
"""

import struct
import tempfile
from dataclasses import dataclass
from pathlib import Path

from soc.memory_map import CONTROL, MAILBOX, REGIONS, address
from sw.image import KERNELS, build
from sw.library import build_library

__all__ = ["EXAMPLE", "Outcome", "build_program", "outcome", "start"]

_EXAMPLES = Path(__file__).parent / "examples"

#: The program that shows the library.
EXAMPLE = _EXAMPLES / "sensor.c"

_RUNTIME = tuple(_EXAMPLES / name for name in ("start.S", "console.c", "memory.c"))

_TRAPPED = 0xffff_ffff
_ENABLE, _RESET = (1 << field.low for field in CONTROL["CONTROL"].fields)


@dataclass(frozen=True)
class Outcome:
    """How a program has ended.

    Attributes
    ----------
    status : :class:`int` or None
        What ``main`` has returned; None after a trap.
    trap : :class:`str`
        Cause and program counter of the trap, empty if there was none.
    """

    status: int | None
    trap:   str = ""


def build_program(sources, *, variant="both", permutation="unrolled", kernels=KERNELS[0],
                  isa="rv32i", last=True):
    """Build a program with the library.

    Parameters
    ----------
    sources : iterable of path-like
        C and assembly files; one of them has ``main``.
    variant, permutation, kernels, isa : :class:`str`
        Of the library, see :func:`sw.library.build_library`.
    last : :class:`bool`
        Likewise.

    Returns
    -------
    :class:`sw.contents.Image`
        The image.

    Raises
    ------
    sw.clang.BuildError
        If a tool failed.
    ValueError
        If one of these is unknown, or two sources have one name.
    """
    with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
        library = build_library(folder, variant=variant, permutation=permutation,
                                kernels=kernels, isa=isa, last=last)
        return build(sources=[*_RUNTIME, *sources], archives=[library.archive],
                     includes=[_EXAMPLES], isa=isa)


def start(transport, image, *, accelerated=True):
    """Load a program and let it run; ``MAILBOX.COMMAND`` is not 0 until it ends.

    Parameters
    ----------
    transport : :class:`sw.transport.Transport`
        Access to the system's address space.
    image : :class:`sw.contents.Image`
        The program.
    accelerated : :class:`bool`
        The coprocessor accepts instructions.
    """
    control = address("control", "CONTROL")
    enable = _ENABLE if accelerated else 0
    transport.write(control, [enable | _RESET])
    for name in ("imem", "dmem"):
        content = getattr(image, name)
        transport.write(REGIONS[name].base, list(struct.unpack(f"<{len(content) // 4}I", content)))
    transport.write(address("mailbox", "COMMAND"), [1])
    transport.write(control, [enable])


def outcome(transport):
    """Return how a program has ended, after ``MAILBOX.COMMAND`` is 0."""
    first = MAILBOX["STATUS"].offset
    count = (MAILBOX["TRAP_PC"].offset - first) // 4 + 1
    words = transport.read(address("mailbox", "STATUS"), count)
    status, cause, pc = (words[(MAILBOX[name].offset - first) // 4]
                         for name in ("STATUS", "TRAP_CAUSE", "TRAP_PC"))
    if status == _TRAPPED:
        return Outcome(None, f"mcause 0x{cause:08x} at 0x{pc:08x}")
    return Outcome(status)
