"""The figures in ``docs/boards.md``, from builds."""

from boards.report_text import tables
from cli.pages.markdown import insert

__all__ = ["PICTURES", "page", "region"]

#: Pictures of a build, and what they show.
PICTURES = {
    "floorplan.svg":   "Floor plan: where core, coprocessor, memories and the rest are placed",
    "utilization.svg": "What share of the device each part takes",
}

_REGION = """\
{tables}

{pictures}
"""


def region(report):
    """Return the text between a board's markers.

    Parameters
    ----------
    report : :class:`boards.report.Report`
        Of its build.
    """
    return _REGION.format(tables=tables(report, times=False), pictures="\n\n".join(
        f"![{text}]({report.board}-{name})" for name, text in PICTURES.items()))


def page(document, reports):
    """Return the page with new figures between the markers of each report's board."""
    for report in reports:
        document = insert(document, region(report), report.board)
    return document
