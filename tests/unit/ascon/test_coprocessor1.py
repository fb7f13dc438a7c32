"""Times, commits and secrets of the coprocessor for CV-X-IF v1.0."""

import pytest

from hdl import isa
from hdl.ascon import Coprocessor
from hdl.ascon.coprocessor1 import Coprocessor1
from hdl.isa import Operation, encode
from hdl.xif1 import Signature
from sw.model.coprocessor import CoprocessorModel
from tests.unit.ascon.bench import MASK32, one_a_cycle, result_of, seeded, simulate, state_of

SPLIT = pytest.mark.parametrize("split", [False, True])
ABSORB = encode(Operation.ABSORB)


class Port1:
    """The core's side in the simulator."""

    def __init__(self, ctx, dut):
        self._ctx, self._x, self._split = ctx, dut.x, dut.split
        ctx.set(dut.x.result.ready, 1)

    def _set(self, channel, **values):
        for name, value in values.items():
            self._ctx.set(getattr(channel, name), value)

    def offer(self, instr, *, id, rs1=0, rs2=0):
        """Offer an instruction, with its operands if they are not split; return ready."""
        self._set(self._x.issue, valid=1)
        self._set(self._x.issue.req, instr=instr, id=id)
        if not self._split:
            self.provide(id, rs1, rs2)
        return self._ctx.get(self._x.issue.ready)

    def provide(self, id, rs1, rs2):
        """Provide operands."""
        self._set(self._x.register, valid=1, id=id, rs=rs1 | rs2 << 32, rs_valid=3)

    def commit(self, id, *, kill=0):
        """Commit or kill in this cycle."""
        self._set(self._x.commit, valid=1, id=id, commit_kill=kill)

    def take_results(self, ready):
        """Take results from this cycle on, or do not."""
        self._ctx.set(self._x.result.ready, ready)

    @property
    def result(self):
        """What :func:`result_of` gives."""
        return result_of(self._ctx, self._x)

    async def tick(self):
        """End the cycle: what was said in it is over."""
        await self._ctx.tick()
        for channel in (self._x.issue, self._x.register, self._x.commit):
            self._set(channel, valid=0)


@SPLIT
def test_one_a_cycle_three_cycles_after_its_issue(split):
    rng = seeded()
    dut = Coprocessor1(split=split)
    model = CoprocessorModel()
    stream = one_a_cycle(rng, 40)
    # Operands that come in the cycle after the issue cost one more.
    latency = 4 if split else 3

    async def testbench(ctx):
        port = Port1(ctx, dut)
        for now in range(len(stream) + latency):
            if now < len(stream):
                instr, rs1, rs2 = stream[now]
                assert port.offer(instr, id=now % 16, rs1=rs1, rs2=rs2) == 1
            if 0 < now <= len(stream):
                if split:
                    port.provide((now - 1) % 16, *stream[now - 1][1:])
                port.commit((now - 1) % 16)
            if now >= latency:
                value = model.execute(*stream[now - latency])
                assert port.result == ((now - latency) % 16, value or 0,
                                       stream[now - latency][0] >> 7 & 31, value is not None)
            else:
                assert port.result is None
            await port.tick()

    simulate(dut, testbench)


@SPLIT
def test_one_commit_for_all_and_one_kill_for_all(split):
    dut = Coprocessor1(queue_depth=4, split=split)

    async def testbench(ctx):
        port = Port1(ctx, dut)
        for id_ in range(14, 18):
            assert port.offer(ABSORB, id=id_ % 16, rs1=1 << id_, rs2=0) == 1
            await port.tick()
            if split:
                port.provide(id_ % 16, 1 << id_, 0)
        await port.tick()
        assert port.offer(ABSORB, id=2) == 0
        port.commit(0, kill=1)
        await port.tick()
        port.commit(15)
        for _ in range(4):
            await port.tick()
        assert state_of(ctx, dut.lanes) == [3 << 14, 0, 0, 0, 0]

    simulate(dut, testbench)


def test_kill_of_a_committed_instruction_spares_it():
    dut = Coprocessor1()

    async def testbench(ctx):
        port = Port1(ctx, dut)
        port.take_results(0)
        for id_ in range(3):
            port.offer(ABSORB, id=id_, rs1=1 << id_)
            port.commit(id_)
            await port.tick()
        for _ in range(4):
            port.commit(1, kill=1)
            await port.tick()
        port.take_results(1)
        for _ in range(4):
            await port.tick()
        assert state_of(ctx, dut.lanes) == [7, 0, 0, 0, 0]

    simulate(dut, testbench)


@SPLIT
def test_nothing_remains_where_instructions_wait(split):
    """Operands of killed and of executed instructions are gone."""
    dut = Coprocessor1(queue_depth=2, split=split)
    wipe = encode(Operation.INIT)

    async def testbench(ctx):
        port = Port1(ctx, dut)
        registers = []

        async def run(instr, id_, value, kill):
            assert port.offer(instr, id=id_, rs1=value, rs2=value) == 1
            await port.tick()
            if split:
                port.provide(id_, value, value)
                await port.tick()
            port.commit(id_, kill=kill)
            await port.tick()

        for kill in (0, 1):
            await run(ABSORB, kill, MASK32, kill)
        await run(wipe, 2, 0, 0)
        for _ in range(4):
            await port.tick()
        assert state_of(ctx, dut.lanes) == [0] * 5
        registers.append(ctx.get(dut.pending.head.as_value()))
        assert registers == [0]

    simulate(dut, testbench)


@pytest.mark.usefixtures("unused")
@pytest.mark.parametrize(("parameters", "words"), [
    ({"queue_depth": 0}, ("depth", "1..16", "0")),
    ({"queue_depth": 17}, ("depth", "17")),
    ({"hartid": 2}, ("hartid", "1 bits", "2")),
    ({"hartid_width": 0}, ("hartid_width", "1..32", "0")),
])
def test_parameters(parameters, words):
    with pytest.raises(ValueError, match=".*".join(words)):
        Coprocessor1(**parameters)


@pytest.mark.usefixtures("unused")
def test_properties_and_signature():
    inside = Coprocessor(id_width=5, queue_depth=1)
    dut = Coprocessor1(inside, queue_depth=3, split=True, hartid=5, hartid_width=3)
    assert (dut.coprocessor, dut.queue_depth, dut.split, dut.hartid) == (inside, 3, True, 5)
    assert dut.signature.members["x"].signature == Signature(id_width=5, hartid_width=3).flip()
    assert Signature() != Signature(hartid_width=2)
    with pytest.raises(ValueError, match="id_width must be 1..32, not 40"):
        Signature(id_width=40)


def test_every_instruction_needs_an_operand():
    """An instruction without one could not wait for its operands."""
    assert all(row.rs1 for row in isa.INSTRUCTIONS)
