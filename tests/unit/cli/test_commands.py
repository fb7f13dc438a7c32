"""Commands as a user calls them: help, results, bad input."""

import json
import re

import pytest
from typer.testing import CliRunner

from cli.main import app
from cli.units import PARAMETERS, Unit
from cli.verilog import MODULES
from hdl.ascon.presets import PRESETS
from hdl.isa import INSTRUCTIONS


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "200"})
    return result.exit_code, re.sub(r"\s+", " ", result.output.replace("│", " "))


COMMANDS = ("demo", "kat", "run", "bench", "trace", "soak", "verilog", "synth", "isa", "library",
            "example", "docs", "test")


def test_help_lists_every_command():
    status, output = call("--help")
    assert status == 0
    for command in COMMANDS:
        assert f" {command} " in output


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(command):
    status, output = call(command, "--help")
    assert status == 0
    assert f"$ ascon-xif {command}" in output


def test_isa_table_and_json(tmp_path):
    path = tmp_path / "isa.json"
    status, output = call("isa", "--json", path)
    assert status == 0
    assert "x[1] = {rs2, rs1}" in output
    data = json.loads(path.read_text())
    assert [row["mnemonic"] for row in data["instructions"]] == [
        row.mnemonic for row in INSTRUCTIONS]
    assert sum(field["high"] - field["low"] + 1 for field in data["fields"]) == 32


@pytest.mark.parametrize(("arguments", "expected"), [
    (("coprocessor", "--rounds-per-cycle", "2", "--queue-depth", "1", "--big-endian"),
     {"x_issue_valid", "x_issue_ready", "x_issue_req_instr", "x_issue_req_rs",
      "x_issue_resp_accept", "x_commit_valid", "x_commit_id", "x_commit_commit_kill",
      "x_result_valid", "x_result_ready", "x_result_data"}),
    (("coprocessor", "--xif", "1.0", "--register-split", "--hartid", "5", "--hartid-width", "3"),
     {"x_issue_req_hartid", "x_issue_resp_register_read", "x_register_rs", "x_commit_hartid",
      "x_result_hartid"}),
    (("coprocessor", "--preset", "fast", "--id-width", "5"), {"x_issue_valid", "x_result_data"}),
    (("core", "--reset-vector", "0x80", "--id-width", "5", "--register-file", "flip-flops"),
     {"ibus_req", "dbus_wdata", "x_issue_valid", "rvfi_valid"}),
    (("soc", "--clock-hz", "25000000"), {"axi_awvalid", "axi_rdata", "uart_tx", "uart_rx"}),
])
def test_verilog(tmp_path, arguments, expected):
    path = tmp_path / "unit.v"
    status, output = call("verilog", "--out", path, "--module", "mine", "--unit", *arguments)
    assert status == 0, output
    header = re.search(r"^module mine\((.*?)\);", path.read_text(), re.M | re.S).group(1)
    ports = {port.strip() for port in header.split(",")}
    assert ports >= expected | {"clk", "rst"}


def test_verilog_of_the_soc_has_the_firmware_or_not(tmp_path):
    for option in ([], ["--no-firmware"]):
        status, output = call("verilog", "--unit", "soc", "--out", tmp_path / "soc.v", *option)
        assert status == 0, output
        # A memory's initial content is an assignment a word; all of an empty one are 0.
        words = set(re.findall(r"\[\d+\] = 32'd(\d+);", (tmp_path / "soc.v").read_text()))
        assert (len(words) > 100) is not bool(option)


