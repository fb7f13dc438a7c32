"""What all coprocessors have in common."""

from amaranth.lib import wiring
from amaranth.lib.wiring import In

from hdl import xif

__all__ = ["CoprocessorComponent"]


class CoprocessorComponent(wiring.Component):
    """A coprocessor on CV-X-IF.

    Parameters
    ----------
    decoder : :class:`hdl.ascon.decoder.Decoder`
        Which instructions it has.
    id_width : :class:`int`
        Width of ids, ``X_ID_WIDTH``.

    Members
    -------
    x : ``In(xif.Signature(id_width=id_width))``
        The core.

    Raises
    ------
    ValueError
        If the width is not supported.
    """

    def __init__(self, decoder, *, id_width):
        self._decoder = decoder
        super().__init__({"x": In(xif.Signature(id_width=id_width))})

    @property
    def big_endian(self):
        """Whether the big-endian instructions exist."""
        return self._decoder.big_endian

    @property
    def last(self):
        """Whether the instructions for a partial last word exist."""
        return self._decoder.last

    @property
    def id_width(self):
        """Width of ids."""
        return self.signature.members["x"].signature.id_width
