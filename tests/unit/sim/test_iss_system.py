"""The instruction-set simulator as a system: peripherals, host, reset, observation."""

import pytest

from sim.iss import Iss
from soc.memory_map import IDENTITY, REGIONS, address

COMMAND = address("mailbox", "COMMAND")
DMEM = REGIONS["dmem"].base


def test_devices(run):
    _, words = run("""
  li a0, CONTROL_BASE
  lw a1, CONTROL_IDENTITY(a0)
  note a1
  lbu a1, (CONTROL_IDENTITY + 1)(a0)
  note a1
  lw a1, CONTROL_CLOCK_HZ(a0)
  note a1
  li a1, 3
  sw a1, CONTROL_CONTROL(a0)
  lw a1, CONTROL_CONTROL(a0)
  note a1
""", 4, clock_hz=123)
    assert words == [IDENTITY, ord("S"), 123, 1]


def test_serial_port(assemble, frame):
    image = assemble(frame("""
  li a0, UART_BASE
1:
  lw a1, UART_RX_DATA(a0)
  bltz a1, 2f
  sw a1, UART_TX_DATA(a0)
  j 1b
2:
"""))
    iss = Iss(image)
    iss.uart.received.extend(b"hello")
    iss.write(COMMAND, [1])
    iss.wait_zero(COMMAND, 1000)
    assert iss.uart.sent == b"hello"


def test_host(assemble):
    iss = Iss(assemble("1: j 1b\n"))
    iss.write(DMEM, [1, 2, 0xffff_ffff])
    assert iss.read(DMEM, 3) == [1, 2, 0xffff_ffff]
    for bad in (0x0040_0000, DMEM + 1, DMEM + REGIONS["dmem"].size - 8):
        with pytest.raises(OSError, match="bus error"):
            iss.read(bad, 3)
        with pytest.raises(OSError, match="bus error"):
            iss.write(bad, [0, 0, 0])
    iss.write(COMMAND, [1])
    with pytest.raises(TimeoutError, match="not 0 after 100 cycles"):
        iss.wait_zero(COMMAND, 100)
    iss.write(address("control", "CONTROL"), [3])
    with pytest.raises(TimeoutError):
        iss.wait_zero(COMMAND, 100)


def test_reset_starts_again(assemble):
    iss = Iss(assemble("  csrr a0, minstret\n  csrwi mcountinhibit, 0\n1: j 1b\n"))
    iss.run(50)
    iss.coprocessor.state[0] = 1
    iss.write(address("control", "CONTROL"), [3])
    iss.write(address("control", "CONTROL"), [1])
    assert iss.coprocessor.state == [0] * 5
    steps = iss.instructions
    iss.run(1)
    assert iss.instructions == steps + 1
    assert iss.register(10) == 0


def test_rewritten_instructions(assemble):
    iss = Iss(assemble("  li a0, 1\n1: j 1b\n"))
    iss.run(10)
    assert iss.register(10) == 1
    changed = assemble("  li a0, 2\n1: j 1b\n").imem
    iss.write(address("control", "CONTROL"), [3])
    iss.write(0, [int.from_bytes(changed[i:i + 4], "little") for i in range(0, len(changed), 4)])
    iss.write(address("control", "CONTROL"), [1])
    iss.run(10)
    assert iss.register(10) == 2


def test_steps(assemble):
    steps = []
    iss = Iss(assemble("""
  lui a0, 0x00100
  sh a0, 6(a0)
  lb a1, 1(a0)
  li t0, MAILBOX_BASE
  lw t0, 0(t0)
  csrr a2, mcycle
  ascon.read a3, 0, a0
  ecall
"""), observer=steps.append)
    iss.run(8)
    assert iss.instructions == len(steps) == 8
    found = [(s.pc_rdata, s.pc_wdata, s.trap, s.rd_addr, s.rd_wdata, s.mem_addr, s.mem_rmask,
              s.mem_wmask, s.mem_rdata, s.mem_wdata, s.timed) for s in steps]
    assert found == [
        (0, 4, 0, 10, 0x0010_0000, 0, 0, 0, 0, 0, False),
        (4, 8, 0, 0, 0, 0x0010_0006, 0, 3, 0, 0, False),
        (8, 12, 0, 11, 0, 0x0010_0001, 1, 0, 0, 0, False),
        (12, 16, 0, 5, 0x0020_1000, 0, 0, 0, 0, 0, False),
        (16, 20, 0, 5, 0, 0x0020_1000, 15, 0, 0, 0, True),
        (20, 24, 0, 12, 0, 0, 0, 0, 0, 0, True),
        (24, 28, 0, 13, 0x0010_0000, 0, 0, 0, 0, 0, False),
        (28, 0, 1, 0, 0, 0, 0, 0, 0, 0, False),
    ]


def test_observer_may_raise_and_stop(assemble):
    image = assemble("1: addi a0, a0, 1\n  j 1b\n")

    def fail(step):
        raise KeyError("stop here")

    with pytest.raises(KeyError, match="stop here"):
        Iss(image, observer=fail).run(10)
    iss = Iss(image, observer=lambda step: iss.stop() if iss.instructions == 5 else None)
    iss.run(10)
    assert iss.instructions == 5


@pytest.mark.parametrize("limit", [1, 2, 7, 8])
def test_limit_is_exact_under_observation(assemble, limit):
    iss = Iss(assemble("1: addi a0, a0, 1\n  j 1b\n"), observer=lambda step: None)
    for total in range(limit, 4 * limit, limit):
        iss.run(limit)
        assert iss.instructions == total
        assert iss.register(10) == (total + 1) // 2
