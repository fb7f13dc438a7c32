"""The benchmark as a picture: cycles per byte and speedup over the message's length.

Every line has its name beside its end. Of lines that coincide, the wider one is seen behind the
narrower one.
"""

import math
from pathlib import Path

from cli.figure import BLUE, FORMATS, GREY, ORANGE, SETTINGS, SIZE, new_figure, render, tidy
from cli.names import NAMES
from sim.bench import table
from sw.request import MODES

__all__ = ["FORMATS", "draw", "figure_of", "format_of", "lines"]

#: Inches.
_WIDTH, _HEIGHT = 10.4, 5.0

_COLOURS = {"aead128": BLUE, "hash256": ORANGE, "xof128": "#e69f00",
            "cxof128": "#a8518a", "mac": "#007a5a", "prf": "#56b4e9", "prfshort": "#222222"}

#: Widths in points; the later one is drawn on top of the earlier one, where they coincide.
_LINE, _WIDE_LINES = 1.5, {"hash256": 3.6, "mac": 3.6}

#: Lines' distance in multiples of the text's size.
_LEADING = 1.25

_CAPTION = ("Whole calls on one core, with {rounds} permutation round{s} a cycle. Ascon-AEAD128 "
            "encrypts, without associated data; outputs are 32 bytes of a hash, 16 of Mac, Prf and "
            "PrfShort.")


def lines(points):
    """Return what to draw.

    Parameters
    ----------
    points : iterable of :class:`sim.bench.Point`
        Of both modes.

    Returns
    -------
    :class:`dict`
        By member, the rows of :func:`sim.bench.table` by rising length of the message: those of
        encryption, without associated data, and of the usual length of the output.
    """
    rows = [row for row in table(points) if row["message"] and not row["ad"]
            and row["op"] != "decrypt" and row["speedup"] is not None]
    made = {}
    for member in NAMES:
        mine = sorted((row for row in rows if row["member"] == member),
                      key=lambda row: row["message"])
        if mine:
            made[member] = [row for row in mine if row["output"] == mine[-1]["output"]]
    return made


def draw(points, rounds_per_cycle, form):
    """Draw the picture.

    The same points give the same bytes.

    Parameters
    ----------
    points : iterable of :class:`sim.bench.Point`
        Of both modes.
    rounds_per_cycle : :class:`int`
        Of the hardware.
    form : :class:`str`
        One of :data:`FORMATS`.

    Returns
    -------
    :class:`bytes`
        The file's content.

    Raises
    ------
    ValueError
        If there is nothing to draw, or the format is none of these.
    """
    if form not in FORMATS:
        raise ValueError(f"a picture's format must be one of {FORMATS}, not {form!r}")
    return render(figure_of(points, rounds_per_cycle), form)


def figure_of(points, rounds_per_cycle):
    """Return the picture as a :class:`matplotlib.figure.Figure`, see :func:`draw`."""
    shown = lines(points)
    if not shown:
        raise ValueError("a picture needs measurements of both modes, of messages that are not "
                         "empty")
    import matplotlib
    with matplotlib.rc_context(SETTINGS):
        figure = new_figure(_WIDTH, _HEIGHT)
        costs, speedups = figure.subplots(1, 2)
        figure.subplots_adjust(left=0.058, right=0.924, top=0.895, bottom=0.185, wspace=0.42)
        _draw_costs(costs, shown)
        _draw_speedups(speedups, shown)
        figure.text(0.058, 0.025, _CAPTION.format(rounds=rounds_per_cycle or "½", s="s" * (
            rounds_per_cycle > 1)), color=GREY, fontsize=SIZE - 1)
    return figure


def format_of(path):
    """Return the format that a file's name stands for, None if it is none."""
    suffix = Path(path).suffix.lower().removeprefix(".")
    return suffix if suffix in FORMATS else None


def _prepare(axes, title, shown):
    """Give a panel its title, its horizontal axis and its grid."""
    longest = max(row["message"] for rows in shown.values() for row in rows)
    axes.set_title(title, loc="left", fontsize=SIZE + 2, fontweight="bold", pad=10)
    axes.set_xscale("log", base=2)
    ticks = [1 << power for power in range(0, longest.bit_length(), 2)]
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.set_xlim(0.85, longest * 1.12)
    axes.minorticks_off()
    axes.set_xlabel("bytes of message", color=GREY)
    tidy(axes)


