"""The core's units by themselves: decoder, ALU, registers, fetch, and the parameters' limits."""

import gc
import random

import pytest
from amaranth.sim import Simulator
from core_machine import Bus

from hdl.core import Core
from hdl.core.alu import Alu
from hdl.core.control import Logic, Result
from hdl.core.decode import CSRS, Decoder
from hdl.core.extensions import Extensions
from hdl.core.fetch import Fetch
from hdl.core.registers import RegisterFile
from sim.core.lockstep import FIELDS
from sim.core.model import Model


def simulate(dut, testbench, *, clock=True):
    simulator = Simulator(dut)
    if clock:
        simulator.add_clock(1e-8)
    simulator.add_testbench(testbench)
    simulator.run()


class _Offered(Exception):
    pass


class _Asks:
    def respond(self, instr):
        raise _Offered

    def execute(self, instr, rs1, rs2):
        raise AssertionError("it is asked first")


#: What the model looks at only for counters and lines.
_NO_RECORD = (0,) * len(FIELDS)


def signed(value):
    return value - (1 << 32) if value >> 31 else value


def classify(word, extensions=()):
    """Return what the model says of a word: executes, traps as illegal, or is offered."""
    model = Model(word.to_bytes(4, "little"), unit=_Asks(), extensions=extensions)
    try:
        model.step(_NO_RECORD)
    except _Offered:
        return "unknown"
    return "forbidden" if model.trapped and model.csrs.values[0x342] == 2 else "known"


def test_decoder_knows_what_the_model_knows():
    """Every opcode, funct3 and funct7; every CSR address; special words."""
    generator = random.Random(3)
    words = [funct7 << 25 | funct3 << 12 | opcode << 2 | 3 | generator.getrandbits(5) << 7
             | generator.getrandbits(10) << 15
             for opcode in range(32) for funct3 in range(8)
             for funct7 in (*range(0, 128, 9), 0, 1, 0x20, 0x21)]
    words += [address << 20 | rs1 << 15 | funct3 << 12 | 0x73
              for address in range(4096) for rs1, funct3 in ((0, 2), (3, 1))]
    words += [system << 20 | 0x73 for system in range(0, 0x1000)]
    words += [generator.getrandbits(32) for _ in range(1000)]
    decoder = Decoder(Extensions())

    async def testbench(ctx):
        for word in words:
            ctx.set(decoder.insn, word)
            control = ctx.get(decoder.control)
            seen = "unknown" if control.unknown else "forbidden" if control.forbidden else "known"
            assert seen == classify(word), f"{word:#010x}"

    simulate(decoder, testbench, clock=False)


def test_patterns_of_csrs_do_not_overlap():
    seen = {}
    for pattern, select in CSRS:
        for address in range(4096):
            bits = f"{address:012b}"
            if all(p in ("-", b) for p, b in zip(pattern, bits, strict=True)):
                assert address not in seen, f"{address:#x} in {pattern} and {seen[address]}"
                seen[address] = (pattern, select)


def test_alu():
    generator = random.Random(5)
    corners = (0, 1, 2, 31, 32, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x5555_5555)
    pairs = [(a, b) for a in corners for b in corners]
    pairs += [(generator.getrandbits(32), generator.getrandbits(32)) for _ in range(300)]
    alu = Alu(Extensions())

    async def testbench(ctx):
        def value(a, b, **options):
            ctx.set(alu.a, a)
            ctx.set(alu.b, b)
            ctx.set(alu.shift, b & 31)
            defaults = {"subtract": 0, "signed": 0, "arithmetic": 0, "logic": Logic.XOR,
                        "result": Result.SUM, "csr": 0x1234_5678}
            for name, option in (defaults | options).items():
                ctx.set(getattr(alu, name), option)
            return ctx.get(alu.value)

        for a, b in pairs:
            n = b & 31
            reversed_a = int(f"{a:032b}"[::-1], 2)
            assert value(a, b) == a + b & 0xffff_ffff
            assert value(a, b, subtract=1) == a - b & 0xffff_ffff
            assert ctx.get(alu.equal) == (a == b)
            assert ctx.get(alu.less) == (a < b)
            value(a, b, subtract=1, signed=1)
            assert ctx.get(alu.less) == (signed(a) < signed(b))
            assert value(a, b, subtract=1, result=Result.LOGIC, logic=Logic.LESS) == (a < b)
            assert value(a, b, result=Result.LOGIC, logic=Logic.XOR) == a ^ b
            assert value(a, b, result=Result.LOGIC, logic=Logic.OR) == a | b
            assert value(a, b, result=Result.LOGIC, logic=Logic.AND) == a & b
            assert value(a, b, result=Result.LOGIC, logic=Logic.CSR) == 0x1234_5678
            assert value(a, b, result=Result.SHIFT_RIGHT) == a >> n
            assert value(a, b, result=Result.SHIFT_RIGHT, arithmetic=1) == \
                signed(a) >> n & 0xffff_ffff
            assert value(reversed_a, b, result=Result.SHIFT_LEFT) == a << n & 0xffff_ffff

    simulate(alu, testbench, clock=False)


