"""What proofs take out of the core where its function does not matter."""

from amaranth.asserts import AnySeq
from amaranth.hdl import Cat, Module, Mux, Signal, Value
from amaranth.lib.wiring import In

from formal.check import Cut
from hdl.core.alu import Alu
from hdl.core.registers import RegisterFile

__all__ = ["ANY_ALU", "ANY_REGISTERS"]


def _any_registers(self):
    m = Module()
    for port in ("rs1", "rs2"):
        address, value = getattr(self, f"{port}_addr"), getattr(self, f"{port}_data")
        last_address = Signal(5, name=f"{port}_last_address")
        last_value = Signal(32, name=f"{port}_last_value")
        with m.If(address != 0):
            m.d.comb += value.eq(Mux(address == last_address, last_value, AnySeq(32)))
        m.d.sync += [
            last_address.eq(address),
            last_value.eq(Mux(self.rd_we & (self.rd_addr == address), self.rd_data, value)),
        ]
    return m


def _any_alu(self):
    m = Module()
    inputs = Cat(Value.cast(getattr(self, name)) for name, member in self.signature.members.items()
                 if member.flow == In)
    outputs = Cat(self.sum, self.equal, self.less, self.value)
    last_inputs, last_outputs = Signal.like(inputs), Signal.like(outputs)
    m.d.comb += outputs.eq(Mux(inputs == last_inputs, last_outputs, AnySeq(len(outputs))))
    m.d.sync += [last_inputs.eq(inputs), last_outputs.eq(outputs)]
    return m


#: For what does not depend on what registers remember for longer.
ANY_REGISTERS = Cut("a register has any value, until another one is read at the same port",
                    RegisterFile, _any_registers)

#: For what does not depend on results.
ANY_ALU = Cut("the ALU's outputs have any value, until one of its inputs changes", Alu, _any_alu)
