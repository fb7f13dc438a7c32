"""Commits, kills, ids, offers, room and results at the coprocessor's port."""

import pytest

from hdl.ascon import Coprocessor
from hdl.ascon.tiny import TinyCoprocessor
from hdl.isa import Operation, encode
from tests.unit.ascon.bench import (
    FOREIGN,
    MASK32,
    Port,
    absorb,
    operands_of,
    random_instruction,
    seeded,
    simulate,
    state_of,
)

DEPTHS = pytest.mark.parametrize("queue_depth", [1, 2])


@DEPTHS
def test_nothing_before_commit(queue_depth):
    dut = Coprocessor(queue_depth=queue_depth)

    async def testbench(ctx):
        port = Port(ctx, dut)
        port.offer(absorb(12), id=5, rs1=1, rs2=2)
        for _ in range(10):
            await port.tick()
            assert state_of(ctx, dut.lanes) == [0] * 5
            assert port.result is None
            # Its permutation is to come, so there is no room for anything after it.
            assert port.offer(absorb(), id=6)[0] == 0
            port.commit(4)
        await port.tick()
        port.commit(5)
        await port.tick()
        assert state_of(ctx, dut.lanes) == [2 << 32 | 1, 0, 0, 0, 0]
        assert port.result == (5, 0, 0, 0)

    simulate(dut, testbench)


@DEPTHS
@pytest.mark.parametrize("after", range(4))
def test_kill(queue_depth, after):
    """A kill takes the instruction away, whenever it comes, and frees its place."""
    dut = Coprocessor(queue_depth=queue_depth)

    async def testbench(ctx):
        port = Port(ctx, dut)
        assert port.offer(absorb(8), id=7, rs1=MASK32)[0] == 1
        for _ in range(after):
            await port.tick()
        port.commit(7, kill=1)
        await port.tick()
        assert await port.execute(absorb(), id=8, rs1=3) == (8, 0, 0, 0)
        assert state_of(ctx, dut.lanes) == [3, 0, 0, 0, 0]
        await port.tick()
        assert port.result is None

    simulate(dut, testbench, deadline_cycles=50)


@DEPTHS
def test_kill_of_refused(queue_depth):
    """CV32E40X kills what is refused when a younger instruction may be there already."""
    dut = Coprocessor(queue_depth=queue_depth)

    async def testbench(ctx):
        port = Port(ctx, dut)
        assert port.offer(FOREIGN, id=1) == (1, 0, 0)
        await port.tick()
        assert port.offer(absorb(), id=2, rs1=9) == (1, 1, 0)
        port.commit(1, kill=1)
        await port.tick()
        port.commit(2)
        await port.tick()
        assert port.result == (2, 0, 0, 0)
        assert state_of(ctx, dut.lanes) == [9, 0, 0, 0, 0]

    simulate(dut, testbench)


def test_kill_of_the_older_or_younger():
    """Of two that wait, either may be killed; the other one executes."""
    for victim in (0, 1):
        dut = Coprocessor(queue_depth=2)

        async def testbench(ctx, dut=dut, victim=victim):
            port = Port(ctx, dut)
            for id_ in (0, 1):
                assert port.offer(absorb(), id=id_, rs1=1 << id_)[0] == 1
                await port.tick()
            assert port.offer(absorb(), id=2)[0] == 0
            port.commit(victim, kill=1)
            await port.tick()
            port.commit(1 - victim)
            await port.tick()
            assert port.result == (1 - victim, 0, 0, 0)
            assert state_of(ctx, dut.lanes)[0] == 1 << (1 - victim)

        simulate(dut, testbench)


@DEPTHS
@pytest.mark.parametrize("rounds", [0, 12])
@pytest.mark.parametrize("prompt", [True, False])
def test_id_used_again(queue_depth, rounds, prompt):
    """An uncommitted instruction whose id comes again never happened, not even with its commit."""
    dut = Coprocessor(queue_depth=queue_depth)

    async def testbench(ctx):
        port = Port(ctx, dut)
        port.offer(absorb(rounds), id=3, rs1=0x55)
        for _ in range(3):
            await port.tick()
        waits = 0
        while not port.offer(absorb(), id=3, rs1=0x0a)[0]:
            waits += 1
            await port.tick()
        assert waits == bool(rounds)
        if prompt:
            # The commit in the same cycle is the new one's.
            port.commit(3)
        await port.tick()
        assert state_of(ctx, dut.lanes) == [0] * 5
        if not prompt:
            port.commit(3)
        await port.tick()
        assert port.result == (3, 0, 0, 0)
        assert state_of(ctx, dut.lanes) == [0x0a, 0, 0, 0, 0]
        await port.tick()
        assert port.result is None

    simulate(dut, testbench)


