"""``ascon-xif verilog``: the hardware for other people's designs."""

import re
from pathlib import Path
from typing import Annotated

import typer

from cli.console import errors, reject, rejecting
from cli.files import check_output, write_text
from cli.units import (
    BigEndian,
    ClockHz,
    Hartid,
    HartidWidth,
    IdWidth,
    Isa,
    PresetOfUnit,
    QueueDepth,
    RegisterFile,
    RegisterSplit,
    ResetVector,
    RoundsOfUnit,
    TrapVector,
    Unit,
    UnitOption,
    XifOption,
    parameters,
)

__all__ = ["MODULES", "verilog"]

#: Module names by unit.
MODULES = {
    Unit.COPROCESSOR: "ascon_coprocessor",
    Unit.CORE:        "ascon_xif_core",
    Unit.SOC:         "ascon_xif_soc",
}


def verilog(
    unit: UnitOption,
    out: Annotated[Path, typer.Option(
        metavar="FILE", callback=check_output, help="Verilog file to write.")],
    module: Annotated[str | None, typer.Option(
        metavar="NAME", help="Name of the top module; by default ascon_coprocessor, "
                             "ascon_xif_core or ascon_xif_soc.")] = None,
    preset: PresetOfUnit = None,
    rounds_per_cycle: RoundsOfUnit = None,
    queue_depth: QueueDepth = None,
    big_endian: BigEndian = False,
    id_width: IdWidth = None,
    xif: XifOption = None,
    register_split: RegisterSplit = False,
    hartid: Hartid = None,
    hartid_width: HartidWidth = None,
    isa: Isa = None,
    reset_vector: ResetVector = None,
    trap_vector: TrapVector = None,
    register_file: RegisterFile = None,
    clock_hz: ClockHz = None,
    no_firmware: Annotated[bool, typer.Option(
        "--no-firmware", metavar="", help="SoC: leave the RAMs empty.")] = False,
):
    """Write the coprocessor, the core or the whole SoC as plain Verilog.

    The clock is `clk`, the reset `rst` (synchronous, active high). The
    coprocessor has CV-X-IF's usual flat names, x_issue_valid,
    x_issue_req_instr and so on, and drops into any design. The SoC has the
    firmware in its RAMs.

    For example:
    $ ascon-xif verilog --unit coprocessor --out ascon.v
    $ ascon-xif verilog --unit coprocessor --preset fast --out fast.v
    $ ascon-xif verilog --unit coprocessor --xif 1.0 --out ascon.v
    $ ascon-xif verilog --unit core --isa rv32imc_zbb --out core.v
    $ ascon-xif verilog --unit soc --clock-hz 25000000 --out soc.v
    """
    given = parameters(
        unit, preset=preset, rounds_per_cycle=rounds_per_cycle, queue_depth=queue_depth,
        big_endian=big_endian, id_width=id_width, xif=xif, split=register_split,
        hartid=hartid, hartid_width=hartid_width, isa=isa, reset_vector=reset_vector,
        trap_vector=trap_vector, register_file=register_file, clock_hz=clock_hz)
    module = module or MODULES[unit]
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", module):
        reject(f"{module!r} is not a Verilog name: letters, digits and underscores, "
               "not beginning with a digit", "--module")

    from boards.units import component
    from hdl.flat import flat_verilog
    from sw.image import build
    image = {"image": build()} if unit is Unit.SOC and not no_firmware else {}
    with rejecting(f"--unit {unit.value}"):
        made = component(unit.value, **given, **image)
    with errors.status("Writing Verilog"):
        text = flat_verilog(made, module)
    write_text(out, text)
    settings = ", ".join(f"{name}={value}" for name, value in given.items())
    errors.print(f"{out}: module {module}" + (f" ({settings})" if settings else ""))
