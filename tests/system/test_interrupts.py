"""Interrupts in the SoC: every source, and firmware that is interrupted at random."""

import random
from pathlib import Path

import pytest
from family_requests import MEMBERS, random_request

from sim.engine import Engine, EngineConfig
from sim.events import Commit, Issue
from sim.expect import expected_answer
from sim.iss import Iss
from sim.lockstep import Lockstep, LockstepError
from soc.memory_map import Interrupt, address
from sw.driver import Driver
from sw.image import SOURCES, build
from sw.request import Request

FOLDER = Path(__file__).parent
COMMAND, KEY = address("mailbox", "COMMAND"), address("mailbox", "KEY")
DIVISOR = 8


def interrupted_firmware(folder, seed, mask):
    """Build the firmware with an interrupt 20 to ``mask`` + 20 cycles after every handler."""
    start = folder / "interrupt_start.S"
    start.write_text(f".equ SEED, {seed:#x}\n.equ MASK, {mask:#x}\n"
                     + (FOLDER / "interrupt_start.S").read_text())
    sources = [path for path in SOURCES.glob("*.S") if path.name != "start.S"]
    return build(sources=[*sources, start], includes=[SOURCES])


def encryption(rng, longest=80):
    return Request("aead128", "encrypt", key=rng.randbytes(16), nonce=rng.randbytes(16),
                   ad=rng.randbytes(rng.randrange(40)),
                   message=rng.randbytes(rng.randrange(longest)))


def same(answer, expected):
    return (answer.status, answer.output, answer.tag) == (expected.status, expected.output,
                                                          expected.tag)


@pytest.mark.parametrize("mode", ["baseline", "accelerated"])
def test_interrupted_firmware_in_lockstep(tmp_path, mode):
    seed = 0x1234_5678
    print(f"seed {seed:#x}")
    rng = random.Random(seed)
    with Engine(EngineConfig(trace=True)) as hardware:
        lockstep = Lockstep(hardware)
        driver = Driver(lockstep)
        driver.load(interrupted_firmware(tmp_path, seed, 0xff))
        requests = [encryption(rng) for _ in range(8 if mode == "baseline" else 40)]
        requests += [random_request(rng, member) for member in MEMBERS]
        for request in requests:
            assert same(driver.run(request, mode), expected_answer(request)), request
        assert set(lockstep.interrupts) == {1 << 31 | Interrupt.TIMER}
        assert lockstep.interrupts.total() > 200


@pytest.mark.parametrize("rounds_per_cycle", [1, pytest.param(3, marks=pytest.mark.full)])
def test_offloaded_instructions_are_killed_and_repeated(tmp_path, rounds_per_cycle):
    """With every seed the interrupts hit other instructions; the results stay the same.

    Only the first of several in a row can be killed: while one is in WB, interrupts wait.
    """
    killed = 0
    with Engine(EngineConfig(rounds_per_cycle=rounds_per_cycle, trace=True)) as hardware:
        driver = Driver(hardware)
        for seed in (1, 0x0bad_cafe, 0x7654_3210):
            print(f"seed {seed:#x}")
            rng = random.Random(seed)
            image = interrupted_firmware(tmp_path, seed, 0x1f)
            driver.load(image)
            hardware.capture()
            for _ in range(12):
                request = encryption(rng, longest=400)
                assert same(driver.run(request, "accelerated"), expected_answer(request))
            _, transactions = hardware.take_records()
            accepted = {}
            for event in transactions:
                if isinstance(event, Issue):
                    accepted[event.id] = event.accept
                elif isinstance(event, Commit):
                    killed += event.kill and accepted[event.id]
            assert hardware.read(image.symbols["interrupts"], 1)[0] > 100
    assert killed > 1


def send(hardware, byte):
    """Send a byte to the serial port's pin."""
    for level in (0, *(byte >> bit & 1 for bit in range(8)), 1):
        hardware.set_uart_rx(level)
        hardware.step(DIVISOR)
    hardware.step(40)


