"""Placements are read from nextpnr's cells, and drawn where they are."""

import json
from xml.etree import ElementTree

import pytest

from boards.drawing import COLOURS, floorplan, utilization_chart
from boards.placement import Placed, parse_placement
from boards.report import Report


def design(**bels):
    cells = {name.replace("__", "."): {"attributes": {"NEXTPNR_BEL": bel}}
             for name, bel in bels.items()}
    cells["elsewhere"] = {"attributes": {"NEXTPNR_BEL": "X1/Y4/EHXPLL_UL"}}
    cells["nowhere"] = {"attributes": {}}
    return json.dumps({"modules": {"top": {"cells": cells}}})


def test_ecp5():
    text = design(soc__core__a="X14/Y16/SLICED.K1", soc__gate__b="X3/Y2/SLICEA.FF0",
                  soc__imem__memory="X15/Y46/EBR1", c="X21/Y15/SLICEC.RAMW")
    assert parse_placement(text, "ecp5") == [
        Placed("lut", "core", 14, 16, 3, 1), Placed("ff", "coprocessor", 3, 2, 0, 2),
        Placed("ram", "memories", 15, 46)]


def test_xc7():
    text = design(soc__core__a="SLICE_X36Y47/D6LUT", soc__core__b="SLICE_X36Y47/A5LUT",
                  soc__uart__c="SLICE_X0Y0/CFF", soc__uart__d="SLICE_X0Y0/B5FF",
                  e="SLICE_X1Y1/CARRY4", soc__dmem__memory="RAMB36_X1Y3/RAMB36E1_RAMB36E1",
                  f="RAMB18_X0Y2/RAMB18E1_RAMB18E1")
    assert parse_placement(text, "xc7") == [
        Placed("lut", "core", 42, -47, 0, 0), Placed("lut", "core", 42, -47, 3, 1),
        Placed("ff", "peripherals", 0, 0, 1, 2), Placed("ff", "peripherals", 0, 0, 2, 3),
        Placed("ram", "memories", 26, -15), Placed("ram", "around", 8, -5)]


def test_there_must_be_a_placement():
    with pytest.raises(ValueError, match="no cell has a place"):
        parse_placement(design(), "ecp5")


def test_floor_plan():
    text = floorplan([Placed("lut", "core", 5, 7, 0, 0), Placed("lut", "core", 5, 7, 0, 1),
                      Placed("ff", "core", 5, 7, 1, 3), Placed("ram", "memories", 8, 9)], "It")
    ElementTree.fromstring(text)
    # Two tables side by side are one box; the flip-flop is a row and three columns on.
    assert f"<path fill='{COLOURS['core']}' d='M16 56h6v3h-6zM25 59h3v3h-3z'/>" in text
    assert f"<path fill='{COLOURS['memories']}' d='M55 82h25v12h-25z'/>" in text
    assert ">coprocessor<" not in text


def test_chart():
    report = Report("ulx3s", "F-1", "trellis", "compact", 1, {"sites": 40, "ff": 10, "lut": 9},
                    {"sites": 100, "ff": 100}, (),
                    {"core": {"ff": 4}, "coprocessor": {"ff": 6, "sites": 10}})
    text = utilization_chart(report)
    ElementTree.fromstring(text)
    # The axis ends at 40 % and is 480 pixels long.
    assert f"width='48.00' height='22' fill='{COLOURS['core']}'" in text
    assert f"x='168.00' y='112' width='72.00' height='22' fill='{COLOURS['coprocessor']}'" in text
    assert "width='360.00' height='22' fill='#cccccc'" in text
    assert ">40 %<" in text
    assert ">LUT<" not in text
