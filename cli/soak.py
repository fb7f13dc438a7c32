"""``ascon-xif soak``: random programs on the core, in lockstep with a model."""

import json as json_format
import random
from typing import Annotated

import typer
from rich.table import Table

from cli.console import EXIT_FAILED, console, errors, progress
from cli.system import notify
from sim.core.coverage import DISTANCES, WAITS
from sim.core.lockstep import LockstepError
from sim.core.soak import soak as run_soak

__all__ = ["soak"]

#: Columns that the table needs.
_WIDTH = 110


def soak(
    instructions: Annotated[int, typer.Option(
        metavar="N", min=1, help="How many instructions to run, at least.")] = 200_000,
    seed: Annotated[int | None, typer.Option(
        metavar="S", help="Seed of everything random; without it, a new one.")] = None,
    json: Annotated[bool, typer.Option(
        "--json", metavar="", help="Print one JSON object.")] = False,
):
    """Run random programs on the core, compare every instruction with a model, show what ran.

    Several instruction sets, with wait states, interrupts, bus errors and a coprocessor. The table
    counts instructions by the distance to the instruction that wrote their operand, and by what
    made the core wait meanwhile. Exit status 1 if core and model differ.

    For example:
    $ ascon-xif soak
    $ ascon-xif soak --instructions 5000000 --seed 1
    $ ascon-xif soak --json
    """
    seed = random.randrange(1 << 31) if seed is None else seed
    errors.print(f"seed {seed}")
    try:
        with progress() as display:
            task = display.add_task("instructions", total=instructions)
            result = run_soak(instructions, seed, notify=notify,
                              progress=lambda done: display.advance(task, done))
    except LockstepError as error:
        errors.print(str(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(EXIT_FAILED) from None
    cells = result.coverage.cells()
    empty = [" ".join(filter(None, cell)) for cell, count in cells.items() if not count]
    if json:
        print(json_format.dumps({
            "seed": seed, "instructions": result.instructions, "cycles": result.cycles,
            "programs": result.programs, "interrupts": sum(result.interrupts.values()),
            "cells": len(cells), "empty": empty,
            "coverage": [[*cell, count] for cell, count in cells.items()]}))
        return
    _show(cells)
    console.print(f"{result.instructions} instructions in {result.cycles} cycles, "
                  f"{result.programs} programs, {sum(result.interrupts.values())} interrupts: "
                  "core and model agree")
    console.print(f"{len(cells) - len(empty)} of {len(cells)} cells filled")


def _show(cells):
    """Print counts by instruction and operand: by distance and by wait."""
    table = Table(box=None, pad_edge=False)
    table.add_column("instruction", no_wrap=True)
    table.add_column("operand")
    for name in (*DISTANCES, *WAITS, "empty"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, operand in dict.fromkeys((cell[0], cell[1]) for cell in cells):
        counts = {cell[2:]: count for cell, count in cells.items() if cell[:2] == (name, operand)}
        by = [sum(count for key, count in counts.items() if part in key)
              for part in (*DISTANCES, *WAITS)]
        empty = sum(not count for count in counts.values())
        table.add_row(name, operand, *map(str, by), str(empty) if empty else "")
    console.print(table, width=max(console.width, _WIDTH))
