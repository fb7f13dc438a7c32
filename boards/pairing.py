"""Look-up tables that share a site.

Source: UG474 v1.8, chapter 2, "Look-Up Table", "Carry Logic": a site is one table with six inputs,
or two tables of the same five inputs, at its outputs O6 and O5.

Yosys counts tables; a placed design is counted in sites. Which tables share one is a maximum
matching: no placement of the same netlist takes fewer sites.
"""

import json
from dataclasses import dataclass

from boards.matching import maximum_matching
from boards.netlist import Lut

__all__ = ["LUT_RAM", "Pairing", "Site", "pair"]

_SITE_INPUTS, _SHARED_INPUTS = 6, 5

#: Cells behind two tables.
_WIDE_MULTIPLEXERS = ("MUXF7",)

#: Sites that a memory in tables takes, by the type of its cell.
LUT_RAM = {
    "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM32X1D": 2, "RAM64X1D": 2,
    "RAM128X1D": 4, "RAM32M": 4, "RAM64M": 4, "SRL16E": 1, "SRLC16E": 1, "SRLC32E": 1,
}


@dataclass(frozen=True)
class Site:
    """A site with logic.

    Attributes
    ----------
    o6 : :class:`str`
        Name of the cell at O6; or of the input of a carry chain or wide multiplexer, such as
        ``adder.S[2]``, to which a table without a cell passes a net on.
    o5 : :class:`str` or None
        Name of the cell at O5, if there are two.
    inputs : tuple of :class:`int`
        Nets at A1 and up. With two tables A6 is 1.
    init : :class:`int`
        Content, 64 bits, as of a ``LUT6_2``.
    """

    o6: str
    o5: str | None
    inputs: tuple
    init: int


@dataclass(frozen=True)
class Pairing:
    """How the tables of a netlist go into sites.

    Attributes
    ----------
    sites : tuple of :class:`Site`
        Sites with logic.
    memory : :class:`int`
        Number of sites with memory.
    """

    sites: tuple
    memory: int

    @property
    def pairs(self):
        """The sites with two tables."""
        return tuple(site for site in self.sites if site.o5 is not None)

    @property
    def count(self):
        """Number of all sites."""
        return len(self.sites) + self.memory

    def to_json(self):
        """Return the pairs, for a place-and-route flow to keep together."""
        return json.dumps({"sites": self.count, "pairs": [
            {"o6": site.o6, "o5": site.o5, "inputs": site.inputs, "init": f"{site.init:016x}"}
            for site in self.pairs]}, indent=1) + "\n"


@dataclass(frozen=True)
class _Table:
    """A table.

    Attributes
    ----------
    lut : :class:`Lut`
        What it does.
    only_o6 : :class:`bool`
        It must be at O6.
    alone : :class:`bool`
        It does not share: a wide multiplexer leaves the slice where O5 of one of its tables would.
    place : :class:`str`
        The cell whose part of the design it is in.
    """

    lut: Lut
    only_o6: bool
    alone: bool
    place: str


def pair(netlist, *, scope=(), carry=True):
    """Pair the tables of a netlist.

    A net that goes to a carry chain or wide multiplexer, and does not come from a table of its own
    there, takes a table to pass it on.

    Parameters
    ----------
    netlist : :class:`boards.netlist.Netlist`
        The netlist.
    scope : tuple of :class:`str`
        Only what is in this part of the design.
    carry : :class:`bool`
        Tables at carry chains may share, too. Vivado does that; nextpnr-xilinx wants O5 of such a
        site for itself.

    Returns
    -------
    :class:`Pairing`
    """
    def inside(place):
        return netlist.scopes[place][:len(scope)] == scope

    tables = [table for table in _tables(netlist) if inside(table.place)]
    tables.sort(key=lambda table: (sorted(table.lut.inputs), table.lut.name))
    free = [table for table in tables if len(table.lut.inputs) <= _SHARED_INPUTS
            and not table.alone and (carry or not table.only_o6)]
    sites, paired = [], set()
    for one, other in _matched(free):
        sites.append(_site(other, one) if other.only_o6 else _site(one, other))
        paired |= {one.lut.name, other.lut.name}
    sites += [_site(table) for table in tables if table.lut.name not in paired]
    memory = sum(LUT_RAM.get(kind, 0) for name, kind in netlist.types().items() if inside(name))
    return Pairing(tuple(sites), memory)


