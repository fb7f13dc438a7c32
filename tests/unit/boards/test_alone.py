"""A unit alone: its paths in words, what of several seeds is reported, one placed for real."""

import json

import pytest

from boards import alone
from boards.alone import FLOWS, Alone, Flow, Named, Run, row
from boards.cascades import without_cascades
from boards.paths import Path, parse_report_paths
from boards.toolchain import Tools

#: What a wire and a register of a small netlist are called.
NETLIST = {"modules": {"top": {
    "netnames": {
        "driven": {"bits": [2, 3, 4]},
        "taken": {"bits": [5]},
        "sums": {"bits": [6]},
        "unit.port_a": {"bits": [3, 4]},
        "unit.inner.stored": {"bits": [7, 8]},
        "unit.inner.stored_again": {"bits": [7, 8]},
    },
    "cells": {
        f"cell{net}": {"type": "FDRE", "connections": {"D": ["0"], "Q": [net]},
                       "port_directions": {"D": "input", "Q": "output"}}
        for net in range(2, 9)},
}}}


class Ring:
    inputs = ["reset", "a[0]", "a[1]"]
    outputs = ["b"]


def path(start, end, ns):
    return Path(start, end, ns, ns / 2, 3)


def test_paths_in_words():
    names = alone._Names(json.dumps(NETLIST), Ring())
    found = names.paths([
        path("cell4", "cell8", 4), path("cell7", "cell8", 8), path("cell8", "cell5", 5),
        path("cell3", "cell5", 2.5), path("cell7", "unit.memory.0", 6),
        # Of the ring itself: from input to input, from output to where sums are.
        path("cell2", "cell3", 9), path("cell5", "cell6", 9)])
    assert {kind: (named.start, named.end, named.ns) for kind, named in found.items()} == {
        "from inputs": ("input a[1]", "inner.stored[1]", 4),
        "inside":      ("inner.stored[0]", "inner.stored[1]", 8),
        "to outputs":  ("inner.stored[1]", "output b", 5),
        "through":     ("input a[0]", "output b", 2.5)}
    assert found["inside"].fmax_mhz == 125


def test_row_is_of_the_best_seed():
    def run(seed, *lengths):
        return Run(seed, {kind: Named("a", "b", ns, 1, 1, 1e3 / ns)
                          for kind, ns in zip(("inside", "through"), lengths, strict=True)})

    found = row("small", "0123", [run(1, 5, 8), run(2, 4, 3), run(3, 10, 1)])
    assert (found["fmax_mhz"], found["median_mhz"], found["seed"]) == (250, 125, 2)
    assert found["critical"]["kind"] == "inside"
    assert found["paths"]["through"]["ns"] == 3
    assert [one["fmax_mhz"] for one in found["runs"]] == [125, 250, 100]


def test_each_seed_is_placed(monkeypatch):
    """The tool gets the netlist, the flow's files and arguments, and each seed."""
    seen = []

    class Toolchain:
        def find(self):
            return Tools({"place": ("place",)})

    def run_step(step, tools, folder):
        netlist = json.loads((folder / "netlist.json").read_text())
        assert netlist == NETLIST
        assert (folder / "pins").read_text() == "pins"
        seen.append(step.arguments)
        (folder / "report").write_text(f"{4 + len(seen)}")

    monkeypatch.setattr(alone, "run_yosys", lambda script, design: json.dumps(NETLIST))
    monkeypatch.setattr(alone, "Ring", lambda component, leave_open: Ring())
    monkeypatch.setattr(alone, "component", lambda unit: None)
    monkeypatch.setattr(alone, "flat_rtlil", lambda ring, name: "")
    monkeypatch.setattr(alone, "run_step", run_step)
    flow = Flow(Toolchain(), "small", "xc7", "place", ("--fast",), "report",
                lambda text: (path("cell7", "cell8", int(text)),), {"pins": "pins"})
    runs = list(Alone(flow, "unit").run([3, 9]))
    assert [(run.seed, run.kind, run.fmax_mhz) for run in runs] == [
        (3, "inside", 200), (9, "inside", 166.67)]
    assert [arguments[arguments.index("--seed") + 1] for arguments in seen] == ["3", "9"]
    assert all(arguments[0] == "--fast" for arguments in seen)


def test_cascades_are_left_open():
    def netlist(**pins):
        return json.dumps({"modules": {"top": {"cells": {"dsp": {
            "type": "DSP48E1", "connections": pins}}}}})

    pins = {"A": ["0"], "CARRYCASCIN": ["0"], "PCIN": ["0", 7], "ACIN": ["0", "x"]}
    (cell,) = json.loads(without_cascades(netlist(**pins)))["modules"]["top"]["cells"].values()
    assert cell["connections"].keys() == {"A", "PCIN"}


@pytest.mark.usefixtures("unused")
def test_refuses():
    with pytest.raises(ValueError, match="rounds_per_cycle"):
        Alone(FLOWS["trellis"], "coprocessor", preset="compact", rounds_per_cycle=5)


@pytest.mark.full
def test_smallest_unit_on_ecp5():
    """All kinds of paths are there, and the longest one is the tool's own clock frequency."""
    texts = []
    flow = FLOWS["trellis"]
    flow = Flow(flow.toolchain, flow.device, flow.family, flow.tool, flow.arguments, flow.report,
                lambda text: texts.append(text) or parse_report_paths(text))
    (run,) = Alone(flow, "coprocessor", preset="tiny").run([1])
    assert run.paths.keys() == set(alone.KINDS.values())
    clocks = json.loads(texts[0])["fmax"]
    inside, = [row["achieved"] for name, row in clocks.items() if "clock[0]" in name]
    assert run.paths["inside"].fmax_mhz == pytest.approx(inside, rel=1e-3)
    assert run.paths["from inputs"].start.startswith("input x_")
    assert run.paths["to outputs"].end.startswith("output x_")
    assert 80 < run.fmax_mhz <= inside
