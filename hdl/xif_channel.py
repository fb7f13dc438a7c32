"""What the channels of either version of CV-X-IF share."""

from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

__all__ = ["Channel", "result_members"]


class Channel(wiring.Signature):
    """A channel whose identity is its widths.

    Parameters
    ----------
    members : dict
        Its members.
    **widths : :class:`int`
        Widths by name, ``id_width`` among them; 1 to 32 bits.

    Raises
    ------
    ValueError
        If a width is not allowed.
    """

    def __init__(self, members, **widths):
        for name, width in widths.items():
            if width not in range(1, 33):
                raise ValueError(f"{name} must be 1..32, not {width!r}")
        self._widths = widths
        super().__init__(members)

    @property
    def id_width(self):
        """Width of ``id`` in bits."""
        return self._widths["id_width"]

    def __eq__(self, other):
        return type(self) is type(other) and self._widths == other._widths


def result_members(names):
    """Return the members of a result channel, from the coprocessor's side.

    Parameters
    ----------
    names : dict
        The members that say whose result it is.
    """
    return {
        "valid": Out(1),
        "ready": In(1),
        **names,
        "data":  Out(32),
        "rd":    Out(5),
        "we":    Out(1),
    }
