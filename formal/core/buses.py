"""The core's buses keep to OBI."""

from formal.check import Check, Fault, Mode
from formal.core.bench import CoreBench
from formal.core.cuts import ANY_ALU, ANY_REGISTERS
from formal.obi import check_manager
from hdl.core.fetch import Fetch
from hdl.core.lsu import LoadStoreUnit

__all__ = ["CHECKS"]


def _fetch(m, bench, core):
    check_manager(m, core.ibus, bench.imem)


def _data(m, bench, core):
    check_manager(m, core.dbus, bench.dmem)


CHECKS = (
    Check("core.ibus",
          "A request of the instruction bus holds, unchanged, until its grant; two are on the bus "
          "at most.",
          lambda: CoreBench(_fetch, fetch_errors=True), depth=10,
          mode=Mode.REACHABILITY, cuts=(ANY_REGISTERS, ANY_ALU),
          faults=(Fault("bit 2 of the address is not that of the request", Fetch,
                        lambda self: self.bus.addr[2].eq(self.pc[2])),), quick=True),
    Check("core.dbus",
          "A request of the data bus holds, unchanged, until its grant; two are on the bus at "
          "most; byte enables are neighbours.",
          lambda: CoreBench(_data, data_errors=True), depth=10, cuts=(ANY_REGISTERS,),
          faults=(Fault("byte enables are not neighbours", LoadStoreUnit,
                        lambda self: self.bus.be.eq(0b1010)),)),
)
