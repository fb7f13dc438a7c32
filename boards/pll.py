"""The PLL of Xilinx series 7, set for one clock.

Source: UG472 v1.14, chapter 3; DS187 v1.21, table "PLL Specification", speed grade -1; XAPP888
v1.8 (the lock and filter tables that belong to a multiplier).
"""

from amaranth.hdl import Instance, Module, Signal
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from boards.board import ClockError

__all__ = ["MULTIPLIER", "Pll", "divider"]

#: Multiplier of the input. nextpnr-xilinx writes the lock and filter tables that belong to 8,
#: whatever the multiplier is.
MULTIPLIER = 8

_OSCILLATOR_HZ = (800_000_000, 1_600_000_000)
_DIVIDERS = range(1, 129)

#: What the output may be off, relatively.
_TOLERANCE = 1e-3


def divider(input_hz, output_hz):
    """Return the divider of the PLL's oscillator that makes ``output_hz``.

    Parameters
    ----------
    input_hz, output_hz : :class:`float`
        Frequencies of input and output.

    Raises
    ------
    ValueError
        If the oscillator does not run at eight times the input.
    boards.board.ClockError
        If there is no such divider.
    """
    oscillator_hz = input_hz * MULTIPLIER
    if not _OSCILLATOR_HZ[0] <= oscillator_hz <= _OSCILLATOR_HZ[1]:
        raise ValueError(f"input_hz must be {_OSCILLATOR_HZ[0] // MULTIPLIER} to "
                         f"{_OSCILLATOR_HZ[1] // MULTIPLIER}, not {input_hz!r}")
    nearest = max(_DIVIDERS[0], min(_DIVIDERS[-1], round(oscillator_hz / output_hz)))
    if abs(oscillator_hz / nearest / output_hz - 1) > _TOLERANCE:
        others = sorted({max(_DIVIDERS[0], min(_DIVIDERS[-1], nearest + step))
                         for step in (-1, 0, 1)})
        could = ", ".join(f"{oscillator_hz / other / 1e6:.3f}" for other in others)
        raise ClockError(f"the clock must be {oscillator_hz / 1e6:g} MHz over an integer up to "
                         f"{_DIVIDERS[-1]}, such as {could}, not {output_hz / 1e6:g} MHz")
    return nearest


class Pll(wiring.Component):
    """A ``PLLE2_BASE`` with one output behind a global buffer.

    Parameters
    ----------
    input_hz, output_hz : :class:`float`
        Frequencies of input and output, see `divider`.

    Members
    -------
    i : ``In(1)``
        Clock.
    o : ``Out(1)``
        Clock.
    locked : ``Out(1)``
        The output is right; asynchronous.
    """

    def __init__(self, *, input_hz, output_hz):
        self._input_hz = input_hz
        self._divider = divider(input_hz, output_hz)
        super().__init__({"i": In(1), "o": Out(1), "locked": Out(1)})

    @property
    def output_hz(self):
        """Frequency of the output, to the next hertz."""
        return round(self._input_hz * MULTIPLIER / self._divider)

    def elaborate(self, platform):
        """Build the PLL, its feedback and the buffer."""
        m = Module()

        feedback, unbuffered = Signal(), Signal()
        m.submodules.pll = Instance(
            "PLLE2_BASE",
            p_CLKIN1_PERIOD=1e9 / self._input_hz,
            p_DIVCLK_DIVIDE=1,
            p_CLKFBOUT_MULT=MULTIPLIER,
            p_CLKOUT0_DIVIDE=self._divider,
            i_CLKIN1=self.i,
            i_CLKFBIN=feedback,
            o_CLKFBOUT=feedback,
            i_RST=0,
            i_PWRDWN=0,
            o_CLKOUT0=unbuffered,
            o_LOCKED=self.locked)
        m.submodules.buffer = Instance("BUFG", i_I=unbuffered, o_O=self.o)
        if getattr(platform, "toolchain", None) == "Xray":
            # nextpnr-xilinx looks for dedicated wires where a buffer is all that a PLL drives. It
            # finds none, and its first router stops at the net that is half routed then.
            reader = Signal(reset_less=True, attrs={"keep": 1})
            m.d.sync += reader.eq(unbuffered)

        return m
