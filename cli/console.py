"""What the command line prints on, and how it says that something is wrong."""

from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
)

__all__ = ["EXIT_FAILED", "EXIT_MISSING", "EXIT_TIMING", "EXIT_USAGE", "console", "errors",
           "progress", "reject", "rejecting", "say"]

#: A vector, a request or a check failed.
EXIT_FAILED = 1
#: An argument or an input file is wrong.
EXIT_USAGE = 2
#: A tool is missing.
EXIT_MISSING = 3
#: A bitstream was made, but it does not reach its clock.
EXIT_TIMING = 4

#: Results; numbers are coloured only where a table says so.
console = Console(highlight=False)

#: Everything that is not a result, so that results can be piped.
errors = Console(stderr=True, highlight=False)


def say(text):
    """Print a paragraph, in lines of a readable length."""
    console.print(text, width=min(console.width, 100))


def progress():
    """Return a progress display: what is being done, a bar, a count and the time so far."""
    return Progress(TextColumn("{task.description}"), BarColumn(bar_width=30),
                    MofNCompleteColumn(), TimeElapsedColumn(), console=errors, transient=True,
                    disable=not errors.is_terminal)


def reject(message, parameter):
    """Stop with exit status 2, saying which parameter is wrong and why."""
    raise typer.BadParameter(message, param_hint=repr(parameter))


@contextmanager
def rejecting(parameter):
    """Turn a library's `ValueError` about user input into exit status 2."""
    try:
        yield
    except ValueError as error:
        reject(str(error), parameter)
