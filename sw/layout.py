"""Where the host puts a request's buffers in data RAM."""

from collections.abc import Mapping

__all__ = ["BUFFERS", "FILL", "Layout"]

#: Buffers of a request, in the order of their addresses.
BUFFERS = ("key", "nonce", "nonce_mask", "ad", "message", "customization", "tag", "output")

#: Content of what firmware is to write and of the gaps: neither zero nor a likely answer.
FILL = 0xa5

#: Bytes between buffers.
_GAP = 4


class Layout:
    """Buffers of a request from a base address up, with a gap before and after each.

    Parameters
    ----------
    request : :class:`sw.request.Request`
        What is to be placed.
    base : :class:`int`
        First address, a multiple of 4.
    alignment : :class:`int` or mapping of :class:`str` to :class:`int`
        Offset of every buffer, or of those named, from a word boundary.
    in_place : :class:`bool`
        The output lies over the message.

    Attributes
    ----------
    addresses : :class:`dict`
        Address of every buffer of :data:`BUFFERS`; 0 for the nonce's mask if there is none.
    content : :class:`bytes`
        What to write from ``base`` up before the run; a multiple of 4 long.

    Raises
    ------
    ValueError
        If an offset is not 0..3, or its buffer is unknown.
    """

    def __init__(self, request, base, *, alignment=0, in_place=False):
        offsets = (dict(alignment) if isinstance(alignment, Mapping)
                   else dict.fromkeys(BUFFERS, alignment))
        for name, offset in offsets.items():
            if name not in BUFFERS:
                raise ValueError(f"alignment is of one of {BUFFERS}, not of {name!r}")
            if offset not in range(4):
                raise ValueError(f"alignment of {name} must be 0..3, not {offset!r}")
        self._request = request
        self._base = base
        self.addresses = {}
        content = bytearray()
        for name in BUFFERS:
            if name == "output" and in_place:
                self.addresses[name] = self.addresses["message"]
                continue
            if name == "nonce_mask" and not request.nonce_mask:
                self.addresses[name] = 0
                continue
            content += bytes([FILL]) * (_GAP + -len(content) % 4 + offsets.get(name, 0))
            self.addresses[name] = base + len(content)
            content += self._initial(name)
            if name == "message" and in_place:
                content += bytes([FILL]) * (request.output_length - len(request.message))
        content += bytes([FILL]) * (_GAP + -len(content) % 4)
        self.content = bytes(content)

    def _initial(self, name):
        """Content of a buffer before the run."""
        if name == "output":
            return bytes([FILL]) * self._request.output_length
        if name == "tag" and self._request.new_tag_length:
            return bytes([FILL]) * self._request.new_tag_length
        return getattr(self._request, name)

    def results(self, content):
        """Cut output and tag out of what data RAM holds after the run.

        Parameters
        ----------
        content : :class:`bytes`
            As long as :attr:`content`.

        Returns
        -------
        output : :class:`bytes`
            The output buffer.
        tag : :class:`bytes`
            The tag, empty if the operation makes none.
        stray : :class:`int` or None
            Lowest address outside of both whose byte has changed.
        """
        spans = {"output": self._request.output_length, "tag": self._request.new_tag_length}
        untouched = bytearray(content)
        cut = {}
        for name, length in spans.items():
            span = slice(self.addresses[name] - self._base,
                         self.addresses[name] - self._base + length)
            cut[name] = bytes(content[span])
            untouched[span] = self.content[span]
        stray = None
        if untouched != self.content:
            stray = self._base + next(i for i, (now, then)
                                      in enumerate(zip(untouched, self.content, strict=True))
                                      if now != then)
        return cut["output"], cut["tag"], stray
