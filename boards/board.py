"""What a build needs to know: boards and settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hdl.ascon.presets import DEFAULT, preset_named

__all__ = ["TOP", "Board", "ClockError", "Settings"]

#: Name of the top module and of the files that are made of it.
TOP = "ascon_xif"


class ClockError(ValueError):
    """A board can't make a clock; the message says which one and what it can make."""


@dataclass(frozen=True)
class Settings:
    """What a user chooses for a build.

    Attributes
    ----------
    clock_hz : :class:`int`
        Frequency of the SoC's clock.
    preset : :class:`str`
        A key of :data:`hdl.ascon.presets.PRESETS`.
    seed : :class:`int`
        For placement.

    Raises
    ------
    ValueError
        If the preset does not exist.
    """

    clock_hz: int
    preset:   str = DEFAULT
    seed:     int = 1

    def __post_init__(self):
        preset_named(self.preset)

    @property
    def parameters(self):
        """Parameters of :class:`soc.top.SoC`, the clock included."""
        return {"preset": self.preset, "clock_hz": self.clock_hz}


@dataclass(frozen=True)
class Board:
    """A board.

    Attributes
    ----------
    name : :class:`str`
        As the command line calls it.
    title : :class:`str`
        As people call it.
    device : :class:`str`
        The FPGA, with package and speed grade.
    family : :class:`str`
        Of the FPGA, a key of :data:`boards.recipes.FAMILIES`.
    capacity : dict of :class:`str` to :class:`int`
        What the FPGA has: ``sites`` (look-up tables), ``ff``, ``bram``, ``dsp``.
    clock_hz : :class:`int`
        Frequency that a build aims at by default.
    toolchains : tuple of :class:`boards.toolchain.Toolchain`
        What can build for it, the preferred one first.
    sources : callable
        ``sources(settings, image, platform)`` returns the files that Amaranth makes of the top,
        text by name, ``platform`` being a toolchain's :attr:`~boards.toolchain.Toolchain.platform`.
        Raises `ClockError` if the clock can't be made.
    extras : callable or None
        ``extras(folder, image)`` returns what else belongs into the output, :class:`bytes` by name,
        made of the files in a folder with the finished build, and of the firmware.
    """

    name:       str
    title:      str
    device:     str
    family:     str
    capacity:   Mapping[str, int]
    clock_hz:   int
    toolchains: tuple
    sources:    Callable
    extras:     Callable | None = None
