"""The host driver against memory with a function in the firmware's place."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from soc.features import Features
from soc.memory_map import REGIONS, Command, Preset, Status, address
from sw.driver import Driver, RequestTooLarge
from sw.layout import FILL
from sw.request import Answer, Request

KEY, NONCE = bytes(range(1, 17)), bytes(range(0x21, 0x31))
ENCRYPT = Request("aead128", "encrypt", KEY, NONCE, b"data", b"message 12345")
DECRYPT = Request("aead128", "decrypt", KEY, NONCE, b"data", b"message 12345", bytes(16))
DMEM, MAILBOX = REGIONS["dmem"], REGIONS["mailbox"]


def flipped(message):
    return bytes(byte ^ 0xff for byte in message)


def test_encrypt_and_decrypt(driver, system):
    assert driver.run(ENCRYPT, "accelerated") == Answer("ok", flipped(ENCRYPT.message), NONCE,
                                                        77, 55)
    assert driver.run(DECRYPT, "baseline") == Answer("ok", flipped(DECRYPT.message), b"", 77, 55)
    first, second = system.served
    assert [first["COMMAND"], second["COMMAND"]] == [Command.AEAD128_ENCRYPT,
                                                     Command.AEAD128_DECRYPT]
    assert [first["CONTROL"], second["CONTROL"]] == [1, 0]
    assert first["AD_LENGTH"] == 4
    assert first["MESSAGE_LENGTH"] == 13


def test_load_writes_the_image_under_reset(system, image, core_reset):
    Driver(system).load(image)
    control = address("control", "CONTROL")
    writes = [where for where, _ in system.log]
    assert system.log[0] == (control, [core_reset])
    assert writes[1:3] == [REGIONS["imem"].base, DMEM.base]
    assert system.log[-1] == (control, [0])
    assert system.memory[:8] == image.imem + b"\0\0"
    assert system.memory[DMEM.base:DMEM.base + 9] == image.dmem


def test_load_clears_the_mailbox(system, image):
    system.memory[MAILBOX.base:MAILBOX.base + 0x4c] = b"\xff" * 0x4c
    system.serve = pytest.fail
    Driver(system).load(image)
    assert system.mailbox("COMMAND") == system.mailbox("STATUS") == system.mailbox("KEY") == 0


def test_features(system):
    features = Features(rounds_per_cycle=3, big_endian=False, preset=Preset.FAST)
    system.store(address("control", "FEATURES"), features.word)
    assert Driver(system).features() == features


def test_load_refuses_another_system(system, image):
    system.store(address("control", "IDENTITY"), 0x1234)
    with pytest.raises(OSError, match="0x49585341, not 0x00001234"):
        Driver(system).load(image)


@pytest.mark.parametrize("symbols", [{}, {"__heap_start": DMEM.base},
                                     {"__heap_start": DMEM.base + 8, "__heap_end": DMEM.base},
                                     {"__heap_start": 0, "__heap_end": 64}])
def test_load_needs_a_heap(system, image, symbols):
    with pytest.raises(ValueError, match="__heap_start"):
        Driver(system).load(SimpleNamespace(imem=b"", dmem=b"", symbols=symbols))


def test_load_refuses_a_too_large_image(system, image):
    large = SimpleNamespace(imem=bytes(0x1_0004), dmem=b"", symbols=image.symbols)
    with pytest.raises(ValueError, match="imem must have at most 65536 bytes, not 65540"):
        Driver(system).load(large)


def test_run_needs_an_image(system):
    with pytest.raises(RuntimeError, match="load"):
        Driver(system).run(ENCRYPT, "baseline")


def test_heap_is_cut_to_words(driver):
    assert driver.heap == range(0x0010_0404, 0x0010_0c00)


def test_buffers_are_wiped_after_the_answer(driver, system):
    driver.run(ENCRYPT, "accelerated")
    assert not any(system.memory[driver.heap.start:driver.heap.stop])


def test_buffers_are_wiped_after_an_exception(driver, system):
    def fail(_):
        raise OSError("bus error")
    system.serve = fail
    with pytest.raises(OSError, match="bus error"):
        driver.run(ENCRYPT, "accelerated")
    assert not any(system.memory[driver.heap.start:driver.heap.stop])


def test_memory_before_and_after_the_buffers_is_left_alone(driver, system):
    size = 4 + 16 + 4 + 16 + 4 + 4 + 4 + 16 + 4 + 4 + 16 + 4 + 16 + 4
    before, after = driver.heap.start - 4, driver.heap.start + size
    system.store(before, 0x1111_1111)
    system.store(after, 0x2222_2222)
    driver.run(ENCRYPT, "accelerated")
    assert system.load(before) == 0x1111_1111
    assert system.load(after) == 0x2222_2222
    assert system.load(after - 4) == 0


@pytest.mark.parametrize("offset", range(4))
def test_alignment(driver, system, offset):
    assert driver.run(ENCRYPT, "baseline", alignment=offset).output == flipped(ENCRYPT.message)
    served, = system.served
    assert {served[name] % 4 for name in ("KEY", "NONCE", "AD", "MESSAGE", "TAG",
                                          "OUTPUT")} == {offset}


def test_alignment_by_buffer(driver, system):
    answer = driver.run(ENCRYPT, "baseline", alignment={"key": 1, "output": 3})
    assert answer.status == "ok"
    served, = system.served
    assert (served["KEY"] % 4, served["NONCE"] % 4, served["OUTPUT"] % 4) == (1, 0, 3)


@pytest.mark.parametrize("alignment", [4, -1, {"key": 4}, {"keys": 1}])
def test_wrong_alignment(driver, alignment):
    with pytest.raises(ValueError, match="alignment"):
        driver.run(ENCRYPT, "baseline", alignment=alignment)


def test_in_place(driver, system):
    answer = driver.run(ENCRYPT, "baseline", in_place=True)
    assert answer == Answer("ok", flipped(ENCRYPT.message), NONCE, 77, 55)
    served, = system.served
    assert served["OUTPUT"] == served["MESSAGE"]


def test_mode_is_checked(driver):
    with pytest.raises(ValueError, match="fast"):
        driver.run(ENCRYPT, "fast")


def test_largest_message_fits_and_the_next_is_too_large(driver):
    fixed = 4 + 16 + 4 + 16 + 4 + 4 + 4 + 0 + 4 + 4 + 16 + 4 + 0 + 4
    largest = (len(driver.heap) - fixed) // 2 & ~3
    request = replace(ENCRYPT, message=bytes(largest))
    assert driver.run(request, "baseline").output == b"\xff" * largest
    with pytest.raises(RequestTooLarge, match=rf"need \d+ bytes .* {len(driver.heap)} are free"):
        driver.run(replace(ENCRYPT, message=bytes(largest + 4)), "baseline")


def test_old_answers_do_not_pass(driver, system):
    """Firmware that only says ready leaves neither status nor results of the run before."""
    driver.run(ENCRYPT, "baseline")
    system.serve = lambda system: system.answer(COMMAND=Command.IDLE)
    assert driver.run(ENCRYPT, "baseline") == Answer(
        "the firmware left an unknown status 0xffffffff")
    system.serve = lambda system: system.answer(STATUS=Status.OK, COMMAND=Command.IDLE)
    assert driver.run(ENCRYPT, "baseline") == Answer("ok", bytes([FILL]) * 13,
                                                     bytes([FILL]) * 16)


def test_trap(driver, system):
    system.serve = lambda system: system.answer(STATUS=Status.TRAP, TRAP_CAUSE=2, TRAP_PC=0x1c4,
                                                COMMAND=Command.IDLE)
    assert driver.run(ENCRYPT, "baseline") == Answer("trap: mcause 0x00000002 at 0x000001c4")


def test_unknown_command(driver, system):
    system.serve = lambda system: system.answer(STATUS=Status.UNKNOWN_COMMAND,
                                                COMMAND=Command.IDLE)
    assert driver.run(ENCRYPT, "baseline").status == "the firmware does not know command 0x10"


def test_tag_mismatch_gives_no_output(driver, system):
    def refuse(system):
        start, length = system.mailbox("OUTPUT"), system.mailbox("MESSAGE_LENGTH")
        system.memory[start:start + length] = bytes(length)
        system.answer(STATUS=Status.TAG_MISMATCH, CYCLES=9, INSTRUCTIONS=8,
                      COMMAND=Command.IDLE)
    system.serve = refuse
    assert driver.run(DECRYPT, "baseline") == Answer("tag mismatch", b"", b"", 9, 8)


def test_tag_mismatch_with_plaintext_left_is_an_error(driver, system):
    def leak(system):
        start, length = system.mailbox("OUTPUT"), system.mailbox("MESSAGE_LENGTH")
        system.memory[start:start + length] = bytes(length - 1) + b"\1"
        system.answer(STATUS=Status.TAG_MISMATCH, COMMAND=Command.IDLE)
    system.serve = leak
    answer = driver.run(DECRYPT, "baseline")
    assert answer == Answer("tag mismatch with plaintext left in the output")


@pytest.mark.parametrize(("pointer", "offset"), [("OUTPUT", -1), ("OUTPUT", 13), ("TAG", 16),
                                                 ("MESSAGE", 0), ("KEY", 15), ("AD", 3)])
def test_stray_writes_are_found(driver, system, pointer, offset):
    where = 0

    def stray(system):
        nonlocal where
        where = system.mailbox(pointer) + offset
        system.memory[where] ^= 1
        system.answer(STATUS=Status.OK, COMMAND=Command.IDLE)
    system.serve = stray
    answer = driver.run(ENCRYPT, "baseline")
    assert answer == Answer(f"the firmware wrote outside of its results, at 0x{where:08x}")


def test_timeout_restarts_the_firmware_and_wipes_data_ram(driver, system, core_reset, image):
    def hang(system):
        system.memory[driver.heap.stop + 8:driver.heap.stop + 12] = KEY[:4]     # its stack
    system.serve = hang
    system.log.clear()
    answer = driver.run(ENCRYPT, "accelerated")
    assert answer.status.startswith("timeout: no answer within ")
    controls = [words for where, words in system.log if where == address("control", "CONTROL")]
    assert controls[-2:] == [[core_reset | 1], [0]]
    assert system.mailbox("COMMAND") == Command.IDLE
    assert bytes(system.memory[DMEM.base:DMEM.base + DMEM.size]).rstrip(b"\0") == image.dmem
