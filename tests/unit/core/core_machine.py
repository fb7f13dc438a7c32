"""A core in Amaranth's simulator, with OBI memories and a coprocessor written in Python."""

import random
from collections import deque
from dataclasses import dataclass, field
from functools import cache

from amaranth.sim import Simulator

from hdl.core import Core

#: Fields of RVFI that a record has, ``valid`` aside.
FIELDS = ("order", "insn", "trap", "halt", "intr", "mode", "ixl", "rs1_addr", "rs2_addr",
          "rs1_rdata", "rs2_rdata", "rd_addr", "rd_wdata", "pc_rdata", "pc_wdata", "mem_addr",
          "mem_rmask", "mem_wmask", "mem_rdata", "mem_wdata")


@dataclass
class Transfer:
    """One granted bus transfer."""

    cycle: int
    addr:  int
    we:    int
    be:    int
    wdata: int


class Bus:
    """OBI subordinate with random waits, which checks the manager's rules.

    ``wait`` and ``delay`` give the highest number of idle cycles before grant and response.
    """

    def __init__(self, port, memory, generator, *, wait=0, delay=0, errors=()):
        self.port = port
        self.memory = memory
        self.generator = generator
        self.wait = wait
        self.delay = delay
        self.errors = errors
        self.queue = deque()
        self.log = []
        self.patience = 0
        self.gnt = 0
        self.pending = None
        self.last_response = -1

    def drive(self, ctx, cycle):
        """Drive grant and response of this cycle."""
        self.gnt = int(self.patience == 0)
        ctx.set(self.port.gnt, self.gnt)
        if self.queue and self.queue[0][0] <= cycle:
            _, data, err = self.queue.popleft()
            ctx.set(self.port.rvalid, 1)
            ctx.set(self.port.rdata, data)
            ctx.set(self.port.err, err)
        else:
            ctx.set(self.port.rvalid, 0)
            ctx.set(self.port.rdata, self.generator.getrandbits(32))
            ctx.set(self.port.err, self.generator.getrandbits(1))

    def sample(self, ctx, cycle):
        """Take the request of this cycle."""
        port = self.port
        if not ctx.get(port.req):
            assert self.pending is None, "request withdrawn"
            return
        request = tuple(ctx.get(signal) for signal in (port.addr, port.we, port.be, port.wdata))
        assert self.pending in (None, request), "request changed before its grant"
        if not self.gnt:
            self.pending = request
            self.patience -= 1
            return
        self.pending = None
        assert len(self.queue) < 2, "three transfers outstanding"
        addr, we, be, wdata = request
        index = addr & ~3
        old = self.memory.get(index, 0)
        err = int(index in self.errors)
        if we and not err:
            mask = sum(0xff << 8 * i for i in range(4) if be >> i & 1)
            self.memory[index] = old & ~mask | wdata & mask
        due = max(cycle + 1 + self.generator.randint(0, self.delay), self.last_response + 1)
        self.last_response = due
        lanes = sum(0xff << 8 * i for i in range(4) if be >> i & 1)
        noise = self.generator.getrandbits(32) & ~lanes
        self.queue.append((due, old & lanes | noise, err))
        self.log.append(Transfer(cycle, addr, we, be, wdata))
        self.patience = self.generator.randint(0, self.wait)


class Refuses:
    """The coprocessor that takes nothing."""

    issue_ready = 1

    def respond(self, instr):
        """Return (accept, writeback, exc)."""
        return 0, 0, 0

    def execute(self, instr, rs1, rs2):
        """Return the result."""
        raise AssertionError("refused")


@dataclass
class Issued:
    """One issue transaction and what became of it."""

    cycle:     int
    id:        int
    instr:     int
    rs1:       int
    rs2:       int
    accept:    int
    commit:    int | None = None
    kill:      int | None = None
    result:    int | None = None


