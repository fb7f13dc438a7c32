"""The firmware on the simulated hardware: cycles, that they are measured right, bus errors."""

import random
from pathlib import Path

import pytest
from family_requests import MEMBERS

import sw
from sim.engine import Engine, EngineConfig
from sim.expect import expected_answer
from soc.memory_map import REGIONS, Command, Status, address
from sw.driver import Driver
from sw.image import build
from sw.request import MODES, Request

FIRMWARE = Path(sw.__file__).with_name("firmware")

#: In the place of the routines: something whose cost is known from the core's table of cycles.
KNOWN = """
.text
.globl ascon_aead128_encrypt_baseline, ascon_aead128_encrypt_accelerated
.globl ascon_aead128_decrypt_baseline, ascon_aead128_decrypt_accelerated
ascon_aead128_encrypt_baseline:
  ret
ascon_aead128_encrypt_accelerated:
  .rept 1000
  addi  t0, t0, 1
  .endr
  ret
ascon_aead128_decrypt_baseline:
  lw    t0, -4(sp)
  addi  t0, t0, 1                 # waits a cycle for its operand
  ret
ascon_aead128_decrypt_accelerated:
  mv    t6, ra
  jal   ascon_aead128_encrypt_baseline
  jr    t6
"""

#: What else the dispatcher wants to call.
OTHERS = "".join(f".globl {name}\n.set {name}, ascon_aead128_encrypt_baseline\n"
                 for name in (f"ascon_{routine}_{way}" for way in (*MODES, "whole") for routine in (
                     "aead128_encrypt", "aead128_decrypt", "aead128_encrypt_options",
                     "aead128_decrypt_options", *MEMBERS)) if f"{name}:" not in KNOWN)

#: Cycles and instructions with the call: jalr and ret take 2 cycles each.
COSTS = {
    (Command.AEAD128_ENCRYPT, "baseline"):    (4, 2),
    (Command.AEAD128_ENCRYPT, "accelerated"): (1004, 1002),
    (Command.AEAD128_DECRYPT, "baseline"):    (7, 4),
    (Command.AEAD128_DECRYPT, "accelerated"): (4 + 1 + 4, 2 + 1 + 2),
}


def test_measurement(engine, tmp_path):
    source = tmp_path / "known.S"
    source.write_text(KNOWN + OTHERS)
    image = build(sources=[FIRMWARE / "start.S", FIRMWARE / "dispatch.S", FIRMWARE / "wipe.S",
                           source])
    Driver(engine).load(image)
    for _ in range(2):
        for (command, mode), expected in COSTS.items():
            engine.write(address("control", "CONTROL"), [int(mode == "accelerated")])
            engine.write(address("mailbox", "COMMAND"), [command])
            engine.wait_zero(address("mailbox", "COMMAND"), 10_000)
            assert tuple(engine.read(address("mailbox", "CYCLES"), 2)) == expected, (command, mode)


def measure(driver, mode, length, ad_length=0, *, op="encrypt", seed=1):
    """Run random data; return cycles and instructions."""
    rng = random.Random(seed)
    request = Request("aead128", "encrypt", rng.randbytes(16), rng.randbytes(16),
                      rng.randbytes(ad_length), rng.randbytes(length))
    if op == "decrypt":
        answer = expected_answer(request)
        request = Request("aead128", "decrypt", request.key, request.nonce, request.ad,
                          answer.output, answer.tag)
    expected, found = expected_answer(request), driver.run(request, mode)
    assert (found.status, found.output, found.tag) == (expected.status, expected.output,
                                                       expected.tag)
    return found.cycles, found.instructions


