"""Commands of the permutation in software."""

import json

import pytest
from typer.testing import CliRunner

from cli.main import app
from cli.pages.permutation import page
from sim.even_odd import ISAS, LENGTHS, PEER, VARIANTS, Permutation, Point
from sw.schedule import PROGRAMS, program_source
from sw.schedule.report import report


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "100"})
    return result.exit_code, result.output


def test_schedule(tmp_path):
    status, output = call("schedule", "--json", tmp_path / "schedule.json")
    assert status == 0, output
    rows = json.loads((tmp_path / "schedule.json").read_text())
    assert {row["program"] for row in rows} == set(PROGRAMS)
    assert output.count("proved") == len(rows)
    assert next(row["per_round"] for row in rows if row["program"] == "zbb_even_odd") == 71


def test_schedule_writes_a_program(tmp_path):
    status, output = call("schedule", "--program", "rolled", "--out", tmp_path / "rolled.S")
    assert status == 0, output
    assert (tmp_path / "rolled.S").read_text() == program_source(PROGRAMS["rolled"])


@pytest.mark.parametrize(("arguments", "message"), [
    (["--program", "curled"], "must be one of unrolled, rolled"),
    (["--out", "permutation.S"], "needs --program"),
    (["--program", "rolled", "--out", "nowhere/permutation.S"], "does not exist"),
])
def test_schedule_refuses(arguments, message):
    status, output = call("schedule", *arguments)
    assert status == 2
    assert message in " ".join(output.replace("│", " ").split())


@pytest.mark.full
def test_experiment(tmp_path):
    status, output = call("experiment", "even-odd", "--json", tmp_path / "even-odd.json")
    assert status == 0, output
    result = json.loads((tmp_path / "even-odd.json").read_text())
    assert len(result["points"]) == len(ISAS) * len(VARIANTS) * len(LENGTHS)
    assert result["peer"]["permutation"] == PEER["permutation"]
    assert f"{PEER['even/odd, native'][0]:.2f}" in output


def measurements(*, correct=True):
    """Return results as the experiment's, with made-up numbers."""
    permutations = [Permutation(isa, form, 1000 - 100 * number, 1000 - 100 * number, True)
                    for isa in ISAS for number, form in enumerate(("halves", "even/odd"))]
    points = [Point(isa, variant, message, ad, 100 * (message + ad) + 1, 1, correct)
              for isa in ISAS for variant in VARIANTS for message, ad in LENGTHS]
    return permutations, points


def test_page():
    text = page(report(), *measurements())
    for row in report():
        assert f"| `{row.program}` |" in text
    assert "| cycles of eight rounds, called | 900 | 950.32 |" in text
    assert "more than the 100 instructions that eight rounds gain" in text
    assert "| 100.00 | 77.92 and 78.18 |" in text
    assert "{" not in text


def test_page_refuses_wrong_results():
    with pytest.raises(ValueError, match="results of the even/odd experiment are wrong"):
        page(report(), *measurements(correct=False))
