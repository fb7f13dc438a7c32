"""AXI4-Lite bridge, with random agents on every channel."""

import pytest

from soc.bridge import AxiLiteBridge

OKAY, SLVERR = 0, 2


async def source(ctx, port, items, rng, idle):
    """Offer ``items`` on a channel: ``port`` is ``(valid, ready, *payload)``; return the cycles."""
    valid, ready, *payload = port
    cycle, taken = 0, []
    for item in items:
        while rng.random() < idle:
            await ctx.tick()
            cycle += 1
        for signal, value in zip(payload, item, strict=True):
            ctx.set(signal, value)
        ctx.set(valid, 1)
        while True:
            _, _, was_ready = await ctx.tick().sample(ready)
            cycle += 1
            if was_ready:
                break
        taken.append(cycle - 1)
        ctx.set(valid, 0)
    return taken


async def sink(ctx, port, count, rng, pause):
    """Take ``count`` items; check that they hold until taken; return the items and cycles."""
    valid, ready, *payload = port
    items, cycles, cycle, waiting = [], [], 0, None
    while len(items) < count:
        is_ready = rng.random() >= pause
        ctx.set(ready, is_ready)
        _, _, was_valid, *item = await ctx.tick().sample(valid, *payload)
        if waiting is not None:
            assert was_valid
            assert item == waiting
        waiting = item if was_valid and not is_ready else None
        if was_valid and is_ready:
            items.append(tuple(item))
            cycles.append(cycle)
        cycle += 1
    ctx.set(ready, 0)
    return items, cycles


class Host:
    """Five agents at the AXI port."""

    def __init__(self, dut, rng, *, idle=0.0, pause=0.0):
        port = dut.axi
        self.rng, self.idle, self.pause = rng, idle, pause
        self.aw = (port.awvalid, port.awready, port.awaddr)
        self.w = (port.wvalid, port.wready, port.wdata, port.wstrb)
        self.b = (port.bvalid, port.bready, port.bresp)
        self.ar = (port.arvalid, port.arready, port.araddr)
        self.r = (port.rvalid, port.rready, port.rdata, port.rresp)
        self.results = {}

    def source(self, name, items):
        async def testbench(ctx):
            self.results[name] = await source(ctx, getattr(self, name), items, self.rng, self.idle)
        return testbench

    def sink(self, name, count):
        async def testbench(ctx):
            self.results[name] = await sink(ctx, getattr(self, name), count, self.rng, self.pause)
        return testbench


@pytest.mark.parametrize(("idle", "pause"), [(0, 0), (0.6, 0), (0, 0.6), (0.5, 0.5)])
@pytest.mark.parametrize(("busy", "latency"), [(0, 1), (0.5, 5)])
def test_random_traffic(obi, rng, idle, pause, busy, latency):
    """Writes go to one half, reads to the other one, so that their order does not matter."""
    dut = AxiLiteBridge()
    failing = {0x08, 0x108}
    target = obi.Subordinate(dut.bus, rng=rng, busy=busy, latency=latency, failing=failing)
    target.words = {0x100 + 4 * i: rng.getrandbits(32) for i in range(16)}
    reads = [0x100 + rng.randrange(64) for _ in range(120)]
    writes = [(rng.randrange(64), rng.getrandbits(32), rng.randrange(16)) for _ in range(120)]
    host = Host(dut, rng, idle=idle, pause=pause)
    obi.simulate(dut,
                 host.source("aw", [(addr,) for addr, _, _ in writes]),
                 host.source("w", [(data, strb) for _, data, strb in writes]),
                 host.source("ar", [(addr,) for addr in reads]),
                 host.sink("b", len(writes)), host.sink("r", len(reads)),
                 background=[target.run])
    assert [log for log in target.log if log[1]] == [(a, 1, strb, d) for a, d, strb in writes]
    assert [log[:3] for log in target.log if not log[1]] == [(a, 0, 0b1111) for a in reads]
    assert host.results["b"][0] == [(SLVERR if a & ~3 in failing else OKAY,) for a, _, _ in writes]
    assert host.results["r"][0] == [(0, SLVERR) if a & ~3 in failing else
                                    (target.words[a & ~3], OKAY) for a in reads]


@pytest.mark.parametrize("first", ["aw", "w"])
def test_address_and_data_in_any_order(obi, rng, first):
    dut = AxiLiteBridge()
    target = obi.Subordinate(dut.bus)
    host = Host(dut, rng)
    ports = {"aw": (host.aw, (0x14,)), "w": (host.w, (0x1234_5678, 0b0011))}

    async def testbench(ctx):
        for name in sorted(ports, key=lambda name: name != first):
            port, item = ports[name]
            assert not target.log
            await source(ctx, port, [item], rng, 0)
            await ctx.tick().repeat(7)
        assert target.log == [(0x14, 1, 0b0011, 0x1234_5678)]
        assert (await sink(ctx, host.b, 1, rng, 0))[0] == [(OKAY,)]

    obi.simulate(dut, testbench, background=[target.run])


def test_latency_and_throughput(obi, rng):
    dut = AxiLiteBridge()
    target = obi.Subordinate(dut.bus)
    host = Host(dut, rng)
    obi.simulate(dut, host.source("ar", [(4 * i,) for i in range(40)]), host.sink("r", 40),
                 background=[target.run])
    taken, (_, given) = host.results["ar"], host.results["r"]
    assert given[0] - taken[0] == 3
    assert [after - before for before, after in zip(given, given[1:], strict=False)] == [2] * 39


def test_reads_and_writes_take_turns(obi, rng):
    dut = AxiLiteBridge()
    target = obi.Subordinate(dut.bus)
    host = Host(dut, rng)
    obi.simulate(dut,
                 host.source("aw", [(0x00,)] * 40), host.source("w", [(1, 15)] * 40),
                 host.source("ar", [(0x40,)] * 40), host.sink("b", 40), host.sink("r", 40),
                 background=[target.run])
    kinds = [log[1] for log in target.log]
    assert all(0 < sum(kinds[i:i + 4]) < 4 for i in range(60))
