"""Cells are counted where their names say that they belong."""

import json

import pytest

from boards.collisions import allow_collisions
from boards.netlist import Netlist
from boards.parts import PARTS, by_part, part_of
from soc.ram import Ram


@pytest.mark.parametrize(("name", "part"), [
    ("top.soc.core.fetch.pc_TRELLIS_FF_Q_3", "core"),
    ("top.soc.core_reset_LUT4_Z", "around"),
    ("soc.gate.busy", "coprocessor"),
    ("top.soc.dmem.memory.0.3", "memories"),
    ("a.b.soc.arbiter.last", "interconnect"),
    ("top.soc.uart.divisor_FDRE_Q", "peripherals"),
    ("top.self_test.core.step", "around"),
    ("pll", "around"),
])
def test_part(name, part):
    assert part_of(name) == part


def test_parts_make_up_everything():
    def cell(kind):
        return {"type": kind, "attributes": {}, "parameters": {}, "connections": {}}
    cells = {"top.soc.core.a": cell("LUT4"), "top.soc.core.b.c": cell("TRELLIS_FF"),
             "top.soc.imem.memory.0": cell("DP16KD"), "x": cell("LUT4")}
    found = by_part(Netlist(json.dumps({"modules": {"t": {"cells": cells}}}), "t"), "ecp5")
    assert list(found) == ["everything", *PARTS]
    assert (found["core"]["lut"], found["core"]["ff"], found["memories"]["bram"],
            found["around"]["lut"]) == (1, 1, 1, 1)
    for resource in ("lut", "ff", "bram"):
        assert found["everything"][resource] == sum(found[part][resource] for part in PARTS)


def test_soc_has_these_modules():
    from hdl.flat import flat_rtlil
    from soc.top import SoC
    text = flat_rtlil(SoC(host="obi"), "soc")
    top = text[text.index("attribute \\top 1"):].partition("\nend\n")[0]
    modules = {line.split()[-1].removeprefix("\\") for line in top.splitlines()
               if line.startswith("  cell \\")}
    assert modules == {module for modules in PARTS.values() for module in modules} - {"bridge"}


def test_collisions():
    from hdl.flat import flat_rtlil
    text = flat_rtlil(Ram(size=64), "ram")
    marked = allow_collisions(text)
    assert text.count("COLLISION_X_MASK 2'00") == 2
    assert marked == text.replace("COLLISION_X_MASK 2'00", "COLLISION_X_MASK 2'11")
    assert allow_collisions(text.replace("no_rw_check", "other")) == text.replace("no_rw_check",
                                                                                  "other")
