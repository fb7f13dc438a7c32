import pytest

from soc.ram import Ram


def test_both_ports_at_once(obi, rng):
    dut = Ram(size=256)
    managers = [obi.Manager(port, obi.traffic(rng, [base], 300), rng=rng, idle=0.2)
                for port, base in ((dut.a, 0x00), (dut.b, 0x40))]
    obi.simulate(dut, *(manager.run for manager in managers))
    for manager in managers:
        obi.check(manager.requests, manager.answers)
        assert not any(manager.waits)


def test_one_port_sees_what_the_other_wrote(obi):
    dut = Ram(size=64)
    answers = []

    async def testbench(ctx):
        for index, (writer, reader) in enumerate(((dut.a, dut.b), (dut.b, dut.a))):
            write = obi.Manager(writer, [(8, 1, 0b0110, 0x1122_3344 + index)])
            await write.run(ctx)
            read = obi.Manager(reader, [(8, 0, 0b1111, 0)])
            await read.run(ctx)
            answers.extend(read.answers)

    obi.simulate(dut, testbench)
    assert answers == [(0x0022_3300, 0), (0x0022_3300, 0)]


def test_full_throughput_and_latency(obi):
    dut = Ram(size=64, init=bytes(range(64)))
    manager = obi.Manager(dut.a, [(4 * i, 0, 0b1111, 0) for i in range(16)])
    obi.simulate(dut, manager.run)
    assert manager.grants == list(range(16))
    assert [rdata for rdata, _ in manager.answers] == [
        int.from_bytes(bytes(range(4 * i, 4 * i + 4)), "little") for i in range(16)]


def test_init_is_padded(obi):
    dut = Ram(size=16, init=b"\x01\x02\x03\x04\x05")
    manager = obi.Manager(dut.b, [(4 * i, 0, 0b1111, 0) for i in range(4)])
    obi.simulate(dut, manager.run)
    assert manager.answers == [(0x0403_0201, 0), (0x05, 0), (0, 0), (0, 0)]


@pytest.mark.parametrize(("parameters", "message"), [
    ({"size": 100}, "power of two.*not 100"),
    ({"size": 4}, "not 4"),
    ({"size": 8, "init": bytes(9)}, "9 bytes does not fit into 8"),
])
def test_bad_parameters(obi, parameters, message):
    obi.refused(Ram, message, **parameters)
