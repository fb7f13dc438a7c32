import re
from types import SimpleNamespace

import pytest

from hdl import rvfi, xif
from hdl.flat import flat_ports, flat_verilog
from soc.memory_map import REGIONS, address
from soc.top import SoC, observed

AXI_IN = {"awvalid": 1, "awaddr": 32, "awprot": 3, "wvalid": 1, "wdata": 32, "wstrb": 4,
          "bready": 1, "arvalid": 1, "araddr": 32, "arprot": 3, "rready": 1}
AXI_OUT = {"awready": 1, "wready": 1, "bvalid": 1, "bresp": 2, "arready": 1, "rvalid": 1,
           "rdata": 32, "rresp": 2}


def directions(ports, direction):
    return {name: len(value) for name, (value, of_port) in ports.items()
            if of_port.name == direction}


def test_ports(obi):
    dut = SoC(rounds_per_cycle=2, clock_hz=1_000_000)
    ports = flat_ports(dut)
    assert directions(ports, "Input") == (
        {f"axi_{name}": width for name, width in AXI_IN.items()} | {"uart_rx": 1})
    assert directions(ports, "Output") == (
        {f"axi_{name}": width for name, width in AXI_OUT.items()} | {"uart_tx": 1})
    assert (dut.rounds_per_cycle, dut.clock_hz, dut.trace) == (2, 1_000_000, False)
    obi.simulate(dut, idle)


def test_trace_only_adds_outputs(obi):
    dut, plain = SoC(trace=True), SoC()
    ports = flat_ports(dut)
    added = set(ports) - set(flat_ports(plain))
    assert added == {f"rvfi_{name}" for name in rvfi.Signature().members} | {
        "x_" + "_".join(path) for path, _, _ in _flat(xif.Signature())}
    assert added <= set(directions(ports, "Output"))
    assert dut.trace
    for soc in (dut, plain):
        obi.simulate(soc, idle)


def test_host_on_the_bus_inside(obi):
    dut = SoC(host="obi")
    assert not hasattr(dut, "axi")
    command = address("mailbox", "COMMAND")
    busy, answers = [], []

    async def bench(ctx):
        manager = obi.Manager(dut.bus, [(command, 1, 0b1111, 0x10), (command, 0, 0b1111, 0),
                                        (REGIONS["dmem"].base, 1, 0b1111, 5),
                                        (REGIONS["dmem"].base, 0, 0b1111, 0),
                                        (0x0080_0000, 0, 0b1111, 0)])
        busy.append(ctx.get(dut.busy))
        await manager.run(ctx)
        busy.append(ctx.get(dut.busy))
        answers.extend(manager.answers)

    obi.simulate(dut, bench)
    assert busy == [0, 1]
    assert [err for _, err in answers] == [0, 0, 0, 0, 1]
    assert [answers[1][0], answers[3][0]] == [0x10, 5]


def test_verilog_has_image_and_plain_reset(obi):
    image = SimpleNamespace(imem=b"\x78\x56\x34\x12", dmem=b"\xef\xbe\xad\xde")
    verilog = flat_verilog(SoC(image=image), "soc")
    for word in (0x1234_5678, 0xdead_beef):
        assert verilog.count(f"[0] = 32'd{word};") == 1
    assert set(re.findall(r"always @\((.*?)\)", verilog)) <= {"*", "posedge clk"}


def test_core_with_extensions(obi):
    dut = SoC(core={"m": True, "c": True})
    assert dut.extensions.name == "rv32imc"
    obi.simulate(dut, idle)


def test_observed_keeps_shapes():
    signature = xif.Signature(id_width=5)
    watched = {path: member for path, member, _ in _flat(observed(signature))}
    assert {path: member.shape for path, member in watched.items()} == {
        path: member.shape for path, member, _ in _flat(signature)}
    assert {member.flow.name for member in watched.values()} == {"Out"}


@pytest.mark.parametrize(("parameters", "message"), [
    ({"rounds_per_cycle": 5}, "5"),
    ({"preset": "huge"}, "preset must be one of .*, not 'huge'"),
    ({"clock_hz": 0}, "clock_hz must be .* not 0"),
    ({"core": {"m": 1}}, "m must be True or False, not 1"),
    ({"image": SimpleNamespace(imem=bytes(0x1_0001), dmem=b"")}, "65537 bytes does not fit"),
])
def test_bad_parameters(obi, parameters, message):
    obi.refused(SoC, message, **parameters)


async def idle(ctx):
    await ctx.tick()


def _flat(signature):
    return signature.flatten(signature.create())