@pytest.mark.parametrize(("arguments", "words"), [
    (("--unit", "gpu"), ("--unit", "gpu", "coprocessor", "core", "soc")),
    (("--unit", "coprocessor", "--rounds-per-cycle", "5"), ("--rounds-per-cycle", "5", "1, 2, 3")),
    (("--unit", "coprocessor", "--clock-hz", "1"), ("--clock-hz", "--rounds-per-cycle")),
    (("--unit", "coprocessor", "--xif", "0.9"), ("--xif", "0.9", "0.2", "1.0")),
    (("--unit", "coprocessor", "--register-split"), ("--register-split", "--xif 1.0")),
    (("--unit", "coprocessor", "--xif", "0.2", "--hartid", "1"), ("--hartid", "--xif 1.0")),
    (("--unit", "coprocessor", "--xif", "1.0", "--hartid", "2"), ("hartid", "1 bits", "2")),
    (("--unit", "coprocessor", "--xif", "1.0", "--queue-depth", "99"), ("depth", "1..16", "99")),
    (("--unit", "core", "--xif", "1.0"), ("--xif", "--reset-vector")),
    (("--unit", "soc", "--big-endian"), ("--big-endian", "--clock-hz")),
    (("--unit", "core", "--reset-vector", "zero"), ("--reset-vector", "zero", "0x80")),
    (("--unit", "core", "--module", "9x"), ("--module", "9x", "letters")),
    (("--unit", "core", "--isa", "rv64gc"), ("--isa", "rv64gc", "rv32imc_zbb")),
    (("--unit", "core", "--isa", "rv32im_zbx"), ("--isa", "rv32im_zbx", "_zbkb")),
    (("--unit", "soc", "--isa", "rv32im"), ("--isa", "--clock-hz")),
    (("--unit", "soc", "--preset", "huge"), ("--preset", "huge", *PRESETS)),
    (("--unit", "core", "--preset", "fast"), ("--preset", "--isa")),
])
@pytest.mark.usefixtures("unused")
def test_verilog_refuses(tmp_path, arguments, words):
    status, output = call("verilog", "--out", tmp_path / "out.v", *arguments)
    assert status == 2
    for word in words:
        assert word in output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("unit", Unit)
def test_every_unit_has_parameters_and_a_name(unit):
    assert unit in PARAMETERS
    assert unit in MODULES


@pytest.mark.parametrize("option", [("isa", "--json"), ("bench", "--json"), ("kat", "--json"),
                                    ("verilog", "--unit", "core", "--out")])
def test_output_is_checked_before_the_work(tmp_path, option):
    status, output = call(*option, tmp_path / "nowhere" / "file")
    assert status == 2
    assert "does not exist" in output
    status, output = call(*option, tmp_path)
    assert status == 2
    assert "is a folder" in output


@pytest.mark.parametrize("arguments", [
    ("kat", "--member", "aes"), ("kat", "--mode", "fast"), ("bench", "--rounds-per-cycle", "7"),
    ("bench", "--preset", "huge"), ("demo", "--preset", "huge"), ("trace", "--preset", "huge"),
    ("bench", "--mode", "fast"), ("run", "missing.jsonl"), ("kat", "--file", "missing.txt"),
    ("bench", "--member", "aes"),
    ("nonsense",)])
def test_bad_arguments_are_named(arguments):
    status, output = call(*arguments)
    assert status == 2
    assert arguments[-1] in output


def test_a_file_has_the_vectors_of_one_member(tmp_path):
    path = tmp_path / "kat.txt"
    path.write_text("Count = 1\n")
    status, output = call("kat", "--member", "all", "--file", path)
    assert status == 2
    assert "--file" in output
    assert "one member" in output


def test_bad_vectors_are_named(tmp_path):
    path = tmp_path / "kat.txt"
    path.write_text("Count = 1\nKey = 0\n")
    status, output = call("kat", "--file", path)
    assert status == 2
    assert "line 2" in output
    assert "Key" in output


@pytest.mark.parametrize(("line", "words"), [
    ("{", ("line 2", "JSON")),
    ('{"member": "aead128", "op": "encrypt", "key": "0x"}', ("line 2", "key", "0x")),
    ('{"member": "aes", "op": "encrypt"}', ("line 2", "member", "aes", "aead128")),
])
def test_bad_requests_are_named(tmp_path, line, words):
    path = tmp_path / "requests.jsonl"
    path.write_text(f"\n{line}\n")
    status, output = call("run", path, "--json", tmp_path / "answers.jsonl")
    assert status == 2
    for word in words:
        assert word in output
    assert not (tmp_path / "answers.jsonl").exists()
