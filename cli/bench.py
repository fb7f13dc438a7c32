"""``ascon-xif bench``: what a call costs."""

import typer

from cli.console import EXIT_FAILED, console, errors, progress
from cli.files import JsonFile, write_json
from cli.options import BothModes, ModeChoice, RoundsPerCycle, modes
from cli.system import config_of, simulated
from cli.tables import bench_table
from sim.bench import GRID, measure, table, to_json

__all__ = ["bench", "measured"]


def measured(config, chosen, *, grid=GRID):
    """Return the points of a benchmark, with progress shown meanwhile."""
    with simulated(config) as driver, progress() as bar:
        task = bar.add_task("Measurements", total=2 * len(grid) * len(chosen))
        return measure(driver, grid=grid, modes=chosen,
                       progress=lambda count: bar.advance(task, count))


def bench(mode: BothModes = ModeChoice.BOTH, rounds_per_cycle: RoundsPerCycle = 1,
          json: JsonFile = None):
    """Measure cycles and instructions over message and associated-data lengths.

    A measurement is the whole call of the primitive: jump, key and nonce loaded,
    message processed, tag stored or checked, state wiped, return. Both modes run
    from the same firmware image on the same hardware. Every output is compared
    with the reference model's.

    For example:
    $ ascon-xif bench
    $ ascon-xif bench --rounds-per-cycle 2 --json bench.json
    """
    config = config_of(rounds_per_cycle)
    chosen = modes(mode)
    points = measured(config, chosen)
    write_json(json, to_json(config, points))
    console.print(bench_table(table(points), chosen))
    wrong = [point for point in points if not point.correct]
    for point in wrong:
        errors.print(f"[red]wrong output:[/] {point.op}, {point.message} bytes, "
                     f"{point.ad} bytes of associated data, {point.mode}")
    raise typer.Exit(EXIT_FAILED if wrong else 0)
