"""The core goes on if its surroundings do."""

from amaranth.hdl import Mux, Signal

from formal.check import Check, Fault, Mode, ensure
from formal.core.bench import CoreBench
from formal.core.cuts import ANY_ALU, ANY_REGISTERS
from hdl.core.hazards import Hazards

__all__ = ["CHECKS"]

#: Cycles between two instructions at most, where nothing takes longer than it must.
_CYCLES = 9


def _goes_on(m, bench, core):
    idle = Signal(range(_CYCLES + 2))
    ends = core.rvfi.valid | core.sleeping
    m.d.sync += idle.eq(Mux(ends, 0, idle + 1))
    ensure(m, idle <= _CYCLES)


CHECKS = (
    Check("core.liveness",
          f"An instruction retires, or wfi sleeps, at least every {_CYCLES + 1} cycles, if buses "
          "and coprocessor answer as early as they may.",
          lambda: CoreBench(_goes_on, coprocessor=True, patience=0, data_errors=True,
                            fetch_errors=True),
          depth=16, mode=Mode.REACHABILITY, cuts=(ANY_REGISTERS, ANY_ALU),
          faults=(Fault("an instruction behind a fence waits for ever", Hazards,
                        lambda self: self.d_stall.eq(self.load_stall | self.jump_stall
                                                     | self.x.fence)),)),
)
