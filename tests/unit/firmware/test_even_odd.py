"""The even/odd experiment on the instruction-set simulator: AEAD128 in both forms is right."""

import random

import pytest

from sim.even_odd import VARIANTS, Calls, measure, measure_permutations, native, standard, to_json
from sim.iss import Iss
from sw.model import family

SEED = 20251130


@pytest.fixture(scope="module")
def calls():
    return Calls(Iss())


@pytest.mark.parametrize("variant", VARIANTS)
def test_lengths(calls, variant):
    """Every length of message and associated data modulo a block."""
    lengths = [(n, n * 7 % 37) for n in range(36)] + [(n * 11 % 37, n) for n in range(36)]
    points = measure(calls, lengths=lengths, variants=[variant])
    assert len(points) == 72
    assert [point for point in points if not point.correct] == []


@pytest.mark.parametrize("variant", ["even/odd", "even/odd, native"])
def test_instructions_do_not_depend_on_data(calls, variant):
    rng = random.Random(SEED)
    for length, ad_length in ((0, 0), (13, 7), (40, 16)):
        counts = set()
        for _ in range(10):
            inputs = [rng.randbytes(count) for count in (16, 16, ad_length, length)]
            ciphertext, tag, _, instructions = calls.encrypt(variant, *inputs)
            assert (ciphertext, tag) == family.aead128_encrypt(*inputs)
            counts.add(instructions)
        assert len(counts) == 1


def test_standard_bytes_at_any_address(calls):
    """Buffers of the variant on standard bytes need no alignment."""
    rng = random.Random(SEED)
    for shift in range(1, 4):
        for length in (5, 16, 31):
            key, nonce, ad, message = (rng.randbytes(count) for count in (16, 16, 9, length))
            contents = {"KEY": key, "NONCE": nonce, "AD": ad, "MESSAGE": message,
                        "TAG": bytes(16), "OUTPUT": bytes(length)}
            results, _, _ = calls.call(
                VARIANTS["even/odd"], contents, {"MESSAGE_LENGTH": length, "AD_LENGTH": len(ad)},
                shift=shift)
            assert (results["OUTPUT"], results["TAG"]) == family.aead128_encrypt(key, nonce, ad,
                                                                                message)


def test_native():
    """Bit by bit, and back."""
    data = random.Random(SEED).randbytes(19)
    converted = native(data)
    assert len(converted) == 24
    bits = int.from_bytes(data, "little")
    for bit in range(8 * len(data)):
        lane, position = divmod(bit, 64)
        word = int.from_bytes(converted[8 * lane + 4 * (position % 2):][:4], "little")
        assert word >> position // 2 & 1 == bits >> bit & 1
    assert standard(converted, 19) == data


def test_permutations(calls):
    """A call of eight rounds costs its instructions, the jump and the return."""
    rows = measure_permutations(calls)
    assert [(row.form, row.instructions, row.correct) for row in rows] == [
        ("halves", 898, True), ("even/odd", 882, True)]
    assert to_json(rows, [])["permutations"][1]["form"] == "even/odd"


def test_wrong_results_are_noticed(calls):
    """A routine that writes beside its buffers is reported."""
    with pytest.raises(RuntimeError, match="wrote outside of its buffers"):
        calls.call("permute8_once", {"OUTPUT": bytes(36)})
