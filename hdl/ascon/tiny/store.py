"""What the coprocessor keeps of an instruction, most of it in tables instead of flip-flops."""

from amaranth.hdl import Cat, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.memory import Memory
from amaranth.lib.wiring import In, Out

__all__ = ["Store"]

#: A memory of tables in Xilinx's series 7 has so many bits a word, in four sites.
_MEMORY_WIDTH = 8


class Store(wiring.Component):
    """A register without reset: ``entry`` is ``new`` of the last cycle with ``write``.

    Parameters
    ----------
    layout : :class:`amaranth.lib.data.StructLayout`
        What is kept. As many of the low bits as fill memories are in a memory that only has one
        word in use; a reset does not reach them.

    Members
    -------
    write : ``In(1)``
        Take ``new``.
    new : ``In(layout)``
        Next content.
    entry : ``Out(layout)``
        Content.
    """

    def __init__(self, layout):
        super().__init__({"write": In(1), "new": In(layout), "entry": Out(layout)})

    def elaborate(self, platform):
        m = Module()

        new = self.new.as_value()
        width = len(new) // _MEMORY_WIDTH * _MEMORY_WIDTH
        m.submodules.memory = memory = Memory(shape=width, depth=2, init=[],
                                              attrs={"ram_style": "distributed"})
        write, read = memory.write_port(), memory.read_port(domain="comb")
        rest = Signal(len(new) - width)
        m.d.comb += [
            write.en.eq(self.write),
            write.data.eq(new[:width]),
            self.entry.eq(Cat(read.data, rest)),
        ]
        with m.If(self.write):
            m.d.sync += rest.eq(new[width:])

        return m
