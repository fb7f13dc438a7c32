"""What retires is what the program says: numbers, addresses, code, registers.

Source: riscv-formal, ``docs/rvfi.md``, for what RVFI states.
"""

from amaranth.asserts import AnyConst
from amaranth.hdl import Mux, Signal

from formal.check import Check, Fault, Mode, assume, ensure
from formal.core.bench import CoreBench
from formal.core.cuts import ANY_REGISTERS
from hdl.core.fetch import Fetch
from hdl.core.hazards import Forward, Hazards
from hdl.core.tracer import Tracer

__all__ = ["CHECKS"]


def _last(m, rvfi):
    """Return whether an instruction has retired before, and its record."""
    some = Signal()
    last = {name: Signal.like(getattr(rvfi, name), name=f"last_{name}")
            for name in ("order", "pc_rdata", "pc_wdata", "trap")}
    with m.If(rvfi.valid):
        m.d.sync += [some.eq(1), *(value.eq(getattr(rvfi, name)) for name, value in last.items())]
    return some, last


def _order(m, bench, core):
    some, last = _last(m, core.rvfi)
    ensure(m, core.rvfi.order == Mux(some, (last["order"] + 1)[:64], 0))


def _pc(m, bench, core):
    rvfi = core.rvfi
    some, last = _last(m, rvfi)
    # The program is somewhere, and not in many places.
    assume(m, ~core.ibus.req | (core.ibus.addr[6:] == 0))
    follows = rvfi.pc_rdata == Mux(some, last["pc_wdata"], core.reset_vector)
    ensure(m, ~rvfi.valid | rvfi.intr | follows)
    ensure(m, ~(rvfi.valid & some & last["trap"]) | follows & rvfi.intr)


def _code(m, bench, core):
    """Follow the word at one address: what retires there is this word."""
    address = Signal(30)
    word = Signal(32)
    m.d.comb += [address.eq(AnyConst(30)), word.eq(AnyConst(32))]
    # Which of the two requests on the bus are for it, the older one in bit 0.
    asked = Signal(3)
    granted = core.ibus.req & core.ibus.gnt
    now = Signal(3)
    m.d.comb += now.eq(asked | (granted & (core.ibus.addr[2:] == address)) << bench.imem.on_bus)
    m.d.sync += asked.eq(Mux(core.ibus.rvalid, now >> 1, now))
    assume(m, ~(core.ibus.rvalid & asked[0]) | (core.ibus.rdata == word))
    rvfi = core.rvfi
    ensure(m, ~rvfi.valid | (rvfi.pc_rdata[2:] != address) | (rvfi.insn == word))


def _registers(m, bench, core):
    """Follow one register: what is read is what was written last."""
    rvfi = core.rvfi
    tracked = Signal(5)
    m.d.comb += tracked.eq(AnyConst(5))
    assume(m, tracked != 0)
    value = Signal(32)
    written = Signal()
    with m.If(rvfi.valid & (rvfi.rd_addr == tracked)):
        m.d.sync += [value.eq(rvfi.rd_wdata), written.eq(1)]
    for name in ("rs1", "rs2"):
        reads = rvfi.valid & ~rvfi.trap & (getattr(rvfi, f"{name}_addr") == tracked)
        ensure(m, ~(reads & written) | (getattr(rvfi, f"{name}_rdata") == value))


CHECKS = (
    Check("core.order", "Instructions are numbered from 0 on, each number once.",
          lambda: CoreBench(_order, data_errors=True, interrupts=True, coprocessor=True),
          depth=8, mode=Mode.INDUCTION, cuts=(ANY_REGISTERS,),
          faults=(Fault("the third is number 0 again", Tracer,
                        lambda self: self.rvfi.order[1].eq(0)),)),
    Check("core.pc",
          "An instruction is at the address that the one before it named as the next, the first at "
          "the reset vector, unless there is an interrupt. Code in 64 bytes.",
          lambda: CoreBench(_pc, data_errors=True, interrupts=True), depth=11,
          cuts=(ANY_REGISTERS,),
          faults=(Fault("bit 2 of the address of an instruction is lost", Fetch,
                        lambda self: self.pc[2].eq(0)),)),
    Check("core.code",
          "An instruction is the word that the instruction bus returned for its address.",
          lambda: CoreBench(_code), depth=10, cuts=(ANY_REGISTERS,),
          faults=(Fault("a bit of an instruction is that of its address", Fetch,
                        lambda self: self.insn[7].eq(self.pc[2])),)),
    Check("core.registers",
          "An instruction reads what the last one before it that wrote the register wrote there.",
          lambda: CoreBench(_registers), depth=8,
          faults=(Fault("no forwarding of rs2", Hazards,
                        lambda self: self.rs2_from.eq(Forward.REGISTERS)),)),
)
