"""What boards with a Lattice ECP5 have in common: a PLL, the top, how sources are made.

Source: Lattice FPGA-TN-02200 "ECP5 sysCLOCK PLL/DLL Design and Usage Guide"; FPGA-DS-02012 "ECP5
Family Data Sheet", "sysCLOCK PLL Timing".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from amaranth.hdl import ClockDomain, ClockSignal, Elaboratable, Instance, Module, Signal
from amaranth.lib import io
from amaranth.lib.cdc import ResetSynchronizer

from boards.board import TOP, ClockError
from boards.top import BoardTop

__all__ = ["Divisors", "Ecp5Top", "Pins", "Pll", "divisors", "sources"]

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


def divisors(clock_hz, crystal_hz):
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
                     f"50 or 62.5 MHz, not {clock_hz / 1e6:g} MHz")


class Pll(Elaboratable):
    """A PLL that drives the domain ``sync``, with a reset until it has locked.

    Parameters
    ----------
    clock : :class:`amaranth.hdl.Signal`
        Of the crystal.
    clock_hz : :class:`int`
        What is wanted.
    crystal_hz : :class:`int`
        Of the crystal.
    """

    def __init__(self, clock, clock_hz, crystal_hz):
        self._clock = clock
        self._divisors = divisors(clock_hz, crystal_hz)

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


@dataclass(frozen=True)
class Pins:
    """Pins of a board's platform. Each is a resource's name and number, and what is below it.

    Attributes
    ----------
    lights : tuple of tuple
        For alive, busy, passed, failed.
    button : tuple
        Starts the self-test.
    uart : tuple
        With ``tx`` and ``rx`` below it.
    levels : dict
        What other outputs are at, by pin.
    """

    lights: tuple
    button: tuple
    uart:   tuple = ("uart", 0)
    levels: Mapping = field(default_factory=dict)


class Ecp5Top(Elaboratable):
    """Pins, PLL, and what every board has. The clock is the platform's default one.

    Parameters
    ----------
    pins : `Pins`
        Of the board.
    image : :class:`sw.image.Image`
        The firmware.
    **parameters
        Of :class:`soc.top.SoC`, ``clock_hz`` among them.
    """

    def __init__(self, pins, *, image, **parameters):
        self._pins = pins
        self._top = BoardTop(image=image, **parameters)

    def elaborate(self, platform):
        """Connect the pins."""
        m = Module()
        m.domains.sync = ClockDomain()
        m.submodules.top = top = self._top
        requested = {}

        def pin(direction, name, number, *below):
            if (name, number) not in requested:
                requested[name, number] = platform.request(name, number, dir="-")
            port = requested[name, number]
            for member in below:
                port = getattr(port, member)
            buffer = io.Buffer(direction, port)
            m.submodules["_".join(map(str, (name, number, *below)))] = buffer
            return buffer

        m.submodules.pll = Pll(pin("i", platform.default_clk, 0).i, top.clock_hz,
                               round(platform.default_clk_frequency))
        for place, light in zip(self._pins.lights, (top.alive, top.busy, top.passed, top.failed),
                                strict=True):
            m.d.comb += pin("o", *place).o.eq(light)
        m.d.comb += [
            top.button.eq(pin("i", *self._pins.button).i),
            pin("o", *self._pins.uart, "tx").o.eq(top.uart_tx),
            top.uart_rx.eq(pin("i", *self._pins.uart, "rx").i),
            *(pin("o", *place).o.eq(level) for place, level in self._pins.levels.items()),
        ]

        return m


def sources(platform, pins):
    """Return what a :class:`boards.board.Board` has as its ``sources``.

    Parameters
    ----------
    platform : type
        Amaranth's platform of the board.
    pins : `Pins`
        What the top uses of it.
    """
    def made(settings, image, toolchain):
        top = Ecp5Top(pins, image=image, **settings.parameters)
        return platform(toolchain=toolchain).prepare(top, TOP, emit_src=False).files

    return made
