"""Results as tables for people."""

from rich import box
from rich.table import Table
from rich.text import Text

from cli.console import console
from cli.names import NAMES
from sim.bench import per_byte

__all__ = ["answers_table", "bench_tables", "failures", "kat_table", "routines_table",
           "slopes_table"]

#: Failures that are shown in full.
SHOWN = 5

#: Modes as they head a narrow column.
_SHORT = {"baseline": "baseline", "accelerated": "accel."}


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
    order = list(NAMES)
    for member, kind in sorted(kinds, key=lambda row: (order.index(row[0]), row[1] != "encrypt",
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
        console.print(f"\n[red]{case.request.member}: Count = {case.count}, {case.kind}, "
                      f"{failure.mode}[/]")
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
    for name in ("message", "ad", "output", "cycles", "instr."):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("status")
    for number, (request, answer) in enumerate(zip(requests, answers, strict=True), 1):
        table.add_row(str(number), request.member, request.op, str(len(request.message)),
                      str(len(request.ad)), str(request.output_length), f"{answer.cycles:,}",
                      f"{answer.instructions:,}",
                      Text(answer.status, style="green" if answer.status == "ok" else "red"))
    return table


def bench_tables(rows, modes):
    """Return the tables of a benchmark, one for each member and operation.

    Parameters
    ----------
    rows : list of :class:`dict`
        Of :func:`sim.bench.table`.
    modes : sequence of :class:`str`
        Which modes were measured.
    """
    groups = {}
    for row in rows:
        groups.setdefault((row["member"], row["op"]), []).append(row)
    return [_bench_table(group, modes) for group in groups.values()]


def _bench_table(rows, modes):
    """Return the table of one member and operation."""
    member, op = rows[0]["member"], rows[0]["op"]
    table = _table(f"{NAMES[member]}, {op}" if member == "aead128" else NAMES[member])
    lengths = ["message", *(name for name in ("ad", "output") if any(row[name] for row in rows))]
    for name in lengths:
        table.add_column(f"{'AD' if name == 'ad' else name}\nbytes", justify="right", no_wrap=True)
    for mode in modes:
        table.add_column(f"{_SHORT[mode]}\ncycles", justify="right", no_wrap=True)
        for name in ("instr.", "c/B"):
            table.add_column(f"\n{name}", justify="right", no_wrap=True)
    if len(modes) > 1:
        table.add_column("\nspeedup", justify="right", no_wrap=True)
    for row in rows:
        cells = [f"{row[name]:,}" for name in lengths]
        for mode in modes:
            point = row[mode]
            cost = per_byte(point)
            cells += [f"{point.cycles:,}", f"{point.instructions:,}",
                      "" if cost is None else f"{cost:.{2 if cost < 100 else 0}f}"]
        if not row["correct"]:
            cells.append(Text("wrong", style="bold red"))
        elif len(modes) > 1:
            cells.append(Text(f"{row['speedup']:.1f}", style="bold green"))
        table.add_row(*cells)
    return table


def slopes_table(rows, modes):
    """Return the table of :func:`sim.bench.slopes`."""
    table = _table("Cycles for a byte more, at 1024 bytes")
    for name in ("", "", "byte of"):
        table.add_column(name, no_wrap=True)
    for mode in modes:
        table.add_column(mode, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(NAMES[row["member"]], row["op"], row["of"],
                      *(f"{row[mode]:.3f}" for mode in modes))
    return table


def routines_table(rows, modes):
    """Return the table of :func:`sim.bench.routines`."""
    table = _table("Bytes of code, of these in the shared permutation, and of stack")
    for name in ("", ""):
        table.add_column(name, no_wrap=True)
    for mode in modes:
        table.add_column(f"{_SHORT[mode]}\ncode", justify="right", no_wrap=True)
        table.add_column("\nshared", justify="right", no_wrap=True)
        table.add_column("\nstack", justify="right", no_wrap=True)
    found = {(row["member"], row["op"], row["mode"]): row for row in rows}
    for member, op in dict.fromkeys((row["member"], row["op"]) for row in rows):
        cells = []
        for mode in modes:
            row = found[member, op, mode]
            cells += [f"{row['code']:,}", f"{row['shared']:,}", str(row["stack"])]
        table.add_row(NAMES[member], op, *cells)
    return table
