"""Hardware and simulator in lockstep, and designs with a fault that this must find."""

import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from family_requests import MEMBERS, random_request

from hdl.isa import INSTRUCTIONS
from sim.engine import Engine, EngineConfig
from sim.expect import expected_answer
from sim.lockstep import Lockstep, LockstepError
from sim.vectors import cases
from soc.memory_map import REGIONS, address
from sw.driver import Driver
from sw.image import build

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("lockstep_program.S")
COMMAND = address("mailbox", "COMMAND")


@pytest.fixture(scope="module")
def firmware():
    return build()


@pytest.fixture(scope="module")
def program():
    return build(sources=[PROGRAM])


def engine(rounds_per_cycle=1, verilog=None):
    return Engine(EngineConfig(rounds_per_cycle=rounds_per_cycle, trace=True), verilog=verilog)


def spread(kind, count):
    """Return about ``count`` official cases, from everywhere in the file."""
    found = [case for case in cases("aead128") if case.kind.startswith(kind)]
    return found[::len(found) // count]


def run_program(lockstep, image, *, enable=True):
    Driver(lockstep).load(image)
    lockstep.write(address("control", "CONTROL"), [int(enable)])
    lockstep.write(COMMAND, [1])
    lockstep.wait_zero(COMMAND, 100_000)


def run_some(lockstep, image, mode):
    driver = Driver(lockstep)
    driver.load(image)
    for case in spread("encrypt", 4) + spread("decrypt", 4):
        assert case.passed(driver.run(case.request, mode))


@pytest.mark.parametrize("mode", ["baseline", "accelerated"])
def test_firmware(firmware, mode):
    with engine() as hardware:
        lockstep = Lockstep(hardware)
        driver = Driver(lockstep)
        driver.load(firmware)
        instructions = 0
        for case in spread("encrypt", 32) + spread("decrypt", 16) + spread("forged", 16):
            answer = driver.run(case.request, mode, alignment=case.count % 4)
            assert case.passed(answer)
            instructions += answer.instructions
        assert lockstep.instructions > instructions
        assert (lockstep.transactions > 64 * 3 * 20) == (mode == "accelerated")


@pytest.mark.full
def test_firmware_on_tiny(firmware):
    """Other routines, and a coprocessor with other times and fewer instructions."""
    rng = random.Random(0x117)
    with Engine(EngineConfig(preset="tiny", trace=True)) as hardware:
        lockstep = Lockstep(hardware)
        driver = Driver(lockstep)
        driver.load(firmware)
        for case in spread("encrypt", 32) + spread("decrypt", 16) + spread("forged", 16):
            assert case.passed(driver.run(case.request, "accelerated", alignment=case.count % 4))
        for member in MEMBERS:
            for _ in range(8):
                request = random_request(rng, member)
                assert driver.run(request, "accelerated").output == expected_answer(request).output
        assert lockstep.transactions > 64 * 3 * 20


@pytest.mark.parametrize("mode", ["baseline", "accelerated"])
def test_firmware_of_the_family(firmware, mode):
    rng = random.Random(0x10c)
    with engine() as hardware:
        driver = Driver(Lockstep(hardware))
        driver.load(firmware)
        for member in (*MEMBERS, *MEMBERS):
            request = random_request(rng, member, 40)
            answer = driver.run(request, mode, alignment=rng.randrange(4))
            assert (answer.status, answer.output) == ("ok", expected_answer(request).output)


@pytest.mark.parametrize("rounds_per_cycle", [
    1, *(pytest.param(rounds, marks=pytest.mark.full) for rounds in (2, 3, 4, 6))])
def test_everything_else(program, firmware, rounds_per_cycle):
    with engine(rounds_per_cycle) as hardware:
        lockstep = Lockstep(hardware)
        # Everything of the coprocessor traps.
        run_program(lockstep, program, enable=False)
        refused = lockstep.instructions
        assert lockstep.iss.coprocessor.state == [0] * 5
        run_program(lockstep, program)
        assert 400 < lockstep.instructions - refused < refused
        assert lockstep.transactions > 300
        assert lockstep.iss.coprocessor.state != [0] * 5
        # Another program later: the core's reset is followed too.
        run_some(lockstep, firmware, "accelerated")


def test_program_has_every_instruction_of_the_coprocessor():
    text = PROGRAM.read_text()
    missing = [f"ascon.{order}{row.mnemonic}" for row in INSTRUCTIONS for order in ("", "be.")
               if not re.search(rf"^  ascon\.{order}{row.mnemonic} ", text, re.MULTILINE)]
    assert missing == []


# File, what stands there, what shall stand there, and what must find it: the firmware in a mode,
# or the program above.
FAULTS = {
    "round constant": (
        "hdl/ascon/substitution.py", "Cat(self.step, ~self.step)",
        "Cat(self.step, ~self.step ^ (self.step == 7))", "accelerated"),
    "dropped commit check": (
        "hdl/ascon/queue.py", "self.committed.eq(head.live & head.sure)",
        "self.committed.eq(head.valid)", "program"),
    "wrong forwarding path": (
        "hdl/core/hazards.py", "source.eq(Forward.EX)", "source.eq(Forward.WB)", "baseline"),
}
MORE_FAULTS = {
    "rotation": (
        "hdl/ascon/round.py", "(10, 17)", "(10, 18)", "accelerated"),
    "forwarding from WB": (
        "hdl/core/hazards.py", "source.eq(Forward.WB)", "source.eq(Forward.REGISTERS)",
        "baseline"),
    "load-use interlock": (
        "hdl/core/hazards.py", "x.late & (self.rs1_used", "0 & (self.rs1_used", "baseline"),
    "count of retired instructions": (
        "hdl/core/core.py", "csrs.events.retired.eq(w_retire)",
        "csrs.events.retired.eq(w_retire | w_trap)", "program"),
    "sign of a byte": (
        "hdl/core/lsu.py", "aligned[7] & ~w_funct3[2]", "aligned[7]", "program"),
    "mret": (
        "hdl/core/csr.py", "mie_bit.eq(mpie_bit)", "mie_bit.eq(0)", "program"),
}


def faulty_verilog(folder, file, old, new):
    """Return Verilog of a SoC from sources in which ``old`` was replaced."""
    for name in ("hdl", "soc"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    source = (folder / file).read_text()
    assert source.count(old) == 1, f"{old!r} must be in {file} once"
    (folder / file).write_text(source.replace(old, new))
    script = ("import pathlib, hdl, soc.top\n"
              "from hdl.flat import flat_verilog\n"
              f"assert pathlib.Path(hdl.__file__).is_relative_to({str(folder)!r})\n"
              "print(flat_verilog(soc.top.SoC(trace=True), 'soc'))\n")
    return subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, text=True,
                          stdout=subprocess.PIPE,
                          env=os.environ | {"PYTHONPATH": str(folder)}).stdout


@pytest.mark.parametrize("fault", [
    *FAULTS, *(pytest.param(name, marks=pytest.mark.full) for name in MORE_FAULTS)])
def test_fault_is_found(tmp_path, firmware, program, fault):
    *change, finder = (FAULTS | MORE_FAULTS)[fault]
    with engine(verilog=faulty_verilog(tmp_path, *change)) as hardware:
        lockstep = Lockstep(hardware)
        with pytest.raises(LockstepError, match="cycle"):
            run_program(lockstep, program) if finder == "program" else run_some(
                lockstep, firmware, finder)


def test_program_fills_no_heap(program):
    # The driver's buffers and the program's data must not meet.
    assert program.symbols["__heap_start"] == REGIONS["dmem"].base
