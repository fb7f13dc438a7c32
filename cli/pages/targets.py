"""The section on targets in ``docs/results.md``."""

from cli.pages.markdown import table
from sim.targets import TARGETS

__all__ = ["section"]

_SECTION = """\
## Against the targets

The worst of encryption and decryption, and of the members that are named. Where a target is missed,
tests keep what is reached.

{table}
"""


def section(presets):
    """Return the section's text.

    Parameters
    ----------
    presets : dict of :class:`str` to list of :class:`sim.bench.Point`
        By preset, the points of both modes.
    """
    header = ["", *(title for preset in presets for title in (f"{preset}: target", "measured")),
              "best of others"]
    rows = []
    for target in TARGETS:
        cells = []
        for preset, points in presets.items():
            value = target.measure(points)
            cells += [_limit(target, preset), _value(target, preset, value)]
        rows.append((target.name, *cells, target.peer))
    return _SECTION.format(table=table(
        header, rows, align=["left", *["right"] * 2 * len(presets), "left"]))


def _limit(target, preset):
    if preset not in target.limits:
        return ""
    return f"{'≥' if target.least else '≤'} {target.limits[preset]:,}"


def _value(target, preset, value):
    met = preset not in target.limits or target.met(preset, value)
    return _number(value) if met else f"{_number(value)}, missed"


def _number(value):
    """Spell cycles as they are, and ratios with as many digits as tell them apart."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"
