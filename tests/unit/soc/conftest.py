"""OBI agents for Amaranth's simulator, as fixtures."""

import gc
import random
import warnings
from collections import deque
from types import SimpleNamespace

import pytest
from amaranth.hdl import Mux, UnusedElaboratable
from amaranth.sim import Simulator

PERIOD = 1e-8


def simulate(dut, *testbenches, background=(), deadline_cycles=20_000):
    """Run testbenches until all but those in the background end."""
    sim = Simulator(dut)
    sim.add_clock(PERIOD)

    async def watchdog(ctx):
        await ctx.delay(deadline_cycles * PERIOD)
        raise TimeoutError(f"no end after {deadline_cycles} cycles")

    for testbench in (watchdog, *background):
        sim.add_testbench(testbench, background=True)
    for testbench in testbenches:
        sim.add_testbench(testbench)
    sim.run()


class Manager:
    """Drives requests into an OBI port: tuples ``(address, write, be, data)``.

    ``answers`` are tuples ``(rdata, err)`` in order, ``grants`` the cycles in which a request was
    granted, ``waits`` how many cycles each one waited for it.
    """

    def __init__(self, bus, requests, *, rng=None, idle=0.0):
        self.bus = bus
        self.requests = requests
        self.rng = rng or random.Random(0)
        self.idle = idle
        self.answers = []
        self.grants = []
        self.waits = []

    async def run(self, ctx):
        bus, todo, outstanding, cycle, since = self.bus, deque(self.requests), 0, 0, None
        while todo or outstanding:
            if since is None and todo and outstanding < 2 and self.rng.random() >= self.idle:
                since = cycle
                for port, value in zip((bus.addr, bus.we, bus.be, bus.wdata), todo[0],
                                       strict=True):
                    ctx.set(port, value)
            ctx.set(bus.req, since is not None)
            _, _, gnt, rvalid, rdata, err = await ctx.tick().sample(
                bus.gnt, bus.rvalid, bus.rdata, bus.err)
            if rvalid:
                assert outstanding, "a response without a request"
                outstanding -= 1
                self.answers.append((rdata, err))
            if gnt and since is not None:
                todo.popleft()
                outstanding += 1
                self.grants.append(cycle)
                self.waits.append(cycle - since)
                since = None
            cycle += 1
        ctx.set(bus.req, 0)


class Subordinate:
    """Memory with random grants and latencies behind an OBI port; checks the manager's rules.

    ``words`` maps word addresses to values, ``failing`` are word addresses that answer with
    ``err``. ``log`` has a tuple ``(address, write, be, data)`` per request, ``data`` 0 for a read.
    """

    def __init__(self, bus, *, rng=None, busy=0.0, latency=1, failing=()):
        self.bus = bus
        self.rng = rng or random.Random(0)
        self.busy = busy
        self.latency = latency
        self.failing = set(failing)
        self.words = {}
        self.log = []

    def access(self, addr, we, be, wdata):
        word = addr & ~3
        self.log.append((addr, we, be, wdata))
        if word in self.failing:
            return 0, 1
        old = self.words.get(word, 0)
        mask = sum(0xff << 8 * lane for lane in range(4) if be >> lane & 1)
        if we:
            self.words[word] = old & ~mask | wdata & mask
        return (0 if we else old), 0

    async def run(self, ctx):
        bus, queue, cycle, waiting = self.bus, deque(), 0, None
        while True:
            gnt = self.rng.random() >= self.busy
            ctx.set(bus.gnt, gnt)
            valid = bool(queue) and queue[0][0] <= cycle
            rdata, err = queue.popleft()[1] if valid else (self.rng.getrandbits(32), 1)
            for port, value in ((bus.rvalid, valid), (bus.rdata, rdata), (bus.err, err)):
                ctx.set(port, value)
            _, _, req, *request = await ctx.tick().sample(bus.req, bus.addr, bus.we, bus.be,
                                                          Mux(bus.we, bus.wdata, 0))
            if waiting is not None:
                assert req, "a request was withdrawn"
                assert request == waiting, "a waiting request was changed"
            waiting = request if req and not gnt else None
            if req and gnt:
                queue.append((cycle + self.rng.randint(1, self.latency), self.access(*request)))
            cycle += 1


def traffic(rng, bases, count):
    """Make random requests to sixteen words from each base, writes and reads alike."""
    writes = [rng.randrange(2) for _ in range(count)]
    return [(rng.choice(bases) + rng.randrange(64), we, rng.randrange(16),
             rng.getrandbits(32) if we else 0) for we in writes]


def check(requests, answers, *, failing=()):
    """Compare answers with a byte-wise model of memory."""
    assert len(answers) == len(requests)
    memory = {}
    for (addr, we, be, wdata), (rdata, err) in zip(requests, answers, strict=True):
        word = addr & ~3
        assert err == (word in failing), f"0x{addr:08x}"
        if word in failing:
            continue
        for lane in range(4):
            if we and be >> lane & 1:
                memory[word + lane] = wdata >> 8 * lane & 0xff
            elif not we and be >> lane & 1:
                assert rdata >> 8 * lane & 0xff == memory.get(word + lane, 0), f"0x{addr:08x}"


def refused(component, message, **parameters):
    """Check that parameters are refused; the half-made component is no unused elaboratable."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnusedElaboratable)
        with pytest.raises(ValueError, match=message):
            component(**parameters)
        gc.collect()


@pytest.fixture
def obi():
    """Return the agents and helpers of this file."""
    return SimpleNamespace(simulate=simulate, Manager=Manager, Subordinate=Subordinate,
                           traffic=traffic, check=check, refused=refused)


@pytest.fixture(params=range(3))
def rng(request):
    """Return seeded random numbers; the seed is printed."""
    print(f"seed {request.param}")
    return random.Random(request.param)


@pytest.fixture
def access(obi):
    """Coroutines ``read(ctx, bus, offset)`` and ``write(ctx, bus, offset, value, be)``."""
    async def one(ctx, bus, *request):
        manager = obi.Manager(bus, [request])
        await manager.run(ctx)
        return manager.answers[0]

    async def read(ctx, bus, offset):
        rdata, err = await one(ctx, bus, offset, 0, 0b1111, 0)
        return None if err else rdata

    async def write(ctx, bus, offset, value, be=0b1111):
        _, err = await one(ctx, bus, offset, 1, be, value)
        return not err

    return SimpleNamespace(read=read, write=write)
