"""Options that several commands share."""

from enum import StrEnum
from typing import Annotated

import typer

from hdl.ascon.presets import DEFAULT, PRESETS
from hdl.ascon.round import ROUNDS_PER_CYCLE
from sw.image import KERNELS
from sw.request import MODES
from sw.schedule import ISAS

__all__ = ["DEFAULT_PRESET", "BothModes", "InstructionSet", "IsaChoice", "KernelsChoice",
           "KernelsOption", "Mode", "ModeChoice",
           "OneMode", "PresetChoice", "PresetOption", "RoundsPerCycle", "check_rounds", "modes"]

Mode = StrEnum("Mode", {mode.upper(): mode for mode in MODES})
Mode.__doc__ = "What a request runs on."

ModeChoice = StrEnum("ModeChoice", {mode.upper(): mode for mode in (*MODES, "both")})
ModeChoice.__doc__ = "What vectors run on."


def modes(choice):
    """Return the modes that a :class:`ModeChoice` means."""
    return MODES if choice == "both" else (choice.value,)


def check_rounds(count: int | None):
    """Return ``count`` if the coprocessor can do so many rounds in a cycle; as a callback."""
    if count is not None and count not in ROUNDS_PER_CYCLE:
        allowed = ", ".join(map(str, ROUNDS_PER_CYCLE))
        raise typer.BadParameter(f"must be one of {allowed}, not {count}")
    return count


OneMode = Annotated[Mode, typer.Option(
    "--mode", metavar="MODE", help="baseline or accelerated.")]

BothModes = Annotated[ModeChoice, typer.Option(
    "--mode", metavar="MODE", help="baseline, accelerated or both.")]

PresetChoice = StrEnum("PresetChoice", {name.upper(): name for name in PRESETS})
PresetChoice.__doc__ = "Presets of the coprocessor."

PresetOption = Annotated[PresetChoice, typer.Option(
    "--preset", metavar="PRESET",
    help="Coprocessor: " + "; ".join(f"{preset.name}, {preset.description}"
                                     for preset in PRESETS.values()) + ".")]

#: What `PresetOption` defaults to.
DEFAULT_PRESET = PresetChoice(DEFAULT)

RoundsPerCycle = Annotated[int | None, typer.Option(
    "--rounds-per-cycle", metavar="N", callback=check_rounds,
    help="Rounds of the permutation in a clock cycle, instead of the preset's: 1, 2, 3, 4 or 6.")]

KernelsChoice = StrEnum("KernelsChoice", {kind.upper(): kind for kind in KERNELS})
KernelsChoice.__doc__ = "Kinds of accelerated routines."

KernelsOption = Annotated[KernelsChoice, typer.Option(
    "--kernels", metavar="KIND",
    help="Accelerated routines: fast, or small for small memories.")]

IsaChoice = StrEnum("IsaChoice", {isa.upper(): isa for isa in ISAS})
IsaChoice.__doc__ = "What software is assembled for."

InstructionSet = Annotated[IsaChoice, typer.Option(
    "--isa", metavar="ISA",
    help=f"Of core and software besides the coprocessor's instructions: {' or '.join(ISAS)}.")]
