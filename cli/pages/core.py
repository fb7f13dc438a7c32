"""The tables of cycles and sizes in ``docs/core.md``."""

from cli.pages.area import listed
from cli.pages.markdown import insert, table
from sim.core.timing import ENTRY, HAZARDS, INSTRUCTIONS, INTERRUPT, OFFLOADS

__all__ = ["page"]

_NAMES = {"{rd}": "x(x3, x1, x2)", "{rd5}": "x(x5, x1)", "{use}": "x(x4, x3)",
          "{use2}": "x(x4, x0, x3)", "{none}": "x(-, x1, x2)", "{idle}": "x(-, x1, [x3])",
          "{exc}": "x(x0, x1), exc", "{to_end}": "x(x3, x22)"}

_CYCLES = """\
{instructions}

{hazards}

Traps: the handler's first instruction retires {entry} cycles after what traps. Interrupts: it
retires {interrupt} cycles after the cycle in which the line rises, {late} with that cycle.

Offloaded instructions; `x(rd, rs1, rs2)` is one of them, `[x3]` a field that it does not use, t the
cycle of its issue. Where nothing else is said, the result is there at t + 2:

{offloads}
"""


def _cases(head, cases):
    rows = []
    for case in cases:
        sequence = case.sequence
        for word, name in _NAMES.items():
            sequence = sequence.replace(word, name)
        cycles = f"{case.cycles} ({case.exact})" if case.exact else case.cycles
        rows.append((case.what, f"`{sequence}`", cycles))
    return table((head, "sequence", "cycles"), rows, align=["left", "left", "right"])


def _cycles():
    return _CYCLES.format(
        instructions=_cases("instruction", INSTRUCTIONS), hazards=_cases("hazard", HAZARDS),
        offloads=_cases("offload", OFFLOADS), entry=ENTRY, interrupt=INTERRUPT,
        late=INTERRUPT + 1)


def _sizes(area):
    rows = [(row["configuration"], *(row[name] for name in ("LUT", "sites", "FF", "carry", "DSP")))
            for row in listed(area, "Core, with CV-X-IF")]
    return table(("instruction set", "LUT", "sites", "FF", "carry", "DSP"), rows,
                 align=["left"] + ["right"] * 5) + "\n"


def page(document, area):
    """Return the page with new tables between its markers.

    Parameters
    ----------
    document : :class:`str`
        The page.
    area : :class:`str`
        ``docs/area.md``, for the sizes.
    """
    return insert(insert(document, _cycles(), "cycles"), _sizes(area), "sizes")