@DEPTHS
def test_offer_withdrawn(queue_depth):
    """What was offered, but not issued, leaves no trace."""
    dut = Coprocessor(queue_depth=queue_depth)

    async def testbench(ctx):
        port = Port(ctx, dut)
        assert port.offer(absorb(), id=1, rs1=MASK32, rs_valid=1)[0] == 0
        await port.tick()
        assert port.offer(absorb(), id=2, rs1=MASK32, rs_valid=2)[0] == 0
        port.commit(1)
        await port.tick()
        for _ in range(3):
            assert port.result is None
            await port.tick()
        assert state_of(ctx, dut.lanes) == [0] * 5

    simulate(dut, testbench)


@pytest.mark.parametrize("coprocessor", [Coprocessor, TinyCoprocessor])
def test_operands_needed(coprocessor):
    """A read needs only rs1, an absorb both operands, a foreign instruction none."""
    dut = coprocessor()

    async def testbench(ctx):
        port = Port(ctx, dut)
        read = encode(Operation.READ)
        for instr, ready in ((read, (0, 1, 0, 1)), (absorb(), (0, 0, 0, 1)), (FOREIGN, (1,) * 4)):
            for rs_valid in range(4):
                assert port.offer(instr, rs_valid=rs_valid)[0] == ready[rs_valid]
                if not ready[rs_valid]:
                    port.commit(0)
                    await port.tick()
                    assert port.result is None
                port.withdraw()

    simulate(dut, testbench)


@DEPTHS
def test_room(queue_depth):
    """Ready depends on the other channels with one entry, and on registers with two."""
    dut = Coprocessor(queue_depth=queue_depth)

    async def testbench(ctx):
        port = Port(ctx, dut)
        issued = 0
        while port.offer(absorb(), id=issued)[0]:
            issued += 1
            await port.tick()
        assert issued == queue_depth
        port.commit(0)
        assert port.offer(absorb(), id=9)[0] == (queue_depth == 1)
        # A result that is not taken blocks the execution behind it.
        port.take_results(0)
        await port.tick()
        if queue_depth == 1:
            port.commit(9)
            assert port.offer(absorb(), id=10)[0] == 0
            port.take_results(1)
            assert port.offer(absorb(), id=10)[0] == 1

    simulate(dut, testbench)


@DEPTHS
def test_result_holds(queue_depth):
    dut = Coprocessor(queue_depth=queue_depth)
    write = encode(Operation.ENCRYPT, index=4, rd=17)

    async def testbench(ctx):
        port = Port(ctx, dut)
        port.take_results(0)
        assert await port.execute(write, id=6, rs1=0x1234_5678) == (6, 0x1234_5678, 17, 1)
        assert port.offer(write, id=7, rs1=1)[0] == 1
        port.commit(7)
        for _ in range(5):
            await port.tick()
            assert port.result == (6, 0x1234_5678, 17, 1)
        port.take_results(1)
        await port.tick()
        assert port.result == (7, 0x1234_5679, 17, 1)
        await port.tick()
        assert port.result is None

    simulate(dut, testbench)


@pytest.mark.parametrize(("coprocessor", "has", "cycles"), [
    (Coprocessor, {}, 600), (TinyCoprocessor, {"big_endian": False, "last": False}, 1_500)])
def test_time_does_not_depend_on_data(coprocessor, has, cycles):
    """The same instructions take the same cycles whatever the data."""
    rng = seeded()
    program = [random_instruction(rng, **has) for _ in range(60)]

    def times(data):
        dut, seen = coprocessor(), []

        async def testbench(ctx):
            port = Port(ctx, dut)
            pending, waiting = list(enumerate(program)), []
            for _ in range(cycles):
                if waiting:
                    port.commit(waiting.pop())
                row = [port.result is not None, 0]
                if pending:
                    number, instr = pending[0]
                    ready, *_ = port.offer(instr, id=number % 16,
                                           **operands_of(instr, data(), data()))
                    row[1] = ready
                    if ready:
                        waiting.append(number % 16)
                        pending.pop(0)
                seen.append(row)
                await port.tick()
            assert not pending

        simulate(dut, testbench)
        return seen

    first = times(lambda: 0)
    assert times(lambda: MASK32) == first
    assert times(lambda: rng.getrandbits(32)) == first


def test_unique_ids():
    """Neither an offer nor a kill makes room: a place is free where the instruction could leave."""
    dut = Coprocessor(queue_depth=1, unique_ids=True)
    assert dut.unique_ids

    async def testbench(ctx):
        port = Port(ctx, dut)
        port.offer(absorb(), id=1, rs1=1)
        await port.tick()
        # Not under its own id either, which no such core does.
        for id_ in (1, 2):
            assert port.offer(absorb(), id=id_)[0] == 0
        port.commit(1, kill=1)
        assert port.offer(absorb(), id=2, rs1=4)[0] == 1
        await port.tick()
        port.commit(2)
        assert port.offer(absorb(), id=3, rs1=8)[0] == 1
        await port.tick()
        port.commit(3)
        await port.tick()
        await port.tick()
        assert state_of(ctx, dut.lanes) == [4 ^ 8, 0, 0, 0, 0]

    simulate(dut, testbench)
