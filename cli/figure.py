"""What the pictures have in common: formats, colours, letters, and that they are always the same.

Colours are those of Okabe and Ito, which people with colour vision deficiencies can tell apart.
"""

import io

__all__ = ["BLUE", "FORMATS", "GREY", "GRID", "ORANGE", "SETTINGS", "SIZE", "new_figure", "render",
           "tidy"]

#: Formats, which are also what a file's name ends in.
FORMATS = ("svg", "png")

BLUE, ORANGE = "#0072b2", "#d55e00"
GREY, GRID = "#555555", "#dddddd"

#: Points of the smallest text.
SIZE = 9

SETTINGS = {"svg.hashsalt": "ascon-xif", "svg.fonttype": "path", "font.family": "DejaVu Sans",
            "font.size": SIZE, "axes.edgecolor": GREY, "axes.linewidth": 0.8,
            "xtick.color": GREY, "ytick.color": GREY, "path.simplify": False}


def new_figure(width, height):
    """Return an empty :class:`matplotlib.figure.Figure`; sizes are in inches."""
    # Loading takes a second, which is for those who draw only.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    figure = Figure(figsize=(width, height), dpi=150, facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def tidy(axes):
    """Give a panel its grid, and take the frame away where there are no numbers."""
    axes.grid(True, color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def render(figure, form):
    """Return a picture's bytes, the same for the same figure.

    Raises
    ------
    ValueError
        If the format is none of :data:`FORMATS`.
    """
    if form not in FORMATS:
        raise ValueError(f"a picture's format must be one of {FORMATS}, not {form!r}")
    import matplotlib
    content = io.BytesIO()
    with matplotlib.rc_context(SETTINGS):
        figure.savefig(content, format=form,
                       metadata={"Date": None} if form == "svg" else {"Software": None})
    return content.getvalue()
