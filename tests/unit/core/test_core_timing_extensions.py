"""Cycle counts of M, C, Zba, Zbb, Zbs and Zbkb at zero wait states.

As in ``test_core_timing``; the numbers are those of CV32E40X's user manual, table of cycle counts,
and of its divider.
"""

import pytest
from test_core_timing import _BEFORE, _HANDLER, cost, cycle, simulate

ALL = dict.fromkeys(("m", "c", "zba", "zbb", "zbs", "zbkb"), True)

_ONE_CYCLE = """
    mul; sh1add sh2add sh3add; andn orn xnor min minu max maxu rol ror; pack packh;
    bclr bext binv bset
""".replace(";", " ").split()
_ONE_OPERAND = "clz ctz cpop sext.b sext.h zext.h orc.b rev8 brev8 zip unzip".split()
_SHIFTS = "rori bclri bexti binvi bseti".split()


@pytest.mark.parametrize("line", [
    *(f"{name} {{}}, {{}}, x2" for name in _ONE_CYCLE),
    *(f"{name} {{}}, {{}}" for name in _ONE_OPERAND),
    *(f"{name} {{}}, {{}}, 5" for name in _SHIFTS),
])
def test_one_cycle(line):
    """Alone, and with what follows using the result."""
    sequence = "; ".join(line.format(*registers) for registers in
                         (("x3", "x1"), ("x4", "x3"), ("x5", "x4")))
    assert cost(f"{sequence}; add x6, x5, x3", **ALL) == 4


@pytest.mark.parametrize(("sequence", "cycles"), [
    ("mulh x3, x1, x2", 4),
    ("mulhsu x3, x1, x2", 4),
    ("mulhu x3, x1, x2", 4),
    ("mulhu x3, x1, x2; mul x4, x1, x2; mulhu x5, x1, x2", 4 + 1 + 4),
    ("mulh x3, x1, x2; add x4, x3, x1", 4 + 1),
    ("lw x3, 0(x31); mul x4, x3, x1", 1 + 1 + 1),
    ("lw x3, 0(x31); mulh x4, x1, x3", 1 + 1 + 4),
    ("mul x3, x1, x22; jalr x0, 0(x3); nop", 1 + 1 + 2),
    ("sw x1, 1(x31); mulh x3, x1, x2", 2 + 4),
    # What is in ID meanwhile: a jump is taken.
    ("mulh x3, x1, x2; jal x0, end; nop", 4 + 2 - 1),
    ("mulh x3, x1, x2; beq x0, x0, end; nop", 4 + 3),
    ("beq x0, x0, end; mulh x3, x1, x2; div x3, x1, x2", 3),
])
def test_multiplication(sequence, cycles):
    assert cost(sequence, **ALL) == cycles


@pytest.mark.parametrize(("divisor", "unsigned", "signed"), [
    (0, 35, 35), (1, 34, 34), (2, 33, 33), (3, 33, 33), (4, 32, 32), (5, 32, 32),
    (0xffff, 19, 19), (0x1_0000, 18, 18), (0x7fff_ffff, 4, 4), (0x8000_0000, 3, 3),
    (0xffff_ffff, 3, 34), (0xffff_fffe, 3, 33), (0xffff_fffd, 3, 32), (0xffff_fffc, 3, 32),
    (0xffff_0000, 3, 18), (0x8000_0001, 3, 3), (0xc000_0000, 3, 4),
])
def test_division(divisor, unsigned, signed):
    """3 cycles and the leading zeros of the divisor; of a negative one, ones less one."""
    upper = (divisor + 0x800 >> 12) & 0xf_ffff
    lower = (divisor & 0xfff ^ 0x800) - 0x800
    load = f"lui x5, {upper}; addi x5, x5, {lower}"
    for name, cycles in (("divu", unsigned), ("remu", unsigned), ("div", signed),
                         ("rem", signed)):
        sequence = f"{load}; {name} x3, x1, x5; add x4, x3, x5"
        assert cost(sequence, cycles=100, **ALL) == 2 + cycles + 1, name


