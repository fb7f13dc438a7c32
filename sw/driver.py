"""The host driver: loads the image and runs requests over a transport.

The same code serves the simulation engine, the instruction-set simulator, cocotb and the board.
"""

import struct

from soc.features import Features
from soc.memory_map import (
    BLOCKS,
    CONTROL,
    IDENTITY,
    MAILBOX,
    REGIONS,
    Access,
    Status,
    address,
)
from sw.layout import Layout
from sw.request import MODES, OK, TAG_MISMATCH, Answer

__all__ = ["Driver", "RequestTooLarge"]

#: Cycles after which a request counts as lost: several times what the baseline needs.
_TIMEOUT_BASE = 100_000
_TIMEOUT_PER_BYTE = 500

_FIELDS = {field.name: 1 << field.low for field in CONTROL["CONTROL"].fields}


class RequestTooLarge(ValueError):
    """The buffers of a request do not fit into free data RAM."""


class Driver:
    """Runs requests on the system behind a transport.

    Parameters
    ----------
    transport : :class:`sw.transport.Transport`
        Access to the system's address space.
    """

    def __init__(self, transport):
        self._transport = transport
        self._heap = None
        self._image = None

    @property
    def heap(self):
        """Addresses of data RAM that buffers may occupy, a :class:`range`; after :meth:`load`."""
        if self._heap is None:
            raise RuntimeError("load an image first")
        return self._heap

    def features(self):
        """Return what the hardware has, :class:`soc.features.Features`."""
        word, = self._transport.read(address("control", "FEATURES"), 1)
        return Features.from_word(word)

    def load(self, image):
        """Write an image, with the core held in reset meanwhile, and start it.

        Parameters
        ----------
        image : :class:`sw.contents.Image`
            What :func:`sw.image.build` returns.

        Raises
        ------
        OSError
            If nothing answers, or something that is not this system.
        ValueError
            If the image is larger than the memories, or has no heap.
        """
        found, = self._transport.read(address("control", "IDENTITY"), 1)
        if found != IDENTITY:
            raise OSError(f"IDENTITY must read 0x{IDENTITY:08x}, not 0x{found:08x}")
        heap = [image.symbols.get(name) for name in ("__heap_start", "__heap_end")]
        dmem = REGIONS["dmem"]
        if None in heap or not dmem.base <= heap[0] <= heap[1] <= dmem.base + dmem.size:
            raise ValueError(f"the image's __heap_start and __heap_end must lie in data RAM, "
                             f"not be {heap}")
        for name in ("imem", "dmem"):
            if len(getattr(image, name)) > REGIONS[name].size:
                raise ValueError(f"the image's {name} must have at most {REGIONS[name].size} "
                                 f"bytes, not {len(getattr(image, name))}")
        self._image = image
        self._heap = range(heap[0] + -heap[0] % 4, heap[1] - heap[1] % 4)
        self._control(MODES[0], reset=True)
        self._write_bytes(REGIONS["imem"].base, image.imem)
        self._start(image.dmem)

    def run(self, request, mode, *, alignment=0, in_place=False):
        """Run one request.

        Every buffer lies in free data RAM and is overwritten with zeros afterwards.

        Parameters
        ----------
        request : :class:`sw.request.Request`
            What to compute.
        mode : :class:`str`
            One of :data:`sw.request.MODES`.
        alignment : :class:`int` or mapping
            Offset of the buffers from a word boundary, see :class:`sw.layout.Layout`.
        in_place : :class:`bool`
            The output overwrites the message.

        Returns
        -------
        :class:`sw.request.Answer`
            A firmware error, a trap or a timeout is its status.

        Raises
        ------
        RequestTooLarge
            If the buffers do not fit into data RAM.
        ValueError
            If the mode is unknown.
        """
        if mode not in MODES:
            raise ValueError(f"mode must be one of {MODES}, not {mode!r}")
        self._check_size(request, request.output_length)
        layout = Layout(request, self.heap.start, alignment=alignment, in_place=in_place)
        size = len(layout.content)
        self._check_size(request, size)
        command = request.command
        timeout = _TIMEOUT_BASE + _TIMEOUT_PER_BYTE * size
        self._control(mode)
        try:
            self._write_bytes(self.heap.start, layout.content)
            self._write_mailbox(self._arguments(request, layout))
            self._transport.write(address("mailbox", "COMMAND"), [command])
            try:
                self._transport.wait_zero(address("mailbox", "COMMAND"), timeout)
            except TimeoutError:
                self._control(mode, reset=True)
                self._start(self._image.dmem.ljust(REGIONS["dmem"].size, b"\0"))
                return Answer(f"timeout: no answer within {timeout} cycles")
            return self._answer(layout, command)
        finally:
            self._write_bytes(self.heap.start, bytes(size))

    def _check_size(self, request, size):
        """Check that ``size`` bytes fit into free data RAM."""
        if size > len(self.heap):
            raise RequestTooLarge(
                f"the request's buffers need {size} bytes of data RAM, {len(self.heap)} are free "
                f"(message: {len(request.message)} bytes, associated data: {len(request.ad)}, "
                f"output: {request.output_length})")

    def _arguments(self, request, layout):
        """Values of every mailbox register but COMMAND; the answer's part can't pass for one."""
        lengths = {"AD_LENGTH": len(request.ad), "MESSAGE_LENGTH": len(request.message),
                   "OUTPUT_LENGTH": request.output_length,
                   "CUSTOMIZATION_LENGTH": len(request.customization),
                   "TAG_LENGTH": request.new_tag_length or len(request.tag)}
        pointers = {name.upper(): pointer for name, pointer in layout.addresses.items()}
        return {"STATUS": 0xffff_ffff} | lengths | pointers

    def _answer(self, layout, command):
        """Read what the firmware left."""
        first = MAILBOX["STATUS"].offset
        count = (MAILBOX["TRAP_PC"].offset - first) // 4 + 1
        words = self._transport.read(address("mailbox", "STATUS"), count)
        status, cycles, instructions, cause, pc = (
            words[(MAILBOX[name].offset - first) // 4]
            for name in ("STATUS", "CYCLES", "INSTRUCTIONS", "TRAP_CAUSE", "TRAP_PC"))
        match status:
            case Status.OK | Status.TAG_MISMATCH:
                pass
            case Status.TRAP:
                return Answer(f"trap: mcause 0x{cause:08x} at 0x{pc:08x}")
            case Status.UNKNOWN_COMMAND:
                return Answer(f"the firmware does not know command 0x{command:02x}")
            case _ if status in iter(Status):
                return Answer(Status(status).name.lower().replace("_", " "))
            case _:
                return Answer(f"the firmware left an unknown status 0x{status:08x}")
        content = self._read_bytes(self.heap.start, len(layout.content))
        output, tag, stray = layout.results(content)
        cost = {"cycles": cycles, "instructions": instructions}
        if stray is not None:
            return Answer(f"the firmware wrote outside of its results, at 0x{stray:08x}", **cost)
        if status == Status.TAG_MISMATCH:
            if any(output):
                return Answer("tag mismatch with plaintext left in the output", **cost)
            return Answer(TAG_MISMATCH, **cost)
        return Answer(OK, output, tag, **cost)

    def _start(self, dmem):
        """Give data RAM its initial content, clear the mailbox, let the core leave reset."""
        self._write_bytes(REGIONS["dmem"].base, dmem)
        self._write_mailbox({}, command=True)
        self._control(MODES[0])

    def _control(self, mode, *, reset=False):
        """Write the control register."""
        value = ((_FIELDS["ACCELERATOR_ENABLE"] if mode == "accelerated" else 0)
                 | (_FIELDS["CORE_RESET"] if reset else 0))
        self._transport.write(address("control", "CONTROL"), [value])

    def _write_mailbox(self, values, *, command=False):
        """Write every register, 0 where ``values`` has none; COMMAND only if asked to."""
        run = []
        for register in BLOCKS["mailbox"].registers:
            if register.name == "COMMAND" and not command or register.access is Access.RO:
                continue
            if run and register.offset != run[0] + 4 * (len(run) - 1):
                self._transport.write(REGIONS["mailbox"].base + run[0], run[1:])
                run = []
            run = (run or [register.offset]) + [values.get(register.name, 0)]
        self._transport.write(REGIONS["mailbox"].base + run[0], run[1:])

    def _write_bytes(self, start, content):
        """Write bytes from a word boundary up, the last word filled with zeros."""
        content += bytes(-len(content) % 4)
        if content:
            self._transport.write(start, list(struct.unpack(f"<{len(content) // 4}I", content)))

    def _read_bytes(self, start, length):
        """Read a multiple of four bytes."""
        return struct.pack(f"<{length // 4}I", *self._transport.read(start, length // 4))
