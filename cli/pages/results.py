"""``docs/results.md`` and the results in the README, from the points of the benchmark."""

from cli.names import NAMES
from cli.pages import targets
from cli.pages.markdown import NOTICE, markers, table
from cli.pages.markdown import insert as insert_between
from hdl.ascon.presets import DEFAULT, PRESETS
from sim.bench import per_byte, slopes
from sim.bench import table as bench_rows
from sw.request import MODES

__all__ = ["BEGIN", "END", "insert", "page", "region"]

_MARKER = "results"
BEGIN, END = markers(_MARKER)

#: Message lengths in the README's table: of every member, and of those that take longer ones.
_SHORT, _LONG = 16, 1024

_PICTURE = ("![Cycles per byte in software and with the coprocessor, and the speedup, over the "
            "length of the message, a line for each member]({})")

_REGION = """\
{picture}

{table}

Clock cycles of a whole call for a message of {short} bytes, and cycles per byte for one of
{long}, with the preset {preset}: key and nonce loaded, message processed, output stored,
state wiped. × is the speedup; from {short} bytes on it is {least:.0f} to {most:.0f}, over all
lengths of message, associated data and output. [All results](docs/results.md), with code size and
stack.
"""

_PAGE = """\
# Results

{notice}

One call of each member on the simulated system at zero wait states, from the jump to the first
instruction after the return: key and nonce loaded, message processed, output stored, tag checked,
state wiped. Software and accelerated code run from the same firmware image on the same hardware,
and every output was compared with the reference model's. The hardware has one of these
coprocessors:

{presets}

Software alone, the baseline, takes the same cycles with each. `./ascon-xif bench --preset NAME`
measures the same, `--rounds-per-cycle` for other hardware, `--plot FILE` draws it.

{picture}

{targets}
## Long messages

Cycles for a byte more, between 1024 and 1536 bytes, and the speedup over the baseline.

{slopes}

## Code and stack

Bytes that a routine needs, found by following every path through its machine code. What several
routines share counts in each; the permutation is the largest part of it.

{routines}

{sections}
"""

#: What grows, where its name is no word.
_BYTE_OF = {"ad": "associated data"}

#: Of a section's table, in front of the presets.
_HEADER = ("baseline cycles", "instructions", "cycles/byte", "accelerated instructions")


def _rows(points):
    rows = bench_rows(points)
    wrong = [row for row in rows if not row["correct"]]
    if wrong:
        raise ValueError(f"{len(wrong)} measurements gave a wrong output; `ascon-xif bench` "
                         "shows which")
    return rows


def _cost(point):
    cost = per_byte(point)
    return "" if cost is None else f"{cost:.2f}"


def _speedup(row):
    return f"**{row['speedup']:.1f}**"


def _overview(rows):
    """Return the cells of a member's row in the README."""
    usual = {}
    for row in rows:
        if not row["ad"]:
            usual.setdefault(row["message"], row)
    cells = []
    if _SHORT in usual:
        row = usual[_SHORT]
        cells += [*(f"{row[mode].cycles:,}" for mode in MODES), _speedup(row)]
    else:
        cells += [""] * 3
    if _LONG in usual:
        row = usual[_LONG]
        cells += [*(f"{row[mode].cycles / _LONG:.2f}" for mode in MODES), _speedup(row)]
    else:
        cells += [""] * 3
    return cells


def _grouped(rows):
    """Group rows by member and operation, each with its title."""
    groups = {}
    for row in rows:
        groups.setdefault((row["member"], row["op"]), []).append(row)
    return {NAMES[member] + (f", {op}" if member == "aead128" else ""): group
            for (member, op), group in groups.items()}


