"""Demultiplexer, arbiter and error responder."""

import pytest

from soc.arbiter import Arbiter
from soc.demultiplexer import Demultiplexer
from soc.memory_map import Region


def region(name, base, size):
    return Region(name, base, size, fetch=True, data=True, host=True, description="")


REGIONS = {
    "one": [region("one", 0x0000_0000, 0x1000)],
    "two": [region("two", 0x0001_0000, 0x1000), region("more", 0x8000_0000, 0x100)],
}
UNMAPPED = (0x0000_1000, 0x4000_0000, 0x8000_0100, 0xffff_ffc0)


@pytest.mark.parametrize("pipelined", [True, False])
@pytest.mark.parametrize("latency", [1, 2, 6])
def test_demultiplexer_keeps_order(obi, rng, latency, pipelined):
    dut = Demultiplexer(REGIONS, pipelined=pipelined)
    targets = [obi.Subordinate(target, rng=rng, latency=latency)
               for target in (dut.one, dut.two)]
    bases = [0x0000_0000, 0x0001_0000, 0x8000_0000]
    requests = obi.traffic(rng, [*bases, *UNMAPPED[:2]], 500)
    manager = obi.Manager(dut.bus, requests, rng=rng, idle=0.1)
    obi.simulate(dut, manager.run, background=[target.run for target in targets])
    failing = {base + 4 * i for base in UNMAPPED for i in range(16)}
    obi.check(requests, manager.answers, failing=failing)
    for target, mine in zip(targets, (bases[:1], bases[1:]), strict=True):
        assert target.log == [r for r in requests if r[0] & ~0x3f in mine]
        assert target.log


def test_demultiplexer_never_waits_for_next_cycle_responses(obi):
    dut = Demultiplexer(REGIONS)
    targets = [obi.Subordinate(target) for target in (dut.one, dut.two)]
    manager = obi.Manager(dut.bus, [(base, 0, 0b1111, 0) for base in
                                    [0, 0x1_0000, 0x2_0000, 0x8000_0000, 4, 8] * 5])
    obi.simulate(dut, manager.run, background=[target.run for target in targets])
    assert manager.grants == list(range(30))


def test_demultiplexer_grants_whatever_the_request(obi, rng):
    dut = Demultiplexer(REGIONS)

    async def testbench(ctx):
        waits = 0
        for _ in range(200):
            ctx.set(dut.one.rvalid, rng.random() < 0.5)
            ctx.set(dut.two.rvalid, rng.random() < 0.5)
            grants = set()
            for address in (0, 0x1_0000, 0x2_0000, 0x8000_0000):
                ctx.set(dut.bus.addr, address)
                for request in (0, 1):
                    ctx.set(dut.bus.req, request)
                    grants.add(ctx.get(dut.bus.gnt))
            assert len(grants) == 1
            waits += grants == {0}
            await ctx.tick()
        assert waits

    obi.simulate(dut, testbench)


@pytest.mark.parametrize("base", UNMAPPED)
def test_unmapped_is_an_error(obi, base):
    dut = Demultiplexer(REGIONS)
    targets = [obi.Subordinate(target) for target in (dut.one, dut.two)]
    manager = obi.Manager(dut.bus, [(base, 1, 0b1111, 1), (base, 0, 0b1111, 0)])
    obi.simulate(dut, manager.run, background=[target.run for target in targets])
    assert manager.answers == [(0, 1), (0, 1)]
    assert not targets[0].log
    assert not targets[1].log


def test_overlap_is_refused(obi):
    obi.refused(Demultiplexer, "'a' and 'b' overlap", regions={
        "x": [region("a", 0, 0x2000)], "y": [region("b", 0x1000, 0x1000)]})


