"""Vivado's reports of utilization, timing and power, as text.

Source: UG906 "Design Analysis and Closure Techniques", "Report Utilization", "Report Timing
Summary"; UG907 "Power Analysis and Optimization", "Report Power"; their forms are those of
Vivado 2018 and later.
"""

import re

from boards.parts import PARTS, part_of
from boards.report import Clock

__all__ = ["parse_power", "parse_timing", "parse_utilization"]

#: Resources by what their column's head begins with, and how much one in it counts.
_COLUMNS = {"Total LUTs": ("sites", 1), "LUTRAMs": ("lutram", 1), "SRLs": ("lutram", 1),
            "FFs": ("ff", 1), "RAMB36": ("bram", 1), "RAMB18": ("bram", 0.5), "DSP": ("dsp", 1)}

#: What stands in the power report for each kind.
_POWER = {"Total On-Chip Power (W)": "total", "Dynamic (W)": "dynamic",
          "Device Static (W)": "static"}


def parse_utilization(text):
    """Read ``report_utilization -hierarchical``.

    Returns
    -------
    utilization : dict of :class:`str` to :class:`float`
        Of the whole design, by the names of :class:`boards.utilization.Utilization`. Vivado's LUTs
        are sites: two tables that share one count once.
    parts : dict of :class:`str` to :class:`dict`
        The same by part, see :data:`boards.parts.PARTS`.

    Raises
    ------
    ValueError
        If it is no such report.
    """
    rows = [line.strip().strip("|").split("|") for line in text.splitlines()
            if line.lstrip().startswith("|")]
    heads = [index for index, row in enumerate(rows) if row[0].strip() == "Instance"]
    if not heads:
        raise ValueError("not a hierarchical report of utilization: no column Instance in it")
    columns = [next((rule for head, rule in _COLUMNS.items() if cell.strip().startswith(head)),
                    None) for cell in rows[heads[0]]]
    path, whole, parts = [], None, {part: {} for part in PARTS}
    for row in rows[heads[0] + 1:]:
        name = row[0].strip()
        depth = (len(row[0]) - len(row[0].lstrip()) - 1) // 2
        path[depth:] = [name]
        figures = _figures(row, columns)
        if whole is None:
            whole = figures
        # The first module on a path that is of a part has what is below it, too.
        elif (part := part_of(".".join(path))) != "around" and part_of(
                ".".join(path[:-1])) == "around":
            _add(parts[part], figures)
    if whole is None:
        raise ValueError("not a hierarchical report of utilization: it has no rows")
    rest = {key: value - sum(part.get(key, 0) for part in parts.values())
            for key, value in whole.items()}
    parts["around"] = rest
    return whole, parts


def _figures(row, columns):
    figures = {}
    for cell, rule in zip(row, columns, strict=True):
        if rule is not None:
            resource, weight = rule
            figures[resource] = figures.get(resource, 0) + weight * int(cell)
    return figures


def _add(total, figures):
    for key, value in figures.items():
        total[key] = total.get(key, 0) + value


def parse_timing(text):
    """Read ``report_timing_summary``: a clock for each that has paths of its own.

    Returns
    -------
    tuple of :class:`boards.report.Clock`

    Raises
    ------
    ValueError
        If it is no such report.
    """
    periods = {row[0]: float(row[-2]) for row in _section(text, "Clock Summary")}
    slacks = {row[0]: float(row[1]) for row in _section(text, "Intra Clock Table")
              if len(row) > 9}  # a clock without paths has pulse widths only
    if not periods:
        raise ValueError("not a timing summary: it has no clocks")
    return tuple(Clock(name, 1e3 / period, 1e3 / (period - slacks[name]))
                 for name, period in periods.items() if name in slacks)


def _section(text, title):
    """Return the rows of a section's table, cut at white space."""
    # Behind the title there is one more line in its box.
    body = text.partition(f"\n| {title}\n")[2].partition("\n")[2].partition("\n| ")[0]
    lines = [line for line in body.splitlines()[1:] if line.strip()]
    start = next((index for index, line in enumerate(lines)
                  if re.match(r"-----\s+-", line)), len(lines))
    rows = []
    for line in lines[start + 1:]:
        if line.startswith("---"):
            break
        rows.append(re.sub(r"\{[^}]*\}", "{}", line).split())
    return rows


def parse_power(text):
    """Read ``report_power``.

    Returns
    -------
    dict
        Watts by kind, and how they came about: no switching activity was given.

    Raises
    ------
    ValueError
        If it is no such report.
    """
    found = dict(re.findall(r"^\|\s*(.+?)\s*\|\s*([\d.]+)\s*\|$", text, re.MULTILINE))
    try:
        watts = {kind: float(found[name]) for name, kind in _POWER.items()}
    except KeyError as error:
        raise ValueError(f"not a report of power: there is no {error} in it") from None
    return watts | {"how": "vectorless: Vivado's estimate, without activity from a simulation"}
