"""Register file.

Source: RISC-V unprivileged specification 20240411, section 2.1.
"""

from amaranth.hdl import Array, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

__all__ = ["RegisterFile", "check_kind"]


def check_kind(kind):
    """Raise ValueError unless ``kind`` is one of register file."""
    if kind not in ("memory", "flip-flops"):
        raise ValueError(f"register_file must be 'memory' or 'flip-flops', not {kind!r}")


class RegisterFile(wiring.Component):
    """31 registers of 32 bits and ``x0``: two combinational reads, one write.

    A read sees a write from the cycle after it on; ``x0`` must not be written.

    Parameters
    ----------
    kind : :class:`str`
        ``"memory"``: an asynchronously read memory, which becomes LUT RAM in an FPGA.
        ``"flip-flops"``: registers, for an ASIC.

    Members
    -------
    rs1_addr, rs2_addr : ``In(5)``
        Registers to read.
    rs1_data, rs2_data : ``Out(32)``
        Their values.
    rd_we : ``In(1)``
        Write.
    rd_addr : ``In(5)``
        Register to write, not 0.
    rd_data : ``In(32)``
        Its new value.

    Raises
    ------
    ValueError
        If ``kind`` is something else.
    """

    rs1_addr: In(5)
    rs2_addr: In(5)
    rs1_data: Out(32)
    rs2_data: Out(32)
    rd_we: In(1)
    rd_addr: In(5)
    rd_data: In(32)

    def __init__(self, *, kind="memory"):
        check_kind(kind)
        self._kind = kind
        super().__init__()

    @property
    def kind(self):
        """How the registers are stored."""
        return self._kind

    def elaborate(self, platform):
        m = Module()
        reads = ((self.rs1_addr, self.rs1_data), (self.rs2_addr, self.rs2_data))
        if self._kind == "memory":
            m.submodules.memory = memory = Memory(shape=32, depth=32, init=[])
            write = memory.write_port()
            m.d.comb += [write.en.eq(self.rd_we), write.addr.eq(self.rd_addr),
                         write.data.eq(self.rd_data)]
            for address, value in reads:
                read = memory.read_port(domain="comb")
                m.d.comb += [read.addr.eq(address), value.eq(read.data)]
        else:
            registers = [Signal(32, name=f"x{i}") for i in range(32)]
            for i, register in enumerate(registers[1:], 1):
                with m.If(self.rd_we & (self.rd_addr == i)):
                    m.d.sync += register.eq(self.rd_data)
            for address, value in reads:
                m.d.comb += value.eq(Array(registers)[address])
        return m
