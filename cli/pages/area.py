"""``docs/area.md``: what the hardware takes of an FPGA."""

import re

from boards.units import PEERS, UNITS
from cli.pages.markdown import NOTICE, table

__all__ = ["digests", "listed", "page"]

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
{peers}
### By module

{name}, submodules included. Nothing is optimized across the borders of modules here, so that the
sum is another than above.

{modules}
"""

_TITLES = {"coprocessor": "Coprocessor", "core": "Core, with CV-X-IF", "soc": "SoC"}

_COLUMNS = {"lut": "LUT", "lutram": "of them memory", "sites": "sites", "ff": "FF",
            "carry": "carry", "dsp": "DSP", "bram": "block RAM"}


def _cells(figures):
    return [f"{figures[key]:,}" if figures.get(key) is not None else "" for key in _COLUMNS]


def _unit(unit, rows):
    align = ["left"] + ["right"] * len(_COLUMNS)
    lines = [(f"`{row['config']}`", *_cells(row), f"`{row['digest']}`") for row in rows]
    lines += [(f"*{peer.name}*", *_cells(peer.figures), "") for peer in PEERS[unit]]
    modules = rows[0]["modules"]
    indent = "&nbsp;" * 4
    return _UNIT.format(
        title=_TITLES[unit],
        rows=table(("configuration", *_COLUMNS.values(), "made from"), lines, [*align, "left"]),
        peers="".join(f"\n*{peer.name}*: {peer.how}.\n" for peer in PEERS[unit]),
        name=f"`{rows[0]['config']}`",
        modules=table(("module", *_COLUMNS.values()),
                      [(indent * path.count(".") + path.split(".")[-1], *_cells(figures))
                       for path, figures in modules.items()], align))


def page(rows, version):
    """Return the page's text.

    Parameters
    ----------
    rows : dict of :class:`str` to list of :class:`dict`
        For each unit, rows of :func:`boards.synth.row`.
    version : :class:`str`
        Of Yosys.
    """
    return "\n".join([HEAD.format(notice=NOTICE, version=version),
                      *(_unit(unit, rows[unit]) for unit in UNITS)])


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
