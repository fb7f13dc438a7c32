"""The page about boards: figures are put where they belong, and the committed one is whole."""

import re
from xml.etree import ElementTree

from boards.catalog import BOARDS
from boards.report import Clock, Report
from cli.pages import all as pages
from cli.pages.boards import PICTURES, page
from cli.pages.markdown import markers

REPORT = Report("ulx3s", "LFE5U-85F", "trellis", "compact", 50_000_000, {"lut": 6000},
                {"sites": 83_640}, (Clock("clk", 50.0, 53.1),), {"core": {"lut": 3000}},
                {"Synthesis": 20.0}, {"yosys": "0.70"})


def test_figures_go_between_the_markers():
    begin, end = markers("ulx3s")
    made = page(f"before\n{begin}\nold\n{end}\nbehind\n", [REPORT])
    assert made.startswith(f"before\n{begin}\nLFE5U-85F at 50 MHz, preset compact; yosys 0.70.\n")
    assert made.endswith(f"\n{end}\nbehind\n")
    assert "old" not in made
    assert "| everything | 6,000 |" in made
    assert "| clk | 50.00 | 53.10 | +1.168 | met |" in made
    for name in PICTURES:
        assert f"(ulx3s-{name})" in made


def test_pictures_have_names_of_their_board():
    made = pages.board_builds([(REPORT, {"floorplan.svg": "picture"})])
    assert made[pages.BOARDS.with_name("ulx3s-floorplan.svg")] == "picture"
    assert "LFE5U-85F at 50 MHz" in made[pages.BOARDS]


def test_committed_page():
    text = pages.BOARDS.read_text(encoding="utf-8")
    for name in BOARDS:
        assert f"`{name}`" in text
        for marker in markers(name):
            assert text.count(marker) == 1
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)
    for name in pictures:
        ElementTree.parse(pages.BOARDS.with_name(name))
