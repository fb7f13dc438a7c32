"""Vivado: how it is found, and the script, run by a Tcl interpreter that knows no command of it."""

import pytest

from boards.board import TOP, Settings
from boards.pynq_z1_top import PYNQ_Z1
from boards.toolchain import Job, shell_script
from boards.vivado import VIVADO
from sw.image import build

#: Pins of the design: port, pin.
PINS = {"clk125_0__io": "H16", "button_0__io": "D19", "button_3__io": "L19",
        "uart_0__tx__io": "Y19", "uart_0__rx__io": "Y16", "led_0__io": "R14", "led_1__io": "P14",
        "led_2__io": "N16", "led_3__io": "M14"}


@pytest.fixture(scope="module")
def job():
    settings = Settings(PYNQ_Z1.clock_hz)
    return Job(PYNQ_Z1, settings, PYNQ_Z1.sources(settings, build(), VIVADO.platform))


@pytest.fixture
def clean(monkeypatch, tmp_path):
    for name in ("VIVADO", "AMARANTH_ENV_VIVADO"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def program(path):
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_nowhere(clean):
    (phrase,) = VIVADO.find().missing
    assert all(name in phrase for name in ("path", "VIVADO", "AMARANTH_ENV_VIVADO"))


def test_on_the_path(clean):
    found = program(clean / "vivado")
    assert VIVADO.find().commands["vivado"] == (found,)
    assert VIVADO.find().missing == ()


def test_by_variable(clean, monkeypatch):
    found = program(clean / "mine")
    monkeypatch.setenv("VIVADO", found)
    assert VIVADO.find().commands["vivado"] == (found,)
    assert VIVADO.find().missing == ()
    monkeypatch.setenv("VIVADO", "/nowhere/vivado")
    assert "/nowhere/vivado" in VIVADO.find().missing[0]


def test_by_script(clean, monkeypatch):
    (clean / "settings64.sh").touch()
    monkeypatch.setenv("AMARANTH_ENV_VIVADO", str(clean / "settings64.sh"))
    assert VIVADO.find().missing == ()
    assert "AMARANTH_ENV_VIVADO" in VIVADO.find().commands["vivado"][2]
    monkeypatch.setenv("AMARANTH_ENV_VIVADO", "/nowhere.sh")
    assert "/nowhere.sh" in VIVADO.find().missing[0]


def commands(text, brackets):
    """Run Tcl with every unknown command recorded, in the order of execution."""
    tkinter = pytest.importorskip("tkinter")
    interpreter = tkinter.Tcl()
    made = []

    def record(*words):
        made.append(words)
        return brackets.get(words[0], "")

    interpreter.createcommand("record", record)
    interpreter.eval("proc unknown {args} { uplevel 1 [list record {*}$args] }")
    interpreter.eval(text)
    return made


def test_script(job):
    """Every step once, in order; Tcl has nothing against its syntax."""
    made = commands(VIVADO.files(job)[f"{TOP}.tcl"], {})
    names = [words[0] for words in made]
    order = ["create_project", "add_files", "read_xdc", "synth_design", "opt_design",
             "place_design", "route_design", "write_bitstream", "quit"]
    assert [name for name in names if name in order] == order
    by_name = {words[0]: words for words in made}
    assert by_name["create_project"][1:] == ("-force", "-name", TOP, "-part", "xc7z020clg400-1")
    assert by_name["add_files"][1:] == (f"{TOP}.v",)
    assert by_name["synth_design"][1:] == ("-top", TOP)
    assert by_name["write_bitstream"][-1] == f"{TOP}.bit"
    written = {words[words.index("-file") + 1] for words in made if "-file" in words}
    reports = {name for name in VIVADO.steps(job)[0].products if name.endswith(".rpt")}
    assert reports <= written
    assert ("report_utilization", "-hierarchical", "-file",
            f"{TOP}_utilization_hierarchical_place.rpt") in made


def test_constraints(job):
    """Every port has a pin and a standard, and the clock its period."""
    made = commands(VIVADO.files(job)[f"{TOP}.xdc"], {"get_ports": "port", "get_nets": "net"})
    ports = [words[1] for words in made if words[0] == "get_ports"]
    properties = [words[1:3] for words in made if words[0] == "set_property"]
    pins = {port: value for port, (name, value) in zip(ports, properties, strict=True)
            if name == "LOC"}
    assert pins == PINS
    standards = [value for name, value in properties if name == "IOSTANDARD"]
    assert standards == ["LVCMOS33"] * len(PINS)
    clocks = [words for words in made if words[0] == "create_clock"]
    assert [words[1:5] for words in clocks] == [("-name", "clk125_0__io", "-period", "8.0")]


def test_design(job):
    """The Verilog has the processors, the PLL, the pins and the firmware."""
    text = VIVADO.files(job)[f"{TOP}.v"]
    assert text.count("  PS7 ") == text.count("  PLLE2_BASE ") == 1
    for port in PINS:
        assert port in text.partition(");")[0]
    first = int.from_bytes(build().imem[:4], "little")
    assert f"32'd{first};" in text or f"32'h{first:08x};" in text


def test_shell(job):
    script = shell_script(VIVADO, job)
    assert f"vivado -mode batch -nojournal -log vivado.log -source {TOP}.tcl" in script
    assert f"python3 bitstream.py {TOP}.bit {TOP}.swapped.bin" in script
