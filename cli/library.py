"""``ascon-xif library`` and ``ascon-xif example``: the C library, and C programs that use it."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.console import EXIT_FAILED, console, errors
from cli.options import (
    DEFAULT_PRESET,
    InstructionSet,
    IsaChoice,
    KernelsChoice,
    KernelsOption,
    Mode,
    OneMode,
    PresetOption,
    RoundsPerCycle,
)
from cli.system import config_of, notify
from hdl.ascon.presets import PRESETS
from sim.engine import Engine
from sim.program import run_on_engine
from sw.library import VARIANTS, build_library
from sw.program import EXAMPLE, build_program
from sw.schedule import PERMUTATIONS, Isa

__all__ = ["example", "library"]

Variant = StrEnum("Variant", {variant.upper(): variant for variant in VARIANTS})
Variant.__doc__ = "What the library holds."

Permutation = StrEnum("Permutation", {name.upper(): name for name in PERMUTATIONS})
Permutation.__doc__ = "The baseline's permutation."

PermutationOption = Annotated[Permutation, typer.Option(
    "--permutation", metavar="KIND",
    help="Of the baseline: unrolled, or rolled for small memories.")]

VariantOption = Annotated[Variant, typer.Option(
    "--variant", metavar="VARIANT",
    help="baseline, accelerated, or both with a choice at run time.")]


def check_folder(path: Path):
    """Return ``path`` if a folder can be there; as a callback."""
    there = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
    if not there.is_dir():
        raise typer.BadParameter(f"{str(there)!r} is no folder")
    return path


def library(
    out: Annotated[Path, typer.Option(
        metavar="DIR", callback=check_folder,
        help="Folder for header and archive, made if need be.")],
    variant: VariantOption = Variant.BOTH,
    permutation: PermutationOption = Permutation.UNROLLED,
    kernels: KernelsOption = KernelsChoice.FAST,
    isa: InstructionSet = IsaChoice.RV32I,
    preset: PresetOption = DEFAULT_PRESET,
):
    """Build the C library: ascon_xif.h and libascon_xif.a, for any RV32I program.

    All seven members, at once and in pieces; docs/c-interface.md describes them.
    The accelerated routines for the preset tiny run on all, but a little slower.

    For example:
    $ ascon-xif library --out lib
    $ ascon-xif library --out lib --variant baseline --permutation rolled
    $ ascon-xif library --out lib --variant accelerated --kernels small
    $ ascon-xif library --out lib --isa rv32i_zbb_zbkb
    $ ascon-xif library --out lib --preset tiny
    $ clang --target=riscv32 -march=rv32i -mabi=ilp32 -I lib -c program.c
    $ ld.lld --gc-sections -T link.ld program.o lib/libascon_xif.a
    """
    with errors.status("Compiling the library"):
        made = build_library(out, variant=variant.value, permutation=permutation.value,
                             kernels=kernels.value, isa=isa.value,
                             last=PRESETS[preset.value].last)
    for path in (made.header, made.archive):
        console.print(f"{out / path.name}: {path.stat().st_size:,} bytes", soft_wrap=True)


def example(
    sources: Annotated[list[Path] | None, typer.Argument(
        metavar="[SOURCE.c ...]", exists=True, dir_okay=False, readable=True,
        help="C and assembly files of a program of your own.")] = None,
    mode: OneMode = Mode.ACCELERATED,
    variant: VariantOption = Variant.BOTH,
    permutation: PermutationOption = Permutation.UNROLLED,
    kernels: KernelsOption = KernelsChoice.FAST,
    isa: InstructionSet = IsaChoice.RV32I,
    preset: PresetOption = DEFAULT_PRESET,
    rounds_per_cycle: RoundsPerCycle = None,
):
    """Run a C program that uses the library on the simulated hardware.

    Without files it is sw/examples/sensor.c, which seals and opens a message.
    What the program prints through console.h comes here; the exit status is 0
    if `main` returns 0. In baseline mode the coprocessor refuses instructions.

    For example:
    $ ascon-xif example
    $ ascon-xif example --mode baseline
    $ ascon-xif example mine.c --variant accelerated
    """
    with errors.status("Compiling the program"):
        image = build_program(sources or [EXAMPLE], variant=variant.value,
                              permutation=permutation.value,
                              kernels=kernels.value, isa=isa.value,
                              last=PRESETS[preset.value].last)
    with errors.status("Preparing the simulation"):
        engine = Engine(config_of(preset, rounds_per_cycle,
                                  extensions=Isa(isa.value).extensions), notify=notify)
    with engine:
        try:
            text, outcome = run_on_engine(engine, image, accelerated=mode is Mode.ACCELERATED)
        except TimeoutError as error:
            errors.print(str(error), style="red", markup=False)
            raise typer.Exit(EXIT_FAILED) from None
    console.print(text.decode(errors="replace"), end="", markup=False, soft_wrap=True)
    if outcome.trap:
        errors.print(f"the program trapped: {outcome.trap}", style="red", markup=False)
    elif outcome.status:
        errors.print(f"main has returned {outcome.status}", style="red", markup=False)
    raise typer.Exit(0 if outcome.status == 0 else EXIT_FAILED)
