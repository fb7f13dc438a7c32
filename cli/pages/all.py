"""All generated pages, and where they are."""

from pathlib import Path

from cli.pages import isa, memory_map

__all__ = ["ROOT", "pages"]

#: The checkout.
ROOT = Path(__file__).resolve().parent.parent.parent

#: Pages that are rendered from tables alone.
STATIC = {
    "docs/isa.md":        isa.page,
    "docs/memory-map.md": memory_map.page,
}


def pages():
    """Yield the path and the right text of each generated page."""
    for name, page in STATIC.items():
        yield ROOT / name, page()
