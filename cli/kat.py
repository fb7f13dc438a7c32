"""``ascon-xif kat``: known-answer tests on the simulated hardware."""

from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.console import EXIT_FAILED, console, errors, progress, rejecting
from cli.files import JsonFile, write_json
from cli.options import (
    DEFAULT_PRESET,
    BothModes,
    KernelsChoice,
    KernelsOption,
    ModeChoice,
    PresetOption,
    RoundsPerCycle,
    modes,
)
from cli.system import config_of, firmware, notify
from cli.tables import failures, kat_table
from cli.target import (
    BitstreamOption,
    Target,
    TargetOption,
    check_target,
    on_board,
    simulated_hardware,
)
from sim.kat import Report, check
from sim.kat_engine import run_kat
from sim.vectors import MEMBERS, cases

__all__ = ["Member", "kat"]

Member = StrEnum("Member", {member.upper(): member for member in (*MEMBERS, "all")})
Member.__doc__ = "Members that have vectors, and all of them."


def _simulate(todo, chosen, image, config, engine):
    """Return the report of cases in the simulation."""
    with _advancing(todo, chosen) as advance:
        return _runner(engine)(todo, chosen, image, config=config, notify=notify,
                               progress=advance)


def _on_board(todo, chosen, image, bitstream):
    """Return the report of cases on the board, and what to say of it in JSON."""
    report = Report()
    with (on_board(bitstream, image) as (driver, hardware),
          _advancing(todo, chosen) as advance):
        for mode in chosen:
            report.merge(check(todo, driver, mode, progress=advance))
    return report, hardware


@contextmanager
def _advancing(todo, chosen):
    """Give a function that counts cases, with progress shown meanwhile."""
    with progress() as bar:
        task = bar.add_task("Vectors", total=len(todo) * len(chosen))
        yield lambda count: bar.advance(task, count)


def _runner(engine):
    """Return what runs cases on a simulator; cocotb is imported only where it is wanted."""
    if engine is Simulator.FAST:
        return run_kat
    from sim.cocotb_kat import run_cocotb_kat
    return run_cocotb_kat


class Simulator(StrEnum):
    """What simulates the hardware."""

    FAST   = "fast"
    COCOTB = "cocotb"


def kat(
    member: Annotated[Member, typer.Option(
        metavar="MEMBER", help=f"Member of the family: {', '.join(MEMBERS)}; or all.",
    )] = Member.AEAD128,
    mode: BothModes = ModeChoice.BOTH,
    file: Annotated[Path | None, typer.Option(
        metavar="KATFILE", exists=True, dir_okay=False, readable=True,
        help="Vectors in the official format, instead of the official ones.")] = None,
    engine: Annotated[Simulator, typer.Option(
        metavar="ENGINE", help="fast, or cocotb: independent of the fast one, some cases a "
                               "second.")] = Simulator.FAST,
    limit: Annotated[int | None, typer.Option(
        metavar="N", min=1, help="Only the first N cases.")] = None,
    preset: PresetOption = DEFAULT_PRESET,
    rounds_per_cycle: RoundsPerCycle = None,
    kernels: KernelsOption = KernelsChoice.FAST,
    target: TargetOption = Target.SIMULATOR,
    bitstream: BitstreamOption = None,
    json: JsonFile = None,
):
    """Run known-answer vectors; those of AEAD128 each way, and with flipped bits.

    The official vectors are those of ascon-c for SP 800-232 and Ascon v1.3, 6295
    in all. Each of AEAD128 is encrypted, decrypted, and decrypted again after one
    bit of tag, ciphertext, associated data and nonce was flipped, which has to
    fail without leaving plaintext. The exit status is 0 only if every single one
    came out right.

    For example:
    $ ascon-xif kat --member aead128
    $ ascon-xif kat --member all
    $ ascon-xif kat --mode accelerated --preset fast --json kat.json
    $ ascon-xif kat --member all --kernels small
    $ ascon-xif kat --file LWC_AEAD_KAT_128_128.txt
    $ ascon-xif kat --engine cocotb --limit 60
    """
    check_target(target, bitstream, engine=engine is not Simulator.FAST,
                 preset=preset is not DEFAULT_PRESET,
                 rounds_per_cycle=rounds_per_cycle is not None)
    with rejecting("--file"), errors.status("Preparing the vectors"):
        text = None if file is None else file.read_text(encoding="utf-8")
        if text is not None and member is Member.ALL:
            raise ValueError("has the vectors of one member: say which by --member, not all")
        members = MEMBERS if member is Member.ALL else (member.value,)
        todo = [case for name in members for case in cases(name, text)][:limit]
    chosen = modes(mode)
    image = firmware(kernels=kernels.value)
    if target is Target.PYNQ:
        report, hardware = _on_board(todo, chosen, image, bitstream)
    else:
        config = config_of(preset, rounds_per_cycle)
        report = _simulate(todo, chosen, image, config, engine)
        hardware = simulated_hardware(config) | {"engine": engine.value}
    write_json(json, {"config": hardware} | report.to_json())
    console.print(kat_table(report))
    failures(report)
    raise typer.Exit(0 if report.ok else EXIT_FAILED)
