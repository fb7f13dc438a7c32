"""The C++ compiler: the machine's, or else the one in the wheel that assembles the firmware."""

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

__all__ = ["BuildError", "compile_all", "find_compiler", "link", "run_tool"]

_JOBS = 2

#: Characters of a failed tool's output that a message shows: the end.
_SHOWN = 4000


class BuildError(RuntimeError):
    """A tool is missing or failed; the message says which and what to do."""


def find_compiler():
    """Return the command of a C++ compiler, a list.

    Raises
    ------
    BuildError
        If ``CXX`` names none, or there is none.
    """
    if chosen := os.environ.get("CXX"):
        command = shlex.split(chosen)
        if not command or shutil.which(command[0]) is None:
            raise BuildError(f"CXX must name a C++ compiler; this is not there: {chosen!r}")
        return command
    for name in ("g++", "clang++", "c++"):
        if found := shutil.which(name):
            return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "c++"]
    raise BuildError("the fast engine compiles the simulated hardware and needs a C++ compiler: "
                     "install g++ (Debian: apt-get install g++) or set CXX")


def compile_all(compiler, sources, flags, folder):
    """Compile sources for a shared library, with two jobs.

    Parameters
    ----------
    compiler : :class:`list` of :class:`str`
        Its command.
    sources : sequence of (:class:`pathlib.Path`, :class:`str`)
        Files and the level of optimization of each.
    flags : sequence of :class:`str`
        More arguments.
    folder : :class:`pathlib.Path`
        Where the objects go.

    Returns
    -------
    :class:`list` of :class:`pathlib.Path`
        The objects.
    """
    def compile_one(source, level):
        target = folder / f"{source.stem}.o"
        run_tool([*compiler, level, "-fPIC", *flags, "-c", str(source), "-o", str(target)], folder)
        return target

    with ThreadPoolExecutor(_JOBS) as pool:
        return list(pool.map(compile_one, *zip(*sources, strict=True)))


def link(compiler, objects, target):
    """Link objects to a shared library."""
    run_tool([*compiler, "-shared", "-pthread", *map(str, objects), "-o", str(target)],
             target.parent)


def run_tool(command, folder, **environment):
    """Run a tool in a folder, with more environment variables.

    Raises
    ------
    BuildError
        If it fails, with the end of its output.
    """
    done = subprocess.run(command, cwd=folder, env=os.environ | environment, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise BuildError(f"{Path(command[0]).name} failed with status {done.returncode}:\n"
                         f"{done.stdout[-_SHOWN:]}")
