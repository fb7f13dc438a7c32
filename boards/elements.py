"""Names of elements of arrays that Yosys does not take for bits.

Amaranth calls an element ``x[0]``. Where Yosys' mapping writes a design for ABC, that is also how
bit 0 of ``x`` is called.

Source: Yosys, ``passes/techmap/abc9_ops.cc`` and ``backends/aiger/xaiger.cc``.
"""

import re

__all__ = ["rename_elements"]

#: An index that belongs to a name; behind a space it selects bits.
_INDEX = re.compile(r"(?<=\S)\[(\d+)\](?=[\s.\[\"])")


def rename_elements(design):
    """Return RTLIL in which elements of arrays are called ``x.0``."""
    return _INDEX.sub(r".\1", design)
