"""``ascon-xif experiment``: measurements beside the benchmark."""

import typer
from rich import box
from rich.table import Table

from cli.console import EXIT_FAILED, console, errors
from cli.files import JsonFile, write_json
from cli.system import config_of, notify
from sim.engine import Engine
from sim.even_odd import ISAS, PEER, Calls, measure, measure_permutations, to_json
from sw.schedule import Isa

__all__ = ["experiments", "measured_even_odd"]

experiments = typer.Typer(no_args_is_help=True, help="Measurements beside the benchmark.")


def measured_even_odd():
    """Run the even/odd experiment; return its permutations and points."""
    permutations, points = [], []
    for isa in ISAS:
        with errors.status("Preparing the simulation"):
            engine = Engine(config_of(extensions=Isa(isa).extensions), notify=notify)
        with engine, errors.status("Measuring"):
            calls = Calls(engine, isa)
            permutations += measure_permutations(calls)
            points += measure(calls)
    return permutations, points


@experiments.callback()
def about():
    """Measurements beside the benchmark."""


def _table(title, *columns):
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                  pad_edge=False, collapse_padding=True)
    for column in columns:
        table.add_column(column, justify="left" if column in ("instructions", "state") else "right",
                         no_wrap=True)
    return table


def _even_odd_tables(permutations, points):
    """Yield the experiment's tables, with what is published behind what it is to be compared to."""
    table = _table("Eight rounds, with call and return", "instructions", "state", "cycles",
                   "instr.")
    for row in permutations:
        table.add_row(row.isa, row.form, f"{row.cycles:,}", f"{row.instructions:,}")
        if row.isa == "rv32i" and row.form == "even/odd":
            table.add_row("", "[dim]  published", f"[dim]{PEER['permutation']:.2f}", "")
    yield table
    for isa in ISAS:
        table = _table(f"AEAD128 encryption, {isa}", "state", "message", "AD", "cycles", "instr.",
                       "cycles/byte")
        for row in points:
            if row.isa != isa:
                continue
            length = row.message + row.ad
            table.add_row(row.variant, f"{row.message:,}", f"{row.ad:,}", f"{row.cycles:,}",
                          f"{row.instructions:,}", f"{row.cycles / length:.2f}" if length else "")
            if (isa, row.message, row.ad) == ("rv32i", 1024, 0):
                for rate in PEER.get(row.variant, ()):
                    table.add_row("[dim]  published", "[dim]1,024", "[dim]0", "", "",
                                  f"[dim]{rate:.2f}")
        yield table


@experiments.command("even-odd")
def even_odd(json: JsonFile = None):
    """AEAD128 with the state in even and odd bits, in software.

    A register for the even and one for the odd bits of a lane make rotations
    cheaper; standard bytes have to be converted. Measured on the simulated core,
    once more with Zbb and Zbkb, without the coprocessor; every result is compared
    with the reference model's.

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
