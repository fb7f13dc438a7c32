"""Runs known-answer cases on the fast engine, on one core of this machine or on several."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor, as_completed

from sim.engine import Engine
from sim.kat import Report, check
from sw.driver import Driver

__all__ = ["run_kat"]

#: Cases that a process takes at a time: a second or so of work.
_CHUNK = 100


def run_kat(cases, modes, image, *, config=None, jobs=None, progress=None, notify=None):
    """Run cases on the fast engine.

    Parameters
    ----------
    cases : sequence of :class:`sim.vectors.Case`
        What to run.
    modes : iterable of :class:`str`
        Each of :data:`sw.request.MODES`.
    image : :class:`sw.contents.Image`
        The firmware.
    config : :class:`sim.engine.EngineConfig`, optional
        The hardware.
    jobs : :class:`int`, optional
        Processes; by default one for each processor that this one may use.
    progress : callable, optional
        Called with the number of cases done since its last call; in all there are
        ``len(cases) * len(modes)``.
    notify : callable, optional
        Called with a sentence before something is compiled.

    Returns
    -------
    :class:`sim.kat.Report`
        How they ended.
    """
    # Builds the library, so that the processes only load it.
    Engine(config, notify=notify).close()
    chunks = [(cases[start:start + _CHUNK], mode)
              for mode in modes for start in range(0, len(cases), _CHUNK)]
    report = Report()
    jobs = jobs or len(os.sched_getaffinity(0))
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"),
                             initializer=_start, initargs=(config, image)) as pool:
        running = {pool.submit(_check_chunk, *chunk): len(chunk[0]) for chunk in chunks}
        try:
            for done in as_completed(running):
                report.merge(done.result())
                if progress is not None:
                    progress(running[done])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return report


#: The driver of this process, if it is one of `run_kat`.
_driver = None


def _start(config, image):
    """Make the driver of this process."""
    global _driver
    _driver = Driver(Engine(config))
    _driver.load(image)


def _check_chunk(cases, mode):
    return check(cases, _driver, mode)
