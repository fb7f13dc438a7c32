"""Makes the solver's problem of a check: SMT-LIB text, by way of RTLIL and Yosys."""

import contextlib
import threading
from pathlib import Path

from amaranth.asserts import Initial
from amaranth.back import rtlil
from amaranth.hdl import ClockDomain, Elaboratable, Module, Mux, Signal

from formal.check import Mode, ensure

__all__ = ["SCRIPT", "STATUS", "design", "reachability"]

_ROOT = Path(__file__).resolve().parent.parent

#: Reads ``design.il``, writes ``design.smt2`` and ``flat.il``. Registers begin with any value:
#: reset sets those that it sets. Memories become registers, which the solver likes better than
#: arrays.
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
write_rtlil flat.il
write_smt2 -wires design.smt2
"""

#: Where ABC writes how it ended.
STATUS = "status.txt"

#: Reads ``flat.il`` and runs ABC on it as an and-inverter graph, in which registers begin with any
#: value as well. Yosys can run ABC only on a circuit of its own: any will do, and ABC gives it back
#: in the end.
_REACHABILITY = """\
read_rtlil flat.il
opt_clean -purge
setundef -undriven -anyseq
setundef -anyseq
techmap
opt_expr
opt_merge
dffunmap
simplemap
aigmap
opt_clean -purge
write_aiger -B -zinit design.aig
design -reset
read_rtlil any.il
abc -g AND -script prove.abc
"""

_ANY = """\
module \\any
  wire input 1 \\a
  wire input 2 \\b
  wire output 3 \\y
  cell $_AND_ \\both
    connect \\A \\a
    connect \\B \\b
    connect \\Y \\y
  end
end
"""

_ANY_BLIF = """\
.model netlist
.inputs ys__n0 ys__n1
.outputs ys__n2
.names ys__n0 ys__n1 ys__n2
11 1
.end
"""

# Assumptions are folded into the properties, the properties into one. With -t, what a proof does
# not need is left out of it.
_ABC = """\
read_aiger design.aig
fold
strash
orpos
pdr -t -T {seconds}
write_status {status}
read_blif any.blif
strash
"""

# Cuts and faults are put into classes for as long as the design is elaborated.
_elaborating = threading.Lock()


class _Top(Elaboratable):
    """The bench, with reset in the first cycle.

    ABC does not say of nothing that it holds, so there may be a property that is not trivial.
    """

    def __init__(self, bench, domain, *, with_property):
        self._bench = bench
        self._domain = domain
        self._with_property = with_property

    def elaborate(self, platform):
        m = Module()
        m.domains.sync = self._domain
        m.d.comb += self._domain.rst.eq(Initial())
        m.submodules.bench = self._bench
        if self._with_property:
            count = Signal(2)
            m.d.sync += count.eq(Mux(count == 2, 0, count + 1))
            ensure(m, count != 3)
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
        text = rtlil.convert(
            _Top(check.bench(), domain, with_property=check.mode is Mode.REACHABILITY),
            name="top", ports={"clk": (domain.clk, None)})
    # Where a property is stated is its name.
    return text.replace(f"{_ROOT}/", "")


def reachability(seconds):
    """Return the files, besides ``flat.il``, with which Yosys proves by reachability.

    The script is ``reach.ys``. In the end the file `STATUS` begins with ``snl_UNSAT`` if no
    property can fail.
    """
    return {"reach.ys": _REACHABILITY, "any.il": _ANY, "any.blif": _ANY_BLIF,
            "prove.abc": _ABC.format(seconds=seconds, status=STATUS)}