CAUSES = [1 << 31 | line for line in (Interrupt.MAILBOX, Interrupt.SOFTWARE, Interrupt.TIMER,
                                      Interrupt.EXTERNAL, Interrupt.UART)]


def check_sources(results):
    """Check what ``interrupt_program.S`` leaves."""
    mailbox, software, timer, external, uart = CAUSES
    assert results[0] == 1 << Interrupt.MAILBOX | 1 << Interrupt.EXTERNAL
    assert results[1:3] == [mailbox, software]
    assert results[3] in range(10)
    assert results[4:] == [timer, external, 0x5a, uart, 0xc3, 0]


def test_every_source():
    image = build(sources=[FOLDER / "interrupt_program.S"])
    with Engine(EngineConfig(trace=True)) as hardware:
        lockstep = Lockstep(hardware)
        Driver(lockstep).load(image)
        lockstep.write(address("uart", "DIVISOR"), [DIVISOR])
        lockstep.write(KEY, [1])
        hardware.step(500)
        lockstep.write(COMMAND, [1])
        lockstep.wait_zero(COMMAND, 10_000)
        for byte in (0x5a, 0xc3):
            send(hardware, byte)
        lockstep.wait_zero(KEY, 10_000)
        check_sources(lockstep.read(image.symbols["results"], 10))
        assert lockstep.interrupts == dict.fromkeys(CAUSES, 1)


@pytest.mark.parametrize("observer", [None, lambda step: None], ids=["", "observed"])
def test_every_source_on_the_simulator(observer):
    """By itself, with the hardware's results: see :func:`test_every_source`."""
    image = build(sources=[FOLDER / "interrupt_program.S"])
    iss = Iss(observer=observer)
    Driver(iss).load(image)
    iss.write(KEY, [1])
    iss.run(500)
    assert iss.read(image.symbols["results"], 1) == [0]
    iss.write(COMMAND, [1])
    iss.wait_zero(COMMAND, 10_000)
    for byte in (0x5a, 0xc3):
        # It sleeps when the byte comes.
        iss.run(500)
        iss.uart.received.append(byte)
    iss.wait_zero(KEY, 10_000)
    check_sources(iss.read(image.symbols["results"], 10))


@pytest.mark.parametrize(("mode", "interrupts"), [("baseline", 200), ("accelerated", 30)])
def test_interrupted_firmware_on_the_simulator(tmp_path, mode, interrupts):
    """With the timer's interrupts of its own, firmware has the results that it has without."""
    seed = 0x0dd_ba11
    print(f"seed {seed:#x}")
    rng = random.Random(seed)
    image = interrupted_firmware(tmp_path, seed, 0x7f)
    iss = Iss()
    driver = Driver(iss)
    driver.load(image)
    requests = [encryption(rng) for _ in range(10)]
    requests += [random_request(rng, member) for member in MEMBERS]
    for request in requests:
        assert same(driver.run(request, mode), expected_answer(request)), request
    assert iss.read(image.symbols["interrupts"], 1)[0] > interrupts


def test_interrupt_that_is_not_pending_or_not_enabled_is_found():
    """Records as hardware with a fault would make them."""
    image = build(sources=[FOLDER / "interrupt_program.S"])
    with Engine(EngineConfig(trace=True)) as hardware:
        for change, message in (
                ({"csr_mip_rdata": 0}, "which is not pending"),
                ({"csr_mcause_rdata": 0x8000_0003, "csr_mip_rdata": 8}, "is not enabled")):
            hardware.reset()
            lockstep = Lockstep(hardware)
            Driver(lockstep).load(image)
            take = hardware.take_records

            def faulty(take=take, change=change):
                retired, transactions = take()
                return [record._replace(**change) if record.intr else record
                        for record in retired], transactions

            hardware.take_records = faulty
            lockstep.write(COMMAND, [1])
            hardware.step(100)
            with pytest.raises(LockstepError, match=message):
                lockstep.read(COMMAND, 1)
            hardware.take_records = take
