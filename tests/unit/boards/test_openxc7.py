"""openXC7: what it looks for, its steps."""

import subprocess

import pytest

from boards.board import TOP, Settings
from boards.openxc7 import OPENXC7_ZYNQ
from boards.pynq_z1_top import PYNQ_Z1
from boards.toolchain import Job, shell_script

TOOLS = ("nextpnr-xilinx", "fasm2frames", "xc7frames2bit")


@pytest.fixture
def job():
    return Job(PYNQ_Z1, Settings(76_923_077, seed=7), {f"{TOP}.il": "", f"{TOP}.xdc": "# pins"})


@pytest.fixture
def complete(tmp_path, monkeypatch):
    """Make a folder with everything that is looked for, empty."""
    for tool in TOOLS:
        (tmp_path / tool).write_text("#!/bin/sh\n")
        (tmp_path / tool).chmod(0o755)
    (tmp_path / "xc7z020.bin").touch()
    part = tmp_path / "zynq7" / "xc7z020clg400-1" / "part.yaml"
    part.parent.mkdir(parents=True)
    part.touch()
    for name in ("PATH", "CHIPDB_DIR", "DB_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


def test_finds_everything(complete):
    tools = OPENXC7_ZYNQ.find()
    assert tools.missing == ()
    assert tools.commands["nextpnr-xilinx"] == (
        str(complete / "nextpnr-xilinx"), "--chipdb", f"{complete}/xc7z020.bin")
    assert tools.commands["fasm2frames"][1:] == (
        "--db-root", f"{complete}/zynq7", "--part", "xc7z020clg400-1")


@pytest.mark.parametrize("tool", TOOLS)
def test_missing_tool(complete, tool):
    (complete / tool).unlink()
    assert [phrase.split(",")[0] for phrase in OPENXC7_ZYNQ.find().missing] == [tool]


@pytest.mark.parametrize(("variable", "file"), [
    ("CHIPDB_DIR", "xc7z020.bin"), ("DB_DIR", "zynq7/xc7z020clg400-1/part.yaml")])
def test_missing_data(complete, monkeypatch, variable, file):
    (complete / file).unlink()
    (phrase,) = OPENXC7_ZYNQ.find().missing
    assert file in phrase
    assert str(complete) in phrase
    monkeypatch.delenv(variable)
    (phrase,) = OPENXC7_ZYNQ.find().missing
    assert phrase.startswith(f"the variable {variable}")
    assert file in phrase


def test_steps(job):
    """Each step reads what was written before it, or a file of the build."""
    there = set(OPENXC7_ZYNQ.files(job))
    for step in OPENXC7_ZYNQ.steps(job):
        read = {word for word in step.arguments if "." in word and word.rpartition(".")[2] in (
            "ys", "py", "json", "xdc", "fasm", "frames", "bit")} - set(step.products)
        assert read <= there, step.title
        there |= set(step.products)
    assert set(OPENXC7_ZYNQ.products) <= there
    route = OPENXC7_ZYNQ.steps(job)[1]
    options = " ".join(route.arguments)
    assert "--freq 76.923 --seed 7 --router router1 --timing-allow-fail" in options
    assert route.limit


def test_script(job):
    script = shell_script(OPENXC7_ZYNQ, job)
    assert ('timeout 3600 nextpnr-xilinx --chipdb "$CHIPDB_DIR"/xc7z020.bin --xdc pins.xdc'
            in script)
    assert ('xc7frames2bit --part_file "$DB_DIR"/zynq7/xc7z020clg400-1/part.yaml --part_name '
            "xc7z020clg400-1 --frm_file") in script
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)