@pytest.mark.parametrize("op", ["encrypt", "decrypt"])
def test_limits(driver, op):
    """With one round a cycle: what was promised, and what the header comments say."""
    longer = {"encrypt": 0, "decrypt": 2}[op]
    assert measure(driver, "baseline", 1024, op=op)[0] <= 63_000
    assert measure(driver, "accelerated", 1024, op=op)[0] <= 860
    assert measure(driver, "accelerated", 16, op=op)[0] <= 65 + longer
    assert measure(driver, "accelerated", 0, op=op)[0] <= 53 + longer
    assert measure(driver, "accelerated", 16, 16, op=op)[0] <= 86 + longer
    block = {"encrypt": 917, "decrypt": 921}[op]
    assert measure(driver, "baseline", 1024, op=op)[0] - measure(driver, "baseline", 512, op=op)[
        0] == 32 * block
    assert measure(driver, "accelerated", 1024, op=op)[0] - measure(
        driver, "accelerated", 512, op=op)[0] == 4 * 101
    for mode, cycles in (("baseline", 910), ("accelerated", 10)):
        assert measure(driver, mode, 0, 320, op=op)[0] - measure(driver, mode, 0, 160, op=op)[
            0] == 10 * cycles


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("op", ["encrypt", "decrypt"])
def test_cycles_do_not_depend_on_data(driver, mode, op):
    for length, ad_length in ((0, 0), (13, 7), (32, 16), (150, 33)):
        costs = {measure(driver, mode, length, ad_length, op=op, seed=seed) for seed in range(4)}
        assert len(costs) == 1, (length, ad_length, costs)


def check_everything(driver):
    for mode in MODES:
        for op in ("encrypt", "decrypt"):
            for length in (*range(36), *range(112, 164), 256, 300):
                measure(driver, mode, length, length * 7 % 41, op=op, seed=length)


def test_results(driver):
    check_everything(driver)


@pytest.mark.full
@pytest.mark.parametrize("rounds_per_cycle", [2, 3, 4, 6])
def test_faster_permutations(image, rounds_per_cycle):
    """More rounds a cycle: the same results, never more cycles; the baseline does not change."""
    cases = [(length, ad_length) for length in (0, 1, 15, 16, 32, 100, 1024)
             for ad_length in (0, 5, 16, 40)]
    costs = []
    for rounds in (1, rounds_per_cycle):
        with Engine(EngineConfig(rounds_per_cycle=rounds)) as engine:
            driver = Driver(engine)
            driver.load(image)
            if rounds > 1:
                check_everything(driver)
            costs.append({(mode, *case): measure(driver, mode, *case)
                          for mode in MODES for case in cases})
    for key, (cycles, instructions) in costs[0].items():
        assert costs[1][key][1] == instructions
        if key[0] == "baseline":
            assert costs[1][key][0] == cycles
        else:
            assert costs[1][key][0] <= cycles
    assert costs[1]["accelerated", 16, 0][0] < costs[0]["accelerated", 16, 0][0]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("command", [Command.AEAD128_ENCRYPT, Command.AEAD128_DECRYPT])
@pytest.mark.parametrize("where", [0x4000_0000, REGIONS["dmem"].base + REGIONS["dmem"].size - 8])
def test_bus_error(engine, driver, mode, command, where):
    """A pointer into nothing, or close to it: a report, no plaintext, and a next time."""
    heap = driver.heap.start
    arguments = {"KEY": heap, "NONCE": heap + 16, "AD": heap, "AD_LENGTH": 20, "MESSAGE": heap,
                 "MESSAGE_LENGTH": 52, "OUTPUT": heap + 256, "TAG": heap + 128}
    for register in ("KEY", "NONCE", "AD", "MESSAGE", "OUTPUT", "TAG"):
        engine.write(heap, list(range(1, 65)) + [0xa5a5_a5a5] * 14)
        engine.write(address("control", "CONTROL"), [int(mode == "accelerated")])
        for name, value in (arguments | {register: where}).items():
            engine.write(address("mailbox", name), [value])
        engine.write(address("mailbox", "COMMAND"), [command])
        engine.wait_zero(address("mailbox", "COMMAND"), 100_000)
        status, _, _, cause, pc = engine.read(address("mailbox", "STATUS"), 5)
        store = register == "OUTPUT" or (register == "TAG"
                                         and command == Command.AEAD128_ENCRYPT)
        assert (status, cause) == (Status.TRAP, 0x8000_0401 if store else 0x8000_0400), register
        assert pc < REGIONS["imem"].size
        if command == Command.AEAD128_DECRYPT and register != "OUTPUT":
            assert engine.read(heap + 256, 14) == [0] * 13 + [0xa5a5_a5a5]
        measure(driver, mode, 20, 3)
