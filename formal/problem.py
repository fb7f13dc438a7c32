"""Makes the solver's problem of a check: SMT-LIB text, by way of RTLIL and Yosys."""

import contextlib
import threading
from pathlib import Path

from amaranth.asserts import Initial
from amaranth.back import rtlil
from amaranth.hdl import ClockDomain, Elaboratable, Module

__all__ = ["SCRIPT", "design"]

_ROOT = Path(__file__).resolve().parent.parent

#: Reads ``design.il``, writes ``design.smt2``. Registers begin with any value: reset sets those
#: that it sets. Memories become registers, which the solver likes better than arrays.
SCRIPT = """\
read_rtlil design.il
hierarchy -top top
proc
flatten
setattr -unset init w:*
chformal -lower
memory
opt -full
async2sync
dffunmap
opt_clean
write_smt2 -wires design.smt2
"""

# Cuts and faults are put into classes for as long as the design is elaborated.
_elaborating = threading.Lock()


class _Top(Elaboratable):
    """The bench, with reset in the first cycle."""

    def __init__(self, bench, domain):
        self._bench = bench
        self._domain = domain

    def elaborate(self, platform):
        m = Module()
        m.domains.sync = self._domain
        m.d.comb += self._domain.rst.eq(Initial())
        m.submodules.bench = self._bench
        return m


@contextlib.contextmanager
def _elaborated_as(component, elaborate):
    """Let a class be elaborated by something else."""
    before = component.elaborate
    component.elaborate = elaborate
    try:
        yield
    finally:
        component.elaborate = before


def _with(fault):
    """Return how the fault's component is elaborated with it."""
    elaborate = fault.component.elaborate

    def faulty(self, platform):
        m = elaborate(self, platform)
        m.d[fault.domain] += fault.assign(self)
        return m

    return faulty


def design(check, fault=None):
    """Return the RTLIL of a check's bench, with a fault in it or without."""
    with _elaborating, contextlib.ExitStack() as stack:
        for cut in check.cuts:
            stack.enter_context(_elaborated_as(cut.component,
                                               lambda self, platform, cut=cut: cut.elaborate(self)))
        if fault is not None:
            stack.enter_context(_elaborated_as(fault.component, _with(fault)))
        domain = ClockDomain("sync")
        text = rtlil.convert(_Top(check.bench(), domain), name="top",
                             ports={"clk": (domain.clk, None)})
    # Where a property is stated is its name.
    return text.replace(f"{_ROOT}/", "")
