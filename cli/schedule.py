"""``ascon-xif schedule``: the permutation's programs, proved."""

from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from cli.console import console, errors, reject
from cli.files import JsonFile, check_output, write_json, write_text
from sw.schedule import PROGRAMS, program_source
from sw.schedule.report import report

__all__ = ["schedule"]


def schedule(
    program: Annotated[str | None, typer.Option(
        metavar="NAME", help="This program only.")] = None,
    out: Annotated[Path | None, typer.Option(
        metavar="FILE", callback=check_output,
        help="Write the program given with --program as assembly source.")] = None,
    json: JsonFile = None,
):
    """Prove the permutation's programs and count their instructions.

    Each is emitted by the generator and proved equal to the permutation for every
    state, on the very instructions that the assembler gets. docs/permutation.md
    says how they come about.

    For example:
    $ ascon-xif schedule
    $ ascon-xif schedule --program rolled --out permutation.S
    """
    if program is not None and program not in PROGRAMS:
        reject(f"must be one of {', '.join(PROGRAMS)}, not {program!r}", "--program")
    if out is not None and program is None:
        reject("needs --program", "--out")
    chosen = PROGRAMS.values() if program is None else [PROGRAMS[program]]
    with errors.status("Proving"):
        rows = report(chosen)
    table = Table(title="Ascon-p in software", title_justify="left", title_style="bold",
                  box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for number, name in enumerate(("program", "rounds", "instructions", "a round", "cycles",
                                   "bytes", "proof")):
        table.add_column(name, justify="right" if 0 < number < 6 else "left", no_wrap=True)
    for row in rows:
        table.add_row(row.program, str(row.rounds), f"{row.instructions:,}",
                      f"{row.per_round:.2f}", f"{row.cycles:,}", f"{row.size:,}",
                      "[green]proved[/]")
    console.print(table)
    write_json(json, [row._asdict() | {"per_round": row.per_round} for row in rows])
    if out is not None:
        write_text(out, program_source(PROGRAMS[program]))
        errors.print(f"{out}: {program}", markup=False)
