"""``ascon-xif prove``: proofs of the gateware."""

import json as json_format
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cli.console import EXIT_FAILED, console, errors, progress, rejecting

__all__ = ["outcomes_of", "prove"]


def _check_folder(path: Path | None) -> Path | None:
    if path is not None and (path.exists() and not path.is_dir() or not path.parent.is_dir()):
        raise typer.BadParameter(f"{str(path)!r} can't be a folder")
    return path


def prove(
    names: Annotated[list[str] | None, typer.Argument(
        metavar="NAME...", show_default=False,
        help="Checks, or units such as core, which is what a check's name begins with; all "
             "without any.")] = None,
    list_only: Annotated[bool, typer.Option(
        "--list", metavar="", help="Only list the checks.")] = False,
    seeded: Annotated[bool, typer.Option(
        "--seeded", metavar="",
        help="Put each check's faults into the design, one at a time: it must fail then.")] = False,
    json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON.")] = False,
    waves: Annotated[Path | None, typer.Option(
        metavar="FOLDER", show_default=False, callback=_check_folder,
        help="Write a waveform (VCD) of each run in which a property fails.")] = None,
):
    """Prove properties of the gateware with an SMT solver.

    Exit status 1 if one does not hold, or if a fault that was put in is not found.

    For example:
    $ ascon-xif prove --list
    $ ascon-xif prove core.ibus --waves .
    $ ascon-xif prove --seeded
    """
    from formal.checks import chosen
    with rejecting("NAME"):
        checks = chosen(names or ())
    if list_only:
        _list(checks, json)
        return
    tasks = [(check, fault) for check in checks
             for fault in (check.faults if seeded else (None,))]
    outcomes = outcomes_of(tasks, waves=waves)
    if json:
        print(json_format.dumps({"rows": [_row(outcome) for outcome in outcomes]}))
    else:
        _show(outcomes, seeded)
    if not all(outcome.right for outcome in outcomes):
        raise typer.Exit(EXIT_FAILED)


def outcomes_of(tasks, *, waves=None):
    """Do what :func:`formal.prover.prove_all` does, with progress shown, and return all at once."""
    from formal.prover import prove_all
    outcomes = []
    with progress() as bar:
        task = bar.add_task("Proofs", total=len(tasks))
        for outcome in prove_all(tasks, waves=waves):
            outcomes.append(outcome)
            bar.advance(task)
            if not errors.is_terminal:
                errors.print(f"{outcome.check.name}: {outcome.verdict} in {outcome.seconds:.1f} s",
                             markup=False)
    return outcomes


def _table():
    return Table(box=box.SIMPLE_HEAD, pad_edge=False)


def _list(checks, json):
    if json:
        print(json_format.dumps({"rows": [
            {"name": check.name, "states": check.states, "mode": check.mode.value,
             "depth": check.depth, "cuts": [cut.what for cut in check.cuts],
             "faults": [fault.what for fault in check.faults]} for check in checks]}))
        return
    table = _table()
    table.add_column("check", no_wrap=True)
    table.add_column("mode")
    table.add_column("depth", justify="right")
    table.add_column("states")
    for check in checks:
        table.add_row(check.name, check.mode.value, str(check.depth), check.states)
    console.print(table)


def _row(outcome):
    return {"name": outcome.check.name, "mode": outcome.check.mode.value,
            "depth": outcome.check.depth,
            "fault": outcome.fault.what if outcome.fault else None,
            "holds": outcome.holds, "right": outcome.right, "failed": outcome.failed,
            "step": outcome.step, "seconds": round(outcome.seconds, 1)}


def _show(outcomes, seeded):
    table = _table()
    table.add_column("check", no_wrap=True)
    if seeded:
        table.add_column("fault")
    else:
        table.add_column("mode")
        table.add_column("depth", justify="right")
    table.add_column("seconds", justify="right")
    table.add_column("result", no_wrap=True)
    for outcome in outcomes:
        check = outcome.check
        about = [outcome.fault.what] if seeded else [check.mode.value, str(check.depth)]
        table.add_row(check.name, *about, f"{outcome.seconds:.1f}",
                      Text(outcome.verdict, style="green" if outcome.right else "bold red"))
    console.print(table)
    for outcome in outcomes:
        if not outcome.right:
            for place in outcome.failed:
                console.print(f"{outcome.check.name}: {place}", markup=False, soft_wrap=True)
