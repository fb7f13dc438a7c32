"""The coprocessor at its port: values, times, wipe, parameters."""

import pytest

from hdl import isa, xif
from hdl.ascon import Coprocessor
from hdl.isa import IV, Algorithm, ByteOrder, Operation, encode
from sw.model.coprocessor import CoprocessorModel
from tests.unit.ascon.bench import (
    FOREIGN,
    Port,
    last_values,
    one_a_cycle,
    operands_of,
    random_instruction,
    seeded,
    simulate,
    state_of,
)

DEPTHS = pytest.mark.parametrize("queue_depth", [1, 2])

@pytest.mark.parametrize("rounds_per_cycle", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("big_endian", [True, False])
def test_values(rounds_per_cycle, big_endian):
    _check_values(150, rounds_per_cycle=rounds_per_cycle, big_endian=big_endian)


@pytest.mark.parametrize("big_endian", [True, False])
def test_values_without_instructions_for_the_last_word(big_endian):
    _check_values(150, big_endian=big_endian, last=False)


def _check_values(count, *, big_endian, last=True, **parameters):
    """Compare random instructions with the model."""
    dut = Coprocessor(big_endian=big_endian, last=last, **parameters)
    model, rng = CoprocessorModel(big_endian=big_endian, last=last), seeded()

    async def testbench(ctx):
        port = Port(ctx, dut)
        for number in range(count):
            instr = random_instruction(rng, big_endian=big_endian, last=last)
            rs1, rs2 = rng.getrandbits(32), rng.choice((rng.getrandbits(32), rng.randrange(44)))
            id_, operands = number % 16, operands_of(instr, rs1, rs2)
            result = await port.execute(instr, id=id_, **operands)
            value = model.execute(instr, **operands)
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
    trace = one_a_cycle(rng, 60)
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
            assert port.offer(encode(Operation.READ), id=3)[0] == 0
            await port.tick()
        assert port.offer(encode(Operation.READ), id=3)[0] == 1

    simulate(dut, testbench)


@DEPTHS
@pytest.mark.parametrize("rounds_per_cycle", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("operation", [Operation.ABSORB, Operation.READ])
@pytest.mark.parametrize("rounds", [8, 12])
def test_permutation_between(queue_depth, rounds_per_cycle, operation, rounds):
    """An absorb executes in the last cycle of a permutation, a read in the first of all twelve."""
    dut = Coprocessor(rounds_per_cycle=rounds_per_cycle, queue_depth=queue_depth, big_endian=False)
    model, rng = CoprocessorModel(), seeded()
    cycles = -(-rounds // rounds_per_cycle)
    first = encode(operation, index=0, rounds=rounds)
    then = encode(Operation.ABSORB, index=8, rs1=1, rs2=1, domain=True)
    # From the first cycle after the execution on, one cycle before the last round is over.
    wait = max(cycles - 2 - (operation is Operation.READ and rounds == 12), 0)

    async def testbench(ctx):
        port = Port(ctx, dut)
        for lane in range(5):
            operands = {"rs1": rng.getrandbits(32), "rs2": rng.getrandbits(32)}
            instr = encode(Operation.ABSORB, index=lane, rs1=1, rs2=1)
            await port.execute(instr, **operands)
            model.execute(instr, **operands)
        word = model.execute(first, 0, 0)
        assert await port.execute(first, id=1) == (1, word or 0, 0, word is not None)
        for _ in range(wait):
            assert port.offer(then, id=2)[0] == 0
            await port.tick()
        operands = {"rs1": rng.getrandbits(32), "rs2": rng.getrandbits(32)}
        assert port.offer(then, id=2, **operands)[0] == 1
        await port.tick()
        port.commit(2)
        await port.tick()
        model.execute(then, **operands)
        assert state_of(ctx, dut.lanes) == model.state
        assert port.result == (2, 0, 0, 0)

    simulate(dut, testbench)


@DEPTHS
def test_init_with_operands_takes_two_cycles(queue_depth):
    dut = Coprocessor(queue_depth=queue_depth)
    iv = IV[Algorithm.AEAD128]

    async def testbench(ctx):
        port = Port(ctx, dut)
        for registers, lane in (({}, 0), ({"rs1": 1}, 5), ({"rs2": 1}, 5 << 32)):
            init = encode(Operation.INIT, index=1, domain=True, **registers)
            result = await port.execute(init, id=1, **{name: 5 for name in registers})
            assert result == (1, 0, 0, 0)
            assert state_of(ctx, dut.lanes)[1:] == [0, 0, 0, 1 << 63]
            assert port.offer(encode(Operation.READ, index=9, rd=3), id=2)[0] == 1
            await port.tick()
            port.commit(2)
            assert state_of(ctx, dut.lanes) == [iv, lane, 0, 0, 1 << 63]
            await port.tick()
            assert port.result == (2, 1 << 31, 3, 1)

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
                await port.execute(instr, **operands_of(instr, **data()))
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
