"""``ascon-xif test``: the project's own tests."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["run_tests"]

#: The checkout; tests are not part of an installation.
ROOT = Path(__file__).resolve().parent.parent


def run_tests(
    context: typer.Context,
    full: Annotated[bool, typer.Option(
        "--full", metavar="", help="Everything, not only what fits a short run.")] = False,
):
    """Run the tests: a short run of some minutes, or everything.

    All other arguments go to pytest.

    For example:
    $ ascon-xif test
    $ ascon-xif test --full
    $ ascon-xif test tests/unit -k permutation -x
    """
    command = [sys.executable, "-m", "pytest", "-n", "2", "--durations=15"]
    if not full:
        command += ["-m", "not full"]
    # Files are meant from where the user is; pytest runs at the checkout, where its settings are.
    arguments = [str(Path(argument).absolute())
                 if not argument.startswith("-") and os.path.exists(argument.split("::")[0])
                 else argument
                 for argument in context.args]
    raise typer.Exit(subprocess.call(command + arguments, cwd=ROOT))
