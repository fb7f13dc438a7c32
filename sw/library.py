"""Builds the C library: the header ``ascon_xif.h`` and the archive ``libascon_xif.a``.

The archive holds the routines of ``sw/firmware`` and what ``sw/c`` makes of them. It refers to
nothing outside of itself.
"""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sw.clang import Toolchain
from sw.generate import write_all
from sw.image import KERNELS, SOURCES, kernel_defines
from sw.request import MODES
from sw.schedule import Isa, check_choice, permutation_source

__all__ = ["ARCHIVE", "HEADER", "VARIANTS", "Library", "build_library"]

#: What an archive may hold.
VARIANTS = (*MODES, "both")

#: Names of the files.
HEADER, ARCHIVE = "ascon_xif.h", "libascon_xif.a"

_C_SOURCES = Path(__file__).parent / "c"

#: Sources of the firmware that serve the host, not programs.
_HOST = {"start", "dispatch"}

#: Ends the names of those that do nothing but assemble another one with `WHOLE_WORDS`.
_WHOLE = "_whole"


@dataclass(frozen=True)
class Library:
    """Where the library is.

    Attributes
    ----------
    header, archive : :class:`pathlib.Path`
        The files, in one folder.
    variant : :class:`str`
        One of :data:`VARIANTS`.
    """

    header:  Path
    archive: Path
    variant: str


def _sources(variant):
    """Return the sources of a variant, the generated permutation excepted."""
    others = {f"_{mode}" for mode in MODES if variant not in (mode, "both")}
    sources = [*SOURCES.glob("*.S"), *_C_SOURCES.glob("*.S"), *_C_SOURCES.glob("*.c")]
    return sorted(source for source in sources
                  if source.stem not in _HOST and not source.stem.endswith((_WHOLE, *others)))


def build_library(out, *, variant="both", permutation="unrolled", kernels=KERNELS[0],
                  isa="rv32i", last=True):
    """Build the library.

    Parameters
    ----------
    out : path-like
        Folder for header and archive, created if need be.
    variant : :class:`str`
        What it holds: ``"baseline"``, ``"accelerated"``, or ``"both"`` with a choice at run time.
    permutation : :class:`str`
        Of the baseline, one of :data:`sw.schedule.PERMUTATIONS`.
    kernels : :class:`str`
        Of the accelerated routines, one of :data:`sw.image.KERNELS`.
    isa : :class:`str`
        Instructions that may be used besides the coprocessor's, one of
        :data:`sw.schedule.ISAS`.
    last : :class:`bool`
        The coprocessor has the instructions for a partial last word; the accelerated routines use
        them.

    Returns
    -------
    :class:`Library`
        The files.

    Raises
    ------
    sw.clang.BuildError
        If a tool failed.
    ValueError
        If the variant, the permutation, the kernels or the instruction set is unknown.
    """
    check_choice(permutation, isa)
    defines = kernel_defines(kernels)
    if variant not in VARIANTS:
        raise ValueError(f"variant must be one of {VARIANTS}, not {variant!r}")
    out = Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
        folder = Path(folder).resolve()
        write_all(folder)
        sources = _sources(variant)
        if variant != "accelerated":
            sources.append(folder / "permutation.S")
            sources[-1].write_text(permutation_source(permutation, isa))
        toolchain = Toolchain(folder, includes=[SOURCES, _C_SOURCES], optimize="s",
                              extensions=Isa(isa).extensions)
        defines += [] if variant == "both" else [f"ASCON_XIF_ONLY_{variant.upper()}"]
        defines += [] if last else ["WHOLE_WORDS"]
        archive = toolchain.archive(ARCHIVE, toolchain.compile(sources, defines=defines))
        return Library(Path(shutil.copy(_C_SOURCES / HEADER, out / HEADER)),
                       Path(shutil.copy(archive, out / ARCHIVE)), variant)
