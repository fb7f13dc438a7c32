"""The extensions' units by themselves: decoder, expander, aligner, multiplier, divider."""

import gc
import random

import pytest
from core_asm import assemble
from core_machine import Bus
from test_core_units import classify, redirection, simulate

from hdl.core import Core
from hdl.core.decode import Decoder
from hdl.core.decode_extensions import INSTRUCTIONS
from hdl.core.divider import Divider
from hdl.core.expand import EXPANSIONS, UNIMP, Expander
from hdl.core.extensions import Extensions
from hdl.core.fetch import Fetch
from hdl.core.leading import LeadingZeros
from hdl.core.multiplier import Multiplier
from sim.core.compressed import expand
from sim.core.extensions import calculate

_NAMES = ("m", "c", "zba", "zbb", "zbs", "zbkb")


def _matches(pattern, bits):
    return all(p in ("-", b) for p, b in zip(pattern, bits, strict=True))


@pytest.mark.parametrize("isa", ["", *_NAMES, "zbb zbkb", " ".join(_NAMES)])
def test_decoder_knows_what_the_model_knows(isa):
    """Every funct7 and funct3 of OP and OP-IMM, and every ``rs2`` where it is an operation."""
    print("seed 11")
    generator = random.Random(11)
    names = isa.split()
    words = [upper << 20 | funct3 << 12 | opcode | generator.getrandbits(5) << 7
             | generator.getrandbits(5) << 15
             for opcode in (0x13, 0x33) for funct3 in range(8)
             for funct7 in range(128)
             for upper in {funct7 << 5 | rs2 for rs2 in
                           (range(32) if funct7 in (0x04, 0x14, 0x30, 0x34) else (0, 9))}]
    decoder = Decoder(Extensions(**dict.fromkeys(names, True)))

    async def testbench(ctx):
        for word in words:
            ctx.set(decoder.insn, word)
            control = ctx.get(decoder.control)
            assert control.unknown == (classify(word, names) == "unknown"), f"{word:#010x}"

    simulate(decoder, testbench, clock=False)


def test_patterns_of_instructions_do_not_overlap():
    for i, one in enumerate(INSTRUCTIONS):
        for other in INSTRUCTIONS[i + 1:]:
            both = all("-" in pair or pair[0] == pair[1]
                       for pair in zip(one.pattern, other.pattern, strict=True))
            assert not both or (one.mnemonic, other.mnemonic) == ("zext.h", "pack")


def test_every_compressed_instruction_is_expanded():
    """All 49152 halfwords, and instructions of four bytes pass."""
    expander = Expander()
    seen = set()

    async def testbench(ctx):
        for half in range(1 << 16):
            if half & 3 == 3:
                continue
            ctx.set(expander.i, half | 0xabcd_0000)
            expected = expand(half)
            assert ctx.get(expander.o) == (UNIMP if expected is None else expected), hex(half)
        for word in (0x13, 0xffff_ffff, 0x1234_5677):
            ctx.set(expander.i, word)
            assert ctx.get(expander.o) == word

    simulate(expander, testbench, clock=False)
    for half in range(1 << 16):
        row = next((name for name, pattern, _ in EXPANSIONS if _matches(pattern, f"{half:016b}")),
                   None)
        seen.add(row)
    assert seen == {name for name, _, _ in EXPANSIONS} | {None}


def test_illegal_compressed_instruction_becomes_a_forbidden_one():
    assert classify(UNIMP) == "forbidden"
    assert assemble("csrrw x0, cycle, x0") == [UNIMP]


def test_leading_zeros():
    leading = LeadingZeros()

    async def testbench(ctx):
        for width in range(33):
            for low in (0, 1, 0x1234_5678, 0xffff_ffff):
                value = (1 << width >> 1 | low & (1 << width >> 1) - 1) if width else 0
                ctx.set(leading.i, value)
                assert ctx.get(leading.o) == 32 - width

    simulate(leading, testbench, clock=False)


def _pairs(generator):
    corners = (0, 1, 3, 0xffff, 0x1_ffff, 0x2_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffd,
               0xffff_fffe, 0xffff_ffff)
    pairs = [(a, b) for a in corners for b in corners]
    for _ in range(50):
        divisor = generator.getrandbits(32) >> generator.randrange(32)
        pairs.append((generator.getrandbits(32), divisor))
        # Multiples of the divisor and their neighbours, of both signs.
        product = divisor * generator.randint(-300, 300) + generator.choice((-1, 0, 0, 1))
        pairs.append((product & 0xffff_ffff, divisor * generator.choice((1, -1)) & 0xffff_ffff))
    return pairs


@pytest.mark.parametrize("unit", [Multiplier, Divider])
def test_multiplication_and_division(unit):
    """Results, and cycles; a step that waits only waits."""
    print("seed 12")
    generator = random.Random(12)
    dut = unit()
    base = 4 if unit is Divider else 0

    async def testbench(ctx):
        for a, b in _pairs(generator):
            for funct3 in range(4):
                ctx.set(dut.a, a)
                ctx.set(dut.b, b)
                ctx.set(dut.funct3, funct3)
                cycles = 1
                while not ctx.get(dut.done):
                    step = generator.random() < 0.9
                    ctx.set(dut.step, step)
                    if unit is Divider:
                        dividend = a - (a >> 31 << 32) if funct3 in (0, 2) else a
                        ctx.set(dut.shifted, dividend >> ctx.get(dut.shift) & 0xffff_ffff)
                    await ctx.tick()
                    cycles += step
                insn = 1 << 25 | base + funct3 << 12 | 0x33
                expected = calculate(insn, a, b, {"m"})
                assert ctx.get(dut.value) == expected, (hex(a), hex(b), funct3)
                # In CV32E40X's way, an instruction of several cycles is done for as long as it has
                # to stay.
                ctx.set(dut.step, 1)
                await ctx.tick()
                assert ctx.get(dut.value) == expected
                assert ctx.get(dut.done)
                if unit is Multiplier:
                    assert cycles == (4 if funct3 else 1)
                else:
                    negative = b >> 31 and funct3 in (0, 2)
                    counted = (~b << 1 | 1) & 0xffff_ffff if negative else b
                    assert cycles == 35 - counted.bit_length()
                ctx.set(dut.clear, 1)
                ctx.set(dut.step, 0)
                await ctx.tick()
                ctx.set(dut.clear, 0)

    simulate(dut, testbench)


