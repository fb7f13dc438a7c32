"""The SoC: core, coprocessor, memories, peripherals, and the host's AXI port."""

from amaranth.hdl import Module, ResetInserter, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out, connect, flipped

from hdl import obi, rvfi, xif
from hdl.ascon.presets import DEFAULT
from hdl.core import Core
from soc import axi, axi3
from soc.arbiter import Arbiter
from soc.bridge import AxiLiteBridge
from soc.bridge3 import Axi3Bridge
from soc.clint import Clint
from soc.control import Control
from soc.coprocessor import features_of, soc_coprocessor
from soc.demultiplexer import Demultiplexer
from soc.gate import EnableGate
from soc.isolator import Isolator
from soc.mailbox import Mailbox
from soc.memory_map import BLOCKS, REGIONS, Interrupt
from soc.ram import Ram
from soc.uart import Uart

__all__ = ["SoC", "observed"]

_ID_WIDTH = 4

#: Bits of AXI3's identifiers: those of a PS7's ``M_AXI_GP``.
_AXI3_ID_WIDTH = 12

_HOSTS = ("axi4-lite", "axi3", "obi")


def observed(signature):
    """Return ``signature`` with every member an output, for watching the interface."""
    return wiring.Signature({
        name: Out(member.shape) if member.is_port else Out(observed(member.signature))
        for name, member in signature.members.items()})


