"""The fast engine around a small design with the SoC's ports: 256 words of memory and a counter.

Memory answers at 0x000..0x3ff; every other address is a bus error, or nothing from 0x8000_0000
up. Word 3 becomes 0 in cycle 5000. Every trace port has a constant of its own.
"""

import pytest

from hdl import rvfi, xif
from sim.engine import Engine, EngineConfig
from sim.events import Commit, Issue, Result, Retired
from sim.toolchain import BuildError, find_compiler

DESIGN = """
module soc(input clk, input rst, input uart_rx, output uart_tx, input [3:0] axi_wstrb,
    input axi_awvalid, output axi_awready, input [31:0] axi_awaddr, input [2:0] axi_awprot,
    input axi_wvalid, output axi_wready, input [31:0] axi_wdata,
    output reg axi_bvalid, input axi_bready, output reg [1:0] axi_bresp,
    input axi_arvalid, output axi_arready, input [31:0] axi_araddr, input [2:0] axi_arprot,
    output reg axi_rvalid, input axi_rready, output reg [31:0] axi_rdata,
    output reg [1:0] axi_rresp{ports});
  reg [31:0] memory [0:255];
  reg [31:0] count = 0;
  initial begin axi_bvalid = 0; axi_rvalid = 0; end
  assign uart_tx = uart_rx;
  assign axi_awready = axi_wvalid & ~axi_bvalid & ~axi_awaddr[31];
  assign axi_wready = axi_awvalid & ~axi_bvalid & ~axi_awaddr[31];
  assign axi_arready = ~axi_rvalid & ~axi_araddr[31];
  always @(posedge clk) begin
    count <= rst ? 0 : count + 1;
    if (axi_awvalid & axi_awready) begin
      if (axi_awaddr < 1024 & axi_wstrb == 15) memory[axi_awaddr[9:2]] <= axi_wdata;
      axi_bresp <= axi_awaddr < 1024 ? 0 : 2;
      axi_bvalid <= 1;
    end else if (axi_bready) axi_bvalid <= 0;
    if (axi_arvalid & axi_arready) begin
      axi_rdata <= memory[axi_araddr[9:2]];
      axi_rresp <= axi_araddr < 1024 ? 0 : 2;
      axi_rvalid <= 1;
    end else if (axi_rready) axi_rvalid <= 0;
    if (count == 5000) memory[3] <= 0;
  end
{assigns}
endmodule
"""


def trace_ports():
    """Return name and width of every trace port."""
    return [(f"{prefix}_{'_'.join(path)}", member.shape)
            for prefix, signature in (("rvfi", rvfi.Signature()), ("x", xif.Signature()))
            for path, member, _ in signature.flatten(signature.create())]


def constant(name, width):
    """Return a value that identifies a port."""
    value = int.from_bytes(name[::-1].encode(), "little") * 0x9e37_79b9_7f4a_7c15 >> 7
    return value % 2 ** width if width > 1 else 1


@pytest.fixture(scope="module")
def engine():
    with Engine(verilog=DESIGN.format(ports="", assigns="")) as engine:
        yield engine


def test_words_are_written_and_read(engine):
    words = [0, 1, 0xffff_ffff, 0x1234_5678]
    engine.write(0x10, words)
    assert engine.read(0x10, 4) == words
    assert engine.read(0x14, 1) == [1]


def test_cycles_are_counted(engine):
    before = engine.cycles
    engine.step(1234)
    assert engine.cycles == before + 1234


@pytest.mark.parametrize("address", [0x400, 0x7fff_fffc])
def test_bus_error_names_the_address(engine, address):
    with pytest.raises(OSError, match=f"bus error: read at 0x{address:08x}"):
        engine.read(address, 1)
    with pytest.raises(OSError, match=f"bus error: write at 0x{address:08x}"):
        engine.write(address, [1])


def test_bus_error_in_the_middle(engine):
    with pytest.raises(OSError, match="write at 0x00000400"):
        engine.write(0x3f8, [7, 8, 9])
    assert engine.read(0x3f8, 1) == [7]
    with pytest.raises(OSError, match="read at 0x00000400"):
        engine.read(0x3f0, 8)


