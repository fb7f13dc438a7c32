"""``ascon-xif build``: a bitstream for a board."""

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from boards.board import ClockError, Settings
from boards.build import ToolsMissing, Unreadable, check_folder
from boards.build import build as run_build
from boards.catalog import BOARDS, board
from boards.steps import StepError
from cli.build_tables import report_tables
from cli.console import (
    EXIT_FAILED,
    EXIT_MISSING,
    EXIT_TIMING,
    console,
    errors,
    reject,
    rejecting,
)
from cli.files import JsonFile, write_text
from cli.options import DEFAULT_PRESET, PresetOption
from cli.system import firmware

__all__ = ["build", "built_boards"]

#: Characters of a tool's last line that are shown while it works.
_SHOWN = 60


def build(
    board_name: Annotated[str, typer.Option(
        "--board", metavar="BOARD", help=f"{' or '.join(BOARDS)}.")],
    out: Annotated[Path, typer.Option(
        "--out", metavar="DIR", help="Output folder: a new one, or that of a former build.")],
    toolchain: Annotated[str, typer.Option(
        "--toolchain", metavar="NAME",
        help="auto (the first one that is there) or one of the board's.")] = "auto",
    preset: PresetOption = DEFAULT_PRESET,
    clock_mhz: Annotated[float | None, typer.Option(
        "--clock-mhz", metavar="MHZ", help="The SoC's clock; by default what suits the board.",
    )] = None,
    seed: Annotated[int, typer.Option(
        "--seed", metavar="N", min=0, help="For placement, where the tools have one.")] = 1,
    json: JsonFile = None,
):
    """Build a bitstream for a board: the SoC with the firmware in its memories.

    DIR has the bitstream, report.json and report.md afterwards, and in
    project everything that the tools read and wrote. If none of the board's
    toolchains is complete, sources, constraints and scripts are written
    there, to be run elsewhere. DIR is replaced when everything is done and
    left alone otherwise.

    Exit status: 0 built, 2 bad argument, 3 a tool is missing or failed,
    4 built, but the clock is too fast for it.

    For example:
    $ ascon-xif build --board ulx3s --out build/ulx3s
    $ ascon-xif build --board ulx3s --preset fast --clock-mhz 40 --out build/fast
    """
    with rejecting("--board"):
        target = board(board_name)
    clock_hz = target.clock_hz if clock_mhz is None else round(clock_mhz * 1e6)
    settings = Settings(clock_hz, preset.value, seed)
    names = {candidate.name: candidate for candidate in target.toolchains}
    if toolchain != "auto" and toolchain not in names:
        reject(f"must be auto or one of {', '.join(names)}, not {toolchain!r}", "--toolchain")
    with rejecting("--out"):
        check_folder(out)
    image = firmware()
    try:
        with _progress() as (on_step, on_line):
            built = run_build(target, settings, image, out, toolchain=names.get(toolchain),
                              on_step=on_step, on_line=on_line)
        if json is not None:
            write_text(json, built.report.to_json())
    except ClockError as error:
        reject(str(error), "--clock-mhz")
    except (ToolsMissing, StepError, Unreadable) as error:
        errors.print(str(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(EXIT_MISSING) from None
    except OSError as error:
        errors.print(f"{out}: {error.strerror or error}; nothing was changed there", style="red",
                     markup=False, soft_wrap=True)
        raise typer.Exit(EXIT_FAILED) from None
    for table in report_tables(built.report):
        console.print(table)
    for path in built.products:
        console.print(f"{path}: {path.stat().st_size:,} bytes")
    if not built.report.timing_met:
        errors.print("Timing is not met: the bitstream may fail. A lower --clock-mhz or another "
                     "--seed may help.", style="bold yellow", soft_wrap=True)
        raise typer.Exit(EXIT_TIMING)


def built_boards():
    """Build for each board whose tools are there; return reports, and pictures by name."""
    made = []
    image = firmware()
    for name in BOARDS:
        target = board(name)
        if all(candidate.find().missing for candidate in target.toolchains):
            continue
        with tempfile.TemporaryDirectory() as folder, _progress() as (on_step, on_line):
            out = Path(folder) / name
            built = run_build(target, Settings(target.clock_hz), image, out, on_step=on_step,
                              on_line=on_line)
            made.append((built.report, {path.name: path.read_text(encoding="utf-8")
                                        for path in sorted(out.glob("*.svg"))}))
    return made


@contextmanager
def _progress():
    """Give functions that show the current step, and what its tool says."""
    with errors.status("Preparing the design") as status:
        current = ["Preparing the design"]

        def on_step(title, number, count):
            current[0] = f"{title} ({number} of {count})"
            status.update(current[0])
            if not errors.is_terminal:
                errors.print(current[0])

        def on_line(line):
            shown = line.replace("[", r"\[")[:_SHOWN]
            status.update(f"{current[0]} [dim]{shown}[/]" if shown.strip() else current[0])

        yield on_step, on_line
