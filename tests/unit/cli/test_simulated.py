"""Commands that simulate, from their arguments to their files, and the README's numbers."""

import json
import re

import pytest
from typer.testing import CliRunner

from cli.bench import measured_presets
from cli.main import app
from cli.pages.all import KERNELS_PAGE, measurements
from cli.system import firmware
from sim.targets import TARGETS
from sw.image import KERNELS
from sw.request import MODES

#: The first two official vectors of Ascon-AEAD128.
VECTORS = """\
Count = 1
Key = 000102030405060708090A0B0C0D0E0F
Nonce = 101112131415161718191A1B1C1D1E1F
PT =
AD =
CT = 4F9C278211BEC9316BF68F46EE8B2EC6

Count = 2
Key = 000102030405060708090A0B0C0D0E0F
Nonce = 101112131415161718191A1B1C1D1E1F
PT =
AD = 30
CT = CCCB674FE18A09A285D6AB11B35675C0
"""


def call(*arguments):
    result = CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "100"})
    return result.exit_code, result.output


@pytest.fixture
def kat_file(tmp_path):
    path = tmp_path / "kat.txt"
    path.write_text(VECTORS)
    return path


def test_kat(kat_file, tmp_path):
    status, output = call("kat", "--file", kat_file, "--json", tmp_path / "kat.json")
    assert status == 0, output
    report = json.loads((tmp_path / "kat.json").read_text())
    assert report["passed"] is True
    assert report["config"]["preset"] == "compact"
    assert report["config"]["rounds_per_cycle"] == 1
    counts = {(row["kind"], row["mode"]): row["passed"] for row in report["counts"]}
    assert counts["encrypt", "baseline"] == counts["decrypt", "accelerated"] == 2
    assert counts["forged ad", "baseline"] == 1
    assert "2 of 2" in output


def test_preset(kat_file, tmp_path):
    status, output = call("kat", "--file", kat_file, "--preset", "fast", "--mode", "accelerated",
                          "--json", tmp_path / "kat.json")
    assert status == 0, output
    config = json.loads((tmp_path / "kat.json").read_text())["config"]
    assert (config["preset"], config["rounds_per_cycle"]) == ("fast", 2)


def test_kat_fails_if_one_vector_is_wrong(kat_file, tmp_path):
    kat_file.write_text(VECTORS.replace("C0\n", "C1\n"))
    status, output = call("kat", "--file", kat_file, "--mode", "accelerated",
                          "--json", tmp_path / "kat.json")
    assert status == 1
    assert "1 of 2" in output
    assert "Count = 2, encrypt, accelerated" in output
    assert "tag cccb674fe18a09a285d6ab11b35675c0" in output
    assert json.loads((tmp_path / "kat.json").read_text())["passed"] is False


KEY = {"key": bytes(range(16)).hex(), "nonce": bytes(range(16, 32)).hex()}


