"""Compiles, archives and links for the core with ziglang's clang and lld."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

__all__ = ["BuildError", "Toolchain"]

_TARGET = ("-target", "riscv32-freestanding-none", "-mabi=ilp32", "-nostdlib")
_CPU = "-mcpu=generic_rv32+zicsr"
# The core does misaligned loads and stores.
_C_CPU = "+unaligned_scalar_mem"
# There is no libc whose functions could be called.
_C_OPTIONS = ("-std=c11", "-Wall", "-Wextra", "-Werror",
              "-ffreestanding", "-fno-builtin", "-fno-asynchronous-unwind-tables",
              "-ffunction-sections", "-fdata-sections", "-fno-sanitize=all", "-fno-stack-protector")
_ERROR_LINES = 20


class BuildError(RuntimeError):
    """A tool failed; the message ends with the last lines that it wrote."""


class Toolchain:
    """The tools, for one folder of things that are made.

    Parameters
    ----------
    folder : :class:`pathlib.Path`
        An existing folder, absolute: for objects and whatever the tools keep.
    includes : iterable of path-like
        Folders of included files, besides ``folder``.
    optimize : :class:`str`
        Optimization of C, ``"s"`` for size.
    extensions : iterable of :class:`str`
        What the core has besides RV32I and Zicsr: ``"m"``, ``"zbb"`` and so on.
    """

    def __init__(self, folder, *, includes=(), optimize="2", extensions=()):
        self._cpu = "+".join([_CPU, *extensions])
        self._folder = folder
        self._includes = [argument for include in (folder, *includes)
                          for argument in ("-I", include)]
        self._optimize = f"-O{optimize}"

    def compile(self, sources, *, defines=()):
        """Assemble or compile sources.

        Parameters
        ----------
        sources : sequence of :class:`pathlib.Path`
            Files of different stems: ``.S`` and ``.c``.
        defines : iterable of :class:`str`
            Macros that the preprocessor defines.

        Returns
        -------
        :class:`list` of :class:`pathlib.Path`
            The objects, in the sources' order.

        Raises
        ------
        BuildError
            If the compiler failed.
        ValueError
            If two sources have the same stem.
        """
        names = [source.stem for source in sources]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice:
            raise ValueError(f"two sources are called {twice!r}, one of them must have another "
                             "name")

        def compile_one(source):
            target = self._folder / f"{source.stem}.o"
            is_c = source.suffix == ".c"
            # Without -g0 clang refuses a file of nothing but generated code ("Undefined temporary
            # symbol"); nothing here reads debug information.
            self._run(f"{'compiling' if is_c else 'assembling'} {source.name}", "cc", *_TARGET,
                      self._cpu + (_C_CPU if is_c else ""),
                      *(_C_OPTIONS if is_c else ()), self._optimize, "-g0", *self._includes,
                      *(f"-D{define}" for define in defines), "-c", source, "-o", target)
            return target

        with ThreadPoolExecutor(max_workers=2) as pool:
            return list(pool.map(compile_one, sources))

    def archive(self, name, objects):
        """Make an archive of objects in the folder, and return its path.

        The same objects give the same file.

        Raises
        ------
        BuildError
            If the archiver failed.
        """
        target = self._folder / name
        target.unlink(missing_ok=True)
        self._run(f"making {name}", "ar", "rcsD", target, *objects)
        return target

    def link(self, name, script, objects, *, archives=()):
        """Link an ELF file in the folder, and return its path.

        Sections that nothing refers to, from the linker script's ``KEEP`` on, are left out if
        there are archives.

        Raises
        ------
        BuildError
            If the linker failed.
        """
        target = self._folder / name
        options = ("--gc-sections",) if archives else ()
        self._run("linking", "ld.lld", *options, "-T", script, "-o", target, *objects, *archives)
        return target

    def _run(self, what, *arguments):
        """Run a tool of ziglang in the folder."""
        command = [sys.executable, "-m", "ziglang", *map(str, arguments)]
        cache = str(self._folder / "cache")
        environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": cache, "ZIG_LOCAL_CACHE_DIR": cache}
        result = subprocess.run(command, cwd=self._folder, env=environment, text=True, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode:
            tail = "\n".join(result.stdout.splitlines()[-_ERROR_LINES:])
            raise BuildError(f"{what} failed with exit status {result.returncode}:\n{tail}")
