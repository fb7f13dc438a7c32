"""Lockstep without hardware: another simulator plays it, and lies in one field."""

from types import SimpleNamespace

import pytest

from sim.events import Commit, Retired
from sim.iss import Iss
from sim.lockstep import Lockstep, LockstepError
from soc.features import Features
from soc.memory_map import address

COMMAND, CONTROL = address("mailbox", "COMMAND"), address("control", "CONTROL")

PROGRAM = """
  li t0, MAILBOX_BASE
1:
  lw t1, MAILBOX_COMMAND(t0)
  beqz t1, 1b
  li a0, DMEM_BASE
  sw t1, 4(a0)
  lh a1, 5(a0)
  csrr a2, mcycle
  add a2, a2, a1
  ascon.init 1, a0, a1, rounds=12
  ascon.read a3, 4, a1
  sb a3, 1(a0)
  sw zero, MAILBOX_COMMAND(t0)
1: j 1b
"""


class FakeEngine:
    """A simulator with the engine's interface; its time runs at three cycles an instruction.

    Parameters
    ----------
    change : callable
        Makes another record of each.
    """

    def __init__(self, change=lambda record: record):
        self.config = SimpleNamespace(features=Features(), clock_hz=50_000_000)
        self.transactions = []
        self._iss = Iss(observer=self._record)
        self._change = change
        self._records = []

    def _record(self, step):
        values = dict.fromkeys(Retired._fields, 0) | step._asdict()
        values.pop("timed")
        number = self._iss.instructions
        if step.insn & 0xfff0_007f == 0xb000_0073 and step.rd_addr:
            values["rd_wdata"] = 3 * number
            self._iss.set_register(step.rd_addr, values["rd_wdata"])
        record = Retired(**values | {"cycle": 3 * number, "mode": 3})
        self._records.append(self._change(record))

    def capture(self):
        pass

    def take_records(self):
        records, self._records = self._records, []
        return records, self.transactions

    def read(self, address, count):
        return self._iss.read(address, count)

    def write(self, address, words):
        self._iss.write(address, words)
        if not self._iss.control.core_reset:
            self._iss.run(5)

    def wait_zero(self, address, timeout_cycles):
        self._iss.wait_zero(address, timeout_cycles)


def run(image, engine):
    lockstep = Lockstep(engine)
    for address_, data in ((0, image.imem), (CONTROL, bytes([1, 0, 0, 0]))):
        lockstep.write(address_, [int.from_bytes(data[i:i + 4], "little")
                                  for i in range(0, len(data), 4)])
    lockstep.write(COMMAND, [7])
    lockstep.wait_zero(COMMAND, 1000)
    return lockstep


@pytest.fixture
def image(assemble):
    return assemble(PROGRAM)


def test_equal(image):
    lockstep = run(image, FakeEngine())
    assert lockstep.instructions >= 16
    assert lockstep.read(COMMAND, 1) == [0]
    assert lockstep.iss.read(CONTROL, 1) == [1]


@pytest.mark.parametrize("field", ["pc_rdata", "insn", "trap", "rd_addr", "rd_wdata", "pc_wdata"])
def test_every_field_is_compared(image, field):
    target = image.symbols["_start"] + 4 * 7

    def change(record):
        if record.pc_rdata != target:
            return record
        return record._replace(**{field: getattr(record, field) ^ 1})

    with pytest.raises(LockstepError, match=f": {field} differ"):
        run(image, FakeEngine(change))


@pytest.mark.parametrize(("store", "field", "bit"), [
    (True, "mem_addr", 1), (True, "mem_wmask", 8), (True, "mem_rmask", 1), (True, "mem_wdata", 8),
    (False, "mem_addr", 1), (False, "mem_rmask", 1), (False, "mem_wmask", 1),
    (False, "mem_rdata", 0x100),
])
def test_memory_is_compared(image, store, field, bit):
    def change(record):
        mask = record.mem_wmask if store else record.mem_rmask
        if not mask or record.mem_addr not in (0x0010_0004, 0x0010_0005):
            return record
        return record._replace(**{field: getattr(record, field) ^ bit})

    with pytest.raises(LockstepError, match=f"{field}.* differ"):
        run(image, FakeEngine(change))


def test_bytes_that_are_not_accessed_do_not_count(image):
    def change(record):
        if record.mem_rmask == 3:
            return record._replace(mem_rdata=record.mem_rdata | 0xabcd_0000, mem_wdata=99)
        if not record.mem_rmask and not record.mem_wmask:
            return record._replace(mem_addr=0x1234)
        return record

    run(image, FakeEngine(change))


def test_report(image):
    def change(record):
        return record._replace(rd_wdata=5) if record.insn & 0x7f == 0x0b and record.rd_addr else (
            record)

    with pytest.raises(LockstepError) as error:
        run(image, FakeEngine(change))
    report = str(error.value)
    assert "cycle " in report
    assert "rd_wdata  0x00000005 0x" in report
    assert "ascon.init 1, a0, a1, rounds=12" in report
    assert report.rstrip().endswith("ascon.read a3, 4, a1")


def test_wrong_transaction(image):
    engine = FakeEngine()
    engine.transactions = [Commit(17, 3, False)]
    with pytest.raises(LockstepError, match="coprocessor, cycle 17:"):
        run(image, engine)


def test_interrupt_that_never_was(image):
    def change(record):
        return record._replace(intr=1) if record.insn & 0x7f == 0x0b else record

    with pytest.raises(LockstepError, match="takes the interrupt 0x00000000, which is not pending"):
        run(image, FakeEngine(change))
