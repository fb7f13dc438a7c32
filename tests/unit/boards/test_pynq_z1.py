"""The PYNQ-Z1's platform: every pin of the package once, and a file that tools accept."""

import re
from collections import Counter

import pytest
from amaranth.build import Attrs, Clock, DiffPairs, Pins
from amaranth.hdl import Elaboratable, Module

from boards.pynq_z1 import PynqZ1Platform

#: Pins that the board uses twice: the analog headers are digital ones, too.
SHARED = {"F19", "F20", "C20", "B20", "B19", "A20"}

#: What the manual says stands at a pin.
KNOWN = {"clk125": "H16", "led.0": "R14", "led.3": "M14", "button.3": "L19", "switch.1": "M19",
         "rgb_led.0.b": "L15", "rgb_led.1.r": "M15", "microphone.d": "G18", "audio.pwm": "R18",
         "hdmi_tx.d.n": "K18 J19 H18", "hdmi_rx.clk.p": "N18"}


def pins(resource, path):
    """Yield path and pins of a resource and its parts."""
    for io in resource.ios:
        match io:
            case Pins():
                yield path, io.names
            case DiffPairs():
                yield f"{path}.p", io.p.names
                yield f"{path}.n", io.n.names
            case Attrs() | Clock():
                pass
            case _:
                yield from pins(io, f"{path}.{io.name}")


@pytest.fixture(scope="module")
def by_path():
    found = {}
    for resource in PynqZ1Platform.resources:
        same = [other for other in PynqZ1Platform.resources if other.name == resource.name]
        path = f"{resource.name}.{resource.number}" if len(same) > 1 else resource.name
        found |= dict(pins(resource, path))
    return found


def headers():
    for connector in PynqZ1Platform.connectors:
        yield from connector.mapping.values()


def test_every_pin_once(by_path):
    of_resources = [name for names in by_path.values() for name in names]
    counts = Counter([*of_resources, *headers()])
    assert {name for name, count in counts.items() if count > 1} == SHARED
    assert max(counts.values()) == 2
    assert not SHARED & set(of_resources)
    assert len(counts) == 1 + 4 + 6 + 4 + 2 + 2 + 2 + 1 + 2 * (8 + 4) + 2 * 8 + 43 + 4 + 2 + 12
    for name in counts:
        assert re.fullmatch(r"[A-HJ-NPRTUVWY]([1-9]|1\d|20)", name), name


def test_known_pins(by_path):
    assert {path: " ".join(by_path[path]) for path in KNOWN} == KNOWN


def test_everything_can_be_requested():
    """Build the constraints of a design that uses each resource."""
    platform = PynqZ1Platform()

    class Everything(Elaboratable):
        def elaborate(self, platform):
            for resource in platform.resources.values():
                if resource.name != "clk125":
                    platform.request(resource.name, resource.number, dir="-")
            platform.request("clk125", 0, dir="-")
            return Module()

    plan = platform.build(Everything(), do_build=False)
    assert set(plan.files) >= {"top.tcl", "top.xdc", "top.v", "build_top.sh"}
    assert "create_project -force -name top -part xc7z020clg400-1" in plan.files["top.tcl"]
