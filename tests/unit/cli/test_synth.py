"""The synth command and the page about areas, on made-up figures; the real ones take a while."""

import json
import re

import pytest
from rich.console import Console
from typer.testing import CliRunner

from boards.budgets import AREA as AREA_BOUNDS
from boards.synth import Synthesis, syntheses
from boards.units import CONFIGURATIONS, PEERS, SCALE, UNITS, label
from boards.utilization import Utilization
from cli.area_plot import draw_area, figure_of_area
from cli.main import app
from cli.pages import area
from cli.pages.all import AREA
from cli.synth_tables import modules_table, synth_table
from cli.system import firmware
from cli.units import Unit, parameters
from hdl.ascon.presets import PRESETS
from sim.costs import costs

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
    assert {name: data[name] for name in found} == found


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(("arguments", "config"), [
    (("--preset", "fast"), "fast queue_depth=1"),
    (("--preset", "compact", "--queue-depth", "2"), "compact queue_depth=2"),
    (("--rounds-per-cycle", "2"), "rounds_per_cycle=2 queue_depth=1"),
])
def test_coprocessor_as_in_a_system(tmp_path, arguments, config):
    path = tmp_path / "coprocessor.json"
    status, output = call("synth", "--unit", "coprocessor", *arguments, "--json", path)
    assert status == 0, output
    assert set(json.loads(path.read_text())["config"].split()) == set(config.split())


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


CYCLES = {"aead128": 0.75, "hash256": 1.5, "aead128_short": 61, "hash256_short": 1097}


def page():
    rows = {unit: [row("first"), row("second", "ba9876543210")] for unit in UNITS}
    rows["coprocessor"] = [row(f"{preset} queue_depth=1") | {"sites": 5, "cycles": CYCLES}
                           for preset in PRESETS] + rows["coprocessor"]
    return area.page(rows, "9.9")


def test_page_has_rows_peers_and_modules():
    text = page()
    assert "Yosys 9.9" in text
    assert text.count("| `second` | 1,234 | 72 | 1,001 | 567 | 8 | 3 | 0.5 | `ba9876543210` |") == 3
    assert text.count("| &nbsp;&nbsp;&nbsp;&nbsp;fetch | 1,234 |") == 2 + len(PRESETS)
    for unit in UNITS:
        for peer in PEERS[unit]:
            assert f"| *{peer.name}* |" in text
    assert area.digests(text) == {
        (unit, config): digest for unit in UNITS for config, digest in (
            ("first", "0123456789ab"), ("second", "ba9876543210"))} | {
        ("coprocessor", f"{preset} queue_depth=1"): "0123456789ab" for preset in PRESETS}


def test_page_has_targets_and_cycles():
    text = page()
    assert "| compact | ≤ 650 | 5 | ≤ 460 | 567, missed |" in text
    assert "| `compact queue_depth=1` | 5 | 567 | 0.750 | 61 | 1.500 | 1,097 |" in text
    assert area.cycles(text) == {f"{preset} queue_depth=1": area.cells(CYCLES)
                                 for preset in PRESETS}


def test_picture_has_every_dot():
    rows = [{"config": config, "sites": sites, "cycles": CYCLES} for config, sites in (
        ("rounds_per_cycle=2 queue_depth=1", 900), ("compact queue_depth=1", 700))]
    costs, calls = figure_of_area(rows).axes
    assert costs.lines[0].get_xydata().tolist() == [[700, 0.75], [900, 0.75]]
    assert calls.lines[1].get_xydata().tolist() == [[700, 1097], [900, 1097]]
    texts = [text.get_text() for text in costs.texts]
    assert {"compact", "2 rounds", "Ascon-AEAD128", PEERS["coprocessor"][0].name} <= set(texts)
    assert draw_area(rows, "svg") == draw_area(rows[::-1], "svg")


def test_budgets_are_of_presets():
    assert AREA_BOUNDS.keys() >= PRESETS.keys()
    for bounds in AREA_BOUNDS.values():
        assert bounds.limits.keys() >= bounds.budgets.keys()
        for name, value in bounds.budgets.items():
            # A budget is there because the target is missed.
            assert bounds.held(name, value)
            assert not bounds.held(name, value + 1)
            assert not bounds.met(name, value)


@pytest.mark.full
def test_committed_page_is_about_this_hardware():
    assert area.digests(AREA.read_text(encoding="utf-8")) == {
        (unit, config): synthesis.digest for unit in UNITS
        for config, synthesis in syntheses(unit).items()}, "run `ascon-xif docs --area`"


@pytest.mark.full
def test_committed_cycles_are_those_of_now():
    published = area.cycles(AREA.read_text(encoding="utf-8"))
    image = firmware()
    found = {label("coprocessor", parameters): costs(image, **parameters).to_json()
             for parameters in SCALE}
    assert len(published) == len(found)
    for config, measured in found.items():
        (cells,) = [cells for name, cells in published.items() if name.split()[0] == config]
        assert cells == area.cells(measured), "run `ascon-xif docs --area`"
