"""``ascon-xif audit``: constant time, proven on the machine code."""

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cli.console import EXIT_FAILED, console, errors, say
from cli.files import JsonFile, write_json
from cli.system import firmware
from sim.audit.report import audit_firmware, audit_library, describe
from sim.audit.routines import library_image
from sw.request import SUFFIXES

__all__ = ["audit"]


def _cell(audited):
    """Return the verdict on a routine in one mode, and how many instructions it has."""
    if audited.ok:
        return Text(f"ok {len(audited.reached):5,}", style="green")
    return Text(f"{len(audited.findings)} found", style="bold red")


def _table(title, results):
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                  pad_edge=False, collapse_padding=True)
    table.add_column("routine", no_wrap=True)
    modes = [mode for mode in SUFFIXES if any(audited.mode == mode for audited in results)]
    for mode in modes:
        table.add_column(mode, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    rows = {}
    for audited in results:
        rows.setdefault(audited.routine, {})[audited.mode] = audited
    for name, found in rows.items():
        # What is the same code in all of them was followed once.
        cells = [_cell(found.get(mode, found.get(""))) for mode in modes]
        verdict = any(audited.verdicts for audited in found.values())
        table.add_row(name, *cells, "public" if verdict else "")
    return table


def audit(json: JsonFile = None):
    """Prove that no branch, jump or address of the software depends on a secret.

    Every path through every routine of the firmware and of the C library is
    followed in the machine code, for all keys, nonces, messages and states at
    once; only addresses and lengths are public. What counts is the compiled code,
    not its source. The table has the number of instructions that were followed,
    and where the verdict on a tag becomes public; nothing else does. `whole` is what
    runs instead of `accelerated` where the coprocessor has no instructions for a
    partial last word. The exit status is 1 if there is a finding.

    For example:
    $ ascon-xif audit
    $ ascon-xif audit --json audit.json
    """
    programs = {"firmware": (firmware(), audit_firmware)}
    with errors.status("Compiling the library"):
        programs["library"] = (library_image(), audit_library)
    found = {}
    with errors.status("Following all paths"):
        for name, (image, follow) in programs.items():
            found[name] = follow(image)
    write_json(json, {name: [audited.to_json(programs[name][0]) for audited in results]
                      for name, results in found.items()})
    for name, results in found.items():
        console.print(_table(name.capitalize(), results))
        image = programs[name][0]
        for finding in sorted({finding for audited in results for finding in audited.findings}):
            errors.print(describe(image, finding), style="red", markup=False, soft_wrap=True)
    results = [audited for results in found.values() for audited in results]
    wrong = sum(not audited.ok for audited in results)
    if wrong:
        say(f"{wrong} of {len(results)} routines may depend on secrets.")
    else:
        say(f"No branch, jump or address of {len(results)} routines depends on a secret.")
    raise typer.Exit(EXIT_FAILED if wrong else 0)