@pytest.mark.parametrize("kind", ["memory", "flip-flops"])
def test_registers(kind):
    generator = random.Random(6)
    registers = RegisterFile(kind=kind)
    expected = [0] * 32

    async def testbench(ctx):
        for _ in range(200):
            rs1, rs2, rd = (generator.randrange(32) for _ in range(3))
            we, value = generator.getrandbits(1), generator.getrandbits(32)
            ctx.set(registers.rs1_addr, rs1)
            ctx.set(registers.rs2_addr, rs2)
            ctx.set(registers.rd_addr, rd)
            ctx.set(registers.rd_we, we and rd != 0)
            ctx.set(registers.rd_data, value)
            assert ctx.get(registers.rs1_data) == expected[rs1]
            assert ctx.get(registers.rs2_data) == expected[rs2]
            await ctx.tick()
            if we and rd:
                expected[rd] = value

    simulate(registers, testbench)


def redirection(ctx, fetch, generator, redirect, any_target):
    """Redirect a fetch unit, or not, in one of its ways; return the target that counts."""
    names = ("trap", "branch", "jump")
    first = generator.randrange(3) if redirect else 3
    for place, name in enumerate(names):
        ctx.set(getattr(fetch, name), place == first or place > first and generator.random() < 0.5)
        target = any_target()
        ctx.set(getattr(fetch, f"{name}_target"), target)
        if place == first:
            counts = target
    return counts if redirect else None


@pytest.mark.parametrize(("wait", "delay"), [(0, 0), (0, 3), (3, 0), (2, 2)])
def test_fetch(wait, delay):
    """Every instruction taken is the one behind the last, or the target of a redirection."""
    generator = random.Random(wait * 10 + delay)
    memory = {4 * i: generator.getrandbits(32) for i in range(4096)}
    fetch = Fetch(Extensions(), reset_vector=0x100)
    bus = Bus(fetch.bus, memory, generator, wait=wait, delay=delay, errors=(0x204, 0x300))
    taken = redirections = 0

    async def testbench(ctx):
        nonlocal taken, redirections
        pc = 0x100
        eager = True
        last_redirect = -10
        for cycle in range(3000):
            if cycle % 50 == 0:
                eager = generator.random() < 0.5
            bus.drive(ctx, cycle)
            redirect = generator.random() < 0.1
            target = redirection(ctx, fetch, generator, redirect,
                                 lambda: 4 * generator.randrange(0, 1000))
            ready = eager or generator.random() < 0.5
            ctx.set(fetch.ready, ready)
            bus.sample(ctx, cycle)
            valid = ctx.get(fetch.valid)
            assert ctx.get(fetch.pc) == pc
            if valid:
                assert ctx.get(fetch.insn) == memory[pc]
                assert ctx.get(fetch.err) == (pc in (0x204, 0x300))
            if wait == delay == 0 and cycle > 2 and eager:
                # One a cycle from the cycle after a redirection on.
                assert valid or cycle - last_redirect > 2 or cycle % 50 < 3
            if redirect:
                pc = target
                redirections += 1
                last_redirect = cycle
            elif valid and ready:
                pc += 4
                taken += 1
            await ctx.tick()

    simulate(fetch, testbench)
    assert taken > 300
    assert redirections > 200


def refusal(options):
    with pytest.raises(ValueError, match=" must ") as info:
        Core(**options)
    return str(info.value)


# A Core that could not be made counts as one that is not used.
@pytest.mark.filterwarnings("ignore::amaranth.hdl.UnusedElaboratable")
@pytest.mark.parametrize("options", [
    {"reset_vector": 2}, {"reset_vector": 1 << 32}, {"reset_vector": -4}, {"trap_vector": 64},
    {"id_width": 1}, {"id_width": 33}, {"register_file": "latches"},
    {"hpm_counters": -1}, {"hpm_counters": 30}, {"hpm_counters": True},
])
def test_bad_parameter(options):
    (name, value), = options.items()
    message = refusal(options)
    gc.collect()
    assert message.startswith(f"{name} must ")
    assert message.endswith(f"not {value!r}")