@pytest.mark.parametrize("unit", [Multiplier, Divider])
def test_work_that_was_flushed_leaves_nothing(unit):
    dut = unit()

    async def testbench(ctx):
        for cycles in range(1, 8):
            ctx.set(dut.a, 0xffff_ffff)
            ctx.set(dut.b, 0x00ff_ffff)
            ctx.set(dut.funct3, 3)
            ctx.set(dut.step, 1)
            await ctx.tick().repeat(cycles)
            ctx.set(dut.clear, 1)
            await ctx.tick()
            ctx.set(dut.clear, 0)
            ctx.set(dut.a, 1000)
            ctx.set(dut.b, 1 << 31)
            if unit is Divider:
                ctx.set(dut.shifted, 1000)
            await ctx.tick().until(dut.done)
            assert ctx.get(dut.value) == (1000 if unit is Divider else 500)
            ctx.set(dut.clear, 1)
            await ctx.tick()
            ctx.set(dut.clear, 0)

    simulate(dut, testbench)


@pytest.mark.parametrize(("wait", "delay"), [(0, 0), (0, 3), (3, 0), (2, 2)])
def test_fetch(wait, delay):
    """Every instruction taken is the one behind the last, or the target of a redirection."""
    seed = 20 + wait * 10 + delay
    print(f"seed {seed}")
    generator = random.Random(seed)
    # Half of the halfwords begin an instruction of four bytes.
    halves = [generator.getrandbits(16) | generator.choice((0, 3)) for _ in range(8192)]
    memory = {4 * i: halves[2 * i] | halves[2 * i + 1] << 16 for i in range(4096)}
    errors = (0x204, 0x300, 0x304)
    fetch = Fetch(Extensions(c=True), reset_vector=0x100)
    bus = Bus(fetch.bus, memory, generator, wait=wait, delay=delay, errors=errors)
    taken = failed = split = 0

    async def testbench(ctx):
        nonlocal taken, failed, split
        pc = 0x100
        eager = lost = False
        for cycle in range(4000):
            if cycle % 50 == 0:
                eager = generator.random() < 0.5
            bus.drive(ctx, cycle)
            # As in the core, nothing counts behind an instruction that could not be fetched.
            redirect = generator.random() < (0.5 if lost else 0.1)
            target = redirection(ctx, fetch, generator, redirect,
                                 lambda: 2 * generator.randrange(0, 600))
            ready = not lost and (eager or generator.random() < 0.5)
            ctx.set(fetch.ready, ready)
            bus.sample(ctx, cycle)
            valid = ctx.get(fetch.valid)
            if not lost:
                assert ctx.get(fetch.pc) == pc
            size = 2 if halves[pc // 2] & 3 != 3 else 4
            parts = {pc & ~3, pc + size - 2 & ~3}
            if valid and not lost:
                err = ctx.get(fetch.err)
                assert err == any(part in errors for part in parts)
                if not err:
                    assert ctx.get(fetch.compressed) == (size == 2)
                    expected = halves[pc // 2] | halves[pc // 2 + 1] << 16
                    if size == 2:
                        assert ctx.get(fetch.half) == halves[pc // 2]
                        expected = expand(halves[pc // 2]) or UNIMP
                    assert ctx.get(fetch.insn) == expected
            if redirect:
                pc = target
                lost = False
            elif valid and ready:
                lost = bool(ctx.get(fetch.err))
                failed += lost
                split += len(parts) == 2
                taken += 1
                pc += size
            await ctx.tick()

    simulate(fetch, testbench)
    assert taken > 300
    assert failed > 3
    assert split > 20


# The cores are only asked.
@pytest.mark.filterwarnings("ignore::amaranth.hdl.UnusedElaboratable")
@pytest.mark.parametrize("name", _NAMES)
def test_parameter(name):
    core = Core(**{name: True})
    assert [getattr(core, other) for other in _NAMES] == [other == name for other in _NAMES]
    assert core.extensions == Extensions(**{name: True})
    del core
    gc.collect()


@pytest.mark.filterwarnings("ignore::amaranth.hdl.UnusedElaboratable")
@pytest.mark.parametrize("name", _NAMES)
def test_bad_parameter(name):
    for value in (1, "yes", None):
        with pytest.raises(ValueError, match=f"^{name} must be True or False, not {value!r}$"):
            Core(**{name: value})
    gc.collect()


@pytest.mark.parametrize(("isa", "name", "misa"), [
    ("", "rv32i", 0x4080_0100), ("m", "rv32im", 0x4080_1100), ("c", "rv32ic", 0x4080_0104),
    ("m c zbb", "rv32imc_zbb", 0x4080_1104), ("zba zbb zbs", "rv32i_zba_zbb_zbs", 0x4080_0102),
])
def test_name_and_misa(isa, name, misa):
    extensions = Extensions(**dict.fromkeys(isa.split(), True))
    assert (extensions.name, extensions.misa) == (name, misa)
