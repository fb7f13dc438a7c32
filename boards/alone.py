"""Speed of a unit alone: placed and routed between registers, with several seeds.

Placement starts at random, so one result says little. The best of some is what a user gets who
tries; the median tells how much luck it takes.
"""

import json
import statistics
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from boards.cascades import without_cascades
from boards.collisions import allow_collisions
from boards.openxc7 import OPENXC7_ZYNQ, ROUTER
from boards.paths import parse_log_paths, parse_report_paths
from boards.recipes import is_wide, script
from boards.ring import INPUTS, OUTPUTS, UNIT, Ring
from boards.steps import run_step
from boards.toolchain import Step
from boards.trellis import TRELLIS
from boards.units import DELAYS, component
from boards.yosys import run_yosys, yosys_version
from hdl.flat import flat_rtlil
from sw.cache import digest

__all__ = ["FLOWS", "KINDS", "Alone", "Flow", "Named", "Run", "row"]

_TOP = "top"

#: Kinds of paths by what they start and end in, and what they are called. Those of the ring itself
#: are none of them.
KINDS = {
    (UNIT, UNIT):     "inside",
    (INPUTS, UNIT):   "from inputs",
    (UNIT, OUTPUTS):  "to outputs",
    (INPUTS, OUTPUTS): "through",
}

#: What every placement aims at: more than there is, so that it does not stop trying.
_TARGET_MHZ = 250

#: Seconds after which an attempt is given up.
_LIMIT = 3600

#: The clock, a switch, a LED and a clock input of the PYNQ-Z1.
_PINS = {"clock[0]": "H16", "clock[1]": "L16", "i": "M20", "o": "R14"}


@dataclass(frozen=True)
class Flow:
    """How units are placed and routed alone.

    Attributes
    ----------
    toolchain : :class:`boards.toolchain.Toolchain`
        Whose tools are used.
    device : :class:`str`
        The FPGA, with its speed grade.
    family : :class:`str`
        A key of :data:`boards.recipes.FAMILIES`.
    tool : :class:`str`
        What places and routes.
    arguments : tuple of :class:`str`
        For it, besides netlist, seed and target.
    report : :class:`str`
        File with the paths.
    parse : callable
        Reads it.
    files : dict of :class:`str` to :class:`str`
        What the tool reads besides the netlist.
    """

    toolchain: object
    device:    str
    family:    str
    tool:      str
    arguments: tuple
    report:    str
    parse:     Callable
    files:     Mapping = field(default_factory=dict)


#: Flows by name of the toolchain, the preferred one first.
FLOWS = {
    "openxc7": Flow(
        OPENXC7_ZYNQ, "XC7Z020, speed grade 1", "xc7", "nextpnr-xilinx",
        ("--xdc", "pins.xdc", *ROUTER), "nextpnr.log", parse_log_paths,
        {"pins.xdc": "".join(f"set_property {what} [get_ports {port}]\n"
                             for port, pin in _PINS.items()
                             for what in (f"LOC {pin}", "IOSTANDARD LVCMOS33"))}),
    "trellis": Flow(
        TRELLIS, "LFE5U-85F, speed grade 6", "ecp5", "nextpnr-ecp5",
        ("--85k", "--package", "CABGA381", "--speed", "6", "--lpf-allow-unconstrained",
         "--report", "timing.json"), "timing.json", parse_report_paths),
}


@dataclass(frozen=True)
class Named:
    """A path of a unit, in words.

    Attributes
    ----------
    start, end : :class:`str`
        An input, output or register of the unit.
    ns, routing_ns, levels, fmax_mhz
        See :class:`boards.paths.Path`.
    """

    start:      str
    end:        str
    ns:         float
    routing_ns: float
    levels:     int
    fmax_mhz:   float


@dataclass(frozen=True)
class Run:
    """What one seed has given.

    Attributes
    ----------
    seed : :class:`int`
        Of the placement.
    paths : dict of :class:`str` to `Named`
        The longest path of each kind that there is, see `KINDS`.
    """

    seed:  int
    paths: Mapping

    @property
    def kind(self):
        """The kind of the longest path."""
        return max(self.paths, key=lambda kind: self.paths[kind].ns)

    @property
    def fmax_mhz(self):
        """Frequency that every path allows."""
        return self.paths[self.kind].fmax_mhz


