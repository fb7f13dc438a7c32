"""ULX3S with an LFE5U-85F: place and route by open tools from PyPI.

Source: amaranth-boards, ``ulx3s.py`` (pins); Lattice FPGA-TN-02200 "ECP5 sysCLOCK PLL/DLL Design
and Usage Guide" (PLL); FPGA-DS-02012 "ECP5 Family Data Sheet", "sysCLOCK PLL Timing".
"""

from dataclasses import dataclass

from amaranth.hdl import ClockDomain, ClockSignal, Elaboratable, Instance, Module, Signal
from amaranth.lib import io
from amaranth.lib.cdc import ResetSynchronizer
from amaranth_boards.ulx3s import ULX3S_85F_Platform

from boards.board import TOP, Board, ClockError
from boards.top import BoardTop
from boards.trellis import TRELLIS

__all__ = ["ULX3S", "Pll", "Ulx3sTop", "divisors"]

_CRYSTAL_HZ = 25_000_000

#: Limits of the PLL in hertz: phase detector, oscillator, output.
_DETECTOR = (3_125_000, 400_000_000)
_OSCILLATOR = (400_000_000, 800_000_000)
_OUTPUT = (3_125_000, 400_000_000)

#: Largest value of each divisor.
_LARGEST = 128

#: What the output may be off, relatively.
_TOLERANCE = 1e-4


@dataclass(frozen=True)
class Divisors:
    """Divisors of the PLL: of its input, in its feedback, of its output."""

    input:    int
    feedback: int
    output:   int


def divisors(clock_hz, crystal_hz=_CRYSTAL_HZ):
    """Return divisors for an output frequency, with the fastest phase detector that has it.

    Raises
    ------
    boards.board.ClockError
        If there are none.
    """
    if _OUTPUT[0] <= clock_hz <= _OUTPUT[1]:
        for divisor in range(1, crystal_hz // _DETECTOR[0] + 1):
            feedback = round(clock_hz * divisor / crystal_hz)
            if (feedback not in range(1, _LARGEST + 1)
                    or abs(crystal_hz * feedback / divisor / clock_hz - 1) > _TOLERANCE):
                continue
            # The fastest oscillator jitters least.
            output = min(_LARGEST, _OSCILLATOR[1] // clock_hz)
            if output * clock_hz >= _OSCILLATOR[0]:
                return Divisors(divisor, feedback, output)
    raise ClockError(f"the clock must be what the PLL makes of {crystal_hz / 1e6:g} MHz, such as "
                     f"{crystal_hz * 2 / 1e6:g} or {crystal_hz * 2.5 / 1e6:g} MHz, "
                     f"not {clock_hz / 1e6:g} MHz")


class Pll(Elaboratable):
    """A PLL that drives the domain ``sync``, with a reset until it has locked.

    Parameters
    ----------
    clock : :class:`amaranth.hdl.Signal`
        Of the crystal.
    clock_hz : :class:`int`
        What is wanted.
    """

    def __init__(self, clock, clock_hz):
        self._clock = clock
        self._divisors = divisors(clock_hz)

    def elaborate(self, platform):
        """Instantiate the PLL."""
        m = Module()
        locked = Signal()
        m.submodules.pll = Instance(
            "EHXPLLL",
            p_CLKI_DIV=self._divisors.input,
            p_CLKFB_DIV=self._divisors.feedback,
            p_CLKOP_DIV=self._divisors.output,
            p_CLKOP_ENABLE="ENABLED",
            p_CLKOP_CPHASE=self._divisors.output - 1,
            p_CLKOP_FPHASE=0,
            p_FEEDBK_PATH="CLKOP",
            p_PLLRST_ENA="DISABLED",
            p_INTFB_WAKE="DISABLED",
            p_STDBY_ENABLE="DISABLED",
            p_DPHASE_SOURCE="DISABLED",
            p_OUTDIVIDER_MUXA="DIVA",
            a_ICP_CURRENT="12",
            a_LPF_RESISTOR="8",
            a_MFG_ENABLE_FILTEROPAMP="1",
            a_MFG_GMCREF_SEL="2",
            i_CLKI=self._clock,
            i_CLKFB=ClockSignal(),
            i_RST=0,
            i_STDBY=0,
            i_PHASESEL0=0,
            i_PHASESEL1=0,
            i_PHASEDIR=1,
            i_PHASESTEP=1,
            i_PHASELOADREG=1,
            i_PLLWAKESYNC=0,
            i_ENCLKOP=0,
            o_CLKOP=ClockSignal(),
            o_LOCK=locked,
        )
        m.submodules.reset = ResetSynchronizer(~locked)
        return m


class Ulx3sTop(Elaboratable):
    """Pins, PLL, and what every board has.

    LEDs 0 to 3 are alive, busy, passed, failed; button F1 starts the self-test; the serial port is
    on the FTDI chip's USB.

    Parameters
    ----------
    image : :class:`sw.image.Image`
        The firmware.
    **parameters
        Of :class:`soc.top.SoC`, ``clock_hz`` among them.
    """

    def __init__(self, *, image, **parameters):
        self._top = BoardTop(image=image, **parameters)

    def elaborate(self, platform):
        """Connect the pins."""
        m = Module()
        m.domains.sync = ClockDomain()
        m.submodules.top = top = self._top

        m.submodules.clock = clock = io.Buffer("i", platform.request("clk25", 0, dir="-"))
        m.submodules.pll = Pll(clock.i, top.clock_hz)

        for number, light in enumerate((top.alive, top.busy, top.passed, top.failed)):
            pin = io.Buffer("o", platform.request("led", number, dir="-"))
            m.submodules[f"led_{number}"] = pin
            m.d.comb += pin.o.eq(light)

        m.submodules.button = button = io.Buffer("i", platform.request("button_fire", 0, dir="-"))
        serial = platform.request("uart", 0, dir="-")
        m.submodules.tx = tx = io.Buffer("o", serial.tx)
        m.submodules.rx = rx = io.Buffer("i", serial.rx)
        m.d.comb += [top.button.eq(button.i), tx.o.eq(top.uart_tx), top.uart_rx.eq(rx.i)]

        # Low, the ESP32 would start its own loader and might configure the FPGA anew.
        m.submodules.esp32 = esp32 = io.Buffer("o", platform.request("esp32", 0, dir="-").gpio0)
        m.d.comb += esp32.o.eq(1)

        return m


def _sources(settings, image, platform):
    top = Ulx3sTop(image=image, **settings.parameters)
    return ULX3S_85F_Platform(toolchain=platform).prepare(top, TOP, emit_src=False).files


ULX3S = Board(
    name="ulx3s",
    title="ULX3S (85F)",
    device="LFE5U-85F-6BG381C",
    family="ecp5",
    capacity={"sites": 83_640, "ff": 83_640, "bram": 208, "dsp": 156},
    clock_hz=40_000_000,
    toolchains=(TRELLIS,),
    sources=_sources,
)
