import re

import pytest
from amaranth.hdl import Module
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

from hdl.flat import flat_ports, flat_verilog


class Unit(wiring.Component):
    """A port of each kind; ``unused`` is neither read nor driven."""

    bus: In(wiring.Signature({
        "req":    Out(wiring.Signature({"addr": Out(8)})),
        "ready":  In(1),
        "unused": In(3),
    }))
    lanes: Out(data.ArrayLayout(4, 2))

    def elaborate(self, platform):
        m = Module()
        m.d.sync += self.lanes.eq(self.bus.req.addr)
        m.d.comb += self.bus.ready.eq(1)
        return m


def test_names_directions_and_widths():
    verilog = flat_verilog(Unit(), "unit")
    ports = {name: (kind, int(high or 0) + 1) for kind, high, name in
             re.findall(r"^  (input|output) (?:\[(\d+):0\] )?(\w+);", verilog, re.MULTILINE)}
    assert ports == {"clk": ("input", 1), "rst": ("input", 1), "bus_req_addr": ("input", 8),
                     "bus_ready": ("output", 1), "bus_unused": ("output", 3),
                     "lanes": ("output", 8)}
    assert re.search(r"^module unit\(", verilog, re.MULTILINE)


def test_no_source_locations():
    assert ".py" not in flat_verilog(Unit(), "unit")


@pytest.mark.parametrize("members", [
    {"a_b": In(1), "a": In(wiring.Signature({"b": In(1)}))},
    {"clk": In(1)},
])
def test_clash_of_names(members):
    class Empty:
        signature = wiring.Signature(members)

    component = Empty()
    for name, value in wiring.Signature(members).create().__dict__.items():
        if name != "signature":
            setattr(component, name, value)
    with pytest.raises(ValueError, match="'a_b'|'clk'"):
        flat_ports(component)
