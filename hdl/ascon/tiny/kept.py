"""Signals that stay in a netlist."""

from amaranth.hdl import Signal

__all__ = ["kept"]


def kept(shape, name):
    """Make a signal that synthesis keeps, so that it doesn't merge the tables on both sides.

    Small tables can share a site, large ones cannot; a synthesis that counts tables does not see
    that.
    """
    return Signal(shape, name=name, attrs={"keep": 1})