class Alone:
    """A unit that is to be placed and routed alone.

    Its retirement port ``rvfi`` is for simulation and left open.

    Parameters
    ----------
    flow : `Flow`
        How.
    unit : :class:`str`
        A key of :data:`boards.units.UNITS`.
    **parameters
        Of its constructor.

    Raises
    ------
    ValueError
        If a parameter is not supported.
    """

    def __init__(self, flow, unit, **parameters):
        self._flow = flow
        self._ring = Ring(component(unit, **parameters), leave_open=("rvfi",))
        self._design = allow_collisions(flat_rtlil(self._ring, _TOP))
        self._script = script(flow.family, _TOP, pads=True, wide=is_wide(self._design),
                              delay=DELAYS.get(unit))

    @property
    def digest(self):
        """A short name for what is placed: design, script, Yosys."""
        return digest(self._design, self._script, yosys_version())[:12]

    def run(self, seeds):
        """Place and route with each seed; yield a `Run` each.

        Raises
        ------
        boards.yosys.YosysError, boards.steps.StepError
            If a tool fails.
        ValueError
            If its report can't be read.
        """
        flow = self._flow
        netlist = run_yosys(self._script, self._design)
        tools = flow.toolchain.find()
        named = _Names(netlist, self._ring)
        for seed in seeds:
            step = Step("Place and route", flow.tool,
                        (*flow.arguments, "--json", "netlist.json", "--seed", str(seed),
                         "--freq", str(_TARGET_MHZ), "--timing-allow-fail"), "nextpnr.log",
                        limit=_LIMIT)
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                (folder / "netlist.json").write_text(without_cascades(netlist))
                for file, text in flow.files.items():
                    (folder / file).write_text(text)
                run_step(step, tools, folder)
                yield Run(seed, named.paths(flow.parse((folder / flow.report).read_text())))


class _Names:
    """What the cells of a netlist are called where the ring and the unit have been written."""

    def __init__(self, netlist, ring):
        module = json.loads(netlist)["modules"][_TOP]
        names = {}
        for name, row in module["netnames"].items():
            for index, net in enumerate(row["bits"]):
                text = name if len(row["bits"]) == 1 else f"{name}[{index}]"
                if name.startswith(f"{UNIT}.") and (
                        net not in names or len(text) < len(names[net][1])):
                    names[net] = UNIT, text.removeprefix(f"{UNIT}.")
        for part, bits, what in ((INPUTS, ring.inputs, "input"), (OUTPUTS, ring.outputs, "output")):
            for net, bit in zip(module["netnames"][part]["bits"], bits, strict=True):
                names[net] = part, f"{what} {bit}"
        self._names = {
            cell: names[net] for cell, row in module["cells"].items()
            for pin, nets in row["connections"].items() for net in nets
            if row["port_directions"][pin] == "output" and net in names}

    def paths(self, paths):
        """Return the longest of each kind as `Named`."""
        found = {}
        for path in sorted(paths, key=lambda path: path.ns):
            (start_part, start), (end_part, end) = self._of(path.start), self._of(path.end)
            if kind := KINDS.get((start_part, end_part)):
                found[kind] = Named(start, end, round(path.ns, 3), round(path.routing_ns, 3),
                                    path.levels, round(path.fmax_mhz, 2))
        return found

    def _of(self, cell):
        if cell in self._names:
            return self._names[cell]
        inside = cell.startswith(f"{UNIT}.")
        return UNIT if inside else None, cell.removeprefix(f"{UNIT}.")


def row(config, digest, runs):
    """Return a row of a report.

    Parameters
    ----------
    config, digest : :class:`str`
        How the report calls it, and what it was made from.
    runs : sequence of `Run`
        At least one.
    """
    best = max(runs, key=lambda run: run.fmax_mhz)
    return {
        "config":     config,
        "digest":     digest,
        "fmax_mhz":   best.fmax_mhz,
        "median_mhz": round(statistics.median(run.fmax_mhz for run in runs), 2),
        "seed":       best.seed,
        "critical":   {"kind": best.kind, **asdict(best.paths[best.kind])},
        "paths":      {kind: asdict(path) for kind, path in best.paths.items()},
        "runs":       [{"seed": run.seed, "fmax_mhz": run.fmax_mhz,
                        "paths": {kind: asdict(path) for kind, path in run.paths.items()}}
                       for run in runs],
    }
