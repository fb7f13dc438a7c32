import pytest

from soc.isolator import Isolator


@pytest.mark.parametrize("latency", [1, 2, 3])
def test_old_responses_never_reach_the_manager(obi, rng, latency):
    """Each burst is cut off at a random point; the next one must get its own answers only."""
    dut = Isolator()
    target = obi.Subordinate(dut.bus, rng=rng, latency=latency)
    target.words = {4 * i: 0x1000 + i for i in range(64)}

    async def testbench(ctx):
        for burst in range(30):
            for _ in range(rng.randrange(6)):
                ctx.set(dut.manager.req, rng.randrange(2))
                ctx.set(dut.manager.addr, 0xfc)
                await ctx.tick()
            ctx.set(dut.isolate, 1)
            for _ in range(rng.randint(1, 5)):
                ctx.set(dut.manager.req, rng.randrange(2))
                requests = len(target.log)
                assert not ctx.get(dut.bus.req)
                assert not ctx.get(dut.manager.gnt)
                _, _, rvalid = await ctx.tick().sample(dut.manager.rvalid)
                assert not rvalid
                assert len(target.log) == requests
            ctx.set(dut.isolate, 0)
            manager = obi.Manager(dut.manager, [(4 * ((burst + i) % 32), 0, 0b1111, 0)
                                                for i in range(6)])
            await manager.run(ctx)
            assert manager.answers == [(0x1000 + (burst + i) % 32, 0) for i in range(6)]

    obi.simulate(dut, testbench, background=[target.run])


def test_transparent_otherwise(obi, rng):
    dut = Isolator()
    target = obi.Subordinate(dut.bus, rng=rng, busy=0.3, latency=4, failing=[0x20])
    manager = obi.Manager(dut.manager, obi.traffic(rng, [0], 300), rng=rng, idle=0.2)
    obi.simulate(dut, manager.run, background=[target.run])
    obi.check(manager.requests, manager.answers, failing=[0x20])
    assert target.log == manager.requests


def test_no_added_latency(obi):
    dut = Isolator()
    target = obi.Subordinate(dut.bus)
    manager = obi.Manager(dut.manager, [(4 * i, 0, 0b1111, 0) for i in range(20)])
    obi.simulate(dut, manager.run, background=[target.run])
    assert manager.grants == list(range(20))
