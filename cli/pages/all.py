"""All generated pages, and where they are."""

from pathlib import Path

from cli.pages import isa, memory_map, results

__all__ = ["README", "ROOT", "readme", "tables"]

#: The checkout.
ROOT = Path(__file__).resolve().parent.parent.parent

README = ROOT / "README.md"


def tables():
    """Return the right text of each page that is rendered from tables alone, by its path."""
    return {ROOT / "docs" / "isa.md": isa.page(),
            ROOT / "docs" / "memory-map.md": memory_map.page()}


def readme(points):
    """Return the right text of the README, given the benchmark's points."""
    return results.insert(README.read_text(encoding="utf-8"), results.region(points))
