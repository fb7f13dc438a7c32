"""What turns sources into a bitstream: the protocol of toolchains, and their steps."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

__all__ = ["Job", "Measured", "Step", "Toolchain", "Tools", "shell_script"]


@dataclass(frozen=True)
class Job:
    """A build of one design.

    Attributes
    ----------
    board : :class:`boards.board.Board`
        What for.
    settings : :class:`boards.board.Settings`
        How.
    sources : dict of :class:`str` to :class:`str`
        Files that the board made for this toolchain's platform.
    """

    board:    object
    settings: object
    sources:  Mapping[str, str]


@dataclass(frozen=True)
class Tools:
    """What of a toolchain is there.

    Attributes
    ----------
    commands : dict of :class:`str` to tuple of :class:`str`
        How each tool is called, by its usual name.
    missing : tuple of :class:`str`
        What is not there: a phrase each, that says how to get it.
    environment : dict of :class:`str` to :class:`str`
        Variables that the tools need besides those of this process.
    """

    commands:    Mapping[str, tuple]
    missing:     tuple = ()
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One call of a tool, in the folder of the files.

    Attributes
    ----------
    title : :class:`str`
        What happens, for people.
    tool : :class:`str`
        Usual name of the tool.
    arguments : tuple of :class:`str`
        With relative paths.
    log : :class:`str`
        File for what the tool prints.
    products : tuple of :class:`str`
        Files that must be there afterwards.
    attempts : tuple of tuple of :class:`str`
        Arguments to try instead, one after the other, while the result is not good enough.
    slack : callable or None
        With attempts: ``slack(folder)`` says how good it is, below 0 for not good enough.
    limit : :class:`int` or None
        Seconds after which the tool is ended.
    """

    title:     str
    tool:      str
    arguments: tuple
    log:       str
    products:  tuple = ()
    attempts:  tuple = ()
    slack:     Callable | None = None
    limit:     int | None = None


@dataclass(frozen=True)
class Measured:
    """What a toolchain says about a finished build.

    Attributes
    ----------
    utilization : dict of :class:`str` to :class:`float`
        Resources in use, by the names of :class:`boards.utilization.Utilization`.
    clocks : tuple of :class:`boards.report.Clock`
        Timing of each clock.
    modules : dict of :class:`str` to :class:`dict`
        Utilization by part of the design, see :func:`boards.parts.by_part`.
    versions : dict of :class:`str` to :class:`str`
        Of the tools.
    power : dict or None
        Estimate in watts by kind, with ``"how"``.
    placement : sequence of :class:`boards.placement.Placed`
        Where the cells are, if it is known.
    """

    utilization: Mapping[str, float]
    clocks:      tuple
    modules:     Mapping[str, Mapping]
    versions:    Mapping[str, str]
    power:       Mapping | None = None
    placement:   Sequence = ()


class Toolchain(Protocol):
    """Something that makes a bitstream.

    Attributes
    ----------
    name : :class:`str`
        As the command line calls it.
    title : :class:`str`
        As people call it.
    platform : :class:`str`
        As Amaranth's platforms call it.
    products : dict of :class:`str` to :class:`str`
        What belongs into the output: name there, by the file that the last step has made.
    shell : dict of :class:`str` to :class:`str`
        How a script calls a tool that needs more than its name, by its name.
    """

    name:     str
    title:    str
    platform: str
    products: Mapping[str, str]
    shell:    Mapping[str, str]

    def find(self) -> Tools:
        """Look for the tools."""

    def files(self, job: Job) -> Mapping[str, str]:
        """Return what the steps read, text by name: sources, constraints, scripts."""

    def steps(self, job: Job) -> tuple[Step, ...]:
        """Return the steps in order."""

    def measure(self, job: Job, folder) -> Measured:
        """Read the tools' reports in a folder in which all steps have run."""


def shell_script(toolchain, job):
    """Return a script that runs a toolchain's steps anywhere the tools are on the path."""
    lines = [f"# {toolchain.title}: makes {', '.join(toolchain.products.values())} of the files "
             "beside this one.", "set -e", 'cd "$(dirname "$0")"']
    for step in toolchain.steps(job):
        tool = toolchain.shell.get(step.tool, shlex.quote(step.tool))
        limit = f"timeout {step.limit} " if step.limit else ""
        lines.append(f"{limit}{tool} {shlex.join(step.arguments)} 2>&1 "
                     f"| tee {shlex.quote(step.log)}")
    return "\n".join(["#!/bin/bash", *lines[:1], "set -o pipefail", *lines[1:], ""])
