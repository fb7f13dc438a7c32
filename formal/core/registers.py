"""The register file is one, whichever way it is made."""

from amaranth.asserts import AnyConst, AnySeq
from amaranth.hdl import Elaboratable, Module, Signal

from formal.check import Check, Fault, Mode, assume, ensure
from hdl.core.registers import RegisterFile

__all__ = ["CHECKS"]


class _Bench(Elaboratable):
    """Follows one register, which the first port reads always."""

    def __init__(self, kind):
        self._kind = kind

    def elaborate(self, platform):
        m = Module()
        m.submodules.registers = registers = RegisterFile(kind=self._kind)
        m.d.comb += [
            registers.rs1_addr.eq(AnyConst(5)),
            registers.rs2_addr.eq(AnySeq(5)),
            registers.rd_we.eq(AnySeq(1)),
            registers.rd_addr.eq(AnySeq(5)),
            registers.rd_data.eq(AnySeq(32)),
        ]
        assume(m, ~registers.rd_we | (registers.rd_addr != 0))
        written = Signal()
        value = Signal(32)
        with m.If(registers.rd_we & (registers.rd_addr == registers.rs1_addr)):
            m.d.sync += [written.eq(1), value.eq(registers.rd_data)]
        ensure(m, ~written | (registers.rs1_data == value))
        ensure(m, (registers.rs2_addr != registers.rs1_addr)
               | (registers.rs2_data == registers.rs1_data))
        return m


CHECKS = tuple(
    Check(f"core.register-file-{kind}",
          f"A register holds what was written there last, at both ports; {kind}.",
          lambda kind=kind: _Bench(kind), depth=2, mode=Mode.INDUCTION,
          faults=(Fault("a bit of register 31 is wrong at the second port", RegisterFile,
                        lambda self: self.rs2_data[0].eq(self.rs1_data[0] ^ self.rs2_addr.all())),))
    for kind in ("memory", "flip-flops"))
