"""The benchmark's picture: what it shows, that it can be read, and that it is always the same."""

import re
from itertools import combinations

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text
from typer.testing import CliRunner

from cli.main import app
from cli.names import NAMES
from cli.plot import FORMATS, draw, figure_of, format_of, lines
from sim.bench import GRID, Point

#: Cycles of a call and of a byte, baseline and accelerated.
COSTS = {"aead128": (2800, 57.3, 54, 0.79), "hash256": (5500, 169.2, 77, 1.63),
         "xof128": (5500, 169.2, 78, 1.63), "cxof128": (11000, 169.2, 130, 1.63),
         "mac": (2800, 42.7, 56, 0.5), "prf": (2800, 42.7, 60, 0.5), "prfshort": (1420, 0, 42, 0)}


def points(chosen=tuple(NAMES), grid=GRID):
    return [Point(shape.member, shape.op, shape.message, shape.ad, shape.output,
                  shape.customization, mode=mode, cycles=round(first + each * (
                      shape.message + shape.ad)), instructions=1, correct=True)
            for shape in grid if shape.member in chosen
            for mode, (first, each) in (("baseline", COSTS[shape.member][:2]),
                                        ("accelerated", COSTS[shape.member][2:]))]


def test_lines_are_of_one_kind():
    found = lines(points())
    assert list(found) == list(NAMES)
    for member, rows in found.items():
        lengths = [row["message"] for row in rows]
        assert lengths == sorted(set(lengths))
        assert (lengths[0], lengths[-1]) == (1, 16 if member == "prfshort" else 1536)
        assert len({row["output"] for row in rows}) == 1
        assert not any(row["ad"] or row["op"] == "decrypt" for row in rows)


@pytest.mark.parametrize("form", FORMATS)
def test_same_bytes(form):
    content = draw(points(), 1, form)
    assert content == draw(points(), 1, form)
    assert content != draw(points(), 2, form)
    assert content.startswith(b"<?xml" if form == "svg" else b"\x89PNG")


def test_svg_is_small_and_without_a_date():
    text = draw(points(), 1, "svg").decode()
    assert len(text) < 200_000
    assert not re.search(r"<dc:date>|20\d\d-\d\d-\d\d", text)


def boxes(figure):
    """Return texts with their places in pixels."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    return [(text.get_text(), text.get_window_extent(renderer))
            for text in figure.findobj(Text) if text.get_text() and text.get_visible()]


@pytest.mark.parametrize("chosen", [tuple(NAMES), ("aead128",), ("hash256", "xof128", "cxof128"),
                                    ("mac", "prfshort")])
def test_texts_are_inside_and_do_not_overlap(chosen):
    figure = figure_of(points(chosen), 1)
    places = boxes(figure)
    width, height = figure.get_size_inches() * figure.dpi
    for text, box in places:
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text
    for (text, box), (other, its) in combinations(places, 2):
        assert not (box.x0 < its.x1 and its.x0 < box.x1 and box.y0 < its.y1
                    and its.y0 < box.y1), (text, other)
    # Every line has its name: two of costs, and one of the speedup.
    for member in chosen:
        names = [text for text, _ in places if text == NAMES[member].removeprefix("Ascon-")]
        assert len(names) == 3


def test_each_member_has_a_colour_of_its_own():
    figure = figure_of(points(), 1)
    colours = {line.get_color() for axes in figure.axes for line in axes.lines}
    assert len(colours) == len(NAMES)


def test_nothing_to_draw():
    with pytest.raises(ValueError, match="both modes"):
        draw([point for point in points() if point.mode == "baseline"], 1, "svg")
    with pytest.raises(ValueError, match="'pdf'"):
        draw(points(), 1, "pdf")


def test_formats_by_name():
    assert format_of("a/b.svg") == "svg"
    assert format_of("B.PNG") == "png"
    assert format_of("svg") is format_of("b.pdf") is None


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})
    return result.exit_code, re.sub(r"\s+", " ", result.output.replace("│", " "))


@pytest.mark.parametrize(("arguments", "words"), [
    (("bench.pdf",), ("--plot", "bench.pdf", ".svg or .png")),
    (("bench",), ("--plot", ".svg or .png")),
    (("nowhere/bench.svg",), ("--plot", "does not exist")),
    (("bench.svg", "--mode", "baseline"), ("--plot", "both modes", "baseline")),
])
def test_refused_before_anything_is_measured(tmp_path, arguments, words):
    name, *others = arguments
    status, output = call("bench", "--plot", tmp_path / name, *others)
    assert status == 2
    for word in words:
        assert word in output
    assert list(tmp_path.iterdir()) == []


def test_bench_draws(tmp_path):
    path = tmp_path / "picture.png"
    status, output = call("bench", "--member", "prfshort", "--plot", path)
    assert status == 0, output
    assert path.read_bytes().startswith(b"\x89PNG")
