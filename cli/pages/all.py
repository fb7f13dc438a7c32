"""All generated pages, and where they are."""

from pathlib import Path

from cli.area_plot import draw_area
from cli.pages import (
    area,
    boards,
    c_interface,
    core,
    coverage,
    isa,
    memory_map,
    permutation,
    proofs,
    results,
    slots,
    speed,
)
from cli.plot import draw
from cli.slots_svg import draw_slots
from hdl.ascon.presets import DEFAULT
from sim.bench_report import routines
from soc.coprocessor import features_of

__all__ = ["AREA", "BOARDS", "C_INTERFACE", "KERNELS_PAGE", "PROOFS", "README", "ROOT", "SLOTS",
           "areas", "board_builds", "core_coverage", "library_costs", "measurements",
           "proven", "slot_drawings", "software_permutation", "speeds", "tables"]

#: The checkout.
ROOT = Path(__file__).resolve().parent.parent.parent

README = ROOT / "README.md"
C_INTERFACE = ROOT / "docs" / "c-interface.md"
AREA = ROOT / "docs" / "area.md"
CORE = ROOT / "docs" / "core.md"
KERNELS_PAGE = ROOT / "docs" / "kernels.md"
SLOTS = ROOT / "docs" / "slots.md"
BOARDS = ROOT / "docs" / "boards.md"
PROOFS = ROOT / "docs" / "proofs.md"


def tables():
    """Return the right text of each page that is rendered from tables alone, by its path.

    The sizes on the core's page are those of the page about areas, as that is.
    """
    return {ROOT / "docs" / "isa.md": isa.page(),
            ROOT / "docs" / "memory-map.md": memory_map.page(),
            CORE: core.page(CORE.read_text(encoding="utf-8"), AREA.read_text(encoding="utf-8"))}


def measurements(presets, image):
    """Return the right text of each page with results and of their picture, by its path.

    Parameters
    ----------
    presets : dict of :class:`str` to list of :class:`sim.bench.Point`
        By preset, the points of both modes.
    image : :class:`sw.contents.Image`
        The firmware: its code size and stack.

    Raises
    ------
    ValueError
        If a measurement gave a wrong output, or the README has lost its markers.
    """
    points = presets[DEFAULT]
    return {ROOT / "docs" / "results.md": results.page(presets, routines(image)),
            ROOT / "docs" / "bench.svg": draw(points, features_of().rounds_per_cycle,
                                              "svg").decode(),
            README: results.insert(README.read_text(encoding="utf-8"), results.region(points))}


def slot_drawings(presets):
    """Return the right text of the page about cycles of a block and of its pictures, by path.

    Parameters
    ----------
    presets : dict of :class:`str` to list of :class:`sim.slots.Turn`
        By preset.
    """
    return {SLOTS: slots.page(presets)} | {
        SLOTS.with_name(slots.picture(preset)): draw_slots(turns)
        for preset, turns in presets.items()}


def library_costs(costs, sizes):
    """Return the right text of the C library's page, by its path.

    Parameters
    ----------
    costs, sizes
        What :mod:`sim.library_cost` measures.
    """
    return {C_INTERFACE: c_interface.page(C_INTERFACE.read_text(encoding="utf-8"), costs, sizes)}


def core_coverage(result):
    """Return the right text of the page about the core's random programs, by its path.

    Parameters
    ----------
    result : :class:`sim.core.soak.Soak`
        A run of the length and with the seed that :mod:`cli.pages.coverage` names.
    """
    return {ROOT / "docs" / "coverage.md": coverage.page(result)}


def areas(rows, version):
    """Return the right text of the page about areas and of its picture, by their paths.

    Parameters
    ----------
    rows : dict of :class:`str` to list of :class:`dict`
        For each unit, rows as :func:`cli.pages.area.page` wants them.
    version : :class:`str`
        Of Yosys.
    """
    measured = [row for row in rows["coprocessor"] if "cycles" in row]
    return {AREA: area.page(rows, version),
            AREA.with_name(area.PICTURE): draw_area(measured, "svg").decode()}


def software_permutation(rows, permutations, points):
    """Return the right text of the page about the permutation in software, by its path.

    Parameters
    ----------
    rows, permutations, points
        What :mod:`sw.schedule.report` and :mod:`sim.even_odd` return.
    """
    return {ROOT / "docs" / "permutation.md": permutation.page(rows, permutations, points)}


def board_builds(built):
    """Return the right text of the boards' page and of the pictures in it, by its path.

    Parameters
    ----------
    built : list of (:class:`boards.report.Report`, dict)
        Builds, and the pictures of each: text by name.
    """
    pictures = {BOARDS.with_name(f"{report.board}-{name}"): text
                for report, texts in built for name, text in texts.items()}
    document = BOARDS.read_text(encoding="utf-8")
    return {BOARDS: boards.page(document, [report for report, _ in built])} | pictures


def proven(outcomes, tools):
    """Return the right text of the page about proofs, by its path.

    Parameters
    ----------
    outcomes : list of :class:`formal.prover.Outcome`
        Of all checks, without a fault and with each.
    tools : :class:`str`
        Names and versions.
    """
    return {PROOFS: proofs.page(outcomes, tools)}


def speeds(flow, rows):
    """Return the right text of the page about the speed of units alone, by its path.

    Parameters
    ----------
    flow, rows
        As :func:`cli.pages.speed.page` wants them.
    """
    return {ROOT / "docs" / "speed.md": speed.page(flow, rows)}
