"""Builds the firmware image: assembles and links ``sw/firmware/*.S`` with ziglang's clang and lld.

Everything that is made lies in one folder: the generated includes, objects, ``firmware.elf``.
"""

import tempfile
from pathlib import Path

from sw.clang import BuildError, Toolchain
from sw.contents import from_elf
from sw.generate import write_all
from sw.schedule import Isa, permutation_source

__all__ = ["KERNELS", "SOURCES", "BuildError", "build", "kernel_defines"]

#: Folder of the firmware's sources.
SOURCES = Path(__file__).parent / "firmware"

#: Kinds of accelerated routines: ``"fast"`` ones have several blocks in a turn of their loops and a
#: path for each length of a last block, ``"small"`` ones fit into small memories.
KERNELS = ("fast", "small")


def kernel_defines(kernels):
    """Return what the preprocessor has to define for a kind of accelerated routines.

    Raises
    ------
    ValueError
        If it is none of :data:`KERNELS`.
    """
    if kernels not in KERNELS:
        raise ValueError(f"kernels must be one of {KERNELS}, not {kernels!r}")
    return ["SMALL_KERNELS"] if kernels == "small" else []


def _build(sources, archives, includes, permutation, kernels, isa, folder):
    """Assemble and link in a folder, return the ELF file's content."""
    write_all(folder)
    generated = folder / "permutation.S"
    generated.write_text(permutation_source(permutation, isa))
    toolchain = Toolchain(folder, extensions=Isa(isa).extensions,
                          includes=[SOURCES, *includes,
                                    *(archive.parent for archive in archives)])
    objects = toolchain.compile(sources if archives else [*sources, generated],
                                defines=kernel_defines(kernels))
    return toolchain.link("firmware.elf", folder / "link.ld", objects,
                          archives=archives).read_bytes()


def build(*, out=None, sources=None, archives=(), includes=(), permutation="unrolled",
          kernels=KERNELS[0], isa="rv32i"):
    """Build the firmware.

    Parameters
    ----------
    out : path-like or None
        Folder for everything that is made, created if need be; a temporary one if None.
    sources : iterable of path-like or None
        Assembly or C files instead of those of ``sw/firmware``; the generated permutation is
        added.
    archives : iterable of path-like
        Libraries to link with instead of the permutation, such as :mod:`sw.library` makes. Headers
        beside them are found, and sections that nothing refers to are left out.
    includes : iterable of path-like
        Folders where sources find headers, besides those of the firmware.
    permutation : :class:`str`
        Of the baseline, one of :data:`sw.schedule.PERMUTATIONS`.
    kernels : :class:`str`
        Of the accelerated routines, one of :data:`KERNELS`.
    isa : :class:`str`
        Instructions that may be used besides Zicsr's and the coprocessor's, one of
        :data:`sw.schedule.ISAS`.

    Returns
    -------
    :class:`sw.contents.Image`
        The image.

    Raises
    ------
    BuildError
        If the assembler or the linker failed.
    ValueError
        If two sources have the same name, or there is no such permutation, kernel or instruction
        set.
    """
    sources = sorted(SOURCES.glob("*.S")) if sources is None else [Path(source).resolve()
                                                                   for source in sources]
    archives = [Path(archive).resolve() for archive in archives]
    includes = [Path(include).resolve() for include in includes]
    if out is None:
        with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
            return from_elf(_build(sources, archives, includes, permutation, kernels, isa,
                                   Path(folder).resolve()))
    folder = Path(out).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return from_elf(_build(sources, archives, includes, permutation, kernels, isa, folder))
