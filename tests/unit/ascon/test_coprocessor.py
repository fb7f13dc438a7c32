"""The coprocessor at its port: values, times, kills, ids, wipe, parameters."""

import pytest

from hdl import isa, xif
from hdl.ascon import Coprocessor
from hdl.isa import Algorithm, ByteOrder, Operation, encode
from sw.model.coprocessor import CoprocessorModel
from tests.unit.ascon.bench import (
    MASK32,
    Port,
    random_instruction,
    seeded,
    simulate,
    state_of,
)

DEPTHS = pytest.mark.parametrize("queue_depth", [1, 2])
FOREIGN = 0x0000_0013


def absorb(rounds=0):
    return encode(Operation.ABSORB, index=0, rounds=rounds)


@pytest.mark.parametrize("rounds_per_cycle", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("big_endian", [True, False])
def test_values(rounds_per_cycle, big_endian):
    dut = Coprocessor(rounds_per_cycle=rounds_per_cycle, big_endian=big_endian)
    model, rng = CoprocessorModel(big_endian=big_endian), seeded()

    async def testbench(ctx):
        port = Port(ctx, dut)
        for number in range(150):
            instr = random_instruction(rng, big_endian=big_endian)
            rs1, rs2 = rng.getrandbits(32), rng.choice((rng.getrandbits(32), rng.randrange(44)))
            id_ = number % 16
            result = await port.execute(instr, id=id_, rs1=rs1, rs2=rs2)
            value = model.execute(instr, rs1, rs2)
            assert result == (id_, value or 0, instr >> 7 & 31, value is not None), f"{instr:08x}"

    simulate(dut, testbench, deadline_cycles=5_000)


@pytest.mark.parametrize("order", ByteOrder)
def test_last_words(order):
    """Every length, flag and direction of a partial word."""
    dut, model, rng = Coprocessor(), CoprocessorModel(), seeded()

    async def testbench(ctx):
        port = Port(ctx, dut)
        for operation in (Operation.ENCRYPT_LAST, Operation.DECRYPT_LAST):
            for nopad in (0, 1):
                for length in range(64):
                    instr = encode(operation, order=order, index=nopad, rd=1)
                    rs1 = rng.getrandbits(32)
                    # Only the low six bits of the length count.
                    rs2 = length | rng.getrandbits(26) << 6
                    _, data, _, _ = await port.execute(instr, rs1=rs1, rs2=rs2)
                    assert data == model.execute(instr, rs1, rs2), length
                    assert state_of(ctx, dut.lanes) == model.state

    simulate(dut, testbench, deadline_cycles=5_000)


@DEPTHS
def test_one_instruction_a_cycle(queue_depth):
    """CV32E40X's rhythm: issue, commit in the next cycle, result in the one after."""
    dut, model, rng = Coprocessor(queue_depth=queue_depth), CoprocessorModel(), seeded()
    trace = [(random_instruction(rng, rounds=False), rng.getrandbits(32), rng.getrandbits(32))
             for _ in range(60)]
    expected = [model.execute(*item) or 0 for item in trace]

    async def testbench(ctx):
        port = Port(ctx, dut)
        for cycle in range(len(trace) + 2):
            if 1 <= cycle <= len(trace):
                port.commit((cycle - 1) % 16)
            if cycle < len(trace):
                instr, rs1, rs2 = trace[cycle]
                assert port.offer(instr, id=cycle % 16, rs1=rs1, rs2=rs2)[:2] == (1, 1)
            if cycle >= 2:
                assert port.result[:2] == ((cycle - 2) % 16, expected[cycle - 2])
            else:
                assert port.result is None
            await port.tick()
        assert port.result is None

    simulate(dut, testbench)


@DEPTHS
@pytest.mark.parametrize(("rounds_per_cycle", "order", "rounds", "cycles"), [
    (1, ByteOrder.LITTLE, 12, 12), (1, ByteOrder.LITTLE, 8, 8), (2, ByteOrder.LITTLE, 8, 4),
    (3, ByteOrder.LITTLE, 8, 3), (4, ByteOrder.LITTLE, 12, 3), (6, ByteOrder.LITTLE, 8, 2),
    (6, ByteOrder.LITTLE, 12, 2), (1, ByteOrder.BIG, 1, 1), (4, ByteOrder.BIG, 6, 2),
    (6, ByteOrder.BIG, 6, 1), (6, ByteOrder.BIG, 1, 1),
])
def test_permutation_occupies(queue_depth, rounds_per_cycle, order, rounds, cycles):
    """Own instructions wait for exactly the permutation, others do not."""
    dut = Coprocessor(rounds_per_cycle=rounds_per_cycle, queue_depth=queue_depth)
    start = encode(Operation.ABSORB, order=order, rounds=rounds)

    async def testbench(ctx):
        port = Port(ctx, dut)
        assert port.offer(start, id=1)[0] == 1
        await port.tick()
        port.commit(1)
        for _ in range(cycles):
            assert port.offer(FOREIGN, id=2) == (1, 0, 0)
            assert port.offer(absorb(), id=3)[0] == 0
            await port.tick()
        assert port.offer(absorb(), id=3)[0] == 1

    simulate(dut, testbench)


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


def test_operands_needed():
    """A read needs only rs1, an absorb both operands, a foreign instruction none."""
    dut = Coprocessor()

    async def testbench(ctx):
        port = Port(ctx, dut)
        read = encode(Operation.READ)
        for instr, ready in ((read, (0, 1, 0, 1)), (absorb(), (0, 0, 0, 1)), (FOREIGN, (1,) * 4)):
            for rs_valid in range(4):
                assert port.offer(instr, rs_valid=rs_valid)[0] == ready[rs_valid]

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


@DEPTHS
@pytest.mark.parametrize("big_endian", [True, False])
def test_wipe(tmp_path, queue_depth, big_endian):
    """After a wipe no signal at all tells what the data was."""
    rng = seeded()
    program = [random_instruction(rng, big_endian=big_endian) for _ in range(20)]
    fill = [encode(Operation.ENCRYPT, rd=number) for number in range(4)]
    wipe = encode(Operation.INIT, index=Algorithm.NONE.value)

    def all_signals(name, wipe):
        dut = Coprocessor(queue_depth=queue_depth, big_endian=big_endian)

        def data():
            return {"rs1": rng.getrandbits(32), "rs2": rng.getrandbits(32)}

        async def testbench(ctx):
            port = Port(ctx, dut)
            for instr in program:
                await port.execute(instr, **data())
            for _ in range(12):
                await port.tick()
            # Every place is used: the result is not taken and the queue runs full.
            port.take_results(0)
            accepted = 0
            while accepted < len(fill) and port.offer(fill[accepted], id=accepted, **data())[0]:
                port.commit(accepted)
                accepted += 1
                await port.tick()
            assert accepted == queue_depth + 1
            port.take_results(1)
            await port.execute(wipe, id=9)
            await port.tick()
            port.offer(0)
            await port.tick()

        simulate(dut, testbench, vcd=tmp_path / name)
        return last_values(tmp_path / name)

    first, second = all_signals("0.vcd", wipe), all_signals("1.vcd", wipe)
    assert len(first) > 100
    assert first == second
    # The comparison does see data that is not wiped.
    assert all_signals("2.vcd", fill[0]) != all_signals("3.vcd", fill[0])


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


def test_time_does_not_depend_on_data():
    """The same instructions take the same cycles whatever the data."""
    rng = seeded()
    program = [random_instruction(rng) for _ in range(60)]

    def times(data):
        dut, seen = Coprocessor(), []

        async def testbench(ctx):
            port = Port(ctx, dut)
            pending, waiting = list(enumerate(program)), []
            for _ in range(600):
                if waiting:
                    port.commit(waiting.pop())
                row = [port.result is not None, 0]
                if pending:
                    number, instr = pending[0]
                    ready, *_ = port.offer(instr, id=number % 16, rs1=data(), rs2=data())
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


@pytest.mark.usefixtures("unused")
@pytest.mark.parametrize(("parameters", "message"), [
    ({"rounds_per_cycle": 5}, r"rounds_per_cycle must be one of \(1, 2, 3, 4, 6\), not 5"),
    ({"queue_depth": 3}, r"queue_depth must be one of \(1, 2\), not 3"),
    ({"id_width": 0}, r"id_width must be 1..32, not 0"),
])
def test_bad_parameters(parameters, message):
    with pytest.raises(ValueError, match=message):
        Coprocessor(**parameters)


@pytest.mark.usefixtures("unused")
def test_parameters():
    dut = Coprocessor(rounds_per_cycle=3, big_endian=False, queue_depth=1, id_width=7)
    assert (dut.rounds_per_cycle, dut.big_endian, dut.queue_depth, dut.id_width) == (3, False, 1, 7)
    assert dut.x.signature == xif.Signature(id_width=7).flip()
    assert isa.OPCODES[ByteOrder.BIG] == 0x2b