class SoC(wiring.Component):
    """System on a chip with the memory map of `soc.memory_map`.

    After a reset the core runs from the first word of ``imem``, unless ``CONTROL.CORE_RESET`` is
    set by the host. Setting it resets the core and the coprocessor, and drops what they had on the
    buses; memories, peripherals and the other switches keep what they have.

    Parameters
    ----------
    image : object with ``imem`` and ``dmem``, or None
        First contents of the memories: :class:`bytes`, little endian. None: zeros.
    preset : :class:`str`
        Of the coprocessor, a key of `hdl.ascon.presets.PRESETS`.
    rounds_per_cycle : :class:`int` or None
        Of the coprocessor, instead of the preset's.
    clock_hz : :class:`int`
        Frequency of ``sync``, which the control block tells and the UART's first divisor is for.
    trace : :class:`bool`
        Adds the members ``rvfi`` and ``x``.
    core : :class:`dict` or None
        Parameters of the core, such as ``{"m": True}`` for multiplication; `id_width` is fixed.
    host : :class:`str`
        What the host's port speaks: ``"axi4-lite"``, ``"axi3"``, or ``"obi"`` as the buses inside.

    Members
    -------
    axi : ``In(axi.Signature())`` or ``In(axi3.Signature(id_width=12))``
        The host, if it speaks AXI.
    bus : ``In(obi.Signature())``
        The host, if it speaks OBI.
    busy : ``Out(1)``
        With ``bus``: the mailbox has a command.
    uart_tx : ``Out(1)``
        Serial output, idle 1.
    uart_rx : ``In(1)``
        Serial input, asynchronous.
    rvfi : ``Out(rvfi.Signature())``
        With ``trace``: what the core retires.
    x : ``Out(observed(xif.Signature()))``
        With ``trace``: what the coprocessor sees and answers.
    """

    def __init__(self, *, image=None, preset=DEFAULT, rounds_per_cycle=None, clock_hz=50_000_000,
                 trace=False, core=None, host="axi4-lite"):
        if host not in _HOSTS:
            raise ValueError(f"host must be one of {_HOSTS}, not {host!r}")
        self._host = host
        self._image = image
        self._trace = bool(trace)
        self._clock_hz = clock_hz
        self._core = Core(id_width=_ID_WIDTH, **(core or {}))
        self._coprocessor = soc_coprocessor(preset, rounds_per_cycle, id_width=_ID_WIDTH)
        self._rams = {name: Ram(size=REGIONS[name].size,
                                init=b"" if image is None else getattr(image, name))
                      for name in ("imem", "dmem")}
        self._control = Control(features=features_of(preset, rounds_per_cycle), clock_hz=clock_hz)
        members = {
            **self._host_members(),
            "uart_tx": Out(1, init=1),
            "uart_rx": In(1, init=1),
        }
        if trace:
            members["rvfi"] = Out(rvfi.Signature())
            members["x"] = Out(observed(xif.Signature(id_width=_ID_WIDTH)))
        super().__init__(members)

    def _host_members(self):
        match self._host:
            case "axi4-lite":
                return {"axi": In(axi.Signature())}
            case "axi3":
                return {"axi": In(axi3.Signature(id_width=_AXI3_ID_WIDTH))}
            case _:
                return {"bus": In(obi.Signature()), "busy": Out(1)}

    @property
    def features(self):
        """What it has, :class:`soc.features.Features`."""
        return self._control.features

    @property
    def rounds_per_cycle(self):
        """Rounds of the permutation in one cycle."""
        return self.features.rounds_per_cycle

    @property
    def clock_hz(self):
        """Frequency of ``sync``."""
        return self._clock_hz

    @property
    def host(self):
        """What the host's port speaks."""
        return self._host

    @property
    def trace(self):
        """Whether ``rvfi`` and ``x`` exist."""
        return self._trace

    @property
    def extensions(self):
        """Extensions of the core's instruction set."""
        return self._core.extensions

    def elaborate(self, platform):
        """Connect everything."""
        m = Module()

        # Core and coprocessor, with a reset of their own.
        core_reset = Signal()
        m.submodules.core = ResetInserter(core_reset)(self._core)
        m.submodules.coprocessor = ResetInserter(core_reset)(self._coprocessor)
        m.submodules.gate = gate = EnableGate(id_width=_ID_WIDTH)
        connect(m, self._core.x, gate.core)
        connect(m, gate.coprocessor, self._coprocessor.x)

        m.submodules.ibus = ibus = Isolator()
        m.submodules.dbus = dbus = Isolator()
        m.d.comb += [ibus.isolate.eq(core_reset), dbus.isolate.eq(core_reset)]
        connect(m, self._core.ibus, ibus.manager)
        connect(m, self._core.dbus, dbus.manager)

        if self.host == "obi":
            host_bus = flipped(self.bus)
        else:
            m.submodules.bridge = bridge = (AxiLiteBridge() if self.host == "axi4-lite" else
                                            Axi3Bridge(id_width=_AXI3_ID_WIDTH))
            connect(m, flipped(self.axi), bridge.axi)
            host_bus = bridge.bus

        # Each manager has its own way to the memories; core and host share the peripherals.
        m.submodules.fetch = fetch = Demultiplexer(_targets(
            region for region in REGIONS.values() if region.fetch))
        m.submodules.data = data = Demultiplexer(_targets(
            region for region in REGIONS.values() if region.data))
        m.submodules.host = host = Demultiplexer(_targets(
            region for region in REGIONS.values() if region.host))
        connect(m, ibus.bus, fetch.bus)
        connect(m, dbus.bus, data.bus)
        connect(m, host_bus, host.bus)

        for name, ram in self._rams.items():
            m.submodules[name] = ram
            connect(m, getattr(fetch if REGIONS[name].fetch else data, name), ram.a)
            connect(m, getattr(host, name), ram.b)

        m.submodules.arbiter = arbiter = Arbiter()
        connect(m, data.peripherals, arbiter.first)
        connect(m, host.peripherals, arbiter.second)

        m.submodules.peripherals = peripherals = Demultiplexer(
            {name: (REGIONS[name],) for name in BLOCKS}, pipelined=False)
        connect(m, arbiter.bus, peripherals.bus)

        m.submodules.control = control = self._control
        m.submodules.mailbox = mailbox = Mailbox()
        m.submodules.uart = uart = Uart(divisor=max(4, round(self.clock_hz / 115_200)))
        m.submodules.clint = clint = Clint()
        connect(m, peripherals.control, control.bus)
        connect(m, peripherals.mailbox, mailbox.bus)
        connect(m, peripherals.uart, uart.bus)
        connect(m, peripherals.clint, clint.bus)
        m.d.comb += [
            self._core.irq[Interrupt.SOFTWARE].eq(clint.software),
            self._core.irq[Interrupt.TIMER].eq(clint.timer),
            self._core.irq[Interrupt.EXTERNAL].eq(mailbox.commanded | uart.received),
            self._core.irq[Interrupt.MAILBOX].eq(mailbox.commanded),
            self._core.irq[Interrupt.UART].eq(uart.received),
            self._core.time.eq(clint.time),
            control.from_host.eq(arbiter.is_second),
            core_reset.eq(control.core_reset),
            gate.enable.eq(control.accelerator_enable),
            self.uart_tx.eq(uart.tx),
            uart.rx.eq(self.uart_rx),
        ]
        if self.host == "obi":
            m.d.comb += self.busy.eq(mailbox.commanded)

        if self.trace:
            connect(m, self._core.rvfi, wiring.flipped(self.rvfi))
            watched = {path: value for path, _, value in
                       self._coprocessor.x.signature.flatten(self._coprocessor.x)}
            for path, _, value in self.x.signature.flatten(self.x):
                m.d.comb += value.eq(watched[path])

        return m


def _targets(regions):
    """Give each memory a way of its own and all peripherals a common one."""
    targets = {}
    for region in regions:
        name = "peripherals" if region.name in BLOCKS else region.name
        targets.setdefault(name, []).append(region)
    return targets
