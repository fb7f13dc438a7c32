"""``ascon-xif experiment``: measurements beside the benchmark."""

import typer
from rich import box
from rich.table import Table

from cli.console import EXIT_FAILED, console, errors
from cli.files import JsonFile, write_json
from cli.system import config_of, notify
from sim.engine import Engine
from sim.even_odd import PEER, Calls, build_image, measure, measure_permutations, to_json

__all__ = ["experiments", "measured_even_odd"]

experiments = typer.Typer(no_args_is_help=True, help="Measurements beside the benchmark.")


def measured_even_odd():
    """Run the even/odd experiment; return its permutations and points."""
    with errors.status("Assembling the experiment"):
        image = build_image()
    with errors.status("Preparing the simulation"):
        engine = Engine(config_of(1), notify=notify)
    with engine, errors.status("Measuring"):
        calls = Calls(engine, image)
        return measure_permutations(calls), measure(calls)


@experiments.callback()
def about():
    """Measurements beside the benchmark."""


def _table(title, *columns):
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                  pad_edge=False, collapse_padding=True)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    return table


def _even_odd_tables(permutations, points):
    """Yield the experiment's tables, with what is published behind what it is to be compared to."""
    table = _table("Eight rounds, with call and return", "state", "cycles", "instr.")
    for row in permutations:
        table.add_row(row.form, f"{row.cycles:,}", f"{row.instructions:,}")
    table.add_row("[dim]even/odd, published", f"[dim]{PEER['permutation']:.2f}", "")
    yield table
    table = _table("AEAD128 encryption", "state", "message", "AD", "cycles", "instr.",
                   "cycles/byte")
    for row in points:
        length = row.message + row.ad
        table.add_row(row.variant, f"{row.message:,}", f"{row.ad:,}", f"{row.cycles:,}",
                      f"{row.instructions:,}", f"{row.cycles / length:.2f}" if length else "")
        if (row.message, row.ad) == (1024, 0):
            for rate in PEER.get(row.variant, ()):
                table.add_row("[dim]  published", "[dim]1,024", "[dim]0", "", "",
                              f"[dim]{rate:.2f}")
    yield table


@experiments.command("even-odd")
def even_odd(json: JsonFile = None):
    """AEAD128 with the state in even and odd bits, in software.

    A register for the even and one for the odd bits of a lane make rotations
    cheaper; standard bytes have to be converted. Measured on the simulated core,
    without the coprocessor; every result is compared with the reference model's.

    For example:
    $ ascon-xif experiment even-odd
    $ ascon-xif experiment even-odd --json even-odd.json
    """
    permutations, points = measured_even_odd()
    write_json(json, to_json(permutations, points))
    for table in _even_odd_tables(permutations, points):
        console.print(table)
    wrong = [row for row in (*permutations, *points) if not row.correct]
    for row in wrong:
        errors.print(f"[red]wrong result:[/] {row}", soft_wrap=True)
    raise typer.Exit(EXIT_FAILED if wrong else 0)
