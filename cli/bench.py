"""``ascon-xif bench``: what a call costs."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.console import EXIT_FAILED, console, errors, progress, reject
from cli.files import JsonFile, check_output, write_bytes, write_json
from cli.options import (
    DEFAULT_PRESET,
    BothModes,
    InstructionSet,
    IsaChoice,
    KernelsChoice,
    KernelsOption,
    ModeChoice,
    PresetChoice,
    PresetOption,
    RoundsPerCycle,
    modes,
)
from cli.pages.kernels import GRID_LENGTHS
from cli.plot import FORMATS, draw, format_of
from cli.system import config_of, firmware, simulated
from cli.tables import bench_tables, routines_table, slopes_table
from cli.target import (
    BitstreamOption,
    Target,
    TargetOption,
    check_target,
    on_board,
    simulated_hardware,
)
from sim.bench import GRID, MEMBERS, OUTPUT, measure, slopes, table
from sim.bench_report import routines, to_json
from sw.image import KERNELS
from sw.request import MODES
from sw.schedule import Isa

__all__ = ["Member", "bench", "measured", "measured_kernels", "measured_presets"]

Member = StrEnum("Member", {member.upper(): member for member in (*MEMBERS, "all")})
Member.__doc__ = "Members that are measured, and all of them."


def measured(config, chosen, *, grid=GRID, **options):
    """Return the points of a benchmark, with progress shown meanwhile.

    The firmware is built with ``options``.
    """
    with simulated(config, **options) as driver:
        return _measured_by(driver, chosen, grid)


def measured_presets(**options):
    """Return the points of a benchmark in both modes on each preset, by its name."""
    return {preset.value: measured(config_of(preset), MODES, **options)
            for preset in PresetChoice}


def measured_kernels():
    """Return what :func:`cli.pages.kernels.page` needs, of each kind of accelerated routines."""
    grid = [shape for shape in GRID if shape.message in GRID_LENGTHS and not shape.ad
            and shape.output in (0, OUTPUT.get(shape.member))]
    found = {}
    for kind in KERNELS:
        image = firmware(kernels=kind)
        points = measured(config_of(), ("accelerated",), grid=grid, kernels=kind)
        found[kind] = points, routines(image), len(image.imem)
    return found


def _measured_by(driver, chosen, grid):
    """Return the points that a driver measures, with progress shown meanwhile."""
    with progress() as bar:
        task = bar.add_task("Measurements", total=len(grid) * len(chosen))
        return measure(driver, grid=grid, modes=chosen,
                       progress=lambda count: bar.advance(task, count))


def check_picture(path: Path | None):
    """Return ``path`` if a picture can be written there; as a callback."""
    if path is not None and format_of(path) is None:
        raise typer.BadParameter(f"{str(path)!r} must end in "
                                 f"{' or '.join(f'.{form}' for form in FORMATS)}")
    return check_output(path)


def bench(
    member: Annotated[Member, typer.Option(
        metavar="MEMBER", help=f"Member of the family: {', '.join(MEMBERS)}; or all.",
    )] = Member.ALL,
    mode: BothModes = ModeChoice.BOTH,
    preset: PresetOption = DEFAULT_PRESET,
    rounds_per_cycle: RoundsPerCycle = None,
    isa: InstructionSet = IsaChoice.RV32I,
    kernels: KernelsOption = KernelsChoice.FAST,
    plot: Annotated[Path | None, typer.Option(
        metavar="FILE", callback=check_picture,
        help="Also draw cycles per byte and speedup over the message's length: .svg or .png.",
    )] = None,
    target: TargetOption = Target.SIMULATOR,
    bitstream: BitstreamOption = None,
    json: JsonFile = None,
):
    """Measure cycles and instructions over lengths of everything, for every member.

    A measurement is the whole call of the primitive: jump, key and nonce loaded,
    message processed, output stored, tag checked, state wiped, return. Both modes
    run from the same firmware image on the same hardware. Every output is
    compared with the reference model's. Cycles per byte (c/B) are those of message
    and associated data, or of the output if that is longer; code size and stack
    are found by following the paths through each routine.

    For example:
    $ ascon-xif bench
    $ ascon-xif bench --member hash256
    $ ascon-xif bench --plot bench.svg
    $ ascon-xif bench --preset fast --json bench.json
    $ ascon-xif bench --rounds-per-cycle 2
    $ ascon-xif bench --kernels small
    $ ascon-xif bench --member hash256 --isa rv32i_zbb_zbkb
    """
    if plot is not None and mode is not ModeChoice.BOTH:
        reject(f"a picture shows both modes, not {mode.value} alone", "--plot")
    check_target(target, bitstream, preset=preset is not DEFAULT_PRESET,
                 isa=isa is not IsaChoice.RV32I, rounds_per_cycle=rounds_per_cycle is not None)
    chosen = modes(mode)
    grid = [shape for shape in GRID if member in (Member.ALL, shape.member)]
    image = firmware(isa.value, kernels.value)
    if target is Target.PYNQ:
        with on_board(bitstream, image) as (driver, hardware):
            points = _measured_by(driver, chosen, grid)
    else:
        config = config_of(preset, rounds_per_cycle, extensions=Isa(isa.value).extensions)
        hardware = simulated_hardware(config)
        points = measured(config, chosen, grid=grid, isa=isa.value, kernels=kernels.value)
    write_json(json, to_json(hardware, points, image))
    if plot is not None:
        write_bytes(plot, draw(points, hardware["rounds_per_cycle"], format_of(plot)))
    for shown in bench_tables(table(points), chosen):
        console.print(shown)
    if grown := slopes(points):
        console.print(slopes_table(grown, chosen))
    console.print(routines_table([row for row in routines(image, last=hardware["last"])
                                  if member in (Member.ALL, row["member"])], chosen))
    wrong = [point for point in points if not point.correct]
    for point in wrong:
        errors.print(f"[red]wrong output:[/] {point.member} {point.op}, {point.message} bytes, "
                     f"{point.ad} bytes of associated data, {point.output} bytes of output, "
                     f"{point.mode}")
    raise typer.Exit(EXIT_FAILED if wrong else 0)
