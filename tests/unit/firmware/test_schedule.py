"""The emitted permutations: proved, as short as promised, and wrong code is found."""

import random
from dataclasses import replace
from functools import partial

import pytest

from sw.model.permutation import permute
from sw.schedule import ISAS, PERMUTATIONS, PROGRAMS, permutation_source, program_source
from sw.schedule.code import Branch, Instruction, Label
from sw.schedule.proof import ProofError, executed, prove, run
from sw.schedule.registers import COUNTERS, HOME, TEMPORARIES
from sw.schedule.report import report

SEED = 20250807

#: Most instructions of 8 and of 12 rounds.
LIMITS = {
    "unrolled":     (896, 1344),
    "rolled":       (910, 1365),
    "ordinary_12":  (None, 1347),
    "ordinary_8":   (899, None),
    "even_odd_12":  (None, 1319),
    "even_odd_8":   (880, None),
    "zbb_unrolled": (8 * 101, 12 * 101),
    "zbb_rolled":   (822, 1233),
    "zbb_ordinary": (8 * 101, 12 * 101),
    "zbb_even_odd": (8 * 71, 12 * 71),
}


@pytest.fixture(params=PROGRAMS)
def program(request):
    return PROGRAMS[request.param]


def test_proved_and_short():
    rows = report()
    assert {row.program for row in rows} == set(LIMITS)
    for row in rows:
        assert row.instructions <= LIMITS[row.program][row.rounds == 12], row
        assert row.program not in ("rolled", "zbb_rolled") or row.size <= 1024


def test_random_states(program):
    rng = random.Random(SEED)
    for rounds in program.entries:
        for _ in range(20):
            state = [rng.getrandbits(64) for _ in range(5)]
            assert run(program, rounds, state) == permute(state, rounds)


def test_source_is_what_was_proved(program):
    lines = [line for line in program_source(program).splitlines() if line[:1] not in "#."]
    assert [line.strip() for line in lines if line.strip()] == [str(item)
                                                               for item in program.items
                                                               if str(item)[0] != "."]


def test_registers(program):
    """Nothing but the state's registers and the named temporaries is written or read."""
    allowed = {register for lane in HOME for register in lane} | set(TEMPORARIES)
    if program.rolled:
        allowed |= set(COUNTERS)
    for item in program.items:
        if isinstance(item, Instruction):
            assert item.rd in allowed
            assert item.rs1 in allowed | {"zero"}
            assert item.operand in allowed or isinstance(item.operand, int)


def test_choice():
    sources = {permutation_source(permutation, isa) for permutation in PERMUTATIONS
               for isa in ISAS}
    assert len(sources) == 4
    assert permutation_source() == program_source(PROGRAMS["unrolled"])
    with pytest.raises(ValueError, match="permutation must be one of .*, not 'small'"):
        permutation_source("small")
    with pytest.raises(ValueError, match="isa must be one of .*, not 'rv64i'"):
        permutation_source(isa="rv64i")


def mutants(instruction):
    """Yield instructions that differ in one point."""
    others = {"xor": "or", "and": "or", "or": "and", "srli": "slli", "slli": "srli",
              "andn": "and", "orn": "or", "xnor": "xor", "rori": "srli", "xori": "addi"}
    if instruction.name in others:
        yield replace(instruction, name=others[instruction.name])
    if isinstance(instruction.operand, int):
        yield replace(instruction, operand=instruction.operand ^ 1)
    else:
        yield replace(instruction, operand="s9" if instruction.operand != "s9" else "s8")


def broken(program, number, item):
    """Return a program with another item."""
    copy = replace(program)
    copy.__dict__["rounds"] = program.rounds
    copy.__dict__["items"] = [*program.items[:number], item, *program.items[number + 1:]]
    return copy


def works(program, state):
    """Return whether a program does what it should to a state."""
    try:
        return all(run(program, rounds, state) == permute(state, rounds)
                   for rounds in program.entries)
    except (ProofError, KeyError):
        return False


def test_proof_finds_wrong_instructions(program):
    """Whatever instruction is changed, the proof fails if any result is wrong."""
    rng = random.Random(SEED)
    state = [rng.getrandbits(64) for _ in range(5)]
    numbers = [number for number, item in enumerate(program.items)
               if isinstance(item, Instruction)]
    wrong = 0
    for number in rng.sample(numbers, 60):
        for mutant in map(partial(broken, program, number), mutants(program.items[number])):
            if not works(mutant, state):
                with pytest.raises(ProofError):
                    prove(mutant)
                wrong += 1
    assert wrong > 100


@pytest.mark.parametrize("name", ["rolled", "zbb_rolled"])
def test_proof_follows_the_loop(name):
    """Another number of turns, or a branch that depends on the state, is found."""
    program = PROGRAMS[name]
    number = next(n for n, item in enumerate(program.items) if isinstance(item, Branch))
    branch = program.items[number]
    for mutant in (replace(branch, rs1="s0"), replace(branch, rs2="zero"),
                   replace(branch, rs1=branch.rs2)):
        with pytest.raises(ProofError):
            prove(broken(program, number, mutant))


def test_proof_finds_rounds_that_do_not_fit():
    program = PROGRAMS["unrolled"]
    copy = replace(program)
    copy.__dict__["items"] = program.items
    copy.__dict__["rounds"] = (program.rounds[1], *program.rounds[1:])
    with pytest.raises(ProofError, match="does not follow"):
        prove(copy)


def test_cycles():
    """Counted by hand from the table of a CV32E40X: taken branch 3, jump and return 2."""
    items = PROGRAMS["rolled"].items
    body = len(items) - 2 - items.index(Label(".Lascon_two_rounds")) - 1
    assert executed(items, "ascon_permute8").cycles == 2 + 4 * body + 3 * 3 + 1 + 2
    assert executed(items, "ascon_permute12").cycles == 2 + 2 + 6 * body + 5 * 3 + 1 + 2
