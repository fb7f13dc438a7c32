"""The coprocessor's model against the instruction table's texts, and against the family."""

import random

import pytest

from hdl.isa import INSTRUCTIONS, IV, OPCODES, ROUNDS, Algorithm, ByteOrder, Operation, encode
from sw.model import family
from sw.model.coprocessor import REFUSED, CoprocessorModel, decode
from sw.model.permutation import permute

LITTLE, BIG = ByteOrder.LITTLE, ByteOrder.BIG


def words(data):
    return [int.from_bytes(data[i:i + 4], "little") for i in range(0, len(data), 4)]


def model_with(state, **options):
    model = CoprocessorModel(**options)
    model.state = list(state)
    return model


@pytest.fixture
def state():
    generator = random.Random(7)
    return [generator.getrandbits(64) for _ in range(5)]


def legal_words():
    """Every legal instruction with all registers x0, by enumeration of the table."""
    legal = {}
    for row in INSTRUCTIONS:
        for order, codes in ROUNDS.items():
            for code, rounds in codes.items():
                for pattern in row.index.patterns:
                    for index in range(16):
                        if all(p in ("-", b) for p, b in zip(pattern, f"{index:04b}",
                                                             strict=True)):
                            for domain in (0, 1):
                                word = (code << 30 | domain << 29 | index << 25
                                        | row.operation.value << 12 | OPCODES[order])
                                legal[word] = (row, order, rounds, bool(domain), index)
    return legal


@pytest.mark.parametrize("last", [True, False])
def test_decodes_exactly_the_table(last):
    legal = {word: found for word, found in legal_words().items()
             if last or not found[0].mnemonic.endswith("_last")}
    for opcode in range(128):
        for high in range(128):
            for funct3 in range(8):
                word = high << 25 | funct3 << 12 | opcode
                found = decode(word, last=last)
                if found is not None:
                    found = found.row, found.order, found.rounds, found.domain, found.index
                assert found == legal.get(word)


def test_register_fields():
    word = encode(Operation.ENCRYPT_LAST, rd=1, rs1=2, rs2=31)
    found = decode(word)
    assert (found.rd, found.rs1, found.rs2) == (1, 2, 31)


@pytest.mark.parametrize("word", [
    0x0000_0013, 0xffff_ffff, 0, 0x3020_0073,
    0xc000_0000 | OPCODES[LITTLE],                              # rounds
    7 << 12 | OPCODES[LITTLE],                                  # operation
    8 << 25 | OPCODES[LITTLE],                                  # algorithm 8
    5 << 25 | Operation.ABSORB.value << 12 | OPCODES[LITTLE],   # lane 5
    10 << 25 | Operation.READ.value << 12 | OPCODES[LITTLE],    # word 10
    2 << 25 | Operation.ENCRYPT_LAST.value << 12 | OPCODES[BIG],
])
def test_refuses_and_changes_nothing(word, state):
    model = model_with(state)
    assert model.execute(word, 1, 2) is REFUSED
    assert model.state == state


def test_refuses_big_endian_if_there_is_none(state):
    model = model_with(state, big_endian=False)
    assert model.execute(encode(Operation.READ, order=BIG), 0, 0) is REFUSED
    assert model.execute(encode(Operation.READ), 0, 0) is not REFUSED


@pytest.mark.parametrize("algorithm", Algorithm)
@pytest.mark.parametrize("order", ByteOrder)
def test_init(algorithm, order, state):
    model = model_with(state)
    word = encode(Operation.INIT, order=order, index=algorithm.value)
    assert model.execute(word, 0x0403_0201, 0x0807_0605) is None
    lane = 0x0807_0605_0403_0201 if order is LITTLE else 0x0102_0304_0506_0708
    assert model.state == [IV[algorithm], lane, 0, 0, 0]


@pytest.mark.parametrize("lane", range(5))
@pytest.mark.parametrize("pad", [0, 8])
@pytest.mark.parametrize("order", ByteOrder)
def test_absorb(lane, pad, order, state):
    model = model_with(state)
    word = encode(Operation.ABSORB, order=order, index=lane | pad)
    assert model.execute(word, 0x0403_0201, 0x0807_0605) is None
    expected = list(state)
    expected[lane] ^= 0x0807_0605_0403_0201 if order is LITTLE else 0x0102_0304_0506_0708
    if pad:
        expected[0] ^= 1 if order is LITTLE else 1 << 63
    assert model.state == expected


@pytest.mark.parametrize("word", range(10))
@pytest.mark.parametrize("order", ByteOrder)
def test_words(word, order, state):
    # The state as the byte string of either convention, and a word as four of its bytes.
    string = b"".join(lane.to_bytes(8, order.name.lower()) for lane in state)
    old = words(string)[word]
    operand = 0x89ab_cdef
    for operation, new in ((Operation.ENCRYPT, old ^ operand), (Operation.DECRYPT, operand),
                           (Operation.READ, old)):
        model = model_with(state)
        assert model.execute(encode(operation, order=order, index=word), operand, 0) == (
            old ^ operand)
        found = b"".join(lane.to_bytes(8, order.name.lower()) for lane in model.state)
        assert found == (string[:4 * word] + new.to_bytes(4, "little") + string[4 * word + 4:])