def test_division_after_division():
    sequence = "addi x5, x0, 3; div x3, x22, x5; rem x4, x22, x5; divu x5, x3, x5"
    assert cost(sequence, cycles=180, **ALL) == 1 + 33 + 33 + 33


def test_division_does_not_start_behind_a_trap():
    result = simulate("ecall; div x3, x1, x0; div x3, x1, x0", **ALL)
    trap, = (record["cycle"] for record in result.records if record["trap"])
    assert cycle(result, _HANDLER) - trap == 4


@pytest.mark.parametrize(("sequence", "cycles"), [
    # The sequence begins at a word; so an odd number of halfwords puts ``end`` in between.
    ("c.nop", 1),
    ("c.addi x3, 1; c.li x4, -1; c.lui x5, 3; c.slli x3, 2", 4),
    ("c.mv x8, x1; c.add x8, x2; c.sub x8, x8; c.andi x8, 3; c.srai x8, 1", 5),
    ("c.nop; add x3, x1, x2; add x4, x3, x2; c.nop; add x5, x4, x1", 5),
    ("addi x2, x31, 0; c.lwsp x3, 0; c.swsp x1, 4; c.lwsp x4, 8", 4),
    ("addi x2, x31, 0; c.lwsp x3, 0; c.add x3, x1", 3 + 1),
    ("addi x8, x31, 0; c.lw x9, 0(x8); c.sw x9, 4(x8)", 3 + 1),
    # Taken and not taken; to a word, and to an instruction that lies in two.
    ("c.li x8, 0; c.bnez x8, end; c.nop; c.nop", 4),
    ("c.li x8, 0; c.beqz x8, end; c.nop; c.nop", 1 + 3),
    ("c.li x8, 0; c.beqz x8, end; c.nop", 1 + 4),
    ("beq x0, x0, end; c.nop", 4),
    ("c.j end; c.nop", 2),
    ("c.j end", 3),
    ("c.jal end; c.nop; c.nop; c.nop", 2),
    ("jal x3, end; c.nop", 3),
    ("jal x3, end; nop", 2),
    ("c.mv x5, x22; c.nop; c.nop; c.jr x5; c.nop; c.nop", 1 + 2 + 2),
    ("c.mv x5, x22; c.nop; c.nop; c.jalr x5; c.nop", 1 + 2 + 3),
    ("c.mv x5, x22; c.jr x5; c.nop; c.nop", 1 + 2 + 1),
    ("jalr x3, 0(x22); nop", 2),
    ("jalr x3, 0(x22); c.nop", 3),
    ("mret; nop", 2),
    ("mret; c.nop", 3),
    # A compressed target in the upper half of a word costs nothing.
    ("c.j 4; c.nop; c.nop; c.nop", 2 + 2),
    ("c.j 6; c.nop; c.nop; c.nop; c.nop; c.nop", 2 + 3),
    ("beq x0, x0, 6; c.nop; c.nop; c.nop", 3 + 2),
    ("c.li x8, 5; loop: c.addi x8, -1; c.bnez x8, loop; c.nop", 1 + 5 * 4 - 2 + 1),
    ("c.nop; c.li x8, 5; loop: addi x8, x8, -1; c.bnez x8, loop; c.nop", 2 + 5 * 4 - 2 + 1),
    ("c.li x8, 5; loop: addi x8, x8, -1; c.bnez x8, loop", 1 + 5 * 5 - 3),
    ("c.nop; fence", 1 + 6),
    ("fence", 5),
])
def test_compressed(sequence, cycles):
    assert cost(sequence, **ALL) == cycles


@pytest.mark.parametrize("instruction", [
    ".half 0", "c.ebreak", ".half 0x9c01", "c.nop; .half 0x4002", "c.nop; ecall",
])
def test_handler_retires_four_cycles_after_the_trap(instruction):
    result = simulate(f"{instruction}; nop; nop; nop; nop", **ALL)
    trap, = (record["cycle"] for record in result.records if record["trap"])
    assert trap - cycle(result, _BEFORE) == instruction.count(";") + 1
    assert cycle(result, _HANDLER) - trap == 4
