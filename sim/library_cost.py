"""What the C library costs: cycles and stack of calls on the simulated hardware, and code size."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from sim.engine import Engine
from sim.program import run_on_engine
from sw.image import build
from sw.library import build_library
from sw.program import build_program
from sw.request import MODES

__all__ = ["Cost", "code_sizes", "measured_calls"]

#: Functions by member, at once and in pieces.
FUNCTIONS = {
    "aead128":  (("encrypt", "decrypt"),
                 ("init", "ad_update", "encrypt_update", "encrypt_final", "verify_update",
                  "verify_final", "decrypt_update", "decrypt_final")),
    "hash256":  (("",), ("init", "update", "final")),
    "xof128":   (("",), ("init", "update", "squeeze", "final")),
    "cxof128":  (("",), ("init", "update", "squeeze", "final")),
    "mac":      (("",), ("init", "update", "final")),
    "prf":      (("",), ("init", "update", "squeeze", "final")),
    "prfshort": (("",), ("init", "update", "final")),
}

_PROGRAM = Path(__file__).with_name("library_cost.c")

#: What a program has in front of ``main``, for programs that are only linked.
_START = '.section .text.start, "ax"\n.globl _start\n_start: call main\n'


@dataclass(frozen=True)
class Cost:
    """Of one call, or of all calls for a message in pieces.

    Attributes
    ----------
    member : :class:`str`
        The member.
    pieces : :class:`bool`
        Whether the message came in pieces of 64 bytes; it had 1024 bytes, 16 for PrfShort.
    mode : :class:`str`
        The variant.
    cycles, stack : :class:`int`
        Clock cycles, and bytes of stack.
    """

    member: str
    pieces: bool
    mode:   str
    cycles: int
    stack:  int


def measured_calls(config=None):
    """Measure on the simulated hardware.

    Parameters
    ----------
    config : :class:`sim.engine.EngineConfig`, optional
        The hardware.

    Returns
    -------
    :class:`list` of :class:`Cost`
        One a member, way and mode.

    Raises
    ------
    ValueError
        If a call failed.
    """
    image = build_program([_PROGRAM])
    costs = []
    with Engine(config) as engine:
        for mode in MODES:
            text, outcome = run_on_engine(engine, image, accelerated=mode == "accelerated")
            lines = [line.split() for line in text.decode().splitlines()]
            if outcome.status != 0 or any(line[2].startswith("failed") for line in lines):
                raise ValueError(f"the library's measurement failed: {outcome}: {text.decode()}")
            costs += [Cost(member, way == "pieces", mode, int(cycles, 16), int(stack, 16))
                      for member, way, cycles, stack in lines]
    return costs


def code_sizes():
    """Return bytes of code and constants that a program has more by what it uses.

    Returns
    -------
    :class:`dict`
        By member, whether in pieces, and mode.
    """
    sizes = {}
    with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
        folder = Path(folder)
        start = folder / "start.S"
        start.write_text(_START)

        def size(archive, functions):
            source = folder / "main.c"
            uses = "".join(f"  used = (void *){function};\n" for function in functions)
            source.write_text('#include "ascon_xif.h"\nvoid *volatile used;\n'
                              f"int main(void)\n{{\n{uses}  return 0;\n}}\n")
            image = build(sources=[start, source], archives=[archive])
            return len(image.imem) + len(image.dmem) - _REFERENCE * len(functions)

        for mode in MODES:
            archive = build_library(folder / mode, variant=mode).archive
            nothing = size(archive, [])
            for member, ways in FUNCTIONS.items():
                for pieces, names in enumerate(ways):
                    functions = [f"ascon_xif_{member}" + (f"_{name}" if name else "")
                                 for name in names]
                    sizes[member, bool(pieces), mode] = size(archive, functions) - nothing
    return sizes


#: Bytes of a line that uses a function: its address in two instructions, and a store.
_REFERENCE = 12
