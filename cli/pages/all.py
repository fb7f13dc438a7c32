"""All generated pages, and where they are."""

from pathlib import Path

from cli.pages import isa, memory_map, results

__all__ = ["README", "ROOT", "measurements", "tables"]

#: The checkout.
ROOT = Path(__file__).resolve().parent.parent.parent

README = ROOT / "README.md"


def tables():
    """Return the right text of each page that is rendered from tables alone, by its path."""
    return {ROOT / "docs" / "isa.md": isa.page(),
            ROOT / "docs" / "memory-map.md": memory_map.page()}


def measurements(points, rounds_per_cycle):
    """Return the right text of each page with results, by its path, given the benchmark's points.

    Raises
    ------
    ValueError
        If a measurement gave a wrong output, or the README has lost its markers.
    """
    return {ROOT / "docs" / "results.md": results.page(points, rounds_per_cycle),
            README: results.insert(README.read_text(encoding="utf-8"), results.region(points))}
