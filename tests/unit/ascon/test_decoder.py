"""Every combination of opcode, funct3 and funct7 against what the assembler's encoder allows."""

import pytest

from hdl import isa
from hdl.ascon.decoder import Decoder
from hdl.isa import ByteOrder, Operation
from tests.unit.ascon.bench import seeded, simulate


def legal_encodings(*, big_endian, last=True):
    """Return ``{instruction without registers: its row and order}`` by asking the encoder."""
    legal = {}
    for order in ByteOrder if big_endian else (ByteOrder.LITTLE,):
        for operation in Operation:
            if operation.name.endswith("_LAST") and not last:
                continue
            for rounds in range(13):
                for index in range(16):
                    for domain in (False, True):
                        try:
                            instr = isa.encode(operation, order=order, rounds=rounds, index=index,
                                               domain=domain)
                        except ValueError:
                            continue
                        row = next(row for row in isa.INSTRUCTIONS if row.operation == operation)
                        legal[instr] = row, order, index, domain
    return legal


@pytest.mark.parametrize(("big_endian", "last"), [(True, True), (False, True), (False, False)])
def test_every_encoding(big_endian, last):
    dut = Decoder(big_endian=big_endian, last=last)
    legal = legal_encodings(big_endian=big_endian, last=last)
    rng = seeded()
    found = 0

    async def testbench(ctx):
        nonlocal found
        for opcode in range(128):
            for upper in range(1024):
                base = upper >> 3 << 25 | (upper & 7) << 12 | opcode
                registers = rng.getrandbits(15)
                instr = base | (registers >> 5) << 15 | (registers & 31) << 7
                ctx.set(dut.instr, instr)
                assert ctx.get(dut.legal) == (base in legal), f"{instr:#010x}"
                if base in legal:
                    found += 1
                    row, order, index, domain = legal[base]
                    assert ctx.get(dut.uses) == row.rs1 | row.rs2 << 1
                    assert ctx.get(dut.rd) == registers & 31
                    decoded = dut.decoded
                    assert ctx.get(decoded.operation) == row.operation
                    assert ctx.get(decoded.order) == order
                    assert ctx.get(decoded.index) == index
                    assert ctx.get(decoded.domain) == domain
                    assert ctx.get(decoded.rounds) == instr >> 30
                    assert ctx.get(decoded.writeback) == row.rd
                else:
                    assert not ctx.get(dut.decoded.writeback)

    simulate(dut, testbench, clock=False)
    assert found == len(legal)


def test_patterns_do_not_overlap():
    patterns = [(f"{row.operation.value:03b}{pattern}", row.mnemonic)
                for row in isa.INSTRUCTIONS for pattern in row.index.patterns]
    for key in range(128):
        matching = [name for pattern, name in patterns
                    if all(p in ("-", b) for p, b in zip(pattern, f"{key:07b}", strict=True))]
        assert len(matching) <= 1, f"{key:07b} is {matching}"
