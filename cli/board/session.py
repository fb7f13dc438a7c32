"""The board, ready to compute."""

from pathlib import Path

from sw.board import connect
from sw.contents import from_elf
from sw.driver import Driver

__all__ = ["FIRMWARE", "open_driver"]

#: The firmware's file, beside the packages when they are packed for the board.
FIRMWARE = Path(__file__).parents[2] / "firmware.elf"


def open_driver(bitstream=None, *, image=None):
    """Load bitstream and firmware.

    Parameters
    ----------
    bitstream : path-like or None
        See :func:`sw.board.connect`.
    image : :class:`sw.contents.Image` or None
        The firmware; by default the one that was packed with this program.

    Returns
    -------
    driver : :class:`sw.driver.Driver`
        To run requests with.
    transport : :class:`sw.mmio.MmioTransport`
        For :func:`sw.board.describe`.

    Raises
    ------
    sw.board.BoardError
        If the board can't be used.
    """
    image = image or from_elf(FIRMWARE.read_bytes())
    transport = connect(bitstream)
    driver = Driver(transport)
    driver.load(image)
    return driver, transport
