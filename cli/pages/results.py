"""``docs/results.md`` and the results in the README, from the points of the benchmark."""

from cli.pages.markdown import NOTICE, table
from sim.bench import table as bench_rows

__all__ = ["BEGIN", "END", "LENGTHS", "insert", "page", "region"]

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"

#: Message lengths in the README's table, without associated data.
LENGTHS = (0, 8, 16, 64, 256, 1024)

_REGION = """\
{table}

Encryption with Ascon-AEAD128 and no associated data at one permutation round per cycle, the whole
call: key and nonce loaded, message processed, tag stored, state wiped. At {length:,} bytes that is
{baseline:.2f} cycles per byte in software and {accelerated:.2f} with the coprocessor. Decryption
and associated data: [all results](docs/results.md).
"""

_PAGE = """\
# Results

{notice}

One call of Ascon-AEAD128 on the simulated system at {rounds} permutation round per cycle and zero
wait states, from the jump to the first instruction after the return: key and nonce loaded, message
processed, tag stored or checked, state wiped. Both modes run from the same firmware image on the
same hardware, and every output was compared with the reference model's. `./ascon-xif bench`
measures the same, `--rounds-per-cycle` for other hardware.

{sections}
"""


def _rows(points):
    rows = bench_rows(points)
    wrong = [row for row in rows if not row["correct"]]
    if wrong:
        raise ValueError(f"{len(wrong)} measurements gave a wrong output; `ascon-xif bench` "
                         "shows which")
    return rows


def _cells(row, *lengths):
    numbers = [row[length] for length in lengths]
    for mode in ("baseline", "accelerated"):
        numbers += [row[mode].cycles, row[mode].instructions]
    return *(f"{number:,}" for number in numbers), f"**{row['speedup']:.1f}**"


_HEADER = ("baseline cycles", "instructions", "accelerated cycles", "instructions", "speedup")


def region(points):
    """Return the text between the README's markers.

    Parameters
    ----------
    points : list of :class:`sim.bench.Point`
        Of both modes.

    Raises
    ------
    ValueError
        If a point is wrong: then there is nothing to publish.
    """
    rows = [row for row in _rows(points)
            if row["op"] == "encrypt" and not row["ad"] and row["message"] in LENGTHS]
    longest = max(rows, key=lambda row: row["message"])
    return _REGION.format(
        table=table(("message bytes", *_HEADER), [_cells(row, "message") for row in rows],
                    align="right"),
        length=longest["message"], **{mode: longest[mode].cycles / longest["message"]
                                      for mode in ("baseline", "accelerated")})


def page(points, rounds_per_cycle):
    """Return ``docs/results.md``; parameters and exception as of :func:`region`."""
    rows = _rows(points)
    sections = []
    for op in dict.fromkeys(row["op"] for row in rows):
        cells = [_cells(row, "message", "ad") for row in rows if row["op"] == op]
        sections.append(f"## Ascon-AEAD128, {op}\n\n"
                        + table(("message bytes", "AD bytes", *_HEADER), cells, align="right"))
    return _PAGE.format(notice=NOTICE, rounds=rounds_per_cycle, sections="\n\n".join(sections))


def insert(document, text):
    """Return ``document`` with ``text`` between its markers.

    Raises
    ------
    ValueError
        If it does not have each marker once, in order.
    """
    if document.count(BEGIN) != 1 or document.count(END) != 1:
        raise ValueError(f"there must be one {BEGIN!r} and one {END!r}")
    head, rest = document.split(BEGIN)
    if END not in rest:
        raise ValueError(f"{BEGIN!r} must come before {END!r}")
    return f"{head}{BEGIN}\n{text}{END}{rest.split(END)[1]}"
