"""``ascon-xif demo``: the whole thing in a few minutes."""

import typer

from cli.bench import measured
from cli.console import EXIT_FAILED, console, progress, say
from cli.options import DEFAULT_PRESET, PresetOption
from cli.system import config_of, firmware, notify
from cli.tables import bench_tables, failures, kat_table
from hdl.ascon.presets import PRESETS
from sim.bench import aead_shapes, table
from sim.kat_engine import run_kat
from sim.vectors import cases
from sw.request import MODES

__all__ = ["demo"]

#: Message and associated-data lengths that are measured.
POINTS = ((0, 0), (16, 0), (64, 0), (256, 0), (1024, 0), (16, 16), (64, 64), (1024, 1024))


def demo(preset: PresetOption = DEFAULT_PRESET):
    """Run Ascon-AEAD128 both ways and show what the coprocessor gains.

    For example:
    $ ascon-xif demo
    $ ascon-xif demo --preset fast
    """
    console.rule("ascon-xif")
    say("A RISC-V core in the manner of the CV32E40X, with an Ascon coprocessor on its CV-X-IF "
        "port, is simulated cycle by cycle from its Verilog. One firmware image holds "
        "Ascon-AEAD128 (NIST SP 800-232) twice: as hand-written RV32I assembly "
        "([bold]baseline[/]) and with the coprocessor's instructions ([bold]accelerated[/]). One "
        "bit of a control register chooses between them, so both run on identical hardware.\n")

    console.rule("1 of 2: is it right?")
    todo = cases("aead128")
    config = config_of(preset)
    image = firmware()
    with progress() as bar:
        task = bar.add_task("Official vectors", total=len(todo) * len(MODES))
        report = run_kat(todo, MODES, image, config=config, notify=notify,
                         progress=lambda count: bar.advance(task, count))
    say("All official vectors: encryption, decryption, and forgeries with one bit flipped, which "
        "have to be refused.\n")
    console.print(kat_table(report))
    failures(report)

    console.rule("2 of 2: what does it gain?")
    points = measured(config, MODES, grid=aead_shapes(POINTS))
    rows = table(points)
    say("Clock cycles and retired instructions of one call, from the jump to the return. The "
        f"coprocessor is the preset [bold]{preset.value}[/]: {PRESETS[preset].description}. Every "
        "output was compared with the reference model's.\n")
    for shown in bench_tables(rows, MODES):
        console.print(shown)
    speedups = [row["speedup"] for row in rows]
    console.print(f"The coprocessor is [bold green]{min(speedups):.0f} to {max(speedups):.0f} "
                  "times[/] as fast.")

    console.rule("What next")
    for command, purpose in (
        ("kat --member all", "the vectors of the whole family: hashes and functions with a key"),
        ("run requests.jsonl", "messages of your own"),
        ("bench", "cycles, code size and stack of every member"),
        ("trace --out trace", "every instruction, every coprocessor transaction, a waveform"),
        ("isa", "the coprocessor's instructions"),
        ("verilog --unit coprocessor --out ascon.v", "the coprocessor for your own core"),
        ("--help", "everything else"),
    ):
        console.print(f"  [bold cyan]./ascon-xif {command}[/]\n      {purpose}")
    right = report.ok and all(point.correct for point in points)
    raise typer.Exit(0 if right else EXIT_FAILED)
