"""``docs/kernels.md``: accelerated routines for small memories beside the fast ones."""

from cli.names import NAMES
from cli.pages.markdown import NOTICE, table
from hdl.ascon.presets import DEFAULT
from sim.bench import slopes
from sw.image import KERNELS

__all__ = ["GRID_LENGTHS", "page"]

#: Bytes of the messages that are measured: of a short one, and those between which a byte counts.
GRID_LENGTHS = (16, 1024, 1536)

_PAGE = """\
# Small kernels

{notice}

The accelerated routines come in two kinds. The fast ones have several blocks in a turn of their
loops and, for AEAD128, a path for each length of a last block. The small ones have one block in a
turn and go through a last block word by word, padding the last word themselves. `--kernels small`
chooses them for `kat`, `bench`, `run` and `trace`, and for the C library by `library` and
`example`; all else is the same, and so are the tests that they have to pass.

Bytes of code as `bench` counts them, what is shared included; cycles of a whole call for a message
of {short} bytes, without associated data, and of a byte more of a long one, with the preset
{preset}. No routine needs stack.

{table}

The whole firmware, with the software baseline and what serves the host, has {images} bytes of code.
"""


def page(kinds):
    """Return the page's text.

    Parameters
    ----------
    kinds : dict of :class:`str` to :class:`tuple`
        For each of :data:`sw.image.KERNELS`: points of accelerated code,
        :class:`sim.bench.Point`; rows of :func:`sim.bench_report.routines`; and the bytes of the
        image's code.

    Raises
    ------
    ValueError
        If a point is wrong, or a routine needs stack.
    """
    columns = {kind: _columns(*kinds[kind][:2]) for kind in KERNELS}
    lines = [(NAMES[member], op,
              *(columns[kind][member, op][figure] for figure in range(3) for kind in KERNELS))
             for member, op in columns[KERNELS[0]]]
    header = ("member", "operation", *(f"{title}: {kind}" if kind == KERNELS[0] else kind
                                       for title in ("code", f"{GRID_LENGTHS[0]} bytes",
                                                     "cycles/byte") for kind in KERNELS))
    return _PAGE.format(
        notice=NOTICE, short=GRID_LENGTHS[0], preset=DEFAULT,
        table=table(header, lines, ["left"] * 2 + ["right"] * 6),
        images=" or ".join(f"{kinds[kind][2]:,} ({kind})" for kind in KERNELS))


def _columns(points, routines):
    """Return code, cycles and slope by member and operation."""
    if not all(point.correct for point in points):
        raise ValueError("a measurement gave a wrong output")
    rates = {(row["member"], row["op"]): f"{row['accelerated']:.3f}" for row in slopes(points)
             if row["of"] == "message"}
    calls = {(point.member, point.op): f"{point.cycles:,}" for point in points
             if point.message == GRID_LENGTHS[0]}
    found = {}
    for row in routines:
        if row["mode"] == "accelerated":
            if row["stack"]:
                raise ValueError(f"{row['member']} needs {row['stack']} bytes of stack")
            key = row["member"], row["op"]
            found[key] = f"{row['code']:,}", calls[key], rates.get(key, "")
    return found