@pytest.mark.parametrize(("busy", "latency"), [(0, 1), (0.4, 1), (0.4, 6)])
def test_arbiter_keeps_order(obi, rng, busy, latency):
    dut = Arbiter()
    target = obi.Subordinate(dut.bus, rng=rng, busy=busy, latency=latency, failing=[0x10])
    managers = [obi.Manager(port, obi.traffic(rng, [base], 300), rng=rng, idle=0.5)
                for port, base in ((dut.first, 0x000), (dut.second, 0x100))]
    owners = []

    async def watch(ctx):
        async for _, _, req, gnt, is_second in ctx.tick().sample(dut.bus.req, dut.bus.gnt,
                                                                 dut.is_second):
            if req and gnt:
                owners.append(is_second)

    obi.simulate(dut, *(manager.run for manager in managers), background=[target.run, watch])
    for manager in managers:
        obi.check(manager.requests, manager.answers, failing=[0x10])
    assert owners == [addr >= 0x100 for addr, *_ in target.log]
    assert owners.count(1) == 300


def responses(ports, cycles):
    """Return a testbench that appends the cycles of each port's responses to its list."""
    async def watch(ctx):
        cycle = 0
        async for _, _, *rvalid in ctx.tick().sample(*(port.rvalid for port in ports)):
            for of_port, there in zip(cycles, rvalid, strict=True):
                if there:
                    of_port.append(cycle)
            cycle += 1
    return watch


def test_arbiter_answers_in_the_third_cycle_and_takes_the_next_request_with_it(obi):
    dut = Arbiter()
    target = obi.Subordinate(dut.bus)
    manager = obi.Manager(dut.first, [(4 * i, i & 1, 0b1111, i) for i in range(8)])
    seen = [[]]
    obi.simulate(dut, manager.run, background=[target.run, responses([dut.first], seen)])
    assert manager.grants == list(range(0, 24, 3))
    assert seen == [[grant + 3 for grant in manager.grants]]


def test_arbiter_delays_nobody_by_more_than_one_transfer_of_the_other(obi, rng):
    dut = Arbiter()
    target = obi.Subordinate(dut.bus)
    first = obi.Manager(dut.first, obi.traffic(rng, [0x000], 200), rng=rng, idle=0.2)
    second = obi.Manager(dut.second, obi.traffic(rng, [0x100], 200), rng=rng, idle=0.2)
    seen = [[], []]
    obi.simulate(dut, first.run, second.run,
                 background=[target.run, responses([dut.first, dut.second], seen)])
    for manager, cycles, most in ((first, seen[0], 4), (second, seen[1], 5)):
        taken = [response - grant for grant, response in zip(manager.grants, cycles, strict=True)]
        assert 3 <= min(taken)
        assert max(taken) <= most


def test_arbiter_has_no_path_through_it(obi):
    dut = Arbiter()
    ports = (dut.first, dut.second)
    request = ("req", "addr", "we", "be", "wdata")
    response = ("gnt", "rvalid", "rdata", "err")
    inputs = [getattr(port, name) for port in ports for name in request]
    inputs += [getattr(dut.bus, name) for name in response]
    outputs = [getattr(port, name) for port in ports for name in response]
    outputs += [dut.is_second, *(getattr(dut.bus, name) for name in request)]

    async def testbench(ctx):
        for _ in range(8):
            before = [ctx.get(output) for output in outputs]
            for port in inputs:
                old = ctx.get(port)
                ctx.set(port, ~0)
                assert [ctx.get(output) for output in outputs] == before
                ctx.set(port, old)
            for port in (dut.first.req, dut.second.req, dut.bus.gnt):
                ctx.set(port, 1)
            await ctx.tick()

    obi.simulate(dut, testbench)


def test_demultiplexer_that_is_not_pipelined_has_no_path_from_a_response_to_a_request(obi):
    dut = Demultiplexer(REGIONS, pipelined=False)

    async def testbench(ctx):
        for port in (dut.bus.req, dut.one.gnt, dut.two.gnt):
            ctx.set(port, 1)
        await ctx.tick()
        for rvalid in (0, 1):
            ctx.set(dut.one.rvalid, rvalid)
            assert (ctx.get(dut.one.req), ctx.get(dut.bus.gnt)) == (0, 0)
            assert ctx.get(dut.bus.rvalid) == rvalid
        await ctx.tick()
        assert (ctx.get(dut.one.req), ctx.get(dut.bus.gnt)) == (1, 1)

    obi.simulate(dut, testbench)
