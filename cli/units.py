"""The hardware that commands work on, and its parameters as options."""

import re
from enum import StrEnum
from typing import Annotated

import typer

from cli.console import reject
from cli.options import PresetChoice, check_rounds
from hdl.ascon.presets import DEFAULT, PRESETS, preset_named
from hdl.core.extensions import Extensions

__all__ = ["PARAMETERS", "ClockHz", "Hartid", "HartidWidth", "IdWidth", "Isa", "BigEndian",
           "PresetOfUnit", "QueueDepth", "RegisterFile", "RegisterSplit", "ResetVector",
           "RoundsOfUnit", "TrapVector", "Unit", "UnitOption", "XifOption", "as_in_system",
           "parameters"]


class Unit(StrEnum):
    """A part of the hardware that can be had alone."""

    COPROCESSOR = "coprocessor"
    CORE        = "core"
    SOC         = "soc"


class Xif(StrEnum):
    """A version of CV-X-IF."""

    CV32E40X = "0.2"
    V1       = "1.0"


#: Parameters by unit, as the classes' constructors call them; ``isa`` stands for the extensions.
PARAMETERS = {
    Unit.COPROCESSOR: ("preset", "rounds_per_cycle", "queue_depth", "big_endian", "id_width",
                       "xif", "split", "hartid", "hartid_width"),
    Unit.CORE:        ("isa", "reset_vector", "trap_vector", "register_file", "id_width"),
    Unit.SOC:         ("preset", "rounds_per_cycle", "clock_hz"),
}


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a number such as 128 or 0x80") from None


def _extensions(text: str) -> dict:
    found = re.fullmatch(r"rv32i(m?)(c?)((_[a-z0-9]+)*)", text.lower())
    names = [*found[1], *found[2], *found[3].split("_")[1:]] if found else [text]
    allowed = Extensions.__dataclass_fields__
    for name in names:
        if name not in allowed:
            multiple = ", ".join(f"_{other}" for other in allowed if len(other) > 1)
            raise typer.BadParameter(f"{text!r} is not rv32i, then m, c, {multiple} as wanted, "
                                     "such as rv32imc_zbb")
    return dict.fromkeys(names, True)


def _check_isa(text: str | None) -> str | None:
    if text is not None:
        _extensions(text)
    return text


UnitOption = Annotated[Unit, typer.Option(
    "--unit", metavar="UNIT", help="coprocessor, core or soc.")]

PresetOfUnit = Annotated[PresetChoice | None, typer.Option(
    "--preset", metavar="PRESET",
    help=f"Coprocessor, SoC: {' or '.join(PRESETS)} (default {DEFAULT}).")]

RoundsOfUnit = Annotated[int | None, typer.Option(
    "--rounds-per-cycle", metavar="N", callback=check_rounds,
    help="Coprocessor, SoC: rounds of the permutation in a clock cycle, instead of the preset's: "
         "1, 2, 3, 4 or 6.")]

QueueDepth = Annotated[int | None, typer.Option(
    "--queue-depth", metavar="N",
    help="Coprocessor: 2 (default) suits every core; 1 is smaller and suits cores whose commit "
         "does not depend combinationally on issue_ready, such as CV32E40X. With --xif 1.0: "
         "instructions that may wait for commit and operands, 1 to 16 (default 2, or 3 if split).")]

BigEndian = Annotated[bool, typer.Option(
    "--big-endian", metavar="", help="Coprocessor: with the big-endian instructions, too.")]

IdWidth = Annotated[int | None, typer.Option(
    "--id-width", metavar="BITS",
    help="Coprocessor, core: width of CV-X-IF's id (default 4).")]

XifOption = Annotated[Xif | None, typer.Option(
    "--xif", metavar="VERSION",
    help="Coprocessor: version of CV-X-IF: 0.2 (default), which is CV32E40X's, or 1.0.")]

RegisterSplit = Annotated[bool, typer.Option(
    "--register-split", metavar="",
    help="Coprocessor, --xif 1.0: X_ISSUE_REGISTER_SPLIT, operands come after the issue.")]

Hartid = Annotated[int | None, typer.Option(
    "--hartid", metavar="N", help="Coprocessor, --xif 1.0: the hart that is served (default 0).")]

HartidWidth = Annotated[int | None, typer.Option(
    "--hartid-width", metavar="BITS",
    help="Coprocessor, --xif 1.0: width of hartid (default 1).")]

Isa = Annotated[str | None, typer.Option(
    "--isa", metavar="NAME", callback=_check_isa,
    help="Core: instruction set, such as rv32imc_zbb (default rv32i).")]

ResetVector = Annotated[int | None, typer.Option(
    "--reset-vector", metavar="ADDRESS", parser=_number,
    help="Core: address of the first instruction (default 0).")]

TrapVector = Annotated[int | None, typer.Option(
    "--trap-vector", metavar="ADDRESS", parser=_number,
    help="Core: initial mtvec (default 0).")]

RegisterFile = Annotated[str | None, typer.Option(
    "--register-file", metavar="KIND",
    help="Core: memory (default, LUT RAM) or flip-flops.")]

ClockHz = Annotated[int | None, typer.Option(
    "--clock-hz", metavar="HZ",
    help="SoC: clock frequency, for the UART and for software to read (default 50000000).")]


#: Options that are not called as the constructor's parameters.
_OPTIONS = {"split": "--register-split"}

#: Parameters that only CV-X-IF v1.0 has.
_ONLY_V1 = ("split", "hartid", "hartid_width")


def _option(name):
    return _OPTIONS.get(name, "--" + name.replace("_", "-"))


def parameters(unit, *, big_endian=False, split=False, isa=None, xif=None, **given):
    """Return a unit's parameters, those that were given, as its constructor calls them.

    Raises
    ------
    typer.BadParameter
        If the unit has no such parameter.
    """
    given = {name: value for name, value in {
        "isa": isa, "big_endian": big_endian or None, **given,
        "xif": xif and xif.value, "split": split or None,
    }.items() if value is not None}
    for name in given:
        if name not in PARAMETERS[unit]:
            allowed = ", ".join(map(_option, PARAMETERS[unit]))
            reject(f"does not apply to --unit {unit.value}, which has {allowed}", _option(name))
        if name in _ONLY_V1 and xif is not Xif.V1:
            reject("needs --xif 1.0", _option(name))
    if "preset" in given:
        given["preset"] = given["preset"].value
    return _extensions(given.pop("isa")) | given if "isa" in given else given


def as_in_system(unit, given):
    """Return parameters of `parameters` with what a SoC adds to them.

    A coprocessor has the smallest queue there, where it is measured, unless another one is wanted.
    """
    if given and unit is Unit.COPROCESSOR:
        return preset_named(given.get("preset", DEFAULT)).smallest_queue | given
    return given
