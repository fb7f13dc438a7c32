"""The instruction-set simulator: programs whose results are known from the specification."""

import pytest

from hdl.isa import Operation, encode
from sim.iss import Iss
from soc.features import Features
from soc.memory_map import REGIONS, Preset, address
from sw.model.coprocessor import CoprocessorModel
from sw.transport import Transport

COMMAND = address("mailbox", "COMMAND")
DMEM = REGIONS["dmem"].base


def test_is_a_transport():
    assert isinstance(Iss(), Transport)


def test_computation_loads_and_stores(run):
    _, words = run("""
  li t1, DMEM_BASE
  li a0, -5
  srai a1, a0, 1
  note a1
  sltiu a1, a0, -1
  note a1
  sw a0, 0(t1)
  sw zero, 4(t1)
  lb a1, 1(t1)
  note a1
  lhu a1, 2(t1)
  note a1
  li a1, 0x04030201
  sw a1, 3(t1)
  lw a1, 2(t1)
  note a1
  lh a1, 6(t1)
  note a1
""", 6)
    assert words == [0xffff_fffd, 1, 0xffff_ffff, 0xffff, 0x0302_01ff, 4]


def test_counters(run):
    _, words = run("""
  csrr a0, minstret
  csrr a1, instret
  sub a1, a1, a0
  note a1
  csrr a0, minstret
  li a1, 3
1:
  addi a1, a1, -1
  bnez a1, 1b
  csrr a1, minstret
  sub a1, a1, a0
  note a1
  csrr a0, mcycle
  csrr a1, mcycle
  sub a1, a1, a0
  note a1
  li a0, 100
  csrw minstret, a0
  csrr a1, minstret
  note a1
  csrw minstreth, a0
  csrr a1, minstreth
  note a1
  csrr a0, minstret
  csrwi mcountinhibit, 4
  csrr a1, minstret
  nop
  csrr a2, minstret
  sub a1, a1, a0
  sub a2, a2, a0
  note a1
  note a2
""", 7)
    # The counter holds what retired before the instruction that reads it.
    assert words == [1, 1 + 1 + 2 * 3, 1, 100, 100, 2, 2]


def test_ecall_is_not_counted(run):
    _, words = run("""
  la t0, 1f
  csrw mtvec, t0
  csrr a0, minstret
  ecall
.balign 128
1:
  csrr a1, minstret
  sub a1, a1, a0
  note a1
""", 1)
    assert words == [1]


def test_traps(run):
    symbols, words = run("""
e0: ecall
e1: ebreak
e2: .word 0xffffffff
e3: .insn r 0x33, 0, 1, a0, a0, a0
e4: csrr a0, 0x7c0
e5: csrw cycle, a0
e6: .word 0x0000
e7: .word 0x10000b0b
e8: .insn r 0x0b, 7, 0, x0, x0, x0
""", 18)
    assert words[0::2] == [11, 3, 2, 2, 2, 2, 2, 2, 2]
    assert words[1::2] == [symbols[f"e{i}"] for i in range(9)]


def test_jumps_to_nowhere(run):
    symbols, words = run("""
  la s1, 2f
  li a0, 0x00400000
  jr a0
2:
  la s1, 3f
  la a0, _start
  li a1, DMEM_BASE
  jr a1
3:
  li ra, 77
  la a0, _start + 2
e0: jalr zero, a0
  note ra
""", 7)
    assert words == [24, 0x0040_0000, 24, DMEM, 0, symbols["e0"], 77]


def test_misaligned_jump_keeps_its_link_under_observation(assemble, frame):
    image = assemble(frame("  li ra, 77\n  la a0, _start + 2\n  jalr a0\n  note ra\n"))
    iss = Iss(image, observer=lambda step: None)
    iss.write(COMMAND, [1])
    iss.wait_zero(COMMAND, 1000)
    assert iss.read(0x0010_1000, 3)[2] == 77


@pytest.mark.parametrize(("access", "cause"), [
    ("lw a0, 0(a1)", 0x8000_0400), ("sw a0, 0(a1)", 0x8000_0401),
])
@pytest.mark.parametrize("target", [0x0040_0000, 0])
def test_bus_errors(run, access, cause, target):
    symbols, words = run(f"""
  la t0, handler
  csrw mtvec, t0
  li a0, 55
  li a1, {target}
  {access}
after: nop
  note a0
""", 3)
    assert words == [cause, symbols["after"], 55 if "sw" in access else 0]


def test_interrupt_can_be_deferred(assemble):
    image = assemble("  lw a0, 0(zero)\n  nop\n  nop\n")
    iss = Iss(image, defer_interrupts=True, observer=lambda step: None)
    with pytest.raises(RuntimeError, match="no interrupt"):
        iss.take_interrupt()
    steps = []
    iss = Iss(image, defer_interrupts=True, observer=steps.append)
    iss.run(2)
    iss.take_interrupt()
    iss.run(1)
    assert [step.pc_rdata for step in steps] == [0, 4, 15 * 4]


def test_mret_and_mstatus(run):
    _, words = run("""
  li a0, 0x8
  csrw mstatus, a0
  la t0, 1f
  csrw mtvec, t0
  ecall
.balign 128
1:
  csrr a0, mstatus
  note a0
  la a0, 2f
  csrw mepc, a0
  mret
2:
  csrr a0, mstatus
  note a0
""", 2)
    assert words == [0x1880, 0x1888]


def test_csr_instructions(run):
    _, words = run("""
  li a0, 0xf0
  csrw mscratch, a0
  li a1, 0x3c
  csrrs a2, mscratch, a1
  note a2
  csrrc a2, mscratch, a1
  note a2
  csrrwi a2, mscratch, 7
  note a2
  csrrsi a2, mscratch, 8
  note a2
  csrrci a2, mscratch, 1
  note a2
  csrr a2, mscratch
  note a2
  csrr a2, mhartid
  note a2
""", 7)
    assert words == [0xf0, 0xfc, 0xc0, 7, 15, 14, 0]


CUSTOM = """
  li a0, 0x11223344
  li a1, 0x55667788
e0: ascon.init 1, a0, a1, rounds=12
  ascon.read a2, 3, a0
  note a2
  ascon.be.read a2, 0, zero, rounds=1
  note a2
"""


def test_coprocessor(run):
    _, words = run(CUSTOM, 2)
    model = CoprocessorModel()
    model.execute(encode(Operation.INIT, index=1, rounds=12), 0x1122_3344, 0x5566_7788)
    assert words[0] == model.execute(encode(Operation.READ, index=3), 0x1122_3344, 0)
    assert words[1] == int.from_bytes(model.state[0].to_bytes(8, "big")[:4], "little")


def test_refused_instructions_trap(assemble, frame):
    image = assemble(frame(CUSTOM))
    iss = Iss(image)
    iss.write(address("control", "CONTROL"), [0])
    iss.write(COMMAND, [1])
    iss.wait_zero(COMMAND, 1000)
    words = iss.read(0x0010_1000, 3)
    assert words[:2] == [2, image.symbols["e0"]]
    assert iss.coprocessor.state == [0] * 5


def test_big_endian_can_be_missing(assemble, frame):
    image = assemble(frame("e0: ascon.be.read a0, 0, zero\n"))
    features = Features(big_endian=False, last=False, preset=Preset.NONE)
    iss = Iss(image, features=features)
    iss.write(COMMAND, [1])
    iss.wait_zero(COMMAND, 1000)
    assert iss.read(0x0010_1000, 2) == [2, image.symbols["e0"]]
    assert iss.read(address("control", "FEATURES"), 1) == [1]
