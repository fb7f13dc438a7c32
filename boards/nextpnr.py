"""Reports and logs of nextpnr, of any architecture.

Source: nextpnr 0.11, ``common/kernel/report.cc``, ``timing_log.cc``: both are its own formats.
"""

import json
import re

from boards.report import Clock

__all__ = ["parse_log", "parse_report"]

#: Of the log: a clock, printed before and after routing, and a kind of cell of the device.
_CLOCK = re.compile(r"^(?:Info|Warning|ERROR): Max frequency for clock\s+'([^']+)': ([\d.]+) MHz "
                    r"\((?:PASS|FAIL) at ([\d.]+) MHz\)", re.MULTILINE)
_CELLS = re.compile(r"^Info:\s+(\w+):\s*(\d+)/\s*(\d+)\s+\d+%", re.MULTILINE)


def parse_report(text):
    """Read what ``--report`` wrote.

    Returns
    -------
    used : dict of :class:`str` to :class:`int`
        Cells of the device in use, by kind.
    clocks : tuple of :class:`boards.report.Clock`
        Timing.

    Raises
    ------
    ValueError
        If it is no such report.
    """
    try:
        data = json.loads(text)
        used = {kind: int(row["used"]) for kind, row in data["utilization"].items()}
        clocks = tuple(Clock(_plain(name), float(row["constraint"]), float(row["achieved"]))
                       for name, row in data["fmax"].items())
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a report of nextpnr: {error!r}") from None
    return used, clocks


def parse_log(text):
    """Read the same from a log, for versions without ``--report``: the last word on each.

    Raises
    ------
    ValueError
        If it says nothing about cells.
    """
    used = {kind: int(count) for kind, count, _ in _CELLS.findall(text)}
    if not used:
        raise ValueError("not a log of nextpnr: there is no device utilisation in it")
    found = {name: (float(target), float(reached))
             for name, reached, target in _CLOCK.findall(text)}
    return used, tuple(Clock(_plain(name), *values) for name, values in found.items())


def _plain(name):
    """Return a net's name without what nextpnr adds when it makes it a global one."""
    return name.removeprefix("$glbnet$")
