from amaranth.sim import Simulator

from soc.gate import EnableGate


def inputs_and_outputs(dut):
    """Random values go into the inputs; returns the ports by path and flow."""
    ports = {}
    for path, member, value in dut.signature.flatten(dut):
        ports[path] = (member.flow.name, value)
    return ports


def test_every_member(rng):
    dut = EnableGate(id_width=3)
    ports = inputs_and_outputs(dut)

    async def testbench(ctx):
        for _ in range(300):
            for flow, value in ports.values():
                if flow == "In":
                    ctx.set(value, rng.getrandbits(len(value)))
            await ctx.delay(1e-9)
            enable = ctx.get(dut.enable)
            for path, (flow, value) in ports.items():
                if flow != "Out":
                    continue
                side, *rest = path
                other = ("core" if side == "coprocessor" else "coprocessor", *rest)
                expected = ctx.get(ports[other][1])
                if not enable and rest[0] == "issue":
                    if side == "core":
                        expected = rest == ["issue", "ready"]
                    elif rest == ["issue", "valid"]:
                        expected = 0
                assert ctx.get(value) == expected, (path, enable)

    sim = Simulator(dut)
    sim.add_testbench(testbench)
    sim.run()
    assert sum(flow == "Out" for flow, _ in ports.values()) == len(ports) // 2
