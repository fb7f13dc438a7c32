"""The ring of registers around a unit: what goes in comes out."""

import random

import pytest
from amaranth.hdl import Module
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out
from amaranth.sim import Simulator

from boards.ring import Ring
from boards.units import component

SEED = 20261130


class Unit(wiring.Component):
    """An output from a register, which can be held, and one straight from the inputs."""

    a: In(3)
    hold: In(1)
    stored: Out(3, init=5)
    both: Out(1)
    open__spare: Out(1)

    def elaborate(self, platform):
        m = Module()
        with m.If(~self.hold):
            m.d.sync += self.stored.eq(self.a)
        m.d.comb += [self.both.eq(self.a.all()), self.open__spare.eq(1)]
        return m


class Model:
    """The same, with the ring, a cycle at a time."""

    def __init__(self):
        self.driven, self.taken, self.sums, self.stored = [0] * 5, [0] * 4, [0] * 4, 5

    def clock(self, i):
        """Return what is at ``o`` after a cycle with ``i``."""
        reset, *a, hold = self.driven
        outputs = [self.stored >> k & 1 for k in range(3)] + [int(all(a))]
        self.sums = [bit ^ front for bit, front in zip(
            self.taken, [self.driven[-1], *self.sums], strict=False)]
        self.taken, self.driven = outputs, [i, *self.driven[:-1]]
        if reset:
            self.stored = 5
        elif not hold:
            self.stored = a[0] | a[1] << 1 | a[2] << 2
        return self.sums[-1]


def test_ring_passes_everything_on():
    print(f"seed {SEED}")
    generator = random.Random(SEED)
    ring, model = Ring(Unit(), leave_open=("open",)), Model()
    simulator = Simulator(ring)

    async def testbench(ctx):
        for cycle in range(2000):
            bit = int(generator.random() < 0.3)
            ctx.set(ring.i, bit)
            ctx.set(ring.clock, 0b11)
            assert ctx.get(ring.o) == model.clock(bit), cycle
            await ctx.delay(1e-6)
            ctx.set(ring.clock, 0)
            await ctx.delay(1e-6)

    simulator.add_testbench(testbench)
    simulator.run()


@pytest.mark.usefixtures("unused")
def test_names():
    ring = Ring(Unit(), leave_open=("open",))
    assert ring.inputs == ["reset", "a[0]", "a[1]", "a[2]", "hold"]
    assert ring.outputs == ["stored[0]", "stored[1]", "stored[2]", "both"]


@pytest.mark.usefixtures("unused")
def test_units_fit():
    """Every bit of CV-X-IF's ports has a register; the core's port for simulation has none."""
    ring = Ring(component("coprocessor", preset="tiny"), leave_open=("rvfi",))
    assert {"x_issue_valid", "x_issue_req_instr[31]", "x_result_ready"} <= set(ring.inputs)
    assert {"x_issue_ready", "x_result_valid"} <= set(ring.outputs)
    ring = Ring(component("core"), leave_open=("rvfi",))
    assert {"reset", "x_issue_ready"} <= set(ring.inputs)
    assert not any("rvfi" in name for name in ring.inputs + ring.outputs)
