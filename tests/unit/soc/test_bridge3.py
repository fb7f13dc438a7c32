"""AXI3 bridge, with random agents on every channel and the specification's burst addresses."""

import pytest

from soc.axi3 import Burst, Signature
from soc.bridge3 import Axi3Bridge
from soc.top import SoC

OKAY, SLVERR = 0, 2
FIXED, INCR, WRAP = 0, 1, 2


def addresses(start, length, size, burst):
    """Return the address of each beat, as A3.4.1 of the specification says."""
    number_bytes = 1 << size
    aligned = start // number_bytes * number_bytes
    wrap_boundary = start // (number_bytes * length) * (number_bytes * length)
    result = [start]
    for n in range(2, length + 1):
        address = start if burst == FIXED else aligned + (n - 1) * number_bytes
        if burst == WRAP and address >= wrap_boundary + number_bytes * length:
            address -= number_bytes * length
        result.append(address)
    return result


def lanes(address, size):
    """Return the byte lanes that a beat may use."""
    last = address // (1 << size) * (1 << size) + (1 << size) - 1
    return sum(1 << lane % 4 for lane in range(address, last + 1))


def random_burst(rng, base):
    """Return start, length, size and kind of a burst within 128 bytes."""
    kind, size = rng.choice((FIXED, INCR, WRAP)), rng.randrange(3)
    length = rng.choice((2, 4, 8, 16)) if kind == WRAP else rng.randint(1, 16)
    start = base + rng.randrange(64)
    if kind == WRAP:
        start -= start % (1 << size)
    return start, length, size, kind


class Host:
    """Agents at the five channels, each of which pauses at random."""

    def __init__(self, dut, rng, *, idle=0.0, pause=0.0):
        self.axi, self.rng, self.idle, self.pause = dut.axi, rng, idle, pause
        self.responses = []
        self.beats = []
        self.times = {"ar": [], "r": [], "w": [], "b": []}

    async def _offer(self, ctx, channel, names, item):
        while self.rng.random() < self.idle:
            await ctx.tick()
        for name, value in zip(names, item, strict=True):
            ctx.set(getattr(self.axi, channel + name), value)
        valid, ready = (getattr(self.axi, channel + name) for name in ("valid", "ready"))
        ctx.set(valid, 1)
        while not (await ctx.tick().sample(ready))[2]:
            pass
        if channel in self.times:
            self.times[channel].append(self.cycle)
        ctx.set(valid, 0)

    async def clock(self, ctx):
        self.cycle = 0
        while True:
            await ctx.tick()
            self.cycle += 1

    def addresses(self, channel, bursts):
        async def testbench(ctx):
            for identifier, (start, length, size, kind) in bursts:
                await self._offer(ctx, channel, ("id", "addr", "len", "size", "burst"),
                                  (identifier, start, length - 1, size, kind))
        return testbench

    def write_data(self, bursts):
        async def testbench(ctx):
            for identifier, beats in bursts:
                for number, (data, strobe) in enumerate(beats):
                    await self._offer(ctx, "w", ("id", "data", "strb", "last"),
                                      (identifier, data, strobe, number == len(beats) - 1))
        return testbench

    def sink(self, channel, names, count, items):
        valid, ready, *payload = (getattr(self.axi, channel + name)
                                  for name in ("valid", "ready", *names))

        async def testbench(ctx):
            waiting = None
            while len(items) < count:
                is_ready = self.rng.random() >= self.pause
                ctx.set(ready, is_ready)
                _, _, was_valid, *item = await ctx.tick().sample(valid, *payload)
                if waiting is not None:
                    assert was_valid, f"{channel}valid fell"
                    assert item == waiting, f"{channel}'s payload changed"
                waiting = item if was_valid and not is_ready else None
                if was_valid and is_ready:
                    items.append(tuple(item))
                    self.times[channel].append(self.cycle)
            ctx.set(ready, 0)
        return testbench

    def run(self, obi, dut, target, reads, writes):
        """Do bursts ``(identifier, burst)`` and ``(identifier, burst, beats)``."""
        obi.simulate(
            dut,
            self.addresses("ar", reads),
            self.addresses("aw", [(identifier, burst) for identifier, burst, _ in writes]),
            self.write_data([(identifier, beats) for identifier, _, beats in writes]),
            self.sink("b", ("id", "resp"), len(writes), self.responses),
            self.sink("r", ("id", "data", "resp", "last"),
                      sum(burst[1] for _, burst in reads), self.beats),
            background=[target.run, self.clock])


def beats_for(rng, burst):
    """Return random data and strobes for a burst, within the lanes that it may use."""
    start, length, size, kind = burst
    return [(rng.getrandbits(32), rng.randrange(16) & lanes(address, size))
            for address in addresses(start, length, size, kind)]


