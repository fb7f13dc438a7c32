"""``ascon-xif synth``: what the hardware takes of an FPGA."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from boards.recipes import FAMILIES
from cli.console import console, errors, progress, reject, rejecting
from cli.files import JsonFile, check_output, write_json, write_text
from cli.synth_tables import modules_table, synth_table
from cli.units import (
    BigEndian,
    ClockHz,
    IdWidth,
    Isa,
    PresetOfUnit,
    QueueDepth,
    RegisterFile,
    RoundsOfUnit,
    UnitOption,
    as_in_system,
    parameters,
)

__all__ = ["synth", "synthesized"]

Family = StrEnum("Family", {family.upper(): family for family in FAMILIES})
Family.__doc__ = "FPGAs that units can be synthesized for."


def synthesized(prepared):
    """Return the rows of a report, with progress shown meanwhile.

    Parameters
    ----------
    prepared : dict of :class:`str` to :class:`boards.synth.Synthesis`
        By configuration.
    """
    from boards.synth import row
    rows = []
    with progress() as bar:
        task = bar.add_task("Synthesis", total=len(prepared))
        for name, synthesis in prepared.items():
            rows.append(row(name, synthesis))
            bar.advance(task)
    return rows


def synth(
    unit: UnitOption,
    family: Annotated[Family, typer.Option(
        metavar="FAMILY", help="xc7 (Xilinx series 7) or ecp5 (Lattice).")] = Family.XC7,
    preset: PresetOfUnit = None,
    rounds_per_cycle: RoundsOfUnit = None,
    queue_depth: QueueDepth = None,
    big_endian: BigEndian = False,
    id_width: IdWidth = None,
    isa: Isa = None,
    register_file: RegisterFile = None,
    clock_hz: ClockHz = None,
    pairs: Annotated[Path | None, typer.Option(
        metavar="FILE", callback=check_output,
        help="Also write which tables share a site, for place and route (xc7, one "
             "configuration).")] = None,
    json: JsonFile = None,
):
    """Synthesize a unit and count what it takes of an FPGA, in all and by module.

    Without parameters every configuration that matters gets a row; with
    parameters there is one row, for these. The coprocessor's queue has one entry
    unless --queue-depth says otherwise, as in the SoC. Yosys maps to the cells of
    the family; no place and route is done, no pins are added. "lut" are cells,
    memories in tables included; "sites" are the six-input tables that they fit
    into, since two small ones share one. FILE has these figures by row, in all and
    by module, those of a single row also at the top. Results are kept in
    build/synth.

    For example:
    $ ascon-xif synth --unit coprocessor
    $ ascon-xif synth --unit coprocessor --preset compact --json compact.json
    $ ascon-xif synth --unit coprocessor --rounds-per-cycle 2 --pairs pairs.json
    $ ascon-xif synth --unit core --isa rv32imc --json core.json
    $ ascon-xif synth --unit soc --family ecp5
    """
    given = as_in_system(unit, parameters(
        unit, preset=preset, rounds_per_cycle=rounds_per_cycle, queue_depth=queue_depth,
        big_endian=big_endian, id_width=id_width, isa=isa, register_file=register_file,
        clock_hz=clock_hz))

    from boards.synth import syntheses
    from boards.units import CONFIGURATIONS, PEERS
    configurations = (given,) if given or isa else CONFIGURATIONS[unit.value]
    if pairs is not None and (family is not Family.XC7 or len(configurations) > 1):
        reject("needs --family xc7 and the parameters of one configuration", "--pairs")
    with rejecting(f"--unit {unit.value}"):
        prepared = syntheses(unit.value, configurations, family=family.value)
    rows = synthesized(prepared)
    alone = rows[0] if len(rows) == 1 else {}
    write_json(json, {"unit": unit.value, "family": family.value} | alone | {"rows": rows})
    console.print(synth_table(unit.value, rows, PEERS[unit.value]))
    if len(rows) == 1:
        console.print(modules_table(rows[0]["modules"]))
    if pairs is not None:
        (synthesis,) = prepared.values()
        pairing = synthesis.pairing()
        write_text(pairs, pairing.to_json())
        errors.print(f"{pairs}: {len(pairing.pairs)} pairs")
