"""The smallest coprocessor at its port: values, times, commits, wipe."""

import pytest

from hdl import isa, xif
from hdl.ascon.tiny import TinyCoprocessor
from hdl.isa import Algorithm, ByteOrder, Operation, encode
from sw.model.coprocessor import CoprocessorModel
from tests.unit.ascon.bench import (
    FOREIGN,
    MASK32,
    Port,
    absorb,
    last_values,
    random_instruction,
    seeded,
    simulate,
    state_of,
)

WORD_OPERATIONS = (Operation.ENCRYPT, Operation.DECRYPT, Operation.READ)


def own_instruction(rng):
    """Return an instruction that the smallest coprocessor has."""
    return random_instruction(rng, big_endian=False, last=False)


def model_of_it():
    return CoprocessorModel(big_endian=False, last=False)


async def settle(port):
    """Wait until everything is done."""
    while not port.offer(absorb())[0]:
        await port.tick()
    port.withdraw()
    await port.tick()


async def until_result(port, instr, **operands):
    """Execute an instruction; return its result and the cycles from its issue to that."""
    result, cycles = await port.execute(instr, **operands), 2
    while result is None:
        await port.tick()
        result, cycles = port.result, cycles + 1
    return result, cycles


def follow(ctx, dut, port, model):
    """Return a function that executes an instruction, compares everything, and returns cycles."""
    async def step(instr, id_, rs1, rs2):
        result, cycles = await until_result(port, instr, id=id_, rs1=rs1, rs2=rs2)
        value = model.execute(instr, rs1, rs2)
        seen = (id_, result[1] if value is None else value, instr >> 7 & 31, value is not None)
        assert result == seen, f"{instr:08x}"
        await port.tick()
        await settle(port)
        assert state_of(ctx, dut.lanes) == model.state, f"{instr:08x}"
        return cycles
    return step


def test_values():
    dut, model, rng = TinyCoprocessor(), model_of_it(), seeded()

    async def testbench(ctx):
        step = follow(ctx, dut, Port(ctx, dut), model)
        for number in range(150):
            await step(own_instruction(rng), number % 16, rng.getrandbits(32), rng.getrandbits(32))

    simulate(dut, testbench, deadline_cycles=6_000)


@pytest.mark.parametrize("before", [0, 1])
@pytest.mark.parametrize("operation", WORD_OPERATIONS)
def test_every_word(operation, before):
    """Each word with and without domain separation, whichever half is in front."""
    dut, model, rng = TinyCoprocessor(), model_of_it(), seeded()

    async def testbench(ctx):
        step = follow(ctx, dut, Port(ctx, dut), model)
        for lane in range(5):
            await step(absorb(index=lane), 0, rng.getrandbits(32), rng.getrandbits(32))
        for domain in (0, 1):
            for rounds in (0, 8):
                for word in range(isa.STATE_WORDS):
                    await step(encode(Operation.ENCRYPT, index=before), 1, rng.getrandbits(32), 0)
                    cycles = await step(encode(operation, index=word, rd=3, domain=domain,
                                               rounds=rounds), 2, rng.getrandbits(32), 0)
                    # After an even word the odd ones are there at once, and the other way round.
                    assert cycles == 2 + (before == word % 2)

    simulate(dut, testbench, deadline_cycles=4_000)


@pytest.mark.parametrize("algorithm", Algorithm)
def test_init(algorithm):
    dut, model, rng = TinyCoprocessor(), model_of_it(), seeded()

    async def testbench(ctx):
        step = follow(ctx, dut, Port(ctx, dut), model)
        for rounds in (12, 0, 8):
            for word in (0, 1):
                await step(encode(Operation.ENCRYPT, index=word), 0, MASK32, 0)
                instr = encode(Operation.INIT, index=algorithm.value, domain=word, rounds=rounds)
                assert await step(instr, 1, rng.getrandbits(32), rng.getrandbits(32)) == 3

    simulate(dut, testbench)


