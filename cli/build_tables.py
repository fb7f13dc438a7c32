"""Builds' reports as tables for people."""

from rich import box
from rich.table import Table
from rich.text import Text

from boards.report import RESOURCES
from boards.report_text import clock_rows, difference_rows, module_rows, used_row

__all__ = ["difference_table", "report_tables"]


def _table(title, first, columns):
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                  pad_edge=False, collapse_padding=True)
    table.add_column(first)
    for name in columns:
        table.add_column(name, justify="right")
    return table


def report_tables(report):
    """Return the tables of a :class:`boards.report.Report`: resources, clocks, power."""
    resources = _table(f"{report.title}: {report.device}", "part",
                       [title.replace(" ", "\n", 1) for title in RESOURCES.values()])
    resources.add_row("everything", *used_row(report))
    resources.add_section()
    for row in module_rows(report):
        resources.add_row(*row)
    clocks = _table("Timing", "clock", ("target\nMHz", "reached\nMHz", "slack\nns", ""))
    for *cells, verdict in clock_rows(report):
        clocks.add_row(*cells, Text(verdict, style="green" if verdict == "met" else "bold red"))
    tables = [resources, clocks]
    if report.power:
        power = _table(f"Power, {report.power['how']}", "", ("W",))
        for name, value in report.power.items():
            if name != "how":
                power.add_row(name, str(value))
        tables.append(power)
    return tables


def difference_table(one, other, names):
    """Return the table of what differs between two reports, headed by their names."""
    table = _table("Difference", "", (*names, "difference"))
    for row in difference_rows(one, other):
        table.add_row(*row)
    return table
