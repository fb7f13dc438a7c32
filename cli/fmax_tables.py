"""Speed of units alone, as tables for people."""

from rich import box
from rich.table import Table

from boards.alone import KINDS

__all__ = ["fmax_rows", "fmax_table", "path_rows", "paths_table"]


def fmax_rows(rows):
    """Return cells: configuration, best and median in MHz, then each kind of path."""
    return [(row["config"], f"{row['fmax_mhz']:.1f}", f"{row['median_mhz']:.1f}",
             *(f"{row['paths'][kind]['fmax_mhz']:.1f}" if kind in row["paths"] else ""
               for kind in KINDS.values())) for row in rows]


def path_rows(rows):
    """Return cells about the longest path: configuration, kind, start, end, length."""
    made = []
    for row in rows:
        path = row["critical"]
        made.append((row["config"], path["kind"], path["start"], path["end"],
                     f"{path['ns']:.1f} ns", str(path["levels"]),
                     f"{path['routing_ns'] / path['ns']:.0%}"))
    return made


def fmax_table(unit, flow, rows):
    """Return the table of frequencies.

    Parameters
    ----------
    unit : :class:`str`
        What was placed.
    flow : :class:`boards.alone.Flow`
        How.
    rows : list of :class:`dict`
        Of :func:`boards.alone.row`.
    """
    return _table(f"MHz, {unit} alone: {flow.device}, {flow.toolchain.name}",
                  ("configuration",), ("best", "median", *KINDS.values()), fmax_rows(rows))


def paths_table(rows):
    """Return the table of longest paths."""
    return _table("Longest paths", ("configuration", "kind", "start", "end"),
                  ("length", "cells", "in wires"), path_rows(rows))


def _table(title, words, numbers, rows):
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                  pad_edge=False, collapse_padding=True)
    for name in words:
        table.add_column(name)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    for cells in rows:
        table.add_row(*cells)
    return table