@pytest.mark.parametrize(("instr", "cycles"), [
    (absorb(), 0), (absorb(8), 16), (absorb(12), 24),
    (encode(Operation.INIT, rounds=12), 24),
    (encode(Operation.ENCRYPT, index=1, rounds=8), 16),
    (encode(Operation.ENCRYPT, index=0, rounds=8), 17),
    (encode(Operation.DECRYPT, index=7, rounds=12), 24),
    (encode(Operation.READ, index=1, rounds=12), 25),
    (encode(Operation.READ, index=0), 1),
    (encode(Operation.READ, index=0, rounds=8), 18),
])
def test_next_issue(instr, cycles):
    """Own instructions wait from the cycle of the result on, others do not."""
    dut = TinyCoprocessor()

    async def testbench(ctx):
        port = Port(ctx, dut)
        # Both halves in turn are in front before.
        for before in (0, 1):
            await until_result(port, encode(Operation.ENCRYPT, index=before))
            await until_result(port, instr)
            for _ in range(cycles):
                assert port.offer(FOREIGN, id=2) == (1, 0, 0)
                assert port.offer(absorb(), id=3)[0] == 0
                await port.tick()
            assert port.offer(absorb(), id=3)[0] == 1
            port.withdraw()
            await port.tick()

    simulate(dut, testbench)


def test_aead_block():
    """Four words of a block take two cycles each, the next block begins 24 cycles later."""
    dut = TinyCoprocessor()
    issued = []

    async def testbench(ctx):
        port = Port(ctx, dut)
        words = [encode(Operation.DECRYPT, index=word, rounds=8 * (word == 3))
                 for word in range(4)] * 3
        for cycle in range(80):
            if issued and issued[-1] == cycle - 1:
                port.commit(len(issued) - 1)
            if words and port.offer(words[0], id=len(issued))[0]:
                words.pop(0)
                issued.append(cycle)
            await port.tick()

    simulate(dut, testbench)
    assert issued == [block + word for block in (0, 24, 48) for word in (0, 2, 4, 6)]


@pytest.mark.parametrize("late", [0, 1, 2, 7])
@pytest.mark.parametrize("instr", [
    absorb(8), encode(Operation.ENCRYPT, index=2, rd=1, domain=1),
    encode(Operation.ENCRYPT, index=3, rd=1), encode(Operation.INIT, index=1)])
def test_nothing_before_commit(instr, late):
    """Commits and kills of other ids are ignored."""
    dut, model, rng = TinyCoprocessor(), model_of_it(), seeded()
    rs1, rs2 = rng.getrandbits(32), rng.getrandbits(32)

    async def testbench(ctx):
        port = Port(ctx, dut)
        assert port.offer(instr, id=5, rs1=rs1, rs2=rs2)[0] == 1
        for cycle in range(late):
            await port.tick()
            assert state_of(ctx, dut.lanes) == [0] * 5
            assert port.result is None
            assert port.offer(absorb(), id=6)[0] == 0
            port.commit(4, kill=cycle % 2)
        if late:
            await port.tick()
        port.commit(5)
        await port.tick()
        while port.result is None:
            await port.tick()
        value = model.execute(instr, rs1, rs2)
        assert port.result[0] == 5
        assert value in (None, port.result[1])
        await port.tick()
        await settle(port)
        assert state_of(ctx, dut.lanes) == model.state

    simulate(dut, testbench, deadline_cycles=80)


@pytest.mark.parametrize("after", range(4))
@pytest.mark.parametrize("word", [0, 1])
def test_kill(after, word):
    """A kill takes the instruction away, whenever it comes, and frees its place."""
    dut = TinyCoprocessor()

    async def testbench(ctx):
        port = Port(ctx, dut)
        assert port.offer(encode(Operation.ENCRYPT, index=word, rounds=8), id=7, rs1=MASK32)[0] == 1
        for _ in range(after):
            await port.tick()
        port.commit(7, kill=1)
        await port.tick()
        assert port.result is None
        assert port.offer(absorb(), id=8, rs1=3)[0] == 1
        await port.tick()
        port.commit(8)
        for _ in range(3):
            await port.tick()
        assert state_of(ctx, dut.lanes) == [3, 0, 0, 0, 0]
        assert port.result is None

    simulate(dut, testbench, deadline_cycles=50)


