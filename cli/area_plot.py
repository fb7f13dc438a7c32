"""Area against speed as a picture: a line for each member, a dot for each coprocessor."""

from boards.units import PEERS
from cli.figure import BLUE, GREY, ORANGE, SETTINGS, SIZE, new_figure, render, tidy
from cli.names import NAMES

__all__ = ["draw_area", "figure_of_area"]

#: Inches.
_WIDTH, _HEIGHT = 10.4, 4.4

#: What a panel shows of :class:`sim.costs.Costs`, and its title.
_PANELS = (({"aead128": "aead128", "hash256": "hash256"}, "Long messages", "cycles per byte"),
           ({"aead128_short": "aead128", "hash256_short": "hash256"}, "A message of 16 bytes",
            "cycles"))

_COLOURS = {"aead128": BLUE, "hash256": ORANGE}


def draw_area(rows, form):
    """Draw the picture; the same rows give the same bytes.

    Parameters
    ----------
    rows : list of :class:`dict`
        Rows of :func:`boards.synth.row` with ``"cycles"``, of :class:`sim.costs.Costs`.
    form : :class:`str`
        One of :data:`cli.figure.FORMATS`.
    """
    return render(figure_of_area(rows), form)


def figure_of_area(rows):
    """Return the picture as a :class:`matplotlib.figure.Figure`."""
    import matplotlib
    peer = PEERS["coprocessor"][0]
    rows = sorted(rows, key=lambda row: row["sites"])
    with matplotlib.rc_context(SETTINGS):
        figure = new_figure(_WIDTH, _HEIGHT)
        figure.subplots_adjust(left=0.045, right=0.885, top=0.895, bottom=0.12, wspace=0.36)
        for axes, (keys, title, unit) in zip(figure.subplots(1, 2), _PANELS, strict=True):
            _panel(axes, rows, keys)
            axes.set_title(f"{title}: {unit}", loc="left", fontsize=SIZE + 2, fontweight="bold",
                           pad=10)
            axes.axvline(peer.figures["sites"], color=GREY, linewidth=0.8, linestyle=(0, (4, 3)))
            axes.annotate(peer.name, (peer.figures["sites"], 0), (5, 4), color=GREY,
                          textcoords="offset points", fontsize=SIZE - 1)
    return figure


def _panel(axes, rows, keys):
    """Draw a panel's lines, with the coprocessors' names below the lower one."""
    last = rows[-1]["cycles"]
    for key, member in keys.items():
        points = [(row["sites"], row["cycles"][key]) for row in rows]
        axes.plot(*zip(*points, strict=True), color=_COLOURS[member], linewidth=1.5, marker="o",
                  markersize=5, markeredgewidth=0)
        above = last[key] == max(last[other] for other in keys)
        axes.annotate(NAMES[member], points[-1], (9, 4 if above else -4), va="center",
                      textcoords="offset points", color=_COLOURS[member], fontweight="bold")
    for row in rows:
        axes.annotate(_name(row["config"]),
                      (row["sites"], min(row["cycles"][key] for key in keys)), (0, -7),
                      textcoords="offset points", ha="center", va="top", color=GREY,
                      fontsize=SIZE - 1, bbox={"color": "white", "pad": 0.5}, zorder=3)
    axes.set_xlim(0, 1.06 * rows[-1]["sites"])
    axes.set_ylim(0, 1.12 * max(row["cycles"][key] for row in rows for key in keys))
    axes.set_xlabel("sites (six-input tables of the XC7Z020)", color=GREY)
    tidy(axes)


def _name(config):
    """Return how a dot is called: a preset's name, or the number of rounds in a cycle."""
    name, _, rounds = config.split()[0].partition("=")
    return f"{rounds} rounds" if rounds else name
