"""The boards that a build can be for, by name; each is imported when it is wanted."""

from importlib import import_module

__all__ = ["BOARDS", "board"]

#: Where each board is: module and name in it.
BOARDS = {
    "pynq-z1": ("boards.pynq_z1_top", "PYNQ_Z1"),
    "ulx3s": ("boards.ulx3s", "ULX3S"),
    "ecpix5": ("boards.ecpix5", "ECPIX5"),
}


def board(name):
    """Return the :class:`boards.board.Board` of a name.

    Raises
    ------
    ValueError
        If there is no such board.
    """
    if name not in BOARDS:
        raise ValueError(f"board must be one of {', '.join(BOARDS)}, not {name!r}")
    module, attribute = BOARDS[name]
    return getattr(import_module(module), attribute)
