"""What a netlist takes of an FPGA.

Source: UG474 v1.8 (series 7); Lattice FPGA-TN-02210, "PFU" (ECP5).
"""

import re
from dataclasses import asdict, dataclass

from boards.pairing import LUT_RAM, pair

__all__ = ["Utilization", "by_module", "utilization"]


@dataclass(frozen=True)
class Utilization:
    """Resources.

    Attributes
    ----------
    lut : :class:`int`
        Look-up tables: cells with logic, and what memories in tables take. On ECP5 also the two
        of each carry cell.
    sites : :class:`int` or None
        Series 7: six-input tables in the device, where two cells may share one, with those that
        pass a net on to a carry chain. See `boards.pairing`.
    ff : :class:`int`
        Flip-flops.
    dsp : :class:`int`
        Multipliers.
    bram : :class:`float`
        Block RAMs: of 36 Kbit in series 7, where one of 18 Kbit counts half; of 18 Kbit in ECP5.
    carry : :class:`int`
        Carry cells, ``CARRY4`` or ``CCU2C``.
    lutram : :class:`int`
        Tables used as memory, contained in ``lut``.
    """

    lut: int
    sites: int | None
    ff: int
    dsp: int
    bram: float
    carry: int
    lutram: int

    def to_json(self):
        """Return it as a dictionary."""
        return asdict(self)


#: What cells are, by family: a pattern for their type, the resource, how much of it.
_CELLS = {
    "xc7": [(r"LUT[1-6]|INV", "lut", 1), (r"FD[CPRS]E(_1)?", "ff", 1), (r"DSP48E1", "dsp", 1),
            (r"RAMB36E1", "bram", 1), (r"RAMB18E1", "bram", 0.5), (r"CARRY4", "carry", 1),
            *((kind, resource, count) for kind, count in LUT_RAM.items()
              for resource in ("lut", "lutram"))],
    "ecp5": [(r"LUT4", "lut", 1), (r"TRELLIS_FF", "ff", 1),
             (r"MULT(9X9|18X18)D", "dsp", 1), (r"DP16KD|PDPW16KD", "bram", 1),
             (r"CCU2C", "carry", 1), (r"CCU2C", "lut", 2),
             (r"TRELLIS_DPR16X4", "lut", 4), (r"TRELLIS_DPR16X4", "lutram", 4)],
}


def utilization(netlist, family, *, scope=()):
    """Count the cells of a netlist.

    Parameters
    ----------
    netlist : :class:`boards.netlist.Netlist`
        The netlist.
    family : :class:`str`
        ``"xc7"`` or ``"ecp5"``.
    scope : tuple of :class:`str`
        Only what is in this part of the design.

    Returns
    -------
    :class:`Utilization`
    """
    counts = dict.fromkeys(("lut", "ff", "dsp", "bram", "carry", "lutram"), 0)
    for name, kind in netlist.types().items():
        if netlist.scopes[name][:len(scope)] == scope:
            for pattern, resource, count in _CELLS[family]:
                if re.fullmatch(pattern, kind):
                    counts[resource] += count
    sites = pair(netlist, scope=scope).count if family == "xc7" else None
    return Utilization(sites=sites, **counts)


def by_module(netlist, family, depth=2):
    """Return what each module takes, submodules included, by its path, such as ``core.fetch``.

    Parameters
    ----------
    netlist : :class:`boards.netlist.Netlist`
        A netlist whose modules were kept apart.
    family : :class:`str`
        As above.
    depth : :class:`int`
        Levels of the hierarchy.

    Returns
    -------
    dict of :class:`str` to :class:`Utilization`
        Everything is ``all``.
    """
    paths = sorted({scope[:level] for scope in netlist.scopes.values()
                    for level in range(min(depth, len(scope)) + 1)})
    return {".".join(map(_plain, path)) or "all": utilization(netlist, family, scope=path)
            for path in paths}


def _plain(name):
    """Return a submodule's name without the number that makes a signal's name another one."""
    return re.sub(r"\$\d+$", "", name)
