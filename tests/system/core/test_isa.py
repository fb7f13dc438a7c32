"""Directed tests of every instruction, on the core in Verilator; and that none has been forgotten.

The program is clang's; the results are those of the tables in ``isa_cases*.py``.
"""

from pathlib import Path

import pytest
from isa_cases import BASE
from isa_cases_extensions import COMPRESSED
from isa_cases_extensions import EXTENSIONS as EXTENDED
from isa_program import build, differences, run, text

from hdl.core.decode_extensions import INSTRUCTIONS
from hdl.core.expand import EXPANSIONS
from sim.core.bench import EXTENSIONS
from sim.core.instructions import with_extensions

ROWS = (*BASE, *EXTENDED)

WAITS = {"iwait": 1, "idelay": 2, "dwait": 2, "ddelay": 2}


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Memory and symbols, by whether compressed instructions are among it."""
    made = {}
    for short, rows in ((False, ROWS), (True, (*ROWS, *COMPRESSED))):
        made[short] = build(text(rows), tmp_path_factory.mktemp("isa"))
    return made


@pytest.mark.parametrize("waits", [{}, WAITS], ids=["zero-wait", "waits"])
def test_every_instruction(programs, waits):
    memory, symbols = programs[True]
    seen = run(memory, EXTENSIONS, **waits)
    assert differences((*ROWS, *COMPRESSED), symbols, seen, EXTENSIONS) == []


def test_instruction_of_a_missing_extension_is_illegal(programs):
    memory, symbols = programs[False]
    assert differences(ROWS, symbols, run(memory, ()), ()) == []


def test_wrong_result_is_seen(programs):
    """The comparison would notice: without the extensions, every one of their rows differs."""
    memory, symbols = programs[False]
    found = differences(ROWS, symbols, run(memory, ()), EXTENSIONS)
    assert {line.split(":")[0] for line in found} == {row.name for row in EXTENDED}


#: Instructions whose directed tests are others.
ELSEWHERE = {"wfi": "tests/unit/core/test_core_sleep.py"}


def test_no_instruction_is_left_out():
    """Those of the core's tables, and of the table that random programs are made of."""
    core = {row.mnemonic for row in INSTRUCTIONS}
    core |= {name for name, _, expansion in EXPANSIONS if expansion is not None}
    core |= {row.name for row in with_extensions(EXTENSIONS) if row.format != "offload"}
    core |= {"ecall", "ebreak"}
    directed = {row.name for row in (*ROWS, *COMPRESSED)}
    assert directed | set(ELSEWHERE) == core
    assert all((Path(__file__).parents[3] / path).is_file() for path in ELSEWHERE.values())


def test_cases_look_at_the_instruction():
    """Of each case, a step with the instruction's name is compared, or one behind it."""
    for row in (*ROWS, *COMPRESSED):
        for case in row.cases:
            names = [step.line.split()[0] for step in case]
            behind = case[names.index(row.name):]
            assert any(step[1:] != (None, None, None, -1) for step in behind), (row.name, case)
