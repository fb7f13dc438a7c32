"""``docs/speed.md``: how fast the units are alone."""

from boards.alone import KINDS
from boards.units import ALONE
from cli.fmax_tables import fmax_rows, path_rows
from cli.pages.markdown import NOTICE, table

__all__ = ["page"]

HEAD = """\
# Speed

{notice}

How fast coprocessor and core are alone, by place and route for {device} with {title};
`./ascon-xif fmax --unit coprocessor` or `core` measures the same, `ascon-xif docs --fmax` all that
is here. How fast a whole system is says [boards.md](boards.md).

A unit is between registers (`boards/ring.py`): every input comes from a flip-flop, every output
goes to one, so that pins do not matter. *best* and *median* are of {seeds} placements, in MHz; the
other columns are the longest paths of the best one, by where they start and end:

* **inside**: from a register of the unit to a register of it. No more can be had from whatever is
  around it.
* **from inputs**, **to outputs**: the register at the other end stands for that of a neighbour,
  next to the port. What a real neighbour has there besides is to be added.
* **through**: from an input to an output without a register. CV-X-IF wants `issue_ready` and
  `accept` in the cycle of the offer; a core's buses are similar.

*made from* is a digest of design, script and version of Yosys. The delays are the tool's estimate;
nobody has compared them with a vendor's.
"""

_UNIT = """\
## {title}

{speeds}

The longest path of the best placement, and how much of it are wires:

{paths}
"""

_TITLES = {"coprocessor": "Coprocessor", "core": "Core, with CV-X-IF"}


def page(flow, rows):
    """Return the page's text.

    Parameters
    ----------
    flow : :class:`boards.alone.Flow`
        What was measured with.
    rows : dict of :class:`str` to list of :class:`dict`
        For each unit, rows of :func:`boards.alone.row`.
    """
    (seeds,) = {len(row["runs"]) for unit in ALONE for row in rows[unit]}
    return "\n".join([
        HEAD.format(notice=NOTICE, device=flow.device, title=flow.toolchain.title, seeds=seeds),
        *(_unit(unit, rows[unit]) for unit in ALONE)])


def _unit(unit, rows):
    kinds = list(KINDS.values())
    return _UNIT.format(
        title=_TITLES[unit],
        speeds=table(("configuration", "best", "median", *kinds, "made from"),
                     [(f"`{config}`", *cells, f"`{row['digest']}`")
                      for row, (config, *cells) in zip(rows, fmax_rows(rows), strict=True)],
                     ["left"] + ["right"] * (2 + len(kinds)) + ["left"]),
        paths=table(("configuration", "kind", "start", "end", "length", "cells", "in wires"),
                    [(f"`{config}`", kind, f"`{start}`", f"`{end}`", *cells)
                     for config, kind, start, end, *cells in path_rows(rows)],
                    ["left"] * 4 + ["right"] * 3))