def region(points):
    """Return the text between the README's markers.

    Parameters
    ----------
    points : list of :class:`sim.bench.Point`
        Of both modes, on the preset that is the default.

    Raises
    ------
    ValueError
        If a point is wrong: then there is nothing to publish.
    """
    rows = _rows(points)
    speedups = [row["speedup"] for row in rows if row["message"] >= _SHORT]
    header = ("", *(f"{_SHORT} B {mode}" for mode in MODES), "×",
              *(f"{_LONG} B {mode}" for mode in MODES), "×")
    return _REGION.format(
        picture=_PICTURE.format("docs/bench.svg"),
        table=table(header, [(title, *_overview(group)) for title, group in _grouped(rows).items()],
                    align=["left"] + ["right"] * 6),
        preset=DEFAULT, least=min(speedups), most=max(speedups), short=_SHORT, long=_LONG)


def page(presets, routines):
    """Return ``docs/results.md``.

    Parameters
    ----------
    presets : dict of :class:`str` to list of :class:`sim.bench.Point`
        By preset, the points of both modes.
    routines : list of :class:`dict`
        Of :func:`sim.bench_report.routines`.

    Raises
    ------
    ValueError
        If a point is wrong, or the baseline takes other cycles with another preset: then there is
        nothing to publish.
    """
    rows = {preset: _rows(points) for preset, points in presets.items()}
    usual = rows[DEFAULT]
    for preset, others in rows.items():
        if [row["baseline"] for row in others] != [row["baseline"] for row in usual]:
            raise ValueError(f"the baseline is another with preset {preset}")
    together = [row | {preset: others[number] for preset, others in rows.items()}
                for number, row in enumerate(usual)]
    sections = [_section(title, group, tuple(presets))
                for title, group in _grouped(together).items()]
    return _PAGE.format(
        notice=NOTICE, picture=_PICTURE.format("bench.svg"),
        presets="\n".join(f"* **{preset}**: {PRESETS[preset].description}."
                          for preset in presets),
        targets=targets.section(presets), slopes=_slopes(presets), routines=_routines(routines),
        sections="\n\n".join(sections))


def _section(title, rows, presets):
    """Return the section of a member and operation."""
    lengths = {name: header for name, header in (("message", "message bytes"), ("ad", "AD bytes"),
                                                 ("output", "output bytes"))
               if name == "message" or any(row[name] for row in rows)}
    cells = []
    for row in rows:
        line = [f"{row[name]:,}" for name in lengths]
        line += [f"{row['baseline'].cycles:,}", f"{row['baseline'].instructions:,}",
                 _cost(row["baseline"]), f"{row['accelerated'].instructions:,}"]
        for preset in presets:
            line += [f"{row[preset]['accelerated'].cycles:,}", _cost(row[preset]["accelerated"]),
                     _speedup(row[preset])]
        cells.append(line)
    header = [*lengths.values(), *_HEADER]
    for preset in presets:
        header += [f"{preset} cycles", "cycles/byte", "speedup"]
    return f"## {title}\n\n" + table(header, cells, align="right")


def _slopes(presets):
    found = {preset: slopes(points) for preset, points in presets.items()}
    cells = []
    for number, row in enumerate(found[DEFAULT]):
        line = [NAMES[row["member"]], row["op"], _BYTE_OF.get(row["of"], row["of"]),
                f"{row['baseline']:.3f}"]
        for preset in presets:
            cost = found[preset][number]["accelerated"]
            line += [f"{cost:.3f}", f"**{row['baseline'] / cost:.1f}**"]
        cells.append(line)
    header = ["member", "operation", "byte of", "baseline"]
    for preset in presets:
        header += [preset, "speedup"]
    return table(header, cells, align=["left"] * 3 + ["right"] * (1 + 2 * len(presets)))


def _routines(rows):
    cells = [(NAMES[row["member"]], row["op"], row["mode"], f"{row['code']:,}",
              f"{row['shared']:,}", row["stack"]) for row in rows]
    return table(("member", "operation", "mode", "code", "of it permutation", "stack"), cells,
                 align=["left"] * 3 + ["right"] * 3)


def insert(document, text):
    """Return ``document`` with ``text`` between its markers.

    Raises
    ------
    ValueError
        If it does not have each marker once, in order.
    """
    return insert_between(document, text, _MARKER)
