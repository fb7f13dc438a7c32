"""Where the cycles of a block go: the trace's turn, its drawing, and the committed page."""

from xml.etree import ElementTree

import pytest

from cli.pages import slots
from cli.pages.all import SLOTS, slot_drawings
from cli.slots_svg import draw_slots, slots_text
from cli.system import firmware, traced_presets
from hdl.ascon.presets import DEFAULT, PRESETS
from sim import slots as traces
from sim.slots import Column, Core, Turn

LOAD = Column(Core.LOAD, "lw", "", True, False)
START = Column(Core.COPROCESSOR, "a0", "", False, True)
EXECUTED = Column(Core.OTHER, "bne", "a0", True, False)
JUMP = Column(Core.JUMP, "", "", False, False)

#: Two blocks that are alike and a longer one.
TURN = Turn("hash256", DEFAULT, 24,
            ((START, EXECUTED, LOAD),) * 2 + ((START, EXECUTED, JUMP, LOAD),))


def test_turn_counts():
    assert (TURN.cycles, TURN.work) == (10, 6)
    assert TURN.slots == {Core.COPROCESSOR: 3, Core.OTHER: 3, Core.LOAD: 3, Core.JUMP: 1}


def test_text():
    assert slots_text([TURN]).splitlines()[2:] == [
        "blocks 1-2  0     1     2",
        "core        a0>   bne   lw",
        "state             a0    #",
        "",
        "block 3     0     1     2     3",
        "core        a0>   bne   -     lw",
        "state             a0          #"]


def test_picture_has_a_cell_for_each_cycle_and_lane():
    root = ElementTree.fromstring(draw_slots([TURN]))
    cells = [element for element in root.iter() if element.get("stroke-width") == "0.6"
             and element.get("width") != "14"]
    assert len(cells) == 2 * (3 + 4)
    width = int(root.get("width"))
    assert all(int(cell.get("x")) + int(cell.get("width")) <= width for cell in cells)
    texts = [element.text for element in root.iter() if element.text and element.text.strip()]
    assert texts.count("a0>") == 2
    assert "Ascon-Hash256, compact: 10 cycles for 24 bytes in 3 blocks" in texts


def test_page_compares_with_the_bounds():
    text = slots.page({DEFAULT: [TURN]})
    # Of ten cycles six are the core's least and the state's; a third of them is a block's.
    assert ("| Ascon-Hash256 | compact | 8 bytes | 1 | 1 | 1 | 0.333333 | 0 | 3.33333 | 2 | 2 "
            "| 1.33333 | 0.417 |") in text
    assert f"({slots.picture(DEFAULT)})" in text


@pytest.fixture(scope="module")
def image():
    return firmware()


def check(presets, page):
    for preset, turns in presets.items():
        assert slots.section(preset, turns) in page, "run `ascon-xif docs`"
        assert SLOTS.with_name(slots.picture(preset)).read_text() == draw_slots(turns)


def test_published_drawing_is_of_now(image):
    presets = traced_presets(image, (DEFAULT,))
    check(presets, SLOTS.read_text(encoding="utf-8"))
    for turn in presets[DEFAULT]:
        # A block's coprocessor instructions start one permutation, with the last of them.
        for block in turn.blocks:
            ours = [column for column in block if column.core is Core.COPROCESSOR]
            assert [column.starts for column in ours] == [False] * (len(ours) - 1) + [True]
            assert block[0].core is Core.COPROCESSOR
        loads = 4 * turn.slots[Core.LOAD]
        assert (turn.size, turn.size % {"aead128": 16, "hash256": 8}[turn.member]) == (loads, 0)


@pytest.mark.full
def test_replay_must_be_what_was_traced(image, monkeypatch):
    """Seed a coprocessor that is slower than the traced one."""
    monkeypatch.setattr(traces, "soc_coprocessor", lambda preset, **options: PRESETS[DEFAULT].make(
        rounds_per_cycle=1, queue_depth=1, **options))
    with pytest.raises(ValueError, match=r"ascon\..* is not ready in cycle"):
        traces.turn_of("hash256", "fast", image)


@pytest.mark.full
def test_published_drawings_are_of_now(image):
    for path, text in slot_drawings(traced_presets(image)).items():
        assert path.read_text(encoding="utf-8") == text, "run `ascon-xif docs`"