@pytest.mark.parametrize("length", range(64))
@pytest.mark.parametrize("order", ByteOrder)
@pytest.mark.parametrize("nopad", [0, 1])
def test_last_word(length, order, nopad, state):
    string = bytearray(b"".join(lane.to_bytes(8, order.name.lower()) for lane in state))
    operand = bytes.fromhex("89abcdef")
    start, count = length & ~3, length & 3
    results = {}
    for operation in (Operation.ENCRYPT_LAST, Operation.DECRYPT_LAST):
        model = model_with(state)
        word = encode(operation, order=order, index=nopad)
        results[operation] = model.execute(word, words(operand)[0], 0xffff_ffc0 | length)
        expected, answer = bytearray(string), 0
        if length < 40:
            old = string[start:start + count]
            mixed = bytes(a ^ b for a, b in zip(old, operand, strict=False))
            answer = int.from_bytes(mixed, "little")
            expected[start:start + count] = (mixed if operation is Operation.ENCRYPT_LAST
                                             else operand[:count])
            if not nopad:
                expected[length] ^= 0x01 if order is LITTLE else 0x80
        assert results[operation] == answer
        assert b"".join(lane.to_bytes(8, order.name.lower()) for lane in model.state) == expected


@pytest.mark.parametrize(("order", "rounds"),
                         [(order, rounds) for order in ROUNDS for rounds in ROUNDS[order].values()])
@pytest.mark.parametrize("domain", [False, True])
def test_domain_comes_before_the_permutation(order, rounds, domain, state):
    model = model_with(state)
    word = encode(Operation.READ, order=order, rounds=rounds, domain=domain)
    result = model.execute(word, 0, 0)
    assert result == words(state[0].to_bytes(8, order.name.lower()))[0]
    expected = list(state)
    expected[4] ^= domain << (63 if order is LITTLE else 0)
    assert model.state == permute(expected, rounds)


def test_reset(state):
    model = model_with(state)
    model.reset()
    assert model.state == [0] * 5


@pytest.mark.parametrize("arguments", [(-1, 0, 0), (0, 1 << 32, 0), (0, 0, -1)])
def test_operands_must_be_words(arguments):
    with pytest.raises(ValueError, match="must be a 32-bit value"):
        CoprocessorModel().execute(*arguments)


def aead128(model, key, nonce, ad, message, *, decrypt):
    """AEAD128 in instructions, as a program would do it: returns text and tag."""
    k, n = words(key), words(nonce)

    def run(operation, a=0, b=0, **fields):
        return model.execute(encode(operation, **fields), a, b)

    def absorb(data, final):
        for i in range(0, len(data) - 15, 16):
            block = words(data[i:i + 16])
            run(Operation.ABSORB, *block[:2], index=0)
            run(Operation.ABSORB, *block[2:], index=1, rounds=8)
        final(data[len(data) & ~15:])

    def absorb_last(tail):
        for i in range(0, len(tail) - 3, 4):
            run(Operation.ENCRYPT, words(tail[i:i + 4])[0], index=i // 4)
        last = int.from_bytes(tail[len(tail) & ~3:], "little")
        run(Operation.ENCRYPT_LAST, last, len(tail), rounds=8)

    run(Operation.INIT, *k[:2], index=1)
    run(Operation.ABSORB, *k[2:], index=2)
    run(Operation.ABSORB, *n[:2], index=3)
    run(Operation.ABSORB, *n[2:], index=4, rounds=12)
    run(Operation.ABSORB, *k[:2], index=3)
    run(Operation.ABSORB, *k[2:], index=4)
    if ad:
        absorb(ad, absorb_last)
    run(Operation.READ, domain=True)

    whole, last = ((Operation.DECRYPT, Operation.DECRYPT_LAST) if decrypt
                   else (Operation.ENCRYPT, Operation.ENCRYPT_LAST))
    text = b""
    for i in range(0, len(message) & ~3, 4):
        start = len(message) >= (i | 15) + 1 and i % 16 == 12
        result = run(whole, words(message[i:i + 4])[0], index=i % 16 // 4, rounds=8 * start)
        text += result.to_bytes(4, "little")
    tail = message[len(message) & ~3:]
    result = run(last, int.from_bytes(tail, "little"), len(message) % 16)
    text += result.to_bytes(4, "little")[:len(tail)]
    run(Operation.ABSORB, *k[:2], index=2)
    run(Operation.ABSORB, *k[2:], index=3, rounds=12)
    tag = b"".join(run(Operation.READ, k[i], index=6 + i).to_bytes(4, "little") for i in range(4))
    return text, tag


def test_aead128_in_instructions():
    key, nonce = bytes(range(16)), bytes(range(16, 32))
    model = CoprocessorModel()
    for ad_length in range(0, 35, 3):
        for length in range(35):
            ad, message = bytes(range(40, 40 + ad_length)), bytes(range(99, 99 + length))
            expected = family.aead128_encrypt(key, nonce, ad, message)
            assert aead128(model, key, nonce, ad, message, decrypt=False) == expected
            assert aead128(model, key, nonce, ad, expected[0], decrypt=True) == (
                message, expected[1])
