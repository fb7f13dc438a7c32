"""Tables of a netlist: reduced to the inputs that matter, with the same function."""

import itertools
import json

import pytest
from netlists import Builder, random_netlist

from boards.netlist import Lut, Netlist


def original(cell, values):
    """Return a cell's output as the library of cells defines it: a bit of INIT."""
    if cell["type"] == "INV":
        return 1 - values[cell["connections"]["I"][0]]
    width = int(cell["type"][3:])
    row = sum(values[cell["connections"][f"I{k}"][0]] << k for k in range(width))
    return int(cell["parameters"]["INIT"][::-1][row])


def assignments(nets):
    for bits in itertools.product((0, 1), repeat=len(nets)):
        yield dict(zip(nets, bits, strict=True)) | {"0": 0, "1": 1}


@pytest.mark.parametrize("seed", range(20))
def test_reduced_tables_have_the_same_function(seed):
    text = random_netlist(seed, tables=30, inputs=4)
    netlist = Netlist(text, "top")
    rewritten = json.loads(netlist.to_json())["modules"]["top"]["cells"]
    for name, cell in json.loads(text)["modules"]["top"]["cells"].items():
        pins = {net for port, (net,) in cell["connections"].items()
                if port != "O" and isinstance(net, int)}
        for values in assignments(sorted(pins)):
            expected = original(cell, values)
            assert netlist.luts[name].value(values) == expected
            assert original(rewritten[name], values) == expected


@pytest.mark.parametrize("seed", range(20))
def test_every_input_that_is_left_matters(seed):
    for lut in Netlist(random_netlist(seed, tables=30, inputs=4), "top").luts.values():
        assert len(set(lut.inputs)) == len(lut.inputs)
        for net in lut.inputs:
            assert any(lut.value(values | {net: 0}) != lut.value(values | {net: 1})
                       for values in assignments(lut.inputs))


@pytest.mark.parametrize(("inputs", "table", "expected"), [
    ((5, 6), 0b1000, ((5, 6), 0b1000)),             # a & b
    ((5, "1"), 0b1000, ((5,), 0b10)),               # a & 1
    ((5, "0"), 0b1000, ((), 0)),                    # a & 0
    ((5, 5), 0b0110, ((), 0)),                      # a ^ a
    ((5, 6, 5), 0b11001010, ((5, 6), 0b1000)),      # a ? a & b : ..., by hand: a & b
    ((5, 6), 0b1010, ((5,), 0b10)),                 # a
    ((5, 6), 0b1100, ((6,), 0b10)),                 # b
])
def test_reduced_by_hand(inputs, table, expected):
    lut = Lut("x", inputs, table, 9).reduced()
    assert (lut.inputs, lut.table) == expected


def test_inverters_are_tables():
    builder = Builder()
    builder.cell("INV", {"I": [7]}, {"O": [8]}, name="inverter")
    netlist = Netlist(builder.text(), "top")
    assert netlist.luts["inverter"] == Lut("inverter", (7,), 0b01, 8)
    (cell,) = json.loads(netlist.to_json())["modules"]["top"]["cells"].values()
    assert (cell["type"], cell["parameters"]["INIT"]) == ("LUT1", "01")


def test_scopes():
    builder = Builder()
    builder.lut([2], 0b10, name="a")
    builder.lut([2], 0b10, name="b", scope="core alu")
    netlist = json.loads(builder.text())
    netlist["modules"]["top"]["cells"]["c"] = dict(
        netlist["modules"]["top"]["cells"]["a"], attributes={"hdlname": "core fetch memory.0"})
    scopes = Netlist(json.dumps(netlist), "top").scopes
    assert scopes == {"a": (), "b": ("core", "alu"), "c": ("core", "fetch")}


def test_module_must_be_there():
    with pytest.raises(ValueError, match="no module 'other'"):
        Netlist(Builder().text(), "other")


