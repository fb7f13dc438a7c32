"""Results in the README, between two markers, from the benchmark's points."""

from cli.pages.markdown import table
from sim.bench import table as bench_rows

__all__ = ["BEGIN", "END", "insert", "region"]

BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"

_TEXT = """\
One call of Ascon-AEAD128 on the simulated system at one round per cycle: jump, key and nonce
loaded, message processed, tag stored or checked, state wiped, return. Every output was compared
with the reference model's. `./ascon-xif docs` makes this table.

{table}

At {length:,} bytes without associated data that is {baseline:.2f} cycles per byte in software and
{accelerated:.2f} with the coprocessor.
"""


def region(points):
    """Return the text between the markers.

    Parameters
    ----------
    points : list of :class:`sim.bench.Point`
        Of both modes.

    Raises
    ------
    ValueError
        If a point is wrong: then there is nothing to publish.
    """
    rows = bench_rows(points)
    wrong = [row for row in rows if not row["correct"]]
    if wrong:
        raise ValueError(f"{len(wrong)} measurements gave a wrong output; `ascon-xif bench` "
                         "shows which")
    cells = [(row["op"], f"{row['message']:,}", f"{row['ad']:,}",
              *(f"{number:,}" for mode in ("baseline", "accelerated")
                for number in (row[mode].cycles, row[mode].instructions)),
              f"**{row['speedup']:.1f}**") for row in rows]
    header = ("", "message bytes", "AD bytes", "baseline cycles", "instructions",
              "accelerated cycles", "instructions", "speedup")
    longest = max((row for row in rows if row["op"] == "encrypt" and not row["ad"]),
                  key=lambda row: row["message"])
    return _TEXT.format(
        table=table(header, cells, align=["left"] + ["right"] * 7), length=longest["message"],
        **{mode: longest[mode].cycles / longest["message"]
           for mode in ("baseline", "accelerated")})


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