@pytest.mark.parametrize("mode", MODES)
def test_run(tmp_path, mode):
    requests = [
        {"member": "aead128", "op": "encrypt", **KEY},
        {"member": "aead128", "op": "decrypt", **KEY, "tag": "4f9c278211bec9316bf68f46ee8b2ec6"},
        {"member": "aead128", "op": "decrypt", **KEY, "tag": "4f9c278211bec9316bf68f46ee8b2ec7"},
    ]
    path = tmp_path / "requests.jsonl"
    path.write_text("\n".join(map(json.dumps, requests)))
    status, output = call("run", path, "--mode", mode, "--json", tmp_path / "answers.jsonl")
    assert status == 0, output
    answers = [json.loads(line)
               for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert [answer["status"] for answer in answers] == ["ok", "ok", "tag mismatch"]
    assert answers[0]["tag"] == "4f9c278211bec9316bf68f46ee8b2ec6"
    assert all(answer["cycles"] > answer["instructions"] > 0 for answer in answers)


def test_run_with_small_kernels(tmp_path):
    """They take their own time, which the table of docs/kernels.md has."""
    path = tmp_path / "requests.jsonl"
    path.write_text(json.dumps({"member": "aead128", "op": "encrypt", "message": "00" * 16, **KEY}))
    answers = {}
    for kind in KERNELS:
        status, output = call("run", path, "--kernels", kind, "--json", tmp_path / kind)
        assert status == 0, output
        answers[kind] = json.loads((tmp_path / kind).read_text())
    assert answers["fast"]["output"] == answers["small"]["output"]
    assert f"| {answers['fast']['cycles']} | {answers['small']['cycles']} |" in next(
        line for line in KERNELS_PAGE.read_text().splitlines() if "encrypt" in line)


#: The first official vector of each, an empty message; outputs that one chooses are cut.
FAMILY = {
    "hash256":  ("hash", "0b3be5850f2f6b98caf29f8fdea89b64a1fa70aa249b8f839bd53baa304d92b2"),
    "xof128":   ("hash", "473d5e6164f58b39dfd84aacdb8ae42ec2d91fed33388ee0d960d9b3993295c6"),
    "cxof128":  ("hash", "4f50159ef70bb3dad8807e034eaebd44c4fa2cbbc8cf1f05511ab66cdcc52990"),
    "mac":      ("mac", "eac9d74bbedf8bf1eba2862b26aa6d39"),
    "prf":      ("mac", "bb4bbcf377694c09008cf5d78389fee6e2fd7e7a21009ab94871f0639481f195"
                        "e0cf1ffd2ea4a308"),
    "prfshort": ("mac", "b31643d698dfa8b8fa2904af5d1daeef"),
}


@pytest.mark.parametrize("mode", MODES)
def test_run_of_every_member(tmp_path, mode):
    requests = [{"member": member, "op": op} | ({"output": 32} if "xof" in member else {})
                | ({"key": KEY["key"]} if op == "mac" else {})
                | ({"output": 40} if member == "prf" else {})
                for member, (op, _) in FAMILY.items()]
    requests += [{"member": "aead128", "op": "encrypt", **KEY, "tag_length": 4,
                  "nonce_mask": "00" * 16},
                 {"member": "aead128", "op": "decrypt", **KEY, "tag": "4f9c2782"},
                 {"member": "aead128", "op": "decrypt", **KEY, "tag": "4f9c2783"}]
    path = tmp_path / "requests.jsonl"
    path.write_text("\n".join(map(json.dumps, requests)))
    status, output = call("run", path, "--mode", mode, "--json", tmp_path / "answers.jsonl")
    assert status == 0, output
    answers = [json.loads(line)
               for line in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert [answer["status"] for answer in answers] == ["ok"] * 8 + ["tag mismatch"]
    assert [answer["output"] for answer in answers[:6]] == [output for _, output in FAMILY.values()]
    assert answers[6]["tag"] == "4f9c2782"


def test_run_answers_what_does_not_fit_by_an_error(tmp_path):
    path = tmp_path / "requests.jsonl"
    path.write_text(json.dumps({"member": "aead128", "op": "encrypt", **KEY, "ad": "00" * 70_000}))
    status, output = call("run", path, "--json", tmp_path / "answers.jsonl")
    assert status == 1
    assert "too large" in output
    assert json.loads((tmp_path / "answers.jsonl").read_text())["status"].startswith("too large")


def test_trace(tmp_path):
    out = tmp_path / "trace"
    status, output = call("trace", "--out", out)
    assert status == 0, output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["trace"]
    assert sorted(path.name for path in out.iterdir()) == [
        "instructions.txt", "transactions.txt", "waveform.vcd"]

    # A custom instruction issued and committed is a retired one, in a cycle not before its commit.
    issued, committed = [], set()
    for line in (out / "transactions.txt").read_text().splitlines()[1:]:
        cycle, channel, number, *what = line.split()
        if channel == "issue" and "accepted" in line:
            issued.append((number, what[0]))
        elif channel == "commit" and what == ["commit"]:
            committed.add(number)
    words = [word for number, word in issued if number in committed]
    retired = [line.split()[2] for line in (out / "instructions.txt").read_text().splitlines()[1:]]
    custom = [word for word in retired if int(word, 16) & 0x7f in (0x0b, 0x2b)]
    assert custom
    assert custom == words
    assert (out / "waveform.vcd").read_text().startswith("$version")


def test_trace_of_the_baseline_has_no_transactions(tmp_path):
    status, output = call("trace", "--out", tmp_path / "trace", "--mode", "baseline",
                          "--message", "", "--ad", "")
    assert status == 0, output
    assert re.search(r"transactions\.txt: 0 transactions", output)


@pytest.fixture(scope="module")
def presets():
    return measured_presets()


def test_published_results_are_those_of_now(presets):
    for path, text in measurements(presets, firmware()).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run `ascon-xif docs`"


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_cycles_are_in_the_budget(presets, target):
    for preset in presets.keys() & target.limits.keys():
        value = target.measure(presets[preset])
        assert target.held(preset, value), (preset, value)


def test_kat_in_cocotb(kat_file):
    status, output = call("kat", "--file", kat_file, "--engine", "cocotb", "--limit", "3")
    assert status == 0, output
    assert "3 of 3" in output
