"""``ascon-xif`` on the board itself: vectors, measurements and requests on the real hardware.

Runs with Python 3.10 and nothing else but pynq, if that is there; packed by
:mod:`boards.host_wheel`.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from sim.bench import GRID, MEMBERS, measure, per_byte, slopes, table
from sim.kat import Report, check
from sim.run import RequestFileError, read_requests, run_requests
from sim.vectors import cases
from sw.board import BoardError, describe, open_driver
from sw.model.kat import FILES
from sw.request import MODES, OK, TAG_MISMATCH

__all__ = ["main"]

_EXIT_FAILED, _EXIT_MISSING = 1, 3


class _Counter:
    """Shows how much of a number is done, on a terminal."""

    def __init__(self, what, total):
        self._what, self._total, self._done = what, total, 0

    def __call__(self, count=1):
        """Count."""
        self._done += count
        if sys.stderr.isatty():
            end = "\n" if self._done == self._total else ""
            print(f"\r{self._what}: {self._done} of {self._total}", end=end, file=sys.stderr,
                  flush=True)


def _kat(options, driver):
    """Run vectors; returns rows, the object for JSON and whether all is well."""
    members = tuple(FILES) if options.member == "all" else (options.member,)
    todo = [case for member in members for case in cases(member)][:options.limit]
    report, modes = Report(), _modes(options)
    counter = _Counter("vectors", len(todo) * len(modes))
    for mode in modes:
        report.merge(check(todo, driver, mode, progress=counter))
    rows = [("member", "what", "mode", "passed", "of")]
    rows += [(*key, report.passed[key], total) for key, total in sorted(report.total.items())]
    for failure in report.failures[:10]:
        print(f"failed: {failure.case.request.member} {failure.case.kind}, vector "
              f"{failure.case.count}, {failure.mode}: {failure.answer.status}", file=sys.stderr)
    return rows, report.to_json(), report.ok


def _bench(options, driver):
    """Measure; returns rows, the object for JSON and whether all is well."""
    grid = [shape for shape in GRID if options.member in ("all", shape.member)][:options.limit]
    modes = _modes(options)
    counter = _Counter("measurements", len(grid) * len(modes))
    points = measure(driver, grid=grid, modes=modes, progress=counter)
    rows = [("member", "op", "message", "ad", "output", *(f"{mode} cycles" for mode in modes),
             *(f"{mode} c/B" for mode in modes), "speedup")]
    for row in table(points):
        costs = [row[mode] for mode in modes]
        rows.append((row["member"], row["op"], row["message"], row["ad"], row["output"],
                     *(point.cycles for point in costs),
                     *(_number(per_byte(point)) for point in costs), _number(row["speedup"])))
    data = {"points": [asdict(point) for point in points], "slopes": slopes(points)}
    return rows, data, all(point.correct for point in points)


def _run(options, driver):
    """Run requests; returns rows, the object for JSON and whether all is well."""
    counter = _Counter("requests", len(options.requests))
    answers = run_requests(options.requests, driver, options.mode,
                           progress=lambda done: counter())
    rows = [("member", "op", "status", "output", "tag", "cycles")]
    rows += [(request.member, request.op, answer.status, answer.output.hex(), answer.tag.hex(),
              answer.cycles) for request, answer in zip(options.requests, answers, strict=True)]
    return (rows, {"answers": [answer.to_json() for answer in answers]},
            all(answer.status in (OK, TAG_MISMATCH) for answer in answers))


def _number(value):
    return "" if value is None else f"{value:.2f}"


def _modes(options):
    return MODES if options.mode == "both" else (options.mode,)


def _print(rows):
    """Print rows, the first one their head, in columns."""
    rows = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(width)
                        for cell, width in zip(row, widths, strict=True)).rstrip())


def _positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def _request_file(text):
    """Read a file of requests; as the type of an argument."""
    try:
        return read_requests(Path(text).read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeDecodeError, RequestFileError) as error:
        raise argparse.ArgumentTypeError(f"{text}: {error}") from None


def _parser():
    parser = argparse.ArgumentParser(
        prog="ascon-xif", description="Ascon on the board: baseline and coprocessor, measured by "
                                      "the hardware's own counters. Run it as root.",
        epilog="Exit status: 0 all is well, 1 something failed, 2 a bad argument or input, "
               "3 no usable board.")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--target", choices=("pynq",), default="pynq",
                        help="where it runs: this board")
    common.add_argument("--bitstream", metavar="FILE.bit", type=Path,
                        help="load this first; otherwise it has to be loaded already: if anything "
                             "else is in the FPGA, the processor may hang")
    common.add_argument("--json", metavar="FILE", type=Path, help="results for programs")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, function, members, what in (
            ("kat", _kat, FILES, "known-answer vectors, those of AEAD128 also with forgeries"),
            ("bench", _bench, MEMBERS, "cycles of every member over lengths")):
        command = commands.add_parser(name, parents=[common], help=what)
        command.add_argument("--member", choices=(*members, "all"), default="all")
        command.add_argument("--mode", choices=(*MODES, "both"), default="both")
        command.add_argument("--limit", metavar="N", type=_positive, help="only the first N")
        command.set_defaults(function=function)
    command = commands.add_parser("run", parents=[common], help="requests of your own")
    command.add_argument("requests", metavar="REQUESTS.jsonl", type=_request_file)
    command.add_argument("--mode", choices=MODES, default=MODES[-1])
    command.set_defaults(function=_run)
    return parser


def main(arguments=None):
    """Run the command line and return its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.json is not None and not options.json.resolve().parent.is_dir():
        parser.error(f"--json: there is no folder {options.json.resolve().parent}")
    try:
        driver, transport = open_driver(options.bitstream)
    except BoardError as error:
        print(f"ascon-xif: {error}", file=sys.stderr)
        return _EXIT_MISSING
    rows, data, well = options.function(options, driver)
    _print(rows)
    if options.json is not None:
        options.json.write_text(
            json.dumps({"config": {"target": "pynq"} | describe(transport)} | data, indent=2)
            + "\n", encoding="utf-8")
    return 0 if well else _EXIT_FAILED
