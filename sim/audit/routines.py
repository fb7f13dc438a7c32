"""What is followed: every routine of the firmware and every function of the library.

Names and arguments come from the headers. What a pointer points to is secret, all of it: keys,
nonces, messages, associated data, customizations, tags, also where others may know them. Pointers
and numbers, such as lengths, are public. Of a context it is public where in a message it is.
"""

import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from sim.audit.values import NUMBER, pointer
from sw.image import SOURCES, build
from sw.library import HEADER, build_library
from sw.request import SUFFIXES

__all__ = ["CONTEXTS", "SELECTED", "Context", "Routine", "firmware_routines", "library_image",
           "library_routines"]

_LIBRARY_HEADER = SOURCES.parent / "c" / HEADER

#: The library's variable that tells which variant is in use.
SELECTED = "ascon_xif_use_accelerated"

_DECLARATION = re.compile(r"\b(int|void)\s+(\w+)\(([^)]*)\)")
_PARAMETER = re.compile(r"(?:const\s+)?(\w+)\s*(\*?)\s*(\w+)(\[\d*\])?$")


@dataclass(frozen=True)
class Context:
    """Which bytes of a context are public.

    Attributes
    ----------
    public : :class:`tuple` of :class:`int`
        Their offsets: the position in a block or the length so far, the phase, what is left.
    phase : :class:`int`
        Offset of the phase. A function is followed once for each of its values.
    phases : :class:`int`
        Number of phases, from 0.
    """

    public: tuple[int, ...]
    phase:  int
    phases: int


_SPONGE = Context(public=(40, 41), phase=41, phases=3)

#: Contexts by the name of their type.
CONTEXTS = {
    "ascon_xif_hash256_context":  _SPONGE,
    "ascon_xif_xof128_context":   _SPONGE,
    "ascon_xif_cxof128_context":  _SPONGE,
    "ascon_xif_mac_context":      _SPONGE,
    "ascon_xif_prf_context":      _SPONGE,
    "ascon_xif_prfshort_context": Context(public=(32, 33), phase=33, phases=2),
    "ascon_xif_aead128_context":  Context(public=(40, 41, *range(116, 120)), phase=41, phases=7),
}


@dataclass(frozen=True)
class Routine:
    """A routine.

    Attributes
    ----------
    name : :class:`str`
        Its symbol.
    arguments : :class:`tuple`
        Their values, see :mod:`sim.audit.values`; pointers are into regions of the parameter's
        name.
    returns : :class:`bool`
        It has a result.
    contexts : :class:`dict`
        The :class:`Context` of a region that is one.
    """

    name:      str
    arguments: tuple
    returns:   bool
    contexts:  dict


def _routines(header):
    """Parse a header's declarations of functions."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(encoding="utf-8"), flags=re.DOTALL)
    made = []
    for result, name, parameters in _DECLARATION.findall(text):
        arguments, contexts = [], {}
        for parameter in parameters.split(",") if parameters.strip() != "void" else ():
            match = _PARAMETER.match(" ".join(parameter.split()))
            if match is None:
                raise ValueError(f"{header.name}: {name}: parameter {parameter.strip()!r} is not "
                                 "understood")
            kind, star, label, brackets = match.groups()
            arguments.append(pointer(label) if star or brackets else NUMBER)
            if kind in CONTEXTS:
                contexts[label] = CONTEXTS[kind]
        made.append(Routine(name, tuple(arguments), result != "void", contexts))
    return made


def firmware_routines():
    """Return the :class:`Routine` objects that ``ascon.h`` declares, or describes by others."""
    routines = _routines(SOURCES / "ascon.h")
    accelerated, whole = (f"_{name}" for name in SUFFIXES[-2:])
    return routines + [replace(routine, name=routine.name.removesuffix(accelerated) + whole)
                       for routine in routines if routine.name.endswith(accelerated)]


def library_routines():
    """Return the :class:`Routine` objects that ``ascon_xif.h`` declares."""
    return _routines(_LIBRARY_HEADER)


def library_image(variant="both", *, permutation="unrolled"):
    """Link a program that has all functions of the library; it can't run.

    Parameters
    ----------
    variant, permutation : :class:`str`
        See :func:`sw.library.build_library`.

    Returns
    -------
    :class:`sw.contents.Image`
        The program.
    """
    with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
        library = build_library(folder, variant=variant, permutation=permutation)
        start = Path(folder) / "start.S"
        start.write_text('.section .text.start, "ax"\n.globl _start\n_start:\n'
                         + "".join(f"  .word {routine.name}\n" for routine in library_routines()))
        return build(sources=[start], archives=[library.archive])
