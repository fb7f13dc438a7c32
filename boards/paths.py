"""The longest path between each two clocks, as nextpnr reports it for a routed design.

Source: nextpnr 0.11, ``common/kernel/report.cc``; nextpnr-xilinx 0.8.2, ``common/timing.cc``: both
are its own formats.
"""

import json
import re
from dataclasses import dataclass

__all__ = ["Path", "parse_log_paths", "parse_report_paths"]

#: Of the log: a path and its clocks, its first and last lines, and, further down, how long it is.
_TITLE = re.compile(r"Critical path report for (?:clock '(.*)' \((.*) -> (.*)\)"
                    r"|cross-domain path '(.*)' -> '(.*)'):$")
_SOURCE = re.compile(r"Source (.*)\.\w+$")
_SETUP = re.compile(r"Setup (.*)\.\w+$")
_SUM = re.compile(r"[\d.]+ ns logic, ([\d.]+) ns routing$")
_FREQUENCY = re.compile(r"Max frequency for clock\s+'(.*)': ([\d.]+) MHz")
_DELAY = re.compile(r"Max delay (\S+ \S+)\s+-> (\S+ \S+?)\s*: ([\d.]+) ns$")

_ASYNC = "<async>"


@dataclass(frozen=True)
class Path:
    """A path from register to register.

    Attributes
    ----------
    start, end : :class:`str`
        Cells, by their names in the netlist.
    ns, routing_ns : :class:`float`
        All of it, from clock to clock, and what of it is in nets.
    levels : :class:`int`
        Cells between the registers.
    """

    start:      str
    end:        str
    ns:         float
    routing_ns: float
    levels:     int

    @property
    def fmax_mhz(self):
        """Frequency of a clock with that period."""
        return 1e3 / self.ns


def parse_report_paths(text):
    """Read what ``--report`` wrote; paths from and to pins are left out.

    Raises
    ------
    ValueError
        If it is no such report, or has no paths.
    """
    paths = []
    try:
        for row in json.loads(text)["critical_paths"]:
            steps = row["path"]
            if _ASYNC not in (row["from"], row["to"]):
                paths.append(Path(
                    steps[0]["from"]["cell"], steps[-1]["to"]["cell"],
                    sum(step["delay"] for step in steps),
                    sum(step["delay"] for step in steps if step["type"] == "routing"),
                    sum(step["type"] == "logic" for step in steps)))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise ValueError(f"not a report of nextpnr: {error!r}") from None
    return _some(paths)


def parse_log_paths(text):
    """Read the same from a log of nextpnr-xilinx, which has no ``--report``.

    Raises
    ------
    ValueError
        If it has no paths, or does not say how long one is.
    """
    found, lengths = {}, {}
    lines, clocks = [], None
    for line in text.splitlines():
        if title := _TITLE.search(line):
            clock, edge, other_edge, start, end = title.groups()
            clocks = (f"{edge} {clock}", f"{other_edge} {clock}") if clock else (start, end)
            lines = []
        elif frequency := _FREQUENCY.search(line):
            clock = f"posedge {frequency[1]}"
            lengths[clock, clock] = 1e3 / float(frequency[2])
        elif delay := _DELAY.search(line):
            lengths[delay[1], delay[2]] = float(delay[3])
        elif clocks and (total := _SUM.search(line)):
            found[clocks] = lines, float(total[1])
            clocks = None
        else:
            lines.append(line)
    paths = []
    for pair, (lines, routing) in found.items():
        if _ASYNC in pair:
            continue
        sources = [match[1] for line in lines if (match := _SOURCE.search(line))]
        ends = [match[1] for line in lines if (match := _SETUP.search(line))]
        if pair not in lengths or not sources or not ends:
            raise ValueError(f"not a log of nextpnr: the path from {pair[0]} to {pair[1]} is "
                             "incomplete")
        paths.append(Path(sources[0], ends[0], lengths[pair], routing, len(sources) - 1))
    return _some(paths)


def _some(paths):
    if not paths:
        raise ValueError("nextpnr has reported no paths")
    return tuple(paths)
