"""The registers of a block of the memory map as an OBI subordinate."""

from amaranth.hdl import Cat, Const, Module, Mux, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out
from amaranth.utils import exact_log2

from hdl import obi
from soc.memory_map import REGIONS, Access

__all__ = ["Registers", "fields"]


def fields(register, **values):
    """Return a 32-bit value with each field of ``register`` set to the value of its name.

    Raises
    ------
    ValueError
        If a field is missing or unknown.
    """
    names = {field.name.lower() for field in register.fields}
    if names != set(values):
        raise ValueError(f"fields of {register.name} are {sorted(names)}, not {sorted(values)}")
    word = Const(0, 32)
    for field in register.fields:
        value = Value.cast(values[field.name.lower()])
        word |= Cat(value)[:field.width] << field.low
    return word[:32]


class _Port(wiring.Signature):
    """What a register shows its owner, from the bus side.

    Interface attributes
    --------------------
    value : ``In(32)``
        What a read returns, sampled in the request cycle.
    read : ``Out(1)``
        The register is being read.
    write : ``Out(4)``
        Which bytes are being written; 0 if none.
    data : ``Out(32)``
        With ``write``: ``value`` with those bytes replaced.
    word : ``Out(32)``
        With ``write``: the bytes written, in their places, beside anything. Costs nothing.
    """

    def __init__(self):
        super().__init__({
            "value": In(32),
            "read":  Out(1),
            "write": Out(4),
            "data":  Out(32),
            "word":  Out(32),
        })

    def __eq__(self, other):
        return type(self) is type(other)


class Registers(wiring.Component):
    """Decodes the registers of ``block``; their owner keeps the values.

    Every request is granted at once and answered in the next cycle. An offset without a register
    answers with ``err``. Writing a read-only register does nothing; a write-only one reads as its
    ``value``, 0 by default.

    Parameters
    ----------
    block : :class:`soc.memory_map.Block`
        The registers; its name is that of its region.

    Members
    -------
    bus : ``In(obi.Signature())``
        Requests; the address bits above the region are not looked at.
    <register name in lower case> : ``Out(...)``
        Its ``value`` (in), ``read``, ``write`` (4 bits, one a byte), ``data`` and ``word``, all in
        the request cycle.
    """

    def __init__(self, block):
        self._block = block
        super().__init__({
            "bus": In(obi.Signature()),
            **{register.name.lower(): Out(_Port()) for register in block.registers},
        })

    @property
    def block(self):
        """The registers."""
        return self._block

    def elaborate(self, platform):
        """Build the decoder and the response register."""
        m = Module()

        bus = self.bus
        offset = bus.addr[2:exact_log2(REGIONS[self.block.name].size)]

        m.d.comb += bus.gnt.eq(1)
        m.d.sync += bus.rvalid.eq(bus.req)
        with m.If(bus.req):
            m.d.sync += [bus.err.eq(1), bus.rdata.eq(0)]

        with m.Switch(offset):
            for register in self.block.registers:
                port = getattr(self, register.name.lower())
                with m.Case(register.offset // 4), m.If(bus.req):
                    m.d.sync += [bus.err.eq(0), bus.rdata.eq(port.value)]
                    m.d.comb += port.read.eq(~bus.we)
                    if register.access is not Access.RO:
                        m.d.comb += port.write.eq(Mux(bus.we, bus.be, 0))

        for register in self.block.registers:
            port = getattr(self, register.name.lower())
            m.d.comb += port.data.eq(Cat(
                Mux(bus.be[lane], bus.wdata.word_select(lane, 8), port.value.word_select(lane, 8))
                for lane in range(4)))
            m.d.comb += port.word.eq(bus.wdata)

        return m
