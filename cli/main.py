"""Entry point of the command line."""

import sys
from importlib.metadata import version
from typing import Annotated

import typer

import boards.steps
import boards.yosys
import formal.prover
import sim.toolchain
import sw.board
import sw.image
from cli.audit import audit
from cli.bench import bench
from cli.build import build
from cli.console import EXIT_MISSING, console, errors
from cli.demo import demo
from cli.docs import docs
from cli.experiment import experiments
from cli.fmax import fmax
from cli.isa import isa
from cli.kat import kat
from cli.library import example, library
from cli.prove import prove
from cli.report import report
from cli.run import run
from cli.schedule import schedule
from cli.soak import soak
from cli.synth import synth
from cli.test import run_tests
from cli.trace import trace
from cli.verilog import verilog

__all__ = ["app", "main"]

app = typer.Typer(
    name="ascon-xif",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 all is well, 1 something failed, 2 a bad argument or input, "
           "3 a tool is missing or failed, 4 timing not met. `ascon-xif COMMAND --help` has "
           "examples.",
)


def _version(wanted: bool):
    if wanted:
        console.print(f"ascon-xif {version('ascon-xif')}")
        raise typer.Exit


@app.callback()
def options(
    show_version: Annotated[bool, typer.Option(
        "--version", metavar="", callback=_version, is_eager=True,
        help="Print the version and stop.")] = False,
):
    """Ascon on RISC-V: a coprocessor for CV-X-IF, measured against assembly on the same core.

    Start with `ascon-xif demo`.
    """


app.command(rich_help_panel="Measure and check")(demo)
app.command(rich_help_panel="Measure and check")(kat)
app.command(rich_help_panel="Measure and check")(run)
app.command(rich_help_panel="Measure and check")(bench)
app.command(rich_help_panel="Measure and check")(trace)
app.command(rich_help_panel="Measure and check")(soak)
app.command(rich_help_panel="Measure and check")(audit)
app.command(rich_help_panel="Measure and check")(prove)
app.add_typer(experiments, name="experiment", rich_help_panel="Measure and check")
app.command(rich_help_panel="Hardware")(verilog)
app.command(rich_help_panel="Hardware")(synth)
app.command(rich_help_panel="Hardware")(fmax)
app.command(rich_help_panel="Hardware")(build)
app.command(rich_help_panel="Hardware")(report)
app.command(rich_help_panel="Hardware")(isa)
app.command(rich_help_panel="Software")(library)
app.command(rich_help_panel="Software")(example)
app.command(rich_help_panel="Software")(schedule)
app.command(rich_help_panel="Project")(docs)
app.command("test", rich_help_panel="Project", context_settings={
    "allow_extra_args": True, "ignore_unknown_options": True})(run_tests)


def main():
    """Run the command line."""
    try:
        app()
    except (boards.steps.StepError, boards.yosys.YosysError, formal.prover.ProverError,
            sim.toolchain.BuildError, sw.board.BoardError, sw.image.BuildError) as error:
        errors.print(str(error), style="red", markup=False, soft_wrap=True)
        sys.exit(EXIT_MISSING)