def test_dead_bus_is_an_error(engine):
    with pytest.raises(OSError, match="does not answer: read at 0x80000000"):
        engine.read(0x8000_0000, 1)
    with pytest.raises(OSError, match="does not answer: write at 0x80000000"):
        engine.write(0x8000_0000, [1])
    assert engine.read(0x400 - 8, 1)


def test_wait_zero(engine):
    engine.reset()
    engine.write(0, [1, 1, 1, 1])
    start = engine.cycles
    with pytest.raises(TimeoutError, match="0x0000000c is not 0 after 1000 cycles"):
        engine.wait_zero(0xc, 1000)
    assert 1000 <= engine.cycles - start < 1300
    engine.wait_zero(0xc, 10_000)
    assert 5000 <= engine.cycles - start < 6000
    with pytest.raises(OSError, match="bus error"):
        engine.wait_zero(0x400, 1000)


def test_serial_pins(engine):
    for level in (0, 1):
        engine.set_uart_rx(level)
        engine.step()
        assert engine.uart_tx == level


def test_features_must_be_asked_for(engine, tmp_path):
    with pytest.raises(ValueError, match="trace=True"):
        engine.capture()
    with pytest.raises(ValueError, match="trace=True"):
        engine.take_records()
    with pytest.raises(ValueError, match="waveform=True"):
        engine.open_waveform(tmp_path / "x.vcd")


def test_records_and_waveform(tmp_path):
    ports = trace_ports()
    values = {name: constant(name, width) for name, width in ports}
    design = DESIGN.format(
        ports="".join(f", output [{width - 1}:0] {name}" for name, width in ports),
        assigns="".join(f"  assign {name} = {width}'d{values[name]};\n" for name, width in ports))
    config = EngineConfig(trace=True, waveform=True, clock_hz=100_000_000)
    with Engine(config, verilog=design) as engine:
        engine.step(3)
        assert engine.take_records() == ([], [])
        path = tmp_path / "run.vcd"
        engine.open_waveform(path)
        start = engine.cycles
        engine.capture()
        engine.step(2)
        engine.capture(False)
        engine.step(2)
        engine.close_waveform()
        retired, transactions = engine.take_records()
        assert engine.take_records() == ([], [])
        with pytest.raises(OSError, match="can't write the waveform"):
            engine.open_waveform(tmp_path / "missing" / "x.vcd")
    rvfi_values = {field: values.get(f"rvfi_{field}") for field in Retired._fields[1:]}
    assert retired == [Retired(cycle, **rvfi_values) for cycle in (start, start + 1)]
    rs = values["x_issue_req_rs"]
    assert transactions == [record for cycle in (start, start + 1) for record in (
        Issue(cycle, values["x_issue_req_id"], values["x_issue_req_instr"], rs & 0xffff_ffff,
              rs >> 32, True, True),
        Commit(cycle, values["x_commit_id"], True),
        Result(cycle, values["x_result_id"], values["x_result_data"], values["x_result_rd"],
               True))]
    text = path.read_text()
    assert "$timescale 1ps $end" in text
    assert f"\n#{10_000 * (start + 1)}\n" in text
    assert "rvfi_order" in text


def test_missing_compiler_is_explained(monkeypatch):
    monkeypatch.setenv("CXX", "no-such-compiler -O2")
    with pytest.raises(BuildError, match="no-such-compiler"):
        find_compiler()
    monkeypatch.delenv("CXX")
    monkeypatch.setenv("PATH", "")
    assert find_compiler()[1:] == ["-m", "ziglang", "c++"]
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(BuildError, match=r"needs a C\+\+ compiler: install g\+\+"):
        find_compiler()


def test_failing_tool_is_shown():
    with pytest.raises(BuildError, match="verilator_bin failed with status"):
        Engine(verilog="module soc(input clk); nonsense;\nendmodule")
