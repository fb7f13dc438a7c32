"""Runs the steps of a build: what a tool prints goes to its log, and to whoever watches."""

import os
import subprocess
import threading

__all__ = ["StepError", "run_step"]

#: Last lines of a log that a message shows.
_SHOWN = 15

#: Words that mark lines of interest in it.
_MARKS = ("error", "fatal", "assert", "abort", "no space left", "traceback", "killed")


class StepError(RuntimeError):
    """A tool failed; the message says which one and why.

    Attributes
    ----------
    log : :class:`str`
        Everything that the tool printed.
    """

    def __init__(self, step, problem, log):
        self.step = step
        self.log = log
        shown = _last_errors(log)
        super().__init__(f"{step.title}: {step.tool} {problem}" + (f":\n{shown}" if shown else ""))


def run_step(step, tools, folder, on_line=None):
    """Run a step.

    Parameters
    ----------
    step : :class:`boards.toolchain.Step`
        What to run.
    tools : :class:`boards.toolchain.Tools`
        How.
    folder : :class:`pathlib.Path`
        Where the step's files are.
    on_line : callable, optional
        Called with each line that the tool prints.

    Raises
    ------
    StepError
        If the tool can't be started, ends with another status than 0 or not in time, or leaves a
        product out.
    OSError
        If the log can't be written.
    """
    lines = []
    command = [*tools.commands[step.tool], *step.arguments]
    try:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   errors="replace", env=os.environ | dict(tools.environment))
    except OSError as error:
        raise StepError(step, f"can't be started: {error}", "") from None
    overdue = threading.Event()

    def end():
        overdue.set()
        process.kill()

    timer = threading.Timer(step.limit or 0, end)
    timer.daemon = True
    if step.limit:
        timer.start()
    try:
        with (folder / step.log).open("w") as log:
            for line in process.stdout:
                lines.append(line)
                log.write(line)
                if on_line is not None:
                    on_line(line.rstrip())
        status = process.wait()
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
    text = "".join(lines)
    if overdue.is_set():
        raise StepError(step, f"was not done after {step.limit} seconds", text)
    if status:
        raise StepError(step, f"ended with status {status}" if status > 0
                        else f"was ended by signal {-status}", text)
    for name in step.products:
        path = folder / name
        if not path.exists() or not path.stat().st_size:
            raise StepError(step, f"made no {name}", text)


def _last_errors(log):
    """Return the end of a log, or its last lines that speak of errors if there are some."""
    lines = [line.rstrip() for line in log.splitlines() if line.strip()]
    marked = [line for line in lines if any(mark in line.lower() for mark in _MARKS)]
    return "\n".join((marked or lines)[-_SHOWN:])
