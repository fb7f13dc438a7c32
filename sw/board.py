"""The board from its own Linux: loads the bitstream and opens the way to the system.

With pynq, that does both. Without, the bitstream goes through the kernel's FPGA manager and the
system is reached through ``/dev/mem``.

Source: pynq 3.0 (``Bitstream``); Linux, Documentation/ABI/testing/sysfs-class-fpga-manager, and
the attribute ``firmware`` that Xilinx' kernel adds to it.
"""

import importlib.util
import shutil
from pathlib import Path

from soc.memory_map import CONTROL, IDENTITY, address
from sw.contents import from_elf
from sw.driver import Driver
from sw.mmio import DeviceMemory, MmioTransport, pynq_window

__all__ = ["FIRMWARE", "BoardError", "connect", "describe", "load_bitstream", "open_driver"]

#: The firmware's file, beside the packages when they are packed for the board.
FIRMWARE = Path(__file__).parents[1] / "firmware.elf"


class BoardError(OSError):
    """The board can't be used; the message says why and what to do."""


def load_bitstream(path, *, root=Path("/")):
    """Configure the FPGA.

    Parameters
    ----------
    path : path-like
        The ``.bit`` file; without pynq the ``.bin`` beside it is taken.
    root : path-like
        Where ``sys`` and ``lib/firmware`` are.

    Raises
    ------
    BoardError
        If there is no such file, or neither pynq nor an FPGA manager, or that one refused it.
    """
    path = Path(path).resolve()
    if path.suffix != ".bit":
        raise BoardError(f"the bitstream's name must end in .bit, not {path.name!r}")
    if not path.is_file():
        raise BoardError(f"there is no bitstream {path}")
    if _has_pynq():
        from pynq import Bitstream

        Bitstream(str(path)).download()
        return
    swapped, root = path.with_suffix(".bin"), Path(root)
    manager = root / "sys/class/fpga_manager/fpga0"
    if not (manager / "firmware").exists():
        raise BoardError("neither pynq nor the kernel's FPGA manager (/sys/class/fpga_manager/"
                         "fpga0/firmware) is here to load a bitstream")
    if not swapped.is_file():
        raise BoardError(f"without pynq the bitstream is taken from {swapped}, which is not there")
    try:
        firmware = root / "lib/firmware" / swapped.name
        firmware.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(swapped, firmware)
        if (manager / "flags").exists():
            (manager / "flags").write_text("0")
        (manager / "firmware").write_text(swapped.name)
        state = (manager / "state").read_text().strip()
    except OSError as error:
        raise BoardError(f"loading {swapped.name} by the FPGA manager failed: {error}; root "
                         "may do it") from None
    if state != "operating":
        raise BoardError(f"after loading {swapped.name} the FPGA is {state!r}, not 'operating'")


def connect(bitstream=None):
    """Open the system on this board.

    Parameters
    ----------
    bitstream : path-like or None
        Loaded first, unless None: then the system has to be there already.

    Returns
    -------
    :class:`sw.mmio.MmioTransport`
        For :class:`sw.driver.Driver`.

    Raises
    ------
    BoardError
        If this is no such board, the user may not do it, or the FPGA holds something else.
    """
    if bitstream is not None:
        load_bitstream(bitstream)
    try:
        transport = MmioTransport(pynq_window if _has_pynq() else DeviceMemory())
    except (OSError, RuntimeError, ValueError) as error:
        raise BoardError(f"the FPGA can't be reached: {error}; this has to run on the board, as "
                         "root") from None
    found, = transport.read(address("control", "IDENTITY"), 1)
    if found != IDENTITY:
        raise BoardError(f"IDENTITY must read 0x{IDENTITY:08x}, not 0x{found:08x}: another "
                         "bitstream is loaded")
    return transport


def open_driver(bitstream=None, *, image=None):
    """Open the system on this board and load the firmware.

    Parameters
    ----------
    bitstream : path-like or None
        See :func:`connect`.
    image : :class:`sw.contents.Image` or None
        The firmware; by default the one that was packed with this program.

    Returns
    -------
    driver : :class:`sw.driver.Driver`
        To run requests with.
    transport : :class:`sw.mmio.MmioTransport`
        For :func:`describe`.

    Raises
    ------
    BoardError
        If the board can't be used.
    """
    image = image or from_elf(FIRMWARE.read_bytes())
    transport = connect(bitstream)
    driver = Driver(transport)
    driver.load(image)
    return driver, transport


def describe(transport):
    """Return what hardware tells of itself: clock frequency and the fields of FEATURES."""
    features, = transport.read(address("control", "FEATURES"), 1)
    return {"clock_hz": transport.clock_hz} | {
        field.name.lower(): features >> field.low & (1 << field.width) - 1
        for field in CONTROL["FEATURES"].fields}


def _has_pynq():
    """Return whether pynq is installed; importing it takes seconds."""
    return importlib.util.find_spec("pynq") is not None