def _tables(netlist):
    """Return all tables, those that pass a net on included."""
    by_output = {lut.output: name for name, lut in netlist.luts.items()}
    types = netlist.types()
    at_o6, passing = {}, []
    for cell, pin, net in netlist.o6_loads():
        if isinstance(net, str):
            continue  # the idle end of a chain
        alone = types[cell] in _WIDE_MULTIPLEXERS
        if net in by_output and by_output[net] not in at_o6:
            at_o6[by_output[net]] = alone
        else:
            passing.append(_Table(Lut(f"{cell}.{pin}", (net,), 0b10, None), True, alone, cell))
    return [_Table(lut, name in at_o6, at_o6.get(name, False), name)
            for name, lut in netlist.luts.items()] + passing


def _matched(tables):
    """Return a maximum matching of tables that share."""
    partners = _Partners(tables)
    degree = [partners.of(number).bit_count() for number in range(len(tables))]
    tables = [table for _, table in sorted(zip(degree, tables, strict=True),
                                           key=lambda pair: pair[0])]
    # To begin with, the tables with the fewest partners choose first, and what is most like them.
    partners = _Partners(tables)
    free = (1 << len(tables)) - 1
    start = []
    for number in range(len(tables)):
        if free >> number & 1 and (choice := partners.best(number, free)) is not None:
            start.append((number, choice))
            free &= ~(1 << number | 1 << choice)
    mates = maximum_matching([partners.of(number) for number in range(len(tables))], start)
    return [(tables[one], tables[other]) for one, other in enumerate(mates)
            if other is not None and one < other]


class _Partners:
    """Which tables share. A set of tables is an integer, a bit a table."""

    def __init__(self, tables):
        self._tables = tables
        self._with_net = {}
        self._with_inputs = [0] * (_SHARED_INPUTS + 1)
        self._only_o6 = 0
        for number, table in enumerate(tables):
            self._with_inputs[len(table.lut.inputs)] |= 1 << number
            self._only_o6 |= table.only_o6 << number
            for net in table.lut.inputs:
                self._with_net[net] = self._with_net.get(net, 0) | 1 << number

    def of(self, number):
        """Return the tables that share with a table."""
        return sum(self._by_likeness(number))

    def best(self, number, free):
        """Return the first of those with the most inputs in common, if there is one in ``free``."""
        for some in self._by_likeness(number):
            if some := some & free:
                return (some & -some).bit_length() - 1
        return None

    def _by_likeness(self, number):
        """Yield the tables that share with a table, by inputs in common, most of them first."""
        table = self._tables[number]
        inputs = table.lut.inputs
        everyone = (1 << len(self._tables)) - 1
        # Tables with so many of these inputs, or more.
        having = [everyone] + [0] * (len(inputs) + 1)
        for net in inputs:
            for count in reversed(range(len(inputs))):
                having[count + 1] |= having[count] & self._with_net[net]
        allowed = ~(1 << number) & ~(self._only_o6 if table.only_o6 else 0)
        for count in reversed(range(len(inputs) + 1)):
            widest = min(_SHARED_INPUTS, _SHARED_INPUTS - len(inputs) + count)
            fitting = sum(self._with_inputs[:widest + 1])
            yield having[count] & ~having[count + 1] & fitting & allowed


def _site(at_o6, at_o5=None):
    o6, o5 = at_o6.lut, at_o5.lut if at_o5 else None
    inputs = tuple(dict.fromkeys(o6.inputs + (o5.inputs if o5 else ())))
    init = 0
    for row in range(1 << _SITE_INPUTS):
        values = {net: row >> k & 1 for k, net in enumerate(inputs)}
        lower_half = not row >> _SHARED_INPUTS
        init |= (o5 if o5 and lower_half else o6).value(values) << row
    return Site(o6.name, o5.name if o5 else None, inputs, init)