def _plot(axes, shown, value):
    """Draw a line for each member, and return where they end, by member."""
    ends = {}
    for member, rows in shown.items():
        points = [(row["message"], value(row)) for row in rows]
        width = _WIDE_LINES.get(member, _LINE)
        axes.plot(*zip(*points, strict=True), color=_COLOURS[member], linewidth=width, marker="o",
                  markersize=width + 1.5, markeredgewidth=0, solid_joinstyle="round",
                  solid_capstyle="round")
        ends[member] = points[-1]
    return ends


def _draw_costs(axes, shown):
    """Draw cycles per byte, of both modes, on logarithmic axes."""
    _prepare(axes, "Cycles per byte", shown)
    axes.set_yscale("log")
    values = [row[mode].cycles / row["message"]
              for rows in shown.values() for row in rows for mode in MODES]
    low, high = math.log10(min(values)) - 0.35, math.log10(max(values)) + 0.25
    ticks = [10 ** power for power in range(math.ceil(low), math.floor(high) + 1)]
    axes.set_ylim(10 ** low, 10 ** high)
    axes.set_yticks(ticks, [f"{tick:,}" if tick >= 1 else f"{tick:g}" for tick in ticks])
    axes.minorticks_off()
    for mode, text in (("baseline", "RV32I assembly"), ("accelerated", "with the coprocessor")):
        ends = _plot(axes, shown, lambda row, mode=mode: row[mode].cycles / row["message"])
        _label(axes, ends, below=True)
        # Above the highest line, where it has come down.
        longest = max(length for length, _ in ends.values())
        near = [min(rows, key=lambda row: abs(row["message"] - longest / 24))
                for rows in shown.values() if rows[-1]["message"] == longest]
        x, y = max(((row["message"], row[mode].cycles / row["message"]) for row in near),
                   key=lambda point: point[1])
        axes.annotate(text, (x, y), xytext=(0, 12), textcoords="offset points", color=GREY,
                      fontsize=SIZE + 1, fontstyle="italic")


def _draw_speedups(axes, shown):
    """Draw the speedup."""
    _prepare(axes, "Speedup by the coprocessor", shown)
    ends = _plot(axes, shown, lambda row: row["speedup"])
    highest = max(row["speedup"] for rows in shown.values() for row in rows)
    axes.set_ylim(0, math.ceil(highest / 20) * 20)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}×")
    _label(axes, ends)


def _label(axes, ends, *, below=False):
    """Write the names beside the lines' ends.

    They go to the right margin, spread as far as they need; that of a line which ends earlier stays
    there, or below it.
    """
    longest = max(length for length, _ in ends.values())
    margin = {}
    for member, (length, value) in ends.items():
        if length == longest:
            margin[member] = axes.transData.transform((length, value))[1]
        elif below:
            _name(axes, member, (length, value), (4, -6), "right", "top")
        else:
            _name(axes, member, (length, value), (6, 0), "left", "center")
    step = _LEADING * SIZE * axes.figure.dpi / 72
    for member, place in _spread(margin, step).items():
        shift = (place - margin[member]) * 72 / axes.figure.dpi
        _name(axes, member, ends[member], (8, shift), "left", "center")


def _name(axes, member, end, shift, horizontal, vertical):
    """Write a member's name, in a darker shade of its line's colour."""
    colour = _COLOURS[member]
    darker = "#" + "".join(f"{int(colour[at:at + 2], 16) * 3 // 4:02x}" for at in (1, 3, 5))
    axes.annotate(NAMES[member].removeprefix("Ascon-"), end, xytext=shift,
                  textcoords="offset points", color=darker, fontsize=SIZE,
                  fontweight="bold", ha=horizontal, va=vertical, annotation_clip=False)


def _spread(places, step):
    """Move places apart until they are ``step`` apart, each group around its own middle."""
    order = sorted(places, key=lambda name: (places[name], -list(places).index(name)))
    groups = []
    for name in order:
        groups.append([name])
        while len(groups) > 1 and (_start(groups[-1], places, step)
                                   < _start(groups[-2], places, step) + step * len(groups[-2])):
            groups[-2:] = [groups[-2] + groups[-1]]
    return {name: _start(group, places, step) + step * number
            for group in groups for number, name in enumerate(group)}


def _start(group, places, step):
    """Return where the lowest of a group goes."""
    return sum(places[name] for name in group) / len(group) - step * (len(group) - 1) / 2
