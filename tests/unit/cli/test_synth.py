"""The synth command and the page about areas, on made-up figures; the real ones take a while."""

import json
import re

import pytest
from rich.console import Console
from typer.testing import CliRunner

from boards.synth import Synthesis, syntheses
from boards.units import CONFIGURATIONS, PEERS, UNITS, label
from boards.utilization import Utilization
from cli.main import app
from cli.pages import area
from cli.pages.all import AREA
from cli.synth_tables import modules_table, synth_table
from cli.units import Unit, parameters

FIGURES = Utilization(lut=1234, sites=1001, ff=567, dsp=3, bram=0.5, carry=8, lutram=72)


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})
    return result.exit_code, re.sub(r"\s+", " ", result.output.replace("│", " "))


@pytest.fixture
def made_up(monkeypatch):
    monkeypatch.setattr("boards.synth.component", lambda unit, **parameters: None)
    monkeypatch.setattr("boards.synth.flat_rtlil", lambda *arguments, **options: "")
    monkeypatch.setattr(Synthesis, "utilization", lambda self: FIGURES)
    monkeypatch.setattr(Synthesis, "modules", lambda self: {"all": FIGURES, "fetch": FIGURES})


def shown(table):
    console = Console(width=120, record=True)
    console.print(table)
    return console.export_text()


def row(config, digest="0123456789ab"):
    return {"config": config, **FIGURES.to_json(), "digest": digest,
            "modules": {"all": FIGURES.to_json(), "core.fetch": FIGURES.to_json()}}


@pytest.mark.usefixtures("made_up")
def test_one_configuration(tmp_path):
    path = tmp_path / "core.json"
    status, output = call("synth", "--unit", "core", "--isa", "rv32im_zbb", "--json", path)
    assert status == 0, output
    assert "rv32im_zbb 1,234 72 1,001 567 8 3 0.5" in output
    assert PEERS["core"][0].name in output
    assert "fetch 1,234" in output
    data = json.loads(path.read_text())
    (found,) = data["rows"]
    assert (data["unit"], data["family"], found["config"]) == ("core", "xc7", "rv32im_zbb")
    assert (found["lut"], found["sites"], found["bram"]) == (1234, 1001, 0.5)
    assert found["modules"]["fetch"]["ff"] == 567


@pytest.mark.usefixtures("made_up")
def test_every_configuration_has_a_row(tmp_path):
    path = tmp_path / "core.json"
    status, output = call("synth", "--unit", "core", "--json", path)
    assert status == 0, output
    assert [row["config"] for row in json.loads(path.read_text())["rows"]] == [
        label("core", configuration) for configuration in CONFIGURATIONS["core"]]


@pytest.mark.parametrize(("arguments", "words"), [
    (("--unit", "core", "--rounds-per-cycle", "2"), ("--rounds-per-cycle", "--isa")),
    (("--unit", "core", "--isa", "rv32e"), ("--isa", "rv32e", "rv32imc_zbb")),
    (("--unit", "coprocessor", "--family", "ice40"), ("--family", "ice40", "ecp5")),
    (("--unit", "core", "--pairs", "pairs.json"), ("--pairs", "one configuration")),
    (("--unit", "soc", "--family", "ecp5", "--pairs", "pairs.json"), ("--pairs", "xc7")),
])
def test_refuses(tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    status, output = call("synth", *arguments)
    assert status == 2
    for word in words:
        assert word in output
    assert list(tmp_path.iterdir()) == []


def test_instruction_sets():
    assert parameters(Unit.CORE, isa="rv32i") == {}
    assert parameters(Unit.CORE, isa="RV32IMC_Zba_Zbkb") == {
        "m": True, "c": True, "zba": True, "zbkb": True}


def test_table_leaves_unknown_figures_empty():
    text = shown(synth_table("core", [row("mine") | {"sites": None}], PEERS["core"]))
    assert "mine" in text
    assert "1,001" not in text
    assert "4,733" in text
    assert "4,169" in text


def test_modules_are_indented():
    text = shown(modules_table(row("mine")["modules"]))
    assert "\n all" in text
    assert "\n   fetch" in text


def test_page_has_rows_peers_and_modules():
    text = area.page({unit: [row("first"), row("second", "ba9876543210")] for unit in UNITS}, "9.9")
    assert "Yosys 9.9" in text
    assert text.count("| `second` | 1,234 | 72 | 1,001 | 567 | 8 | 3 | 0.5 | `ba9876543210` |") == 3
    assert text.count("| &nbsp;&nbsp;&nbsp;&nbsp;fetch | 1,234 |") == 3
    for unit in UNITS:
        for peer in PEERS[unit]:
            assert f"| *{peer.name}* |" in text
    assert area.digests(text) == {(unit, config): digest for unit in UNITS for config, digest in
                                  (("first", "0123456789ab"), ("second", "ba9876543210"))}


def test_committed_page_has_every_configuration():
    assert area.digests(AREA.read_text(encoding="utf-8")).keys() == {
        (unit, label(unit, configuration)) for unit, configurations in CONFIGURATIONS.items()
        for configuration in configurations}


@pytest.mark.full
def test_committed_page_is_about_this_hardware():
    assert area.digests(AREA.read_text(encoding="utf-8")) == {
        (unit, config): synthesis.digest for unit in UNITS
        for config, synthesis in syntheses(unit).items()}, "run `ascon-xif docs --area`"
