"""Dual-port RAM with byte enables, an OBI subordinate at either port.

Written so that Yosys makes true-dual-port block RAM of it (7 series: ``RAMB36E1``, ECP5:
``DP16KD``) without logic around it: an OBI port's read port reads before its write port writes, in
every cycle, so that only the write enables wait for the request.
"""

from amaranth.hdl import Module
from amaranth.lib import memory, wiring
from amaranth.lib.wiring import In
from amaranth.utils import exact_log2

from hdl import obi

__all__ = ["Ram"]


class Ram(wiring.Component):
    """``size`` bytes behind two independent OBI ports.

    Every request is granted at once and answered in the next cycle. Only the low address bits
    are looked at. When a word is written at one port and read at the other one in the same cycle,
    the read returns unspecified data; when both ports write the same byte in the same cycle, the
    byte is unspecified afterwards. The contents survive a reset.

    Parameters
    ----------
    size : :class:`int`
        Bytes, a power of two of at least 8.
    init : :class:`bytes`
        First contents, little endian, at most ``size`` bytes; the rest is zero.

    Members
    -------
    a, b : ``In(obi.Signature())``
        The ports. ``err`` is never set.

    Raises
    ------
    ValueError
        If ``size`` is not a power of two, or ``init`` does not fit.
    """

    def __init__(self, *, size, init=b""):
        if not isinstance(size, int) or size < 8 or size & (size - 1):
            raise ValueError(f"size must be a power of two of at least 8 bytes, not {size!r}")
        if len(init) > size:
            raise ValueError(f"init of {len(init)} bytes does not fit into {size} bytes")
        self._size = size
        self._init = bytes(init)
        super().__init__({"a": In(obi.Signature()), "b": In(obi.Signature())})

    @property
    def size(self):
        """Bytes."""
        return self._size

    @property
    def init(self):
        """First contents."""
        return self._init

    def elaborate(self, platform):
        """Build the memory with a read and a write port for each OBI port."""
        m = Module()

        words = [int.from_bytes(self.init[i:i + 4], "little") for i in range(0, len(self.init), 4)]
        m.submodules.memory = ram = memory.Memory(shape=32, depth=self.size // 4, init=words,
                                                     attrs={"no_rw_check": 1})

        for bus in (self.a, self.b):
            index = bus.addr[2:exact_log2(self.size)]
            write = ram.write_port(granularity=8)
            read = ram.read_port()  # enabled always
            m.d.comb += [
                write.addr.eq(index),
                write.data.eq(bus.wdata),
                read.addr.eq(index),
                bus.gnt.eq(1),
                bus.rdata.eq(read.data),
            ]
            with m.If(bus.req & bus.we):
                m.d.comb += write.en.eq(bus.be)
            m.d.sync += bus.rvalid.eq(bus.req)

        return m
