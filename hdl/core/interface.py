"""Parameters and members of the core."""

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl import obi, rvfi, xif
from hdl.core.counters import check_hpm_counters
from hdl.core.csr import check_trap_vector
from hdl.core.extensions import Extensions
from hdl.core.fetch import check_reset_vector
from hdl.core.registers import check_kind

__all__ = ["Interface"]


class Interface(wiring.Component):
    """What is to be seen of a :class:`~hdl.core.Core` from outside.

    Parameters
    ----------
    reset_vector : :class:`int`
        Address of the first instruction, a multiple of 4.
    trap_vector : :class:`int`
        Base address in ``mtvec`` after reset, a multiple of 128.
    id_width : :class:`int`
        Width of CV-X-IF's ``id`` in bits, at least 2.
    register_file : :class:`str`
        ``"memory"`` or ``"flip-flops"``, see :class:`~hdl.core.registers.RegisterFile`.
    hpm_counters : :class:`int`
        How many counters of events there are, 0..29.
    exact_timing : :class:`bool`
        Also what CV32E40X is slower at with a coprocessor: ``fence.i`` takes a cycle more, and so
        does the use of a CSR instruction's result in the next instruction.
    m, c, zba, zbb, zbs, zbkb : :class:`bool`
        Extensions, see :class:`~hdl.core.extensions.Extensions`.

    Members
    -------
    ibus, dbus : ``Out(obi.Signature())``
        Instruction and data bus.
    x : ``Out(xif.Signature(id_width=...))``
        Coprocessor. Without one, tie ``issue.ready`` to 1 and the other inputs to 0.
    irq : ``In(32)``
        Interrupt lines, levels, synchronous: 3 software, 7 timer, 11 external, 31:16 fast. The
        others do nothing.
    time : ``In(64)``
        Value of the CSR ``time``.
    sleeping : ``Out(1)``
        ``wfi`` waits, and nothing happens in the core or on its buses. Combinational from ``irq``,
        which ends it.
    rvfi : ``Out(rvfi.Signature())``
        Retirement port; left open it costs nothing.

    Raises
    ------
    ValueError
        If a parameter is not as described.
    """

    def __init__(self, *, reset_vector=0, trap_vector=0, id_width=4, register_file="memory",
                 hpm_counters=0, exact_timing=False, m=False, c=False, zba=False, zbb=False,
                 zbs=False, zbkb=False):
        if id_width not in range(2, 33):
            raise ValueError(f"id_width must be 2..32, not {id_width!r}")
        check_reset_vector(reset_vector)
        check_trap_vector(trap_vector)
        check_kind(register_file)
        check_hpm_counters(hpm_counters)
        self._extensions = Extensions(m=m, c=c, zba=zba, zbb=zbb, zbs=zbs, zbkb=zbkb)
        self._reset_vector = reset_vector
        self._trap_vector = trap_vector
        self._id_width = id_width
        self._register_file = register_file
        self._hpm_counters = hpm_counters
        self._exact_timing = bool(exact_timing)
        super().__init__({
            "ibus":     Out(obi.Signature()),
            "dbus":     Out(obi.Signature()),
            "x":        Out(xif.Signature(id_width=id_width)),
            "irq":      In(32),
            "time":     In(64),
            "sleeping": Out(1),
            "rvfi":     Out(rvfi.Signature()),
        })

    @property
    def reset_vector(self):
        """Address of the first instruction."""
        return self._reset_vector

    @property
    def trap_vector(self):
        """Base address in ``mtvec`` after reset."""
        return self._trap_vector

    @property
    def id_width(self):
        """Width of CV-X-IF's ``id`` in bits."""
        return self._id_width

    @property
    def register_file(self):
        """How the registers are stored."""
        return self._register_file

    @property
    def hpm_counters(self):
        """How many counters of events there are."""
        return self._hpm_counters

    @property
    def exact_timing(self):
        """Whether it is never faster than CV32E40X."""
        return self._exact_timing

    @property
    def extensions(self):
        """All extensions."""
        return self._extensions

    @property
    def m(self):
        """Whether it multiplies and divides."""
        return self._extensions.m

    @property
    def c(self):
        """Whether it has compressed instructions."""
        return self._extensions.c

    @property
    def zba(self):
        """Whether it has Zba."""
        return self._extensions.zba

    @property
    def zbb(self):
        """Whether it has Zbb."""
        return self._extensions.zbb

    @property
    def zbs(self):
        """Whether it has Zbs."""
        return self._extensions.zbs

    @property
    def zbkb(self):
        """Whether it has Zbkb."""
        return self._extensions.zbkb
