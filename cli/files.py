"""Output files: checked before the work, complete or absent after it."""

import json
import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["JsonFile", "check_output", "write_bytes", "write_json", "write_text"]


def check_output(path: Path | None) -> Path | None:
    """Return ``path`` if a file can be written there, for use as an option's callback.

    Raises
    ------
    typer.BadParameter
        If its folder does not exist or can't be written to, or it is a folder itself.
    """
    if path is None:
        return None
    folder = path.parent
    if not folder.is_dir():
        raise typer.BadParameter(f"the folder {str(folder)!r} of {str(path)!r} does not exist")
    if path.is_dir():
        raise typer.BadParameter(f"{str(path)!r} is a folder; a file's name is wanted")
    if not os.access(folder, os.W_OK):
        raise typer.BadParameter(f"the folder {str(folder)!r} can't be written to")
    return path


def write_bytes(path, content):
    """Write a file by way of a temporary one in the same folder: never half of it is seen."""
    path = Path(path)
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def write_text(path, text):
    """Write a text file, as :func:`write_bytes` does."""
    write_bytes(path, text.encode())


def write_json(path, value):
    """Write ``value`` as indented JSON, if ``path`` is not None."""
    if path is not None:
        write_text(path, json.dumps(value, indent=2) + "\n")


#: ``--json FILE`` of every command that has results.
JsonFile = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", callback=check_output,
                 help="Also write the results to FILE, for programs."),
]
