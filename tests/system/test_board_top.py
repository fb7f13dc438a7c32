"""The board's top with the firmware in its memories: the button starts the self-test."""

import ctypes
from itertools import groupby
from pathlib import Path

import pytest

from boards import top as board_top
from boards.selftest import Op
from boards.selftest_program import program
from boards.top import BoardTop
from hdl.flat import flat_verilog
from sim.build import compile_library
from sw.image import build

HARNESS = Path(__file__).with_name("board_bench.cpp")
CLOCK_HZ = 200_000
PRESS, CYCLES = 5_000, 300_000
ALIVE, BUSY, PASSED, FAILED = 1, 2, 4, 8


def lights():
    verilog = flat_verilog(BoardTop(image=build(), clock_hz=CLOCK_HZ), "board")
    path = compile_library(verilog, "board", HARNESS)
    seen = (ctypes.c_uint8 * CYCLES)()
    run = ctypes.CDLL(str(path)).run
    run.argtypes = [ctypes.c_uint64] * 3 + [ctypes.c_void_p]
    run(CYCLES, PRESS, PRESS + 100, seen)
    return bytes(seen)


def changes(seen, light):
    """Return the light's levels in order, and how long each was."""
    return [(level, len(list(run))) for level, run in groupby(bool(value & light)
                                                              for value in seen)]


def test_self_test_passes():
    seen = lights()
    assert not any(value & FAILED for value in seen)
    (dark, before), (lit, _) = changes(seen, PASSED)
    assert (dark, lit) == (False, True)
    # Nine vectors take the software some 50,000 cycles.
    assert before > PRESS + 50_000
    assert changes(seen, BUSY)[0] == (False, pytest.approx(PRESS, abs=1000))
    assert seen[before] & BUSY
    assert not seen[-1] & BUSY
    assert {length for _, length in changes(seen, ALIVE)[1:-1]} == {CLOCK_HZ // 2}


@pytest.mark.full
def test_a_wrong_word_is_seen(monkeypatch):
    def spoiled(image):
        steps = list(program(image))
        last = max(index for index, (op, _) in enumerate(steps) if op is Op.CHECK)
        steps[last] = (Op.CHECK, steps[last][1] ^ 1 << 31)
        return tuple(steps)

    monkeypatch.setattr(board_top, "program", spoiled)
    seen = lights()
    assert not any(value & PASSED for value in seen)
    assert [level for level, _ in changes(seen, FAILED)] == [False, True]
