"""Runs a step again, with other arguments, while its result is not good enough; keeps the best.

Placement starts at random: where one seed just misses a clock, another one may reach it.
"""

import shutil
from dataclasses import replace

from boards.steps import run_step

__all__ = ["run_attempts"]

#: Folder for the best attempt so far, beside the files.
_ASIDE = "best"


def run_attempts(step, tools, folder, on_line=None, on_attempt=None):
    """Run a step.

    Parameters
    ----------
    step, tools, folder, on_line
        As of :func:`boards.steps.run_step`. Attempts are made as long as ``step.slack`` is below 0
        and there are ``step.attempts`` left.
    on_attempt : callable, optional
        Called with the number of each attempt but the first before it.

    Raises
    ------
    boards.steps.StepError, OSError
        As of :func:`boards.steps.run_step`.
    """
    run_step(step, tools, folder, on_line)
    best = step.slack(folder) if step.attempts else 0
    for number, arguments in enumerate(step.attempts, 2):
        if best >= 0:
            break
        if on_attempt is not None:
            on_attempt(number)
        aside = folder / _ASIDE
        aside.mkdir()
        for name in (step.log, *step.products):
            (folder / name).replace(aside / name)
        run_step(replace(step, arguments=arguments), tools, folder, on_line)
        slack = step.slack(folder)
        if slack > best:
            best = slack
        else:
            for path in aside.iterdir():
                path.replace(folder / path.name)
        shutil.rmtree(aside)
