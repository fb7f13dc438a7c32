"""``docs/area.md``: what the hardware takes of an FPGA."""

import re

from boards.budgets import AREA as AREA_BOUNDS
from boards.units import PEERS, UNITS
from cli.pages.markdown import NOTICE, table
from hdl.ascon.presets import PRESETS

__all__ = ["PICTURE", "cells", "cycles", "digests", "listed", "page"]

#: The picture's name, beside the page.
PICTURE = "area.svg"

HEAD = """\
# Area

{notice}

What each unit takes of a Xilinx series 7 device, such as the XC7Z020 of the PYNQ-Z1, after
synthesis with Yosys {version} for it alone, without pins and without place and route:
`./ascon-xif synth --unit coprocessor`, `core` or `soc` measures the same.

* **LUT**: cells with a look-up table, memories in tables included. This is what Yosys counts.
* **sites**: tables of the device that they go into. Two cells with at most five distinct inputs
  in all share one, at its outputs O5 and O6; which do is a maximum matching over the netlist. A net
  that goes to a carry chain directly takes a table to get there. Vivado counts like this.
* **FF**: flip-flops. **Carry**: cells of four bits. **Block RAM**: of 36 Kbit.
* **made from**: a digest of the design, the script and the version of Yosys. `ascon-xif docs`
  says when a row's is another by now; `ascon-xif docs --area` measures anew, which takes some
  minutes.

RVFI, the core's port for simulation, is left open. The script aims at few levels of logic first and
recovers area where there is slack.
"""

_UNIT = """\
## {title}

{rows}
{peers}{more}
### By module

Submodules included. Nothing is optimized across the borders of modules here, so that the sum is
another than above.

{modules}
"""

_TARGETS = """
### Against the targets

{table}

Where a target is missed, a test keeps what is reached. The smallest preset is to be smaller than
the best published coprocessor.

### Area against speed

![Cycles of Ascon-AEAD128 and Ascon-Hash256 over the sites of the coprocessor]({picture})

{costs}

With the SoC around the coprocessor, at zero wait states; the whole call for a message of 16 bytes.
"""

_TITLES = {"coprocessor": "Coprocessor", "core": "Core, with CV-X-IF", "soc": "SoC"}

_COLUMNS = {"lut": "LUT", "lutram": "of them memory", "sites": "sites", "ff": "FF",
            "carry": "carry", "dsp": "DSP", "bram": "block RAM"}

#: Figures with a target.
_BOUND = ("sites", "ff")

#: Columns with cycles: key and format.
_COSTS = {"AEAD128 cycles/byte": ("aead128", ".3f"), "AEAD128, 16 bytes": ("aead128_short", ","),
          "Hash256 cycles/byte": ("hash256", ".3f"), "Hash256, 16 bytes": ("hash256_short", ",")}


def _cells(figures):
    return [f"{figures[key]:,}" if figures.get(key) is not None else "" for key in _COLUMNS]


def _targets(rows):
    """Return the table of presets, what they are to take, and what they take."""
    figures = {row["config"].split()[0]: row for row in reversed(rows)}
    lines = []
    for preset in PRESETS:
        line = [preset]
        for name in _BOUND:
            value = figures[preset][name]
            met = AREA_BOUNDS[preset].met(name, value)
            line += [f"≤ {AREA_BOUNDS[preset].limits[name]:,}",
                      f"{value:,}" if met else f"{value:,}, missed"]
        lines.append(line)
    header = [title for name in _BOUND for title in (f"{_COLUMNS[name]}: target", "measured")]
    return table(("", *header), lines, ["left"] + ["right"] * 2 * len(_BOUND))


def _costs(rows):
    lines = [(f"`{row['config']}`", f"{row['sites']:,}", f"{row['ff']:,}",
              *cells(row["cycles"])) for row in rows if "cycles" in row]
    return table(("configuration", "sites", "FF", *_COSTS), lines,
                 ["left"] + ["right"] * (2 + len(_COSTS)))


def _modules(row):
    indent = "&nbsp;" * 4
    return f"`{row['config']}`:\n\n" + table(
        ("module", *_COLUMNS.values()),
        [(indent * path.count(".") + path.split(".")[-1], *_cells(figures))
         for path, figures in row["modules"].items()], ["left"] + ["right"] * len(_COLUMNS))


def _unit(unit, rows):
    align = ["left"] + ["right"] * len(_COLUMNS)
    lines = [(f"`{row['config']}`", *_cells(row), f"`{row['digest']}`") for row in rows]
    lines += [(f"*{peer.name}*", *_cells(peer.figures), "") for peer in PEERS[unit]]
    broken_down = [row for row in rows if "cycles" in row] or rows[:1]
    return _UNIT.format(
        title=_TITLES[unit],
        rows=table(("configuration", *_COLUMNS.values(), "made from"), lines, [*align, "left"]),
        peers="".join(f"\n*{peer.name}*: {peer.how}.\n" for peer in PEERS[unit]),
        more="" if unit != "coprocessor" else _TARGETS.format(
            table=_targets(rows), costs=_costs(rows), picture=PICTURE),
        modules="\n\n".join(map(_modules, broken_down)))


def page(rows, version):
    """Return the page's text.

    Parameters
    ----------
    rows : dict of :class:`str` to list of :class:`dict`
        For each unit, rows of :func:`boards.synth.row`; those of coprocessors that were measured
        also with ``"cycles"``, of :class:`sim.costs.Costs`.
    version : :class:`str`
        Of Yosys.
    """
    return "\n".join([HEAD.format(notice=NOTICE, version=version),
                      *(_unit(unit, rows[unit]) for unit in UNITS)])


def cycles(text):
    """Return a page's cycles: by configuration, the cells of its table."""
    section = text.partition("\n### Area against speed\n")[2].partition("\n### ")[0]
    return {config: tuple(cells.split(" | ")) for config, cells in re.findall(
        r"^\| `([^`]*)` \| [^|]* \| [^|]* \| (.*) \|$", section, re.M)}


def cells(measured):
    """Return the cells that :func:`cycles` finds, from cycles as a dictionary."""
    return tuple(f"{measured[key]:{form}}" for key, form in _COSTS.values())


def digests(text):
    """Return what a page's rows were made from: a digest by unit and configuration."""
    found = {}
    for unit, title in _TITLES.items():
        section = text.partition(f"\n## {title}\n")[2].partition("\n### ")[0]
        for config, digest in re.findall(r"^\| `([^`]*)` \|.*\| `([0-9a-f]+)` \|$", section, re.M):
            found[unit, config] = digest
    return found


def listed(text, title):
    """Return the rows of a page's section as dictionaries by the columns' names, peers left out."""
    section = text.partition(f"\n## {title}\n")[2].partition("\n### ")[0]
    lines = [[cell.strip() for cell in line.strip("|").split("|")]
             for line in section.splitlines() if line.startswith("|")]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[2:] if line[0].startswith("`")]
