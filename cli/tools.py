"""Tools from outside the virtual environment, looked for before work that needs them."""

import shutil
from dataclasses import dataclass

import typer

from cli.console import EXIT_MISSING, errors

__all__ = ["COMPILER", "TOOLS", "Tool", "need"]


@dataclass(frozen=True)
class Tool:
    """A program, what it is for, and Debian's package."""

    program: str
    purpose: str
    package: str


TOOLS = {tool.program: tool for tool in (
    Tool("g++",  "compiles the simulated hardware",             "g++"),
    Tool("make", "runs the compiler on Verilator's output",     "make"),
    Tool("perl", "runs Verilator, whose front end is in Perl",  "perl"),
)}

#: What a simulation is built with.
COMPILER = ("g++", "make", "perl")


def need(*programs):
    """Stop with exit status 3 if a program is not there, saying what for and how to get it."""
    missing = [TOOLS[program] for program in programs if shutil.which(program) is None]
    if not missing:
        return
    for tool in missing:
        errors.print(f"[red]{tool.program} is missing:[/] it {tool.purpose}.")
    packages = " ".join(tool.package for tool in missing)
    errors.print(f"On Debian and Ubuntu: [bold]sudo apt-get install {packages}[/]")
    raise typer.Exit(EXIT_MISSING)
