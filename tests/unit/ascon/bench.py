"""Simulation of the coprocessor's units, and a core that waits for each of its instructions."""

import contextlib
import random
import warnings

from amaranth.sim import Simulator

from hdl import isa
from hdl.isa import ByteOrder

__all__ = ["FOREIGN", "MASK32", "Port", "absorb", "last_values", "one_a_cycle", "operands_of",
           "random_instruction", "result_of", "seeded", "simulate", "state_of"]

MASK32 = (1 << 32) - 1

#: An instruction that no coprocessor accepts.
FOREIGN = 0x0000_0013


def seeded():
    """Return a random generator after printing its seed."""
    seed = random.randrange(1 << 31)
    print(f"seed {seed}")
    return random.Random(seed)


def simulate(dut, testbench, *, deadline_cycles=2_000, clock=True, vcd=None):
    """Run a testbench on a unit, and write a waveform if asked to."""
    sim = Simulator(dut)
    if clock:
        sim.add_clock(1e-8)

    async def watchdog(ctx):
        await ctx.delay(deadline_cycles * 1e-8)
        raise TimeoutError(f"no end after {deadline_cycles} cycles")

    with warnings.catch_warnings():
        # The watchdog is abandoned at the end.
        warnings.simplefilter("ignore")
        if clock:
            sim.add_testbench(watchdog, background=True)
        sim.add_testbench(testbench)
        with sim.write_vcd(str(vcd)) if vcd else contextlib.nullcontext():
            sim.run()


def state_of(ctx, lanes):
    """Return the five lanes as integers."""
    return [ctx.get(lanes[lane]) for lane in range(5)]


def last_values(path):
    """Return the last value of every signal in a VCD file."""
    names, values = {}, {}
    for line in path.read_text().splitlines():
        words = line.split()
        if line.startswith("$var"):
            names[words[3]] = words[4]
        elif line.startswith("b"):
            values[words[1]] = words[0]
        elif line[:1] in ("0", "1"):
            values[line[1:]] = line[0]
    return {code: (names[code], value) for code, value in values.items()}


def absorb(rounds=0, index=0):
    """Return an absorb without registers."""
    return isa.encode(isa.Operation.ABSORB, index=index, rounds=rounds)


def random_instruction(rng, *, big_endian=True, last=True, rounds=True):
    """Return a legal instruction; half of its operands are ``x0``."""
    order = rng.choice(list(ByteOrder)) if big_endian else ByteOrder.LITTLE
    row = rng.choice(isa.instructions(last=last))
    pattern = rng.choice(row.index.patterns)
    return isa.encode(
        row.operation, order=order, domain=rng.getrandbits(1),
        rounds=rng.choice(list(isa.ROUNDS[order].values())) if rounds else 0,
        index=int("".join(bit if bit != "-" else rng.choice("01") for bit in pattern), 2),
        rd=rng.randrange(32), **{name: rng.choice((0, 1 + rng.randrange(31)))
                                 for name in ("rs1", "rs2")})


def operands_of(instr, rs1, rs2):
    """Return the operands, 0 of ``x0``."""
    return {"rs1": rs1 if instr >> 15 & 31 else 0, "rs2": rs2 if instr >> 20 & 31 else 0}


def one_a_cycle(rng, count):
    """Return instructions, each with ``rs1`` and ``rs2``, that can be executed one a cycle."""
    program = []
    while len(program) < count:
        instr = random_instruction(rng, rounds=False)
        # INIT with operands takes a cycle more.
        if instr >> 12 & 7 != isa.Operation.INIT.value or not instr >> 15 & 0x3ff:
            operands = operands_of(instr, rng.getrandbits(32), rng.getrandbits(32))
            program.append((instr, *operands.values()))
    return program


def result_of(ctx, x):
    """Return ``(id, data, rd, we)`` of the result at a port in this cycle, or None.

    Without ``we`` the data means nothing: 0 here.
    """
    if not ctx.get(x.result.valid):
        return None
    id_, data, rd, we = (ctx.get(getattr(x.result, name)) for name in ("id", "data", "rd", "we"))
    return id_, data if we else 0, rd, we


class Port:
    """The core's side of a coprocessor in the simulator; results are taken at once at first."""

    def __init__(self, ctx, dut):
        self._ctx = ctx
        self._x = dut.x
        ctx.set(dut.x.result.ready, 1)

    def offer(self, instr, *, id=0, rs1=0, rs2=0, rs_valid=3):
        """Offer an instruction; return whether it is ready, accepted and has a writeback."""
        ctx, issue = self._ctx, self._x.issue
        ctx.set(issue.valid, 1)
        ctx.set(issue.req.instr, instr)
        ctx.set(issue.req.id, id)
        ctx.set(issue.req.rs, rs1 | rs2 << 32)
        ctx.set(issue.req.rs_valid, rs_valid)
        return (ctx.get(issue.ready), ctx.get(issue.resp.accept), ctx.get(issue.resp.writeback))

    def withdraw(self):
        """Offer nothing after all."""
        self._ctx.set(self._x.issue.valid, 0)

    def commit(self, id, *, kill=0):
        """Commit or kill in this cycle."""
        ctx, commit = self._ctx, self._x.commit
        ctx.set(commit.valid, 1)
        ctx.set(commit.id, id)
        ctx.set(commit.commit_kill, kill)

    def take_results(self, ready):
        """Take results from this cycle on, or do not."""
        self._ctx.set(self._x.result.ready, ready)

    @property
    def ready(self):
        """``issue.ready`` now."""
        return self._ctx.get(self._x.issue.ready)

    @property
    def result(self):
        """What :func:`result_of` gives."""
        return result_of(self._ctx, self._x)

    async def tick(self):
        """End the cycle: offer and commit are over."""
        await self._ctx.tick()
        self._ctx.set(self._x.issue.valid, 0)
        self._ctx.set(self._x.commit.valid, 0)

    async def execute(self, instr, *, id=0, rs1=0, rs2=0):
        """Issue and commit an instruction; return its result in the cycle that shows it."""
        while not self.offer(instr, id=id, rs1=rs1, rs2=rs2)[0]:
            await self.tick()
        await self.tick()
        self.commit(id)
        await self.tick()
        return self.result
