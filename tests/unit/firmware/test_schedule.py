"""The emitted permutation: proved, as short as promised, and wrong code is found."""

import random
from dataclasses import replace

import pytest

from sw import schedule, schedule_proof
from sw.model.permutation import permute

SEED = 20250807


@pytest.mark.parametrize(("rounds", "limit"), [(8, 899), (12, 1347)])
def test_proved_and_short(rounds, limit):
    lengths = schedule_proof.prove(rounds)
    assert len(lengths) == rounds
    assert sum(lengths) == 112 * rounds <= limit
    emitted = [line for line in schedule.permutation_source().splitlines()
               if line.startswith("  ") and not line.startswith("  #")]
    assert len(emitted) == 12 * 112 + 1


@pytest.mark.parametrize("rounds", [2, 4, 6, 8, 10, 12])
def test_random_states(rounds):
    rng = random.Random(SEED)
    for _ in range(20):
        state = [rng.getrandbits(64) for _ in range(5)]
        assert schedule_proof.run(rounds, state) == permute(state, rounds)


def test_source_is_what_was_proved():
    code = [str(instruction) for part in schedule.permutation(12) for instruction in part]
    lines = [line.strip() for line in schedule.permutation_source().splitlines()]
    start = lines.index("ascon_permute12:")
    assert [line for line in lines[start:] if line and line[0] not in "#." and ":" not in line] == [
        *code, "ret"]
    assert lines.index("ascon_permute8:") > start


def test_registers():
    """Nothing but the state's registers and the named temporaries is touched."""
    allowed = {register for lane in schedule.REGISTERS for register in lane}
    allowed |= set(schedule.TEMPORARIES)
    for code in schedule.permutation(12):
        for instruction in code:
            assert {instruction.rd, instruction.rs1} <= allowed
            assert instruction.operand in allowed or isinstance(instruction.operand, int)


@pytest.mark.parametrize("rounds", [0, 1, 3, 13, 14, "8"])
def test_rounds_that_are_not_allowed(rounds):
    with pytest.raises(ValueError, match=f"not {rounds!r}"):
        schedule.permutation(rounds)


def mutations(instruction):
    """Yield instructions that differ in one point."""
    others = {"xor": "or", "and": "or", "or": "and", "srli": "slli", "slli": "srli"}
    if instruction.name in others:
        yield replace(instruction, name=others[instruction.name])
    if isinstance(instruction.operand, int):
        yield replace(instruction, operand=instruction.operand ^ 1)
    else:
        yield replace(instruction, operand=instruction.rd)
        yield replace(instruction, operand="s9" if instruction.operand != "s9" else "s8")


@pytest.mark.parametrize("part", ["round_constant", "substitution_layer", "linear_layer"])
def test_proof_finds_every_wrong_instruction(monkeypatch, part):
    """Whatever instruction is changed, the proof fails: by a value or a missing register."""
    original = getattr(schedule, part)
    arguments = {"round_constant": (0xf0,), "substitution_layer": ("A", 0), "linear_layer": ()}
    changed = 0
    for index, instruction in enumerate(original(*arguments[part])):
        for mutant in mutations(instruction):
            if mutant == instruction:
                continue

            def broken(*args, index=index, mutant=mutant):
                code = original(*args)
                if args == arguments[part]:
                    code[index] = mutant
                return code

            monkeypatch.setattr(schedule, part, broken)
            changed += 1
            with pytest.raises((schedule_proof.ProofError, KeyError)):
                schedule_proof.prove(12)
    assert changed >= len(original(*arguments[part]))


def test_proof_finds_a_wrong_round(monkeypatch):
    """Rounds that are not made of the proved parts, or have another order."""
    original = schedule.permutation
    for change in (lambda p: p[1:] + p[:1], lambda p: [p[0][:-1], *p[1:]],
                   lambda p: [p[0] + p[0][:1], *p[1:]]):
        monkeypatch.setattr(schedule, "permutation", lambda rounds, c=change: c(original(rounds)))
        with pytest.raises(schedule_proof.ProofError, match="not made of the parts"):
            schedule_proof.prove(8)


def test_main(capsys):
    schedule_proof.main()
    out = capsys.readouterr().out
    assert "Ascon-p[8]: 896 instructions, 112.0 a round" in out
    assert "Ascon-p[12]: 1344 instructions, 112.0 a round" in out