class Link:
    """Coprocessor's side of CV-X-IF, which checks the core's rules.

    ``unit.respond(instr)`` and ``unit.execute(instr, rs1, rs2)`` say what instructions do; results
    come ``k`` cycles after issue, but not before commit, in order. ``busy`` gives the number of
    cycles ``issue_ready`` is low before a transaction.
    """

    def __init__(self, port, unit, *, k=2, busy=lambda: 0):
        self.port = port
        self.unit = unit
        self.k = k
        self.busy = busy
        self.log = []
        self.uncommitted = {}
        self.results = deque()
        self.countdown = None
        self.result = None
        self.offered = []

    def drive(self, ctx, cycle):
        """Drive everything of this cycle that registers would drive."""
        port = self.port
        if self.result is None and self.results and self.results[0][0] <= cycle:
            self.result = self.results[0]
        if self.result:
            _, entry, data, writeback = self.result
            ctx.set(port.result.valid, 1)
            ctx.set(port.result.data, data)
            ctx.set(port.result.id, entry.id)
            ctx.set(port.result.we, writeback)
            ctx.set(port.result.rd, entry.instr >> 7 & 31)
        else:
            ctx.set(port.result.valid, 0)
            ctx.set(port.result.data, 0xdead_0000 + cycle % 0xffff)

    def sample(self, ctx, cycle):
        """Answer the issue request, and take commit and result of this cycle."""
        port = self.port
        valid = ctx.get(port.issue.valid)
        instr = ctx.get(port.issue.req.instr)
        answer = (0, 0, 0)
        ready = 1
        if valid:
            if self.countdown is None:
                self.countdown = self.busy()
            ready = int(self.countdown == 0)
            self.countdown = self.countdown - 1 if self.countdown else None
            answer = self.unit.respond(instr)
            self.offered.append((cycle, instr))
        else:
            self.countdown = None
        # With ready low, an answer must not matter.
        ctx.set(port.issue.ready, ready)
        for signal, value in zip((port.issue.resp.accept, port.issue.resp.writeback,
                                  port.issue.resp.exc), answer, strict=True):
            ctx.set(signal, value)
        # No path from the answer to valid or to commit.
        assert ctx.get(port.issue.valid) == valid
        if ctx.get(port.commit.valid):
            entry = self.uncommitted.pop(ctx.get(port.commit.id))
            assert entry.commit is None
            entry.commit = cycle
            entry.kill = ctx.get(port.commit.commit_kill)
            assert entry.accept or entry.kill
            if not entry.kill:
                accept, writeback, _ = self.unit.respond(entry.instr)
                data = self.unit.execute(entry.instr, entry.rs1, entry.rs2)
                self.results.append((max(entry.cycle + self.k, cycle + 1), entry,
                                     data if writeback else 0xbad, writeback))
        if self.result and ctx.get(port.result.ready):
            self.result[1].result = cycle
            self.results.popleft()
            self.result = None
        if valid and ready:
            rs = ctx.get(port.issue.req.rs)
            assert ctx.get(port.issue.req.rs_valid) == 3
            entry = Issued(cycle, ctx.get(port.issue.req.id), instr, rs & 0xffff_ffff, rs >> 32,
                           answer[0])
            assert entry.id not in self.uncommitted
            self.uncommitted[entry.id] = entry
            self.log.append(entry)


@dataclass
class Run:
    """What happened."""

    records:   list = field(default_factory=list)
    memory:    dict = field(default_factory=dict)
    #: What was in the memory before.
    start:     dict = field(default_factory=dict)
    ibus:      Bus | None = None
    dbus:      Bus | None = None
    link:      Link | None = None
    #: By cycle: the interrupt lines, and whether the core said that it sleeps.
    irq:       list = field(default_factory=list)
    sleeping:  list = field(default_factory=list)

    def register(self, number):
        """Return the last value written to a register."""
        return next((r["rd_wdata"] for r in reversed(self.records) if r["rd_addr"] == number), 0)


class _Machine:
    """A core in a simulator, used again and again since compiling it takes longer than a run."""

    def __init__(self, **options):
        self.core = Core(**options)
        self.job = None
        self.used = False
        self.simulator = Simulator(self.core)
        self.simulator.add_clock(1e-8)
        self.simulator.add_testbench(self._testbench)

    def run(self, job):
        self.job = job
        if self.used:
            self.simulator.reset()
        self.used = True
        self.simulator.run()

    async def _testbench(self, ctx):
        await self.job(ctx)


@cache
def _machine(**options):
    return _Machine(**options)


def run(words, *, data=None, unit=None, k=2, busy=lambda: 0, seed=1, cycles=2000, count=None,
        iwait=0, idelay=0, dwait=0, ddelay=0, ierrors=(), derrors=(), irq=lambda run: 0,
        time=0, **core_options):
    """Run ``words`` from 0 for ``cycles``, or until there are ``count`` records.

    Both buses see one memory, which starts with ``words`` and ``data`` (address to word). ``irq``
    gives the interrupt lines of each cycle from the :class:`Run` so far; ``time`` is constant.
    Returns a :class:`Run`.
    """
    machine = _machine(**core_options)
    core = machine.core
    generator = random.Random(seed)
    out = Run()
    out.memory.update(data or {})
    out.memory.update({4 * i: word for i, word in enumerate(words)})
    out.start.update(out.memory)
    out.ibus = Bus(core.ibus, out.memory, generator, wait=iwait, delay=idelay, errors=ierrors)
    out.dbus = Bus(core.dbus, out.memory, generator, wait=dwait, delay=ddelay, errors=derrors)
    out.link = Link(core.x, unit or Refuses(), k=k, busy=busy)
    parts = (out.ibus, out.dbus, out.link)

    async def job(ctx):
        ctx.set(core.time, time)
        for cycle in range(cycles):
            out.irq.append(irq(out))
            ctx.set(core.irq, out.irq[-1])
            for part in parts:
                part.drive(ctx, cycle)
            for part in reversed(parts):
                part.sample(ctx, cycle)
            out.sleeping.append(ctx.get(core.sleeping))
            if ctx.get(core.rvfi.valid):
                record = {name: ctx.get(getattr(core.rvfi, name)) for name in FIELDS}
                record["cycle"] = cycle
                out.records.append(record)
                if len(out.records) == count:
                    return
            await ctx.tick()
        if count is not None:
            raise TimeoutError(f"no end after {cycles} cycles, {len(out.records)} records")

    machine.run(job)
    return out
