"""Runs known-answer cases in cocotb, through the SoC's AXI4-Lite port.

Much slower than the fast engine, and independent of its harness: cocotb drives the pins. The module
is both sides: :func:`run_cocotb_kat` starts the simulation, :func:`answer_cases` runs in it.
"""

import contextlib
import io
import os
import pickle
import tempfile
import threading
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.task import bridge
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiLiteBus, AxiLiteMaster

from sim.build import soc_verilog
from sim.cocotb_runner import run
from sim.cocotb_transport import CocotbTransport
from sim.engine import EngineConfig
from sim.kat import Report, check
from sw.driver import Driver

__all__ = ["run_cocotb_kat"]

#: Names the folder of the files between both sides.
_VARIABLE = "ASCON_XIF_KAT"

_GIVEN, _DONE, _REPORTS = "given", "done", "reports"

#: Seconds between two looks at how far the simulation is.
_POLL = 0.5


def run_cocotb_kat(cases, modes, image, *, config=None, progress=None, notify=None):
    """Run cases in cocotb; arguments and result are those of :func:`sim.kat.run_kat`.

    Raises
    ------
    sim.cocotb_runner.SimulationError
        If the simulation itself fails.
    """
    config = EngineConfig() if config is None else config
    verilog = soc_verilog(**config.soc | {"trace": False})
    if notify is not None:
        notify("simulating with cocotb: some cases a second")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / _GIVEN).write_bytes(pickle.dumps((cases, tuple(modes), image)))
        (folder / _DONE).touch()
        with _watching(folder / _DONE, progress), contextlib.redirect_stdout(io.StringIO()):
            run(verilog, "soc", "sim.cocotb_kat", folder=folder,
                environment={_VARIABLE: str(folder)})
        report = Report()
        for part in pickle.loads((folder / _REPORTS).read_bytes()):
            report.merge(part)
    return report


class _watching:
    """Tells how many cases are done, one byte each in a file, while the block runs."""

    def __init__(self, path, progress):
        self._path, self._progress, self._told = path, progress, 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self):
        if self._progress is not None:
            self._thread.start()

    def __exit__(self, *exception):
        if self._progress is not None:
            self._end.set()
            self._thread.join()
            self._tell()

    def _watch(self):
        while not self._end.wait(_POLL):
            self._tell()

    def _tell(self):
        done = self._path.stat().st_size
        if done > self._told:
            self._progress(done - self._told)
            self._told = done


@cocotb.test()
async def answer_cases(dut):
    """Run the given cases in the given modes; the reports go to a file."""
    folder = Path(os.environ[_VARIABLE])
    cases, modes, image = pickle.loads((folder / _GIVEN).read_bytes())
    dut.uart_rx.value = 1
    dut.rst.value = 1
    Clock(dut.clk, 20, "ns").start()
    master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "axi"), dut.clk, dut.rst)
    driver = Driver(CocotbTransport(master, dut.clk))
    await ClockCycles(dut.clk, 3)
    dut.rst.value = 0
    await ClockCycles(dut.clk, 1)

    def work():
        driver.load(image)
        with (folder / _DONE).open("ab", buffering=0) as done:
            return [check(cases, driver, mode, progress=lambda count: done.write(b"." * count))
                    for mode in modes]

    (folder / _REPORTS).write_bytes(pickle.dumps(await bridge(work)()))
