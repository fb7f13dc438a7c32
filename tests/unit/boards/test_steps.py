"""A step that must be done in time."""

import sys
import time

import pytest

from boards.steps import StepError, run_step
from boards.toolchain import Step, Tools

TOOLS = Tools({"python": (sys.executable, "-c")})


def test_limit(tmp_path):
    program = "import time; print('begun', flush=True); time.sleep(60)"
    step = Step("Slow", "python", (program,), "log", limit=1)
    start = time.monotonic()
    with pytest.raises(StepError, match="Slow: python was not done after 1 seconds"):
        run_step(step, TOOLS, tmp_path)
    assert time.monotonic() - start < 20
    assert (tmp_path / "log").read_text() == "begun\n"


def test_in_time(tmp_path):
    run_step(Step("Fast", "python", ("print(1)",), "log", limit=60), TOOLS, tmp_path)
    assert (tmp_path / "log").read_text() == "1\n"
