"""``ascon-xif verilog``: the hardware for other people's designs."""

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.console import errors, reject, rejecting
from cli.files import check_output, write_text
from cli.options import check_rounds

__all__ = ["Unit", "verilog"]


class Unit(StrEnum):
    """What can be had as Verilog."""

    COPROCESSOR = "coprocessor"
    CORE        = "core"
    SOC         = "soc"


#: Parameters by unit, as the classes' constructors call them.
PARAMETERS = {
    Unit.COPROCESSOR: ("rounds_per_cycle", "queue_depth", "big_endian", "id_width"),
    Unit.CORE:        ("reset_vector", "trap_vector", "register_file", "id_width"),
    Unit.SOC:         ("rounds_per_cycle", "clock_hz"),
}

#: Module names by unit.
MODULES = {
    Unit.COPROCESSOR: "ascon_coprocessor",
    Unit.CORE:        "ascon_xif_core",
    Unit.SOC:         "ascon_xif_soc",
}


def _component(unit, parameters, firmware):
    match unit:
        case Unit.COPROCESSOR:
            from hdl.ascon import Coprocessor
            return Coprocessor(**parameters)
        case Unit.CORE:
            from hdl.core import Core
            return Core(**parameters)
        case Unit.SOC:
            from soc.top import SoC
            from sw.image import build
            return SoC(image=build() if firmware else None, **parameters)


def _option(name):
    return "--little-endian" if name == "big_endian" else "--" + name.replace("_", "-")


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number such as 128 or 0x80") from None


def verilog(
    unit: Annotated[Unit, typer.Option(
        metavar="UNIT", help="coprocessor, core or soc.")],
    out: Annotated[Path, typer.Option(
        metavar="FILE", callback=check_output, help="Verilog file to write.")],
    module: Annotated[str | None, typer.Option(
        metavar="NAME", help="Name of the top module; by default ascon_coprocessor, "
                             "ascon_xif_core or ascon_xif_soc.")] = None,
    rounds_per_cycle: Annotated[int | None, typer.Option(
        metavar="N", callback=check_rounds,
        help="Coprocessor, SoC: rounds of the permutation in a clock cycle: "
             "1 (default), 2, 3, 4 or 6.")] = None,
    queue_depth: Annotated[int | None, typer.Option(
        metavar="N", help="Coprocessor: 2 (default) suits every core; 1 is smaller and suits "
                          "cores whose commit does not depend combinationally on issue_ready, "
                          "such as CV32E40X.")] = None,
    little_endian: Annotated[bool, typer.Option(
        "--little-endian", metavar="", help="Coprocessor: leave the big-endian instructions "
                                             "out.")] = False,
    id_width: Annotated[int | None, typer.Option(
        metavar="BITS", help="Coprocessor, core: width of CV-X-IF's id (default 4).")] = None,
    reset_vector: Annotated[int | None, typer.Option(
        metavar="ADDRESS", parser=_number,
        help="Core: address of the first instruction (default 0).")] = None,
    trap_vector: Annotated[int | None, typer.Option(
        metavar="ADDRESS", parser=_number, help="Core: initial mtvec (default 0).")] = None,
    register_file: Annotated[str | None, typer.Option(
        metavar="KIND", help="Core: memory (default, LUT RAM) or flip-flops.")] = None,
    clock_hz: Annotated[int | None, typer.Option(
        metavar="HZ", help="SoC: clock frequency, for the UART and for software to read "
                           "(default 50000000).")] = None,
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
    $ ascon-xif verilog --unit coprocessor --rounds-per-cycle 2 --out fast.v
    $ ascon-xif verilog --unit soc --clock-hz 25000000 --out soc.v
    """
    given = {name: value for name, value in {
        "rounds_per_cycle": rounds_per_cycle, "queue_depth": queue_depth,
        "big_endian": False if little_endian else None, "id_width": id_width,
        "reset_vector": reset_vector, "trap_vector": trap_vector, "register_file": register_file,
        "clock_hz": clock_hz,
    }.items() if value is not None}
    for name in given:
        if name not in PARAMETERS[unit]:
            allowed = ", ".join(map(_option, PARAMETERS[unit]))
            reject(f"does not apply to --unit {unit.value}, which has {allowed}", _option(name))
    module = module or MODULES[unit]
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", module):
        reject(f"{module!r} is not a Verilog name: letters, digits and underscores, "
               "not beginning with a digit", "--module")

    from hdl.flat import flat_verilog
    with rejecting(f"--unit {unit.value}"):
        component = _component(unit, given, not no_firmware)
    with errors.status("Writing Verilog"):
        text = flat_verilog(component, module)
    write_text(out, text)
    settings = ", ".join(f"{name}={value}" for name, value in given.items())
    errors.print(f"{out}: module {module}" + (f" ({settings})" if settings else ""))
