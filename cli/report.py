"""``ascon-xif report``: what a build takes and how fast it is; two of them compared."""

from json import loads
from pathlib import Path
from typing import Annotated

import typer

from boards.report import read_report
from cli.build_tables import difference_table, report_tables
from cli.console import console, reject, rejecting
from cli.files import JsonFile, write_json

__all__ = ["report"]


def report(
    builds: Annotated[list[Path], typer.Argument(
        metavar="DIR...", help="Output folder of a build, or its report.json.")],
    compare: Annotated[bool, typer.Option(
        "--compare", metavar="", help="Show what differs between two of them.")] = False,
    json: JsonFile = None,
):
    """Show the reports of builds, or compare two of them.

    For example:
    $ ascon-xif report build/ulx3s
    $ ascon-xif report --compare build/compact build/fast
    """
    with rejecting("DIR"):
        reports = [read_report(path) for path in builds]
    if compare:
        if len(reports) != 2:
            reject(f"compares two builds, not {len(reports)}", "--compare")
        console.print(difference_table(*reports, [str(path) for path in builds]))
    else:
        for one in reports:
            for table in report_tables(one):
                console.print(table)
    write_json(json, [loads(one.to_json()) for one in reports])
