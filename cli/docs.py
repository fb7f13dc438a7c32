"""``ascon-xif docs``: the generated pages."""

from typing import Annotated

import typer

from cli.bench import measured_kernels, measured_presets
from cli.build import built_boards
from cli.console import EXIT_FAILED, console, errors
from cli.experiment import measured_even_odd
from cli.files import write_text
from cli.fmax import measured_alone
from cli.pages import area as area_page
from cli.pages import kernels
from cli.pages.all import (
    AREA,
    KERNELS_PAGE,
    ROOT,
    areas,
    board_builds,
    core_coverage,
    library_costs,
    measurements,
    proven,
    slot_drawings,
    software_permutation,
    speeds,
    tables,
)
from cli.pages.coverage import INSTRUCTIONS, SEED
from cli.prove import outcomes_of
from cli.synth import synthesized
from cli.system import config_of, firmware, notify, traced_presets
from sim.core.soak import soak
from sim.costs import costs
from sim.library_cost import code_sizes, measured_calls
from sw.schedule.report import report

__all__ = ["docs"]


def docs(
    check: Annotated[bool, typer.Option(
        "--check", metavar="",
        help="Write nothing; exit status 1 if a page is not what it would be.")] = False,
    coverage: Annotated[bool, typer.Option(
        "--coverage", metavar="",
        help="Also the page about the core's random programs, which takes some minutes.")] = False,
    area: Annotated[bool, typer.Option(
        "--area", metavar="",
        help="Also the page about areas, for which everything is synthesized: some minutes. "
             "Without it, that page is only checked to be about the hardware as it is.")] = False,
    boards: Annotated[bool, typer.Option(
        "--boards", metavar="",
        help="Also the page about boards, for which a bitstream is built for each board whose "
             "tools are there: some minutes.")] = False,
    fmax: Annotated[bool, typer.Option(
        "--fmax", metavar="",
        help="Also the page about the speed of units alone, for which each is placed and routed "
             "some times: half an hour.")] = False,
    proofs: Annotated[bool, typer.Option(
        "--proofs", metavar="",
        help="Also the page about proofs, for which everything is proven: some minutes.")] = False,
):
    """Regenerate the generated pages and the results in the README.

    The results are measured anew, on the simulated hardware.

    For example:
    $ ascon-xif docs
    $ ascon-xif docs --check
    $ ascon-xif docs --coverage --area --boards --fmax --proofs
    """
    from boards.synth import syntheses
    from boards.units import SCALE, UNITS
    from boards.yosys import yosys_version
    from formal.checks import CHECKS
    from formal.prover import tasks, version
    hardware = {unit: syntheses(unit) for unit in UNITS}
    config = config_of()
    try:
        pages = (tables() | measurements(measured_presets(), firmware())
                 | {KERNELS_PAGE: kernels.page(measured_kernels())}
                 | slot_drawings(traced_presets(firmware()))
                 | library_costs(measured_calls(config), code_sizes())
                 | software_permutation(report(), *measured_even_odd()))
        if coverage:
            pages |= core_coverage(soak(INSTRUCTIONS, SEED, notify=notify))
        if boards:
            pages |= board_builds(built_boards())
        if fmax:
            pages |= speeds(*measured_alone())
        if proofs:
            pages |= proven(outcomes_of(tasks(CHECKS)), version())
        if area:
            rows = {unit: synthesized(prepared) for unit, prepared in hardware.items()}
            for row, parameters in zip(rows["coprocessor"], SCALE, strict=False):
                row["cycles"] = costs(firmware(), notify=notify, **parameters).to_json()
            pages |= areas(rows, yosys_version())
    except ValueError as error:
        errors.print(str(error), style="red", markup=False)
        raise typer.Exit(EXIT_FAILED) from None
    stale = 0
    for path, text in pages.items():
        name = path.relative_to(ROOT)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            console.print(f"{name}: up to date")
        elif check:
            errors.print(f"[red]{name}: stale[/]; `ascon-xif docs` regenerates it")
            stale += 1
        else:
            write_text(path, text)
            console.print(f"{name}: [green]written[/]")
    if not area and not _area_is_current(hardware):
        stale += check
    raise typer.Exit(EXIT_FAILED if stale else 0)


def _area_is_current(hardware):
    """Return whether the page about areas is about the hardware as it is; say so."""
    name = AREA.relative_to(ROOT)
    right = {(unit, config): synthesis.digest for unit, prepared in hardware.items()
             for config, synthesis in prepared.items()}
    if area_page.digests(AREA.read_text(encoding="utf-8")) == right:
        console.print(f"{name}: about this hardware")
        return True
    errors.print(f"[red]{name}: about other hardware[/]; `ascon-xif docs --area` measures anew")
    return False