@pytest.mark.parametrize("prompt", [True, False])
@pytest.mark.parametrize("dropped", ["absorb", "foreign"])
def test_id_used_again(prompt, dropped):
    """An uncommitted instruction whose id comes again never happened, not even with its commit."""
    dut = TinyCoprocessor()

    async def testbench(ctx):
        port = Port(ctx, dut)
        port.offer(absorb(12), id=3, rs1=0x55)
        for _ in range(3):
            await port.tick()
        if dropped == "foreign":
            assert port.offer(FOREIGN, id=3) == (1, 0, 0)
            port.commit(3)
        else:
            assert port.offer(absorb(), id=3, rs1=0x0a)[0] == 0
        await port.tick()
        assert port.offer(absorb(), id=3, rs1=0x0a)[0] == 1
        if prompt:
            # The commit in the same cycle is the new one's.
            port.commit(3)
        await port.tick()
        assert state_of(ctx, dut.lanes) == [0] * 5
        if not prompt:
            port.commit(3)
        await port.tick()
        assert (port.result[0], port.result[3]) == (3, 0)
        await port.tick()
        assert state_of(ctx, dut.lanes) == [0x0a, 0, 0, 0, 0]
        assert port.result is None

    simulate(dut, testbench)


@pytest.mark.parametrize("instr", [
    encode(Operation.ENCRYPT, index=9, rd=17, domain=1, rounds=12), absorb(8, index=4),
    encode(Operation.DECRYPT, index=9, rd=17, domain=1), encode(Operation.READ, index=9, rd=17)])
def test_result_holds(instr):
    """A result that is not taken holds; everything waits, and nothing happens twice."""
    dut, model, rng = TinyCoprocessor(), model_of_it(), seeded()
    operands = [(rng.getrandbits(32), rng.getrandbits(32)) for _ in range(2)]

    async def testbench(ctx):
        port = Port(ctx, dut)
        await follow(ctx, dut, port, model)(absorb(index=4), 5, *operands[0])
        port.take_results(0)
        rs1, rs2 = operands[1]
        result, _ = await until_result(port, instr, id=6, rs1=rs1, rs2=rs2)
        value = model.execute(instr, rs1, rs2)
        assert (result[0], result[3]) == (6, value is not None)
        assert value in (None, result[1])
        for _ in range(9):
            assert port.result == result
            assert port.offer(absorb(), id=7)[0] == 0
            assert port.offer(FOREIGN, id=7)[0] == 1
            await port.tick()
        port.take_results(1)
        await port.tick()
        await settle(port)
        assert state_of(ctx, dut.lanes) == model.state

    simulate(dut, testbench)


def test_wipe(tmp_path):
    """After a wipe no signal at all tells what the data was."""
    rng = seeded()
    program = [own_instruction(rng) for _ in range(20)]
    wipe = encode(Operation.INIT, index=Algorithm.NONE.value)
    other = encode(Operation.ENCRYPT, index=2)

    def all_signals(name, last):
        dut = TinyCoprocessor()

        async def testbench(ctx):
            port = Port(ctx, dut)
            for instr in program:
                await port.execute(instr, rs1=rng.getrandbits(32), rs2=rng.getrandbits(32))
            await settle(port)
            await port.execute(last, id=9)
            for _ in range(3):
                await port.tick()
            port.offer(0)
            await port.tick()

        simulate(dut, testbench, vcd=tmp_path / name)
        return last_values(tmp_path / name)

    first, second = all_signals("0.vcd", wipe), all_signals("1.vcd", wipe)
    assert len(first) > 100
    assert first == second
    # The comparison does see data that is not wiped.
    assert all_signals("2.vcd", other) != all_signals("3.vcd", other)


@pytest.mark.usefixtures("unused")
def test_parameters():
    dut = TinyCoprocessor(id_width=7)
    assert (dut.big_endian, dut.last, dut.id_width) == (False, False, 7)
    assert dut.x.signature == xif.Signature(id_width=7).flip()
    assert isa.OPCODES[ByteOrder.BIG] == 0x2b
    with pytest.raises(ValueError, match=r"id_width must be 1..32, not 0"):
        TinyCoprocessor(id_width=0)
