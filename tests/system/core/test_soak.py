"""Random programs on the core in lockstep with the model; what they cover; that they see faults.

``SEED`` in the environment repeats a run.
"""

import os
import random
from collections import Counter

import pytest

import sim.core.model
from hdl.core import Core
from hdl.core.csr import Csrs
from hdl.core.hazards import Forward, Hazards
from hdl.core.lsu import LoadStoreUnit
from hdl.core.offload import Offload
from hdl.flat import flat_verilog
from sim.core.bench import EXTENSIONS, Settings
from sim.core.coverage import CAUSES, Coverage
from sim.core.csr_file import CsrFile
from sim.core.event_counters import BRANCH, EventCounters
from sim.core.lockstep import LockstepError
from sim.core.programs import Program
from sim.core.soak import soak


def seed_of(default):
    seed = int(os.environ.get("SEED") or default)
    print(f"SEED={seed}")
    return seed


def test_short():
    """Whole cells are too many for a short run; no instruction lacks a distance or a wait."""
    result = soak(1_000_000, seed_of(random.randrange(1 << 31)), configurations=(EXTENSIONS, ()))
    assert result.instructions >= 1_000_000
    seen = Counter()
    for (name, operand, distance, wait), count in result.coverage.cells().items():
        seen[name, operand, distance] += count
        seen[name, operand, wait] += count
    assert [part for part, count in seen.items() if not count] == []
    # Every line, and both kinds of bus errors.
    assert len(result.interrupts) == 19 + 2


@pytest.mark.full
def test_no_cell_is_empty():
    result = soak(5_000_000, seed_of(1))
    assert result.instructions >= 5_000_000
    cells = result.coverage.cells()
    assert [cell for cell, count in cells.items() if not count] == []
    # Every line, and both kinds of bus errors.
    assert len(result.interrupts) == 19 + 2


def test_programs_repeat():
    first, second = (Program(7, EXTENSIONS, errors=True) for _ in range(2))
    assert first.image == second.image
    assert first.fetch_errors == second.fetch_errors
    assert Program(8, EXTENSIONS).image != first.image


def test_instructions_must_be_positive():
    with pytest.raises(ValueError, match="at least 1, not 0"):
        soak(0, 1)


def record(insn, *, one=0, two=0, rd=0, waits=0, trap=0):
    return (insn, 0, 4, 0, 0, 0, 0, 0, 0, one, two, rd, 0, 0, trap, 0, waits, 0)


def test_coverage_counts_distances_and_waits():
    coverage = Coverage(())
    add = 0x0000_0033
    coverage.count(record(add, rd=5, waits=1), 0)
    coverage.count(record(add, one=5, two=6, rd=6), 0)
    coverage.count(record(add, one=5, two=6), 0)
    coverage.count(record(add, one=5, two=6), 0)
    coverage.count(record(0x0000_0073, trap=1, waits=8), 11)
    cells = {cell: count for cell, count in coverage.cells().items() if count}
    assert cells == {
        ("add", "rs1", "-", "fetch"): 1, ("add", "rs2", "-", "fetch"): 2,
        ("add", "rs1", "1", "fetch"): 1,
        ("add", "rs1", "2", "fetch"): 1, ("add", "rs2", "1", "fetch"): 1,
        ("add", "rs1", "3", "none"): 1, ("add", "rs2", "2", "none"): 1,
        (f"trap: {CAUSES[11]}", "", "-", "issue"): 1}


#: Faults in the model: what is replaced, and by what.
MODEL_FAULTS = {
    "slt": (sim.core.model._TABLE, 2, lambda a, b: int(a < b)),
    "bge": (sim.core.model._TAKEN, 5, lambda a, b: a >= b),
    "sra": (sim.core.model._ALTERNATIVE, 5, lambda a, b: a >> (b & 31)),
}


@pytest.mark.parametrize("fault", MODEL_FAULTS)
def test_differences_are_seen(fault, monkeypatch):
    monkeypatch.setitem(*MODEL_FAULTS[fault])
    with pytest.raises(LockstepError, match="rd_wdata|pc_wdata|pc_rdata"):
        soak(30_000, 1, configurations=[EXTENSIONS])


def test_wrong_count_is_seen(monkeypatch):
    retire = EventCounters.retire
    monkeypatch.setattr(EventCounters, "retire", lambda self, events, inhibit: retire(
        self, events & ~BRANCH, inhibit))
    with pytest.raises(LockstepError, match="rd_wdata"):
        soak(60_000, 1, configurations=[EXTENSIONS])


def test_wrong_interrupt_is_seen(monkeypatch):
    vector = CsrFile.vector
    monkeypatch.setattr(CsrFile, "vector", lambda self, cause: vector(self, cause ^ 1))
    with pytest.raises(LockstepError, match="no interrupt was pending|pc_rdata|late"):
        soak(30_000, 1, configurations=[EXTENSIONS])


#: Faults in the core: the component, what is assigned last, and what the bench says.
CORE_FAULTS = {
    "no forwarding": (Hazards, lambda self: self.rs2_from.eq(Forward.REGISTERS), "rs2_rdata"),
    "no waiting": (Hazards, lambda self: self.x_stall.eq(0), "rd_wdata|pc_|late"),
    "no kill": (Offload, lambda self: self.link.commit.commit_kill.eq(0), "refused"),
    "ids": (Offload, lambda self: self.link.issue.req.id.eq(0), "id in use|commit"),
    "byte enables": (LoadStoreUnit, lambda self: self.bus.be.eq(15), "rdata|rd_wdata|wdata"),
    "no interrupts": (Csrs, lambda self: self.interrupt.eq(0), "late"),
}


@pytest.mark.full
@pytest.mark.parametrize("fault", CORE_FAULTS)
def test_faults_are_seen(fault, monkeypatch):
    component, assign, message = CORE_FAULTS[fault]
    elaborate = component.elaborate

    def faulty(self, platform):
        m = elaborate(self, platform)
        m.d.comb += assign(self)
        return m

    monkeypatch.setattr(component, "elaborate", faulty)
    with pytest.raises(LockstepError, match=message):
        soak(100_000, 1, configurations=[("m",)],
             verilog=lambda **parameters: flat_verilog(Core(**parameters), "core"))


def test_settings_pack_to_the_structure():
    assert len(Settings().pack()) == 48
