"""What hardware takes, as tables for people."""

from rich import box
from rich.table import Table

__all__ = ["modules_table", "synth_table"]

_COLUMNS = (("lut", "LUT"), ("lutram", "of them\nmemory"), ("sites", "sites"), ("ff", "FF"),
            ("carry", "carry\ncells"), ("dsp", "DSP"), ("bram", "block\nRAM"))


def _table(title, first):
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                  pad_edge=False, collapse_padding=True)
    table.add_column(first)
    for _, name in _COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _cells(figures):
    numbers = [figures.get(key) for key, _ in _COLUMNS]
    return ["" if number is None else f"{number:,}" for number in numbers]


def synth_table(unit, rows, peers):
    """Return the table of a report's rows.

    Parameters
    ----------
    unit : :class:`str`
        What was synthesized.
    rows : list of :class:`dict`
        Of :func:`boards.synth.row`.
    peers : iterable of :class:`boards.units.Peer`
        What to compare with.
    """
    table = _table(f"Synthesis: {unit}", "configuration")
    for row in rows:
        table.add_row(row["config"], *_cells(row))
    table.add_section()
    for peer in peers:
        table.add_row(peer.name, *_cells(peer.figures))
    return table


def modules_table(modules):
    """Return the table of figures by module, which were kept apart for it."""
    table = _table("By module, with submodules; nothing is optimized across them", "module")
    for path, figures in modules.items():
        table.add_row("  " * path.count(".") + path.split(".")[-1], *_cells(figures))
    return table
