"""Results as tables for people."""

from rich import box
from rich.table import Table
from rich.text import Text

from cli.console import console

__all__ = ["answers_table", "bench_table", "failures", "kat_table"]

#: Failures that are shown in full.
SHOWN = 5


def _table(title):
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                 pad_edge=False, collapse_padding=True)


def kat_table(report):
    """Return the table of a :class:`sim.kat.Report`: a row a member and operation."""
    table = _table("Known-answer vectors")
    table.add_column("member")
    table.add_column("operation")
    modes = sorted({mode for _, _, mode in report.total}, reverse=True)
    for mode in modes:
        table.add_column(mode, justify="right")
    kinds = {(member, kind) for member, kind, _ in report.total}
    for member, kind in sorted(kinds, key=lambda row: (row[0], row[1] != "encrypt",
                                                       row[1] != "decrypt", row[1])):
        table.add_row(member, kind, *(_passed(report, (member, kind, mode)) for mode in modes))
    table.add_section()
    table.add_row("all", "", *(_passed(report, *(key for key in report.total if key[2] == mode))
                               for mode in modes))
    return table


def _passed(report, *keys):
    total = sum(report.total[key] for key in keys)
    passed = sum(report.passed[key] for key in keys)
    return Text(f"{passed} of {total}", style="green" if passed == total else "bold red")


def failures(report):
    """Print the first failures of a report in full."""
    for failure in report.failures[:SHOWN]:
        case = failure.case
        console.print(f"\n[red]Count = {case.count}, {case.kind}, {failure.mode}[/]")
        for name, value in case.request.to_json().items():
            console.print(f"  {name:<9} {value}", markup=False, soft_wrap=True)
        for name, answer in (("expected", case.expected), ("got", failure.answer)):
            console.print(f"  {name:<9} {answer.status}, output {answer.output.hex() or '-'}, "
                          f"tag {answer.tag.hex() or '-'}", markup=False, soft_wrap=True)
    if len(report.failures) > SHOWN:
        console.print(f"\n{len(report.failures) - SHOWN} more failed; --json has all.")


def answers_table(requests, answers):
    """Return the table of requests and their answers."""
    table = _table("Answers")
    for name in ("line", "member", "op"):
        table.add_column(name, no_wrap=True)
    for name in ("message", "ad", "cycles", "instructions"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("status")
    for number, (request, answer) in enumerate(zip(requests, answers, strict=True), 1):
        table.add_row(str(number), request.member, request.op, str(len(request.message)),
                      str(len(request.ad)), f"{answer.cycles:,}", f"{answer.instructions:,}",
                      Text(answer.status, style="green" if answer.status == "ok" else "red"))
    return table


def bench_table(rows, modes, title="Ascon-AEAD128: cycles and instructions of a call"):
    """Return the table of a benchmark.

    Parameters
    ----------
    rows : list of :class:`dict`
        Of :func:`sim.bench.table`.
    modes : sequence of :class:`str`
        Which modes were measured.
    title : :class:`str`
        Title.
    """
    table = _table(title)
    table.add_column("", no_wrap=True)
    for name in ("message\nbytes", "AD\nbytes"):
        table.add_column(name, justify="right", no_wrap=True)
    for mode in modes:
        table.add_column(f"{mode}\ncycles", justify="right", no_wrap=True)
        table.add_column("\ninstr.", justify="right", no_wrap=True)
    if len(modes) > 1:
        table.add_column("\nspeedup", justify="right", no_wrap=True)
    for number, row in enumerate(rows):
        cells = [row["op"], f"{row['message']:,}", f"{row['ad']:,}"]
        for mode in modes:
            cells += [f"{row[mode].cycles:,}", f"{row[mode].instructions:,}"]
        if not row["correct"]:
            cells.append(Text("wrong", style="bold red"))
        elif len(modes) > 1:
            cells.append(Text(f"{row['speedup']:.1f}", style="bold green"))
        ends = number + 1 < len(rows) and rows[number + 1]["op"] != row["op"]
        table.add_row(*cells, end_section=ends)
    return table
