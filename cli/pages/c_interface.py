"""The costs in ``docs/c-interface.md``, from measurements."""

from cli.pages.markdown import insert, table
from sim.library_cost import FUNCTIONS

__all__ = ["page", "region"]

_REGION = """\
{cycles}

{sizes}
"""

_NAMES = {"aead128": "AEAD128", "hash256": "Hash256", "xof128": "XOF128", "cxof128": "CXOF128",
          "mac": "Mac", "prf": "Prf", "prfshort": "PrfShort"}


def region(costs, sizes):
    """Return the text between the page's markers.

    Parameters
    ----------
    costs : list of :class:`sim.library_cost.Cost`
        Of both modes.
    sizes : dict
        What :func:`sim.library_cost.code_sizes` returns.
    """
    found = {(cost.member, cost.pieces, cost.mode): cost for cost in costs}

    def rows(of):
        return [(_NAMES[member], *(f"{of(member, pieces, mode):,}" for pieces in (False, True)
                                   for mode in ("baseline", "accelerated")))
                for member in FUNCTIONS]

    def stack(member, pieces):
        return max(found[member, pieces, mode].stack for mode in ("baseline", "accelerated"))

    cycles = rows(lambda *key: found[key].cycles)
    return _REGION.format(
        cycles=table(("cycles", "at once, baseline", "accelerated", "in pieces, baseline",
                      "accelerated", "stack at once", "in pieces"),
                     [(*row, stack(member, False), stack(member, True))
                      for row, member in zip(cycles, FUNCTIONS, strict=True)],
                     align=["left"] + ["right"] * 6),
        sizes=table(("bytes of code", "at once, baseline", "accelerated", "in pieces, baseline",
                     "accelerated"), rows(lambda *key: sizes[key]),
                    align=["left"] + ["right"] * 4))


def page(document, costs, sizes):
    """Return the page with new costs between its markers; parameters as of :func:`region`."""
    return insert(document, region(costs, sizes), "costs")
