"""The host's program, wheel and notebook for the board, with the simulated system behind pynq."""

import ast
import json
import subprocess
import sys
import zipfile

import pytest
from pynq_stand_in import StandIn
from typer.testing import CliRunner

from boards.host_notebook import write_notebook
from boards.host_wheel import PACKAGE, modules, write_wheel
from cli.host import main
from cli.main import app
from sim.engine import Engine
from sw.board import BoardError, connect, describe, load_bitstream, open_driver
from sw.driver import Driver
from sw.mmio import MmioTransport
from sw.model import family
from sw.request import MODES, Request


@pytest.fixture
def engine():
    with Engine() as engine:
        yield engine


@pytest.fixture
def bitstream(tmp_path):
    path = tmp_path / "ascon_xif.bit"
    path.write_bytes(b"bit")
    return path


@pytest.fixture
def stand_in(engine, monkeypatch):
    stand_in = StandIn(engine)
    monkeypatch.setitem(sys.modules, "pynq", stand_in.module())
    return stand_in


@pytest.fixture
def program(stand_in, bitstream, image, tmp_path, monkeypatch):
    """Run the board's program and return its exit status and its JSON."""
    monkeypatch.setattr("cli.host.open_driver",
                        lambda bitstream: open_driver(bitstream, image=image))

    def run(*arguments):
        file = tmp_path / "result.json"
        status = main([*arguments, "--target", "pynq", "--bitstream", str(bitstream),
                       "--json", str(file)])
        return status, json.loads(file.read_text())
    return run


def test_vectors_on_the_board(program, stand_in, bitstream, capsys):
    status, data = program("kat", "--member", "prfshort")
    assert status == 0
    assert data["passed"]
    assert data["counts"] == [{"member": "prfshort", "kind": "mac", "mode": mode, "total": 17,
                               "passed": 17} for mode in sorted(MODES)]
    assert data["config"]["target"] == "pynq"
    assert data["config"]["clock_hz"] == 50_000_000
    assert data["config"]["rounds_per_cycle"] == 1
    assert stand_in.downloads == [str(bitstream)]
    assert capsys.readouterr().out.splitlines()[1].split() == [
        "prfshort", "mac", "accelerated", "17", "17"]


def test_measurements_are_those_of_the_simulation(program, image):
    status, data = program("bench", "--member", "mac", "--limit", "3")
    assert status == 0
    with Engine() as engine:
        driver = Driver(engine)
        driver.load(image)
        for point in data["points"]:
            request = Request("mac", "mac", key=bytes(16), message=bytes(point["message"]))
            assert driver.run(request, point["mode"]).cycles == point["cycles"]


def test_requests_on_the_board(program, tmp_path):
    request = Request("aead128", "encrypt", key=bytes(16), nonce=bytes(range(16)), ad=b"a",
                      message=b"message")
    file = tmp_path / "requests.jsonl"
    file.write_text(json.dumps(request.to_json()) + "\n")
    status, data = program("run", str(file))
    assert status == 0
    output, tag = family.aead128_encrypt(request.key, request.nonce, request.ad, request.message)
    answer, = data["answers"]
    assert (answer["output"], answer["tag"]) == (output.hex(), tag.hex())


