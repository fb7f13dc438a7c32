"""The command fmax and the page about speed, with a made-up flow."""

import json
import re

import pytest
from typer.testing import CliRunner

from boards.alone import FLOWS, KINDS, Alone, Named, Run, row
from boards.toolchain import Tools
from boards.units import ALONE, label
from cli.main import app
from cli.pages import speed


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})
    return result.exit_code, re.sub(r"\s+", " ", result.output.replace("│", " "))


@pytest.fixture
def made_up(monkeypatch):
    """Replace place and route: with seed n, the longest path takes n + 4 ns."""
    def run(self, seeds):
        for seed in seeds:
            yield Run(seed, {kind: Named(f"{kind} start", f"{kind} end", seed + ns, 2, 3,
                                         round(1e3 / (seed + ns), 2))
                             for ns, kind in enumerate(KINDS.values(), 1)})

    monkeypatch.setattr(Alone, "__init__", lambda self, flow, unit, **parameters: None)
    monkeypatch.setattr(Alone, "run", run)
    monkeypatch.setattr(Alone, "digest", "0123456789ab")
    monkeypatch.setattr(FLOWS["openxc7"].toolchain, "find", lambda: Tools({}, ("a tool",)))


@pytest.mark.usefixtures("made_up")
def test_one_configuration(tmp_path):
    path = tmp_path / "core.json"
    status, output = call("fmax", "--unit", "core", "--isa", "rv32im", "--seeds", 3, "--json", path)
    assert status == 0, output
    assert "LFE5U-85F" in output
    assert "rv32im 200.0 166.7 500.0 333.3 250.0 200.0" in output
    assert "rv32im through through start through end 5.0 ns 3 40%" in output
    data = json.loads(path.read_text())
    (found,) = data["rows"]
    assert (data["unit"], data["toolchain"]) == ("core", "trellis")
    assert (found["config"], found["fmax_mhz"], found["median_mhz"]) == ("rv32im", 200, 166.67)
    assert [run["seed"] for run in found["runs"]] == [1, 2, 3]


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(("arguments", "configs"), [
    (("core",), [label("core", given) for given in ALONE["core"]]),
    (("core", "--isa", "rv32i"), ["rv32i"]),
    (("coprocessor",), ["tiny", "compact queue_depth=1", "fast queue_depth=1"]),
    (("coprocessor", "--preset", "fast"), ["fast queue_depth=1"]),
])
def test_configurations(tmp_path, arguments, configs):
    path = tmp_path / "rows.json"
    status, output = call("fmax", "--seeds", 1, "--json", path, "--unit", *arguments)
    assert status == 0, output
    assert [row["config"] for row in json.loads(path.read_text())["rows"]] == configs


@pytest.mark.usefixtures("unused")
@pytest.mark.parametrize(("arguments", "words"), [
    (("--unit", "soc"), ("--unit", "soc", "coprocessor", "core")),
    (("--unit", "core", "--preset", "tiny"), ("--preset", "--isa")),
    (("--unit", "core", "--toolchain", "vivado"), ("--toolchain", "openxc7", "trellis", "vivado")),
    (("--unit", "core", "--seeds", "0"), ("--seeds", "0")),
    (("--unit", "core", "--json", "a/b"), ("--json", "does not exist")),
    (("--unit", "core", "--register-file", "paper"), ("paper",)),
])
def test_refuses(tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    status, output = call("fmax", *arguments)
    assert status == 2, output
    for word in words:
        assert word in output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("toolchain", ["auto", "openxc7"])
def test_tools_missing(monkeypatch, toolchain):
    for flow in FLOWS.values():
        monkeypatch.setattr(flow.toolchain, "find",
                            lambda: Tools({}, ("the tool place; a shop sells it",)))
    status, output = call("fmax", "--unit", "core", "--toolchain", toolchain)
    assert status == 3
    assert "the tool place; a shop sells it" in output
    assert output.count("a shop sells it") == (2 if toolchain == "auto" else 1)


def test_page():
    run = Run(1, {"inside": Named("a", "b", 4.0, 3.0, 5, 250.0)})
    rows = {unit: [row("small", "0123456789ab", [run])] for unit in ALONE}
    text = speed.page(FLOWS["trellis"], rows)
    assert text.count("| `small` | 250.0 | 250.0 | 250.0 |  |  |  | `0123456789ab` |") == len(ALONE)
    assert text.count("| `small` | inside | `a` | `b` | 4.0 ns | 5 | 75% |") == len(ALONE)
    assert FLOWS["trellis"].device in text
