"""The design for the PYNQ-Z1: clock, processors, the SoC with what every board has, pins."""

from amaranth.build import Attrs
from amaranth.hdl import ClockDomain, ClockSignal, Elaboratable, Module
from amaranth.lib import io
from amaranth.lib.cdc import ResetSynchronizer
from amaranth.lib.wiring import connect
from amaranth_boards.resources import UARTResource

from boards.board import TOP, Board
from boards.host import host_files
from boards.openxc7 import OPENXC7_ZYNQ
from boards.pll import Pll
from boards.ps7 import ID_WIDTH, ProcessingSystem
from boards.pynq_z1 import PynqZ1Platform
from boards.top import BoardTop
from boards.vivado import VIVADO
from soc.bridge3 import Axi3Bridge

__all__ = ["CLOCK_HZ", "LIGHTS", "PYNQ_Z1", "PynqZ1Top"]

#: Of the core by default: 1 GHz over 13.
CLOCK_HZ = 76_923_077

#: What LED 0 to 3 show.
LIGHTS = ("alive", "busy", "passed", "failed")

#: A Pmod USBUART in the upper row of Pmod A: its pin 2 receives, its pin 3 sends.
_UART = UARTResource(0, rx="3", tx="2", conn=("pmod", 0), attrs=Attrs(IOSTANDARD="LVCMOS33"))


class PynqZ1Top(Elaboratable):
    """The SoC on a PYNQ-Z1.

    The clock comes from the board and the firmware is in the memories from the start, so that all
    of it runs without the processors. They reach the SoC's addresses at `boards.ps7.WINDOW`.
    Button 0 starts the self-test, button 3 is a reset.

    Parameters
    ----------
    image : :class:`sw.image.Image`
        The firmware.
    clock_hz : :class:`int`
        What the PLL makes of 125 MHz, see `boards.pll.divider`.
    **parameters
        Of :class:`soc.top.SoC`.
    """

    def __init__(self, *, image, clock_hz, **parameters):
        self._pll = Pll(input_hz=125e6, output_hz=clock_hz)
        self._top = BoardTop(image=image, clock_hz=self._pll.output_hz, host=True, **parameters)

    def elaborate(self, platform):
        """Request the pins and connect everything."""
        m = Module()
        platform.add_resources([_UART])

        def pin(direction, name, number=0):
            buffer = io.Buffer(direction, platform.request(name, number, dir="-"))
            m.submodules[f"{name}_{number}"] = buffer
            return buffer

        m.domains.sync = ClockDomain()
        m.submodules.pll = pll = self._pll
        m.d.comb += [pll.i.eq(pin("i", "clk125").i), ClockSignal().eq(pll.o)]
        m.submodules.reset = ResetSynchronizer(~pll.locked | pin("i", "button", 3).i)

        m.submodules.top = top = self._top
        m.submodules.ps7 = ps7 = ProcessingSystem()
        m.submodules.bridge = bridge = Axi3Bridge(id_width=ID_WIDTH)
        connect(m, ps7.axi, bridge.axi)
        connect(m, bridge.bus, top.host)

        uart = platform.request("uart", 0, dir="-")
        m.submodules.uart_tx = tx = io.Buffer("o", uart.tx)
        m.submodules.uart_rx = rx = io.Buffer("i", uart.rx)
        m.d.comb += [tx.o.eq(top.uart_tx), top.uart_rx.eq(rx.i),
                     top.button.eq(pin("i", "button", 0).i)]
        for number, light in enumerate(LIGHTS):
            m.d.comb += pin("o", "led", number).o.eq(getattr(top, light))

        return m


class _Xray(PynqZ1Platform):
    """The platform for openXC7: Amaranth's templates for it know neither RTLIL nor block RAM."""

    file_templates = {
        "build_{{name}}.sh": "",
        "{{name}}.il":       "{{emit_rtlil()}}",
        "{{name}}.xdc":      r"""
            {% for port_name, pin_name, attrs in platform.iter_port_constraints_bits() -%}
                set_property LOC {{pin_name}} [get_ports {{port_name|tcl_quote}}]
                {% for attr_name, attr_value in attrs.items() -%}
                    set_property {{attr_name}} {{attr_value}} [get_ports {{port_name|tcl_quote}}]
                {% endfor %}
            {% endfor %}
        """,
    }
    command_templates = []
    required_tools = []


def _sources(settings, image, platform):
    top = PynqZ1Top(image=image, **settings.parameters)
    made = (_Xray if platform == "Xray" else PynqZ1Platform)(toolchain=platform)
    return made.prepare(top, TOP, emit_src=False).files


PYNQ_Z1 = Board(
    name="pynq-z1",
    title="PYNQ-Z1",
    device="xc7z020clg400-1",
    family="xc7",
    capacity={"sites": 53_200, "ff": 106_400, "bram": 140, "dsp": 220},
    clock_hz=CLOCK_HZ,
    toolchains=(VIVADO, OPENXC7_ZYNQ),
    sources=_sources,
    extras=lambda folder, image: host_files(image),
)