def test_a_failed_vector_is_told(program, monkeypatch, capsys):
    monkeypatch.setattr("sim.vectors.Case.passed", lambda case, answer: case.count != 3)
    status, data = program("kat", "--member", "prfshort", "--mode", "accelerated")
    assert status == 1
    assert not data["passed"]
    assert "vector 3, accelerated: ok" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "message"), [
    (["kat", "--member", "aead"], "invalid choice: 'aead'"),
    (["bench", "--limit", "0"], "must be at least 1, not 0"),
    (["run", "absent.jsonl"], "absent.jsonl"),
    (["kat", "--json", "absent/folder/file"], "there is no folder"),
])
def test_bad_arguments_exit_with_2(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


def test_no_board_exits_with_3(image, monkeypatch, capsys):
    monkeypatch.setattr("cli.host.open_driver",
                        lambda bitstream: open_driver(bitstream, image=image))
    monkeypatch.setattr("sw.board.DeviceMemory", lambda: _absent)
    assert main(["kat"]) == 3
    assert "has to run on the board, as root" in capsys.readouterr().err


def _absent(base, size):
    raise FileNotFoundError(2, "No such file or directory", "/dev/mem")


def test_another_bitstream_is_noticed(engine, monkeypatch):
    stand_in = StandIn(engine, loaded=True)
    monkeypatch.setitem(sys.modules, "pynq", stand_in.module())
    monkeypatch.setattr("sw.board.IDENTITY", 0x1234)
    with pytest.raises(BoardError, match=r"IDENTITY must read 0x00001234, not 0x49585341"):
        connect()


def test_the_bitstream_has_to_be_there(tmp_path):
    with pytest.raises(BoardError, match="there is no bitstream"):
        load_bitstream(tmp_path / "absent.bit")
    with pytest.raises(BoardError, match="must end in .bit, not 'a.bin'"):
        load_bitstream(tmp_path / "a.bin")


def test_without_pynq_the_fpga_manager_loads(tmp_path, bitstream):
    manager = tmp_path / "sys/class/fpga_manager/fpga0"
    with pytest.raises(BoardError, match="neither pynq nor the kernel's FPGA manager"):
        load_bitstream(bitstream, root=tmp_path)
    manager.mkdir(parents=True)
    for name in ("firmware", "flags"):
        (manager / name).write_text("")
    (manager / "state").write_text("operating\n")
    with pytest.raises(BoardError, match=r"ascon_xif\.bin, which is not there"):
        load_bitstream(bitstream, root=tmp_path)
    bitstream.with_suffix(".bin").write_bytes(b"swapped")
    load_bitstream(bitstream, root=tmp_path)
    assert (tmp_path / "lib/firmware/ascon_xif.bin").read_bytes() == b"swapped"
    assert (manager / "firmware").read_text() == "ascon_xif.bin"
    assert (manager / "flags").read_text() == "0"
    (manager / "state").write_text("write error\n")
    with pytest.raises(BoardError, match="the FPGA is 'write error'"):
        load_bitstream(bitstream, root=tmp_path)


def test_addresses_are_checked_before_the_bus_is():
    opened = []
    transport = MmioTransport(lambda base, size: opened.append((base, size)) or [0] * (size // 4))
    assert (0x4010_0000, 0x1_0000) in opened
    for address, count in ((0x0001_0000, 1), (0x0000_fffc, 2), (0xffff_fffc, 1)):
        with pytest.raises(OSError, match="no region that the host reaches"):
            transport.read(address, count)
    with pytest.raises(ValueError, match="multiple of 4, not 0x2"):
        transport.write(2, [0])
    with pytest.raises(OSError, match="CLOCK_HZ must not read 0"):
        describe(transport)


def test_a_call_that_never_ends_is_a_timeout(stand_in, bitstream, monkeypatch):
    monkeypatch.setattr("sw.mmio._GRACE_SECONDS", 0.01)
    transport = connect(bitstream)
    address = 0x0010_0000
    transport.write(address, [1])
    with pytest.raises(TimeoutError, match="not 0 after 100 cycles"):
        transport.wait_zero(address, 100)


def test_the_wheel_needs_nothing_but_python_3_10(tmp_path):
    allowed = {"argparse", "collections", "dataclasses", "enum", "importlib.util", "json", "mmap",
               "os", "pathlib", "pynq", "random", "shutil", "struct", "sys", "time", "typing",
               "collections.abc"}
    project = {"cli", "sim", "soc", "sw"}
    newer = {"StrEnum", "Self", "UTC", "ExceptionGroup", "tomllib", "batched", "override"}
    for source in modules().values():
        tree = ast.parse(source.read_text(), feature_version=(3, 10))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= allowed, source
            if isinstance(node, ast.ImportFrom):
                assert node.module in allowed or node.module.partition(".")[0] in project, source
                assert not newer & {alias.name for alias in node.names}, source


def test_the_wheel_works_where_the_project_is_not(tmp_path, image):
    wheel = write_wheel(tmp_path, image)
    assert wheel.read_bytes() == write_wheel(tmp_path, image).read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
        record = archive.read(next(name for name in archive.namelist()
                                   if name.endswith("RECORD"))).decode().splitlines()
        assert [line.split(",")[0] for line in record] == archive.namelist()
    assert (tmp_path / "site" / PACKAGE / "firmware.elf").read_bytes() == image.elf
    code = (f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); "
            f"from {PACKAGE}.cli.host import main; sys.exit(main(['kat', '--help']))")
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], cwd=tmp_path,
                          capture_output=True, text=True, check=True)
    assert "known-answer" not in done.stderr
    assert "--bitstream FILE.bit" in done.stdout


@pytest.mark.full
def test_the_notebook_runs(tmp_path, stand_in, bitstream, image, monkeypatch, capsys):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    with zipfile.ZipFile(write_wheel(tmp_path, image)) as archive:
        archive.extractall(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(write_notebook(tmp_path).read_text())
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and "install" not in cell["metadata"].get("tags", ()):
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    printed = capsys.readouterr().out
    assert "accelerated  6468 of 6468 passed" in printed
    assert stand_in.downloads == [str(bitstream)]
    speedups = [line.get_ydata() for line in names["axes"].get_lines()]
    assert len(speedups) == 7
    assert min(map(min, speedups)) > 10


@pytest.mark.parametrize("command", [
    ["kat", "--member", "prfshort", "--limit", "3"],
    ["bench", "--member", "prfshort"],
    ["run"],
])
def test_the_projects_own_commands_run_on_the_board(command, stand_in, bitstream, tmp_path):
    if command == ["run"]:
        file = tmp_path / "requests.jsonl"
        file.write_text('{"member": "prfshort", "op": "mac", "message": "01", "key": "'
                        + "00" * 16 + '"}\n')
        command = ["run", str(file)]
    result = tmp_path / "result.json"
    done = CliRunner().invoke(app, [*command, "--target", "pynq", "--bitstream", str(bitstream),
                                    "--json", str(result)])
    assert done.exit_code == 0, done.output
    assert stand_in.downloads == [str(bitstream)]
    assert stand_in.accesses > 1000
    if command[0] == "run":
        assert json.loads(result.read_text())["status"] == "ok"
    else:
        assert json.loads(result.read_text())["config"]["target"] == "pynq"


@pytest.mark.parametrize(("arguments", "message"), [
    (["kat", "--target", "board"], "'board' is not one of 'simulator', 'pynq'"),
    (["kat", "--target", "pynq", "--engine", "cocotb"], "the bitstream decides"),
    (["bench", "--target", "pynq", "--rounds-per-cycle", "2"], "the bitstream decides"),
    (["bench", "--bitstream", "pyproject.toml"], "is for --target pynq"),
])
def test_options_that_do_not_go_with_the_target(arguments, message):
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert done.exit_code == 2
    assert message in " ".join(done.output.split())
