"""``ascon-xif fmax``: how fast a unit is alone."""

from enum import StrEnum
from typing import Annotated

import typer

from boards.alone import FLOWS, Alone, row
from boards.units import ALONE, label
from cli.console import EXIT_MISSING, console, errors, progress, reject, rejecting
from cli.files import JsonFile, write_json
from cli.fmax_tables import fmax_table, paths_table
from cli.units import (
    BigEndian,
    IdWidth,
    Isa,
    PresetOfUnit,
    QueueDepth,
    RegisterFile,
    RoundsOfUnit,
    Unit,
    as_in_system,
    parameters,
)

__all__ = ["fmax", "measured_alone"]

UnitAlone = StrEnum("UnitAlone", {unit.upper(): unit for unit in ALONE})
UnitAlone.__doc__ = "Units whose speed alone can be measured."

#: Seeds of the placement by default.
SEEDS = 3


def _flow(toolchain):
    """Return the flow of a toolchain, or the first one whose tools are there."""
    if toolchain not in ("auto", *FLOWS):
        reject(f"must be auto or one of {', '.join(FLOWS)}, not {toolchain!r}", "--toolchain")
    lines = []
    for name in FLOWS if toolchain == "auto" else (toolchain,):
        missing = FLOWS[name].toolchain.find().missing
        if not missing:
            return FLOWS[name]
        lines += [f"{FLOWS[name].toolchain.title} is not complete; to place and route it needs:",
                  *(f"  {phrase}" for phrase in missing)]
    errors.print("\n".join(lines), style="red", markup=False, soft_wrap=True)
    raise typer.Exit(EXIT_MISSING)


def _measured(flow, unit, configurations, seeds):
    """Return the rows of a unit's configurations, with progress shown meanwhile."""
    with rejecting(f"--unit {unit}"):
        prepared = {label(unit, given): Alone(flow, unit, **given) for given in configurations}
    rows = []
    with progress() as bar:
        task = bar.add_task("Place and route", total=len(prepared) * seeds)
        for name, alone in prepared.items():
            runs = []
            for run in alone.run(range(1, seeds + 1)):
                runs.append(run)
                bar.advance(task)
            rows.append(row(name, alone.digest, runs))
    return rows


def measured_alone():
    """Return the flow whose tools are there, and rows by unit: every one that is reported."""
    flow = _flow("auto")
    return flow, {unit: _measured(flow, unit, configurations, SEEDS)
                  for unit, configurations in ALONE.items()}


def fmax(
    unit: Annotated[UnitAlone, typer.Option(
        "--unit", metavar="UNIT", help=f"{' or '.join(ALONE)}.")],
    preset: PresetOfUnit = None,
    rounds_per_cycle: RoundsOfUnit = None,
    queue_depth: QueueDepth = None,
    big_endian: BigEndian = False,
    id_width: IdWidth = None,
    isa: Isa = None,
    register_file: RegisterFile = None,
    toolchain: Annotated[str, typer.Option(
        "--toolchain", metavar="NAME",
        help=f"auto (the first one that is there) or one of {', '.join(FLOWS)}.")] = "auto",
    seeds: Annotated[int, typer.Option(
        "--seeds", metavar="N", help="Placements to try, 1 or more.")] = SEEDS,
    json: JsonFile = None,
):
    """Place and route a coprocessor or a core alone, and say how fast it is.

    All of its inputs come from flip-flops and all of its outputs go to some, so
    that pins do not matter. Paths inside of it, from its inputs, to its outputs
    and straight through are told apart. The SoC's speed is what `build` reports.

    Without parameters every configuration that matters gets a row. "best" and
    "median" are of N seeds; the other columns are those of the best one. With
    openXC7's tools the FPGA is an XC7Z020, else an ECP5 with tools from PyPI.

    For example:
    $ ascon-xif fmax --unit coprocessor
    $ ascon-xif fmax --unit core --isa rv32imc --seeds 3 --json core.json
    """
    if seeds < 1:
        reject(f"must be 1 or more, not {seeds}", "--seeds")
    kind = Unit(unit.value)
    given = as_in_system(kind, parameters(
        kind, preset=preset, rounds_per_cycle=rounds_per_cycle, queue_depth=queue_depth,
        big_endian=big_endian, id_width=id_width, isa=isa, register_file=register_file))
    flow = _flow(toolchain)
    rows = _measured(flow, unit.value, (given,) if given or isa else ALONE[unit.value], seeds)
    write_json(json, {"unit": unit.value, "device": flow.device,
                      "toolchain": flow.toolchain.name, "rows": rows})
    console.print(fmax_table(unit.value, flow, rows))
    console.print(paths_table(rows))
