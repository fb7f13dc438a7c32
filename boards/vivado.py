"""Vivado, AMD's own tools.

Amaranth's platform writes the script and the constraints; what is here finds Vivado, runs it once,
and reads its reports. None of this has been run: no Vivado was there.

Source: UG835 "Vivado Design Suite Tcl Command Reference Guide"; UG894 "Using Tcl Scripting",
"Batch Mode"; Amaranth 0.5, ``amaranth.vendor.XilinxPlatform``.
"""

import os
import re
import shutil
import sys
from pathlib import Path

from boards.board import TOP
from boards.toolchain import Measured, Step, Tools
from boards.vivado_reports import parse_power, parse_timing, parse_utilization

__all__ = ["VIVADO", "Vivado"]

#: Variables with the program's path, and with a script that sets up Vivado's environment: the
#: latter is Amaranth's.
_PROGRAM, _ENVIRONMENT = "VIVADO", "AMARANTH_ENV_VIVADO"

_LOG = "vivado.log"


class Vivado:
    """See :class:`boards.toolchain.Toolchain`."""

    name = "vivado"
    title = "Vivado"
    platform = "Vivado"
    products = {f"{TOP}.bit": f"{TOP}.bit", f"{TOP}.swapped.bin": f"{TOP}.bin"}
    shell = {}

    def find(self):
        """Look for Vivado: where a variable says, on the path, or by its own script."""
        missing, command = [], ("vivado",)
        program, script = os.environ.get(_PROGRAM), os.environ.get(_ENVIRONMENT)
        if program:
            command = (program,)
            if shutil.which(program) is None:
                missing.append(f"the program {program}, which the variable {_PROGRAM} names")
        elif (found := shutil.which("vivado")) is not None:
            command = (found,)
        elif script:
            command = ("bash", "-c", f'. "${_ENVIRONMENT}" && exec vivado "$@"', "vivado")
            if not Path(script).is_file():
                missing.append(f"the script {script}, which the variable {_ENVIRONMENT} names")
        else:
            missing.append(f"vivado: neither on the path nor named by the variable {_PROGRAM}, and "
                           f"no script to set it up is named by {_ENVIRONMENT}")
        return Tools({"vivado": command, "python3": (sys.executable,)}, tuple(missing))

    def files(self, job):
        """Return design, script and constraints."""
        names = (f"{TOP}.v", f"{TOP}.tcl", f"{TOP}.xdc")
        program = Path(__file__).with_name("bitstream.py").read_text(encoding="utf-8")
        return {name: job.sources[name] for name in names} | {"bitstream.py": program}

    def steps(self, job):
        """Return everything that Vivado does, as one step, and the other order of bytes."""
        return (
            Step("Synthesis, place and route, bitstream", "vivado",
                 ("-mode", "batch", "-nojournal", "-log", _LOG, "-source", f"{TOP}.tcl"),
                 "vivado_output.log",
                 (f"{TOP}.bit", f"{TOP}_utilization_hierarchical_place.rpt", f"{TOP}_timing.rpt",
                  f"{TOP}_power.rpt")),
            Step("Bitstream for Linux", "python3",
                 ("bitstream.py", f"{TOP}.bit", f"{TOP}.swapped.bin"), "bitstream.log",
                 (f"{TOP}.swapped.bin",)),
        )

    def measure(self, job, folder):
        """Read Vivado's reports."""
        utilization, parts = parse_utilization(
            (folder / f"{TOP}_utilization_hierarchical_place.rpt").read_text())
        clocks = parse_timing((folder / f"{TOP}_timing.rpt").read_text())
        power = parse_power((folder / f"{TOP}_power.rpt").read_text())
        version = re.search(r"Vivado v([\d.]+)", (folder / _LOG).read_text())
        return Measured(utilization, clocks, parts,
                        {"vivado": version[1] if version else "unknown"}, power)


#: The toolchain.
VIVADO = Vivado()
