"""Builds the firmware image: assembles and links ``sw/firmware/*.S`` with ziglang's clang and lld.

Everything that is made lies in one folder: the generated includes, objects, ``firmware.elf``.
"""

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from soc.memory_map import REGIONS
from sw.elf import read_elf
from sw.generate import write_all
from sw.schedule import permutation_source

__all__ = ["BuildError", "Image", "build", "from_elf"]

_SOURCES = Path(__file__).parent / "firmware"
_TARGET = ("-target", "riscv32-freestanding-none", "-mcpu=generic_rv32+zicsr", "-mabi=ilp32")
_ERROR_LINES = 20


class BuildError(RuntimeError):
    """A tool failed; the message ends with the last lines that it wrote."""


@dataclass(frozen=True)
class Image:
    """Content of both memories.

    Attributes
    ----------
    imem, dmem : :class:`bytes`
        From the first byte of the memory on, a multiple of four long.
    symbols : :class:`dict` of :class:`str` to :class:`int`
        Address of every label.
    elf : :class:`bytes`
        The file it was taken from.
    """

    imem:    bytes
    dmem:    bytes
    symbols: dict[str, int] = field(repr=False)
    elf:     bytes = field(repr=False)


def from_elf(data):
    """Cut an image out of a linked ELF file.

    Parameters
    ----------
    data : :class:`bytes`
        The whole file.

    Returns
    -------
    :class:`Image`
        The image.

    Raises
    ------
    ValueError
        If it is no such file, or a section with content lies outside of both memories.
    """
    sections, symbols = read_elf(data)
    memories = {"imem": bytearray(), "dmem": bytearray()}
    for section in sections:
        name, offset = next(((name, section.address - REGIONS[name].base) for name in memories
                             if 0 <= section.address - REGIONS[name].base
                             <= REGIONS[name].size - section.size), (None, 0))
        if name is None:
            raise ValueError(f"section {section.name} of {section.size} bytes at "
                             f"0x{section.address:08x} lies outside of imem and dmem")
        memory, end = memories[name], offset + len(section.content)
        memory.extend(bytes(max(0, end + -end % 4 - len(memory))))
        memory[offset:end] = section.content
    return Image(bytes(memories["imem"]), bytes(memories["dmem"]), symbols, data)


def _run(folder, what, *arguments):
    """Run a tool of ziglang in the build's folder."""
    command = [sys.executable, "-m", "ziglang", *map(str, arguments)]
    environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(folder / "cache"),
                                "ZIG_LOCAL_CACHE_DIR": str(folder / "cache")}
    result = subprocess.run(command, cwd=folder, env=environment, text=True, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode:
        tail = "\n".join(result.stdout.splitlines()[-_ERROR_LINES:])
        raise BuildError(f"{what} failed with exit status {result.returncode}:\n{tail}")


def _build(sources, folder):
    """Assemble and link in a folder, return the ELF file's content."""
    write_all(folder)
    permutation = folder / "permutation.S"
    permutation.write_text(permutation_source())
    sources = [*sources, permutation]
    names = [source.stem for source in sources]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise ValueError(f"two sources are called {twice!r}, one of them must have another name")

    def assemble(source):
        target = folder / f"{source.stem}.o"
        # Without -g0 clang refuses a file of nothing but generated code ("Undefined temporary
        # symbol"); nothing here reads debug information.
        _run(folder, f"assembling {source.name}", "cc", *_TARGET, "-nostdlib", "-g0", "-O2",
             "-I", folder, "-I", _SOURCES, "-c", source, "-o", target)
        return target

    with ThreadPoolExecutor(max_workers=2) as pool:
        objects = list(pool.map(assemble, sources))
    elf = folder / "firmware.elf"
    _run(folder, "linking", "ld.lld", "-T", folder / "link.ld", "-o", elf, *objects)
    return elf.read_bytes()


def build(*, out=None, sources=None):
    """Build the firmware.

    Parameters
    ----------
    out : path-like or None
        Folder for everything that is made, created if need be; a temporary one if None.
    sources : iterable of path-like or None
        Assembly or C files instead of those of ``sw/firmware``; the generated permutation is
        added.

    Returns
    -------
    :class:`Image`
        The image.

    Raises
    ------
    BuildError
        If the assembler or the linker failed.
    ValueError
        If two sources have the same name.
    """
    sources = sorted(_SOURCES.glob("*.S")) if sources is None else [Path(s).resolve()
                                                                    for s in sources]
    if out is None:
        with tempfile.TemporaryDirectory(prefix="ascon-xif-") as folder:
            return from_elf(_build(sources, Path(folder).resolve()))
    folder = Path(out).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return from_elf(_build(sources, folder))