@pytest.mark.parametrize(("idle", "pause"), [(0, 0), (0.6, 0), (0, 0.6), (0.5, 0.5)])
@pytest.mark.parametrize(("busy", "latency"), [(0, 1), (0.5, 5)])
def test_random_bursts(obi, rng, idle, pause, busy, latency):
    """Writes go to one half, reads to the other one, so that their order does not matter."""
    dut = Axi3Bridge()
    failing = {0x1008, 0x2018}
    target = obi.Subordinate(dut.bus, rng=rng, busy=busy, latency=latency, failing=failing)
    target.words = {0x2000 + 4 * i: rng.getrandbits(32) for i in range(32)}
    reads = [(rng.getrandbits(12), random_burst(rng, 0x2000)) for _ in range(25)]
    writes = []
    for _ in range(25):
        burst = random_burst(rng, 0x1000)
        writes.append((rng.getrandbits(12), burst, beats_for(rng, burst)))
    host = Host(dut, rng, idle=idle, pause=pause)
    host.run(obi, dut, target, reads, writes)

    written = [(address, 1, strobe, data) for _, burst, beats in writes
               for address, (data, strobe) in zip(addresses(*burst), beats, strict=True)]
    assert [log for log in target.log if log[1]] == written
    assert [log[:3] for log in target.log if not log[1]] == [
        (address, 0, 0b1111) for _, burst in reads for address in addresses(*burst)]
    assert host.responses == [
        (identifier, SLVERR if failing & {a & ~3 for a in addresses(*burst)} else OKAY)
        for identifier, burst, _ in writes]
    assert host.beats == [
        (identifier, *((0, SLVERR) if a & ~3 in failing else (target.words[a & ~3], OKAY)),
         number == burst[1] - 1)
        for identifier, burst in reads for number, a in enumerate(addresses(*burst))]


def test_data_before_its_address(obi, rng):
    """Offer two bursts of data, then their addresses."""
    dut = Axi3Bridge()
    target = obi.Subordinate(dut.bus)
    host = Host(dut, rng)
    bursts = [(7, (0x40, 16, 2, INCR)), (9, (0x80, 3, 2, INCR))]
    data = [(7, [(n, 15) for n in range(16)]), (9, [(100 + n, 15) for n in range(3)])]

    async def testbench(ctx):
        await host.write_data(data)(ctx)
        await ctx.tick().repeat(30)
        assert not target.log
        await host.addresses("aw", bursts)(ctx)

    obi.simulate(dut, testbench, host.sink("b", ("id", "resp"), 2, host.responses),
                 background=[target.run, host.clock])
    assert host.responses == [(7, OKAY), (9, OKAY)]
    assert target.words == {0x40 + 4 * n: n for n in range(16)} | {
        0x80 + 4 * n: 100 + n for n in range(3)}


def test_address_long_before_its_data(obi, rng):
    """Read while a write's data is missing, as a DMA does that copies."""
    dut = Axi3Bridge()
    target = obi.Subordinate(dut.bus)
    target.words = {0x100 + 4 * n: rng.getrandbits(32) for n in range(8)}
    host = Host(dut, rng)

    async def testbench(ctx):
        await host.addresses("aw", [(1, (0x40, 8, 2, INCR))])(ctx)
        await host.write_data([(1, [(0, 15)] * 7)])(ctx)
        await host.addresses("ar", [(2, (0x100, 8, 2, INCR))])(ctx)
        await host.sink("r", ("id", "data", "resp", "last"), 8, host.beats)(ctx)
        assert not [log for log in target.log if log[1]]
        await host.write_data([(1, [(5, 15)])])(ctx)
        await host.sink("b", ("id", "resp"), 1, host.responses)(ctx)

    obi.simulate(dut, testbench, background=[target.run, host.clock])
    assert [beat[1] for beat in host.beats] == [target.words[0x100 + 4 * n] for n in range(8)]
    assert target.words[0x40 + 28] == 5


def test_writes_nothing_of_another_id(obi, rng):
    """Mix in a beat of another burst: it is refused, the rest is written."""
    dut = Axi3Bridge()
    target = obi.Subordinate(dut.bus)
    host = Host(dut, rng)

    async def testbench(ctx):
        await host.write_data([(3, [(0x11, 15)]), (4, [(0x22, 15)]), (3, [(0x33, 15)])])(ctx)
        await host.addresses("aw", [(3, (0x40, 3, 2, INCR))])(ctx)
        await host.sink("b", ("id", "resp"), 1, host.responses)(ctx)

    obi.simulate(dut, testbench, background=[target.run, host.clock])
    assert host.responses == [(3, SLVERR)]
    assert {address: word for address, word in target.words.items() if word} == {
        0x40: 0x11, 0x48: 0x33}


def test_latency_and_throughput(obi, rng):
    dut = Axi3Bridge()
    target = obi.Subordinate(dut.bus)
    host = Host(dut, rng)
    host.run(obi, dut, target, [(0, (0, 16, 2, INCR))], [])
    taken, given = host.times["ar"], host.times["r"]
    assert [time - taken[0] for time in given] == list(range(3, 19))
    for length in (1, 16):
        dut = Axi3Bridge()
        target, host = obi.Subordinate(dut.bus), Host(dut, rng)
        host.run(obi, dut, target, [], [(0, (0, length, 2, INCR), [(n, 15) for n in
                                                                   range(length)])])
        assert host.times["b"][0] - host.times["w"][-1] == length + 3


def test_reads_and_writes_take_turns(obi, rng):
    dut = Axi3Bridge()
    target = obi.Subordinate(dut.bus)
    host = Host(dut, rng)
    host.run(obi, dut, target, [(1, (0x00, 4, 2, INCR))] * 20,
             [(2, (0x40, 4, 2, INCR), [(0, 15)] * 4)] * 20)
    kinds = [log[1] for log in target.log][::4]
    assert all(0 < sum(kinds[i:i + 4]) < 4 for i in range(30))


def test_soc_with_another_host(obi):
    obi.refused(SoC, "host must be one of .*, not 'ahb'", host="ahb")


def test_signature_and_codes():
    assert [Burst.FIXED.value, Burst.INCR.value, Burst.WRAP.value] == [FIXED, INCR, WRAP]
    assert Signature(id_width=12) == Signature(id_width=12) != Signature(id_width=11)
    for width in (0, 33, "12"):
        with pytest.raises(ValueError, match=r"id_width must be 1\.\.32"):
            Signature(id_width=width)
