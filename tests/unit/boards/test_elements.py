"""Names of arrays' elements: none looks like a bit, and nothing else changes."""

import json
import re

from amaranth.hdl import Module, Signal, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from boards.elements import rename_elements
from boards.yosys import run_yosys
from hdl.flat import flat_rtlil


class Swap(wiring.Component):
    """Gives two elements of an array of arrays, and one bit of another, to its outputs."""

    i: In(16)
    upper: Out(4)
    bit: Out(1)

    def elaborate(self, platform):
        m = Module()
        pairs = Signal(data.ArrayLayout(data.ArrayLayout(unsigned(4), 2), 2))
        m.d.sync += pairs.eq(self.i)
        m.d.comb += [self.upper.eq(pairs[1][0]), self.bit.eq(pairs[0][1][2])]
        return m


def test_elements():
    design = flat_rtlil(Swap(), "top")
    names = {"\\pairs[0]", "\\pairs[1]", "\\pairs[1][0]"}
    assert names <= set(re.findall(r"wire width \d+ (\S+)", design))
    renamed = rename_elements(design)
    assert {name.replace("[", ".").replace("]", "") for name in names} <= set(
        re.findall(r"wire width \d+ (\S+)", renamed))
    assert not re.search(r"\\\S*\[", renamed)
    # Selections of bits are still there, and nothing else is different.
    assert renamed.count(" [") == design.count(" [")
    assert re.sub(r"[.\[\]]", "", renamed) == re.sub(r"[.\[\]]", "", design)


def test_bits_stay():
    text = "  connect \\a { \\x [3] \\x[0] [2:1] \\x[1].y }\n  parameter \\MEMID \"\\\\m[0]\"\n"
    assert rename_elements(text) == (
        "  connect \\a { \\x [3] \\x.0 [2:1] \\x.1.y }\n  parameter \\MEMID \"\\\\m.0\"\n")


def test_yosys_gets_these_names():
    netlist = json.loads(run_yosys("read_rtlil design.il\nproc\nwrite_json netlist.json\n",
                                   flat_rtlil(Swap(), "top")))
    names = netlist["modules"]["top"]["netnames"]
    assert "pairs.1.0" in names
    assert not [name for name in names if "[" in name]
