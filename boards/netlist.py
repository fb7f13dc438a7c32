"""The look-up tables of a netlist for Xilinx series 7 that Yosys wrote as JSON.

Source: Yosys, ``help write_json``; UG474 v1.8, chapter 2, "Look-Up Table", "Carry Logic".
"""

import json
from dataclasses import dataclass

__all__ = ["Lut", "Netlist"]

#: Inputs of other cells that are hard-wired to the output O6 of a table, one to each bit.
_FROM_O6 = {"CARRY4": ("S",), "MUXF7": ("I0", "I1")}

#: Inputs of a cell with a table, by its type.
_PINS = {"INV": ("I",)} | {f"LUT{width}": tuple(f"I{k}" for k in range(width))
                           for width in range(1, 7)}

_CONSTANTS = {"0": 0, "1": 1, "x": 0, "z": 0}


@dataclass(frozen=True)
class Lut:
    """A look-up table.

    Attributes
    ----------
    name : :class:`str`
        Of the cell.
    inputs : tuple of :class:`int`
        Nets.
    table : :class:`int`
        Bit ``row`` is the output where input ``k`` has the value of bit ``k`` of ``row``.
    output : :class:`int`
        Net.
    """

    name: str
    inputs: tuple
    table: int
    output: int

    def value(self, values):
        """Return the output, given the value of each net (of constants, too)."""
        return self.table >> sum(values[net] << k for k, net in enumerate(self.inputs)) & 1

    def reduced(self):
        """Return the same function of distinct nets each of which matters."""
        nets = list(dict.fromkeys(pin for pin in self.inputs if pin not in _CONSTANTS))
        lut = self._of(nets)
        for net in nets:
            rest = [other for other in lut.inputs if other != net]
            if all(lut.value(row | {net: 0}) == lut.value(row | {net: 1}) for row in _rows(rest)):
                lut = lut._of(rest, {net: 0})
        return lut

    def _of(self, nets, fixed=_CONSTANTS):
        """Return the function of ``nets``, the others being ``fixed``."""
        table = sum(self.value(row | fixed) << k for k, row in enumerate(_rows(nets)))
        return Lut(self.name, tuple(nets), table, self.output)


def _rows(nets):
    """Yield the values of nets in each row of a table."""
    for row in range(1 << len(nets)):
        yield {net: row >> k & 1 for k, net in enumerate(nets)}


class Netlist:
    """A flat netlist.

    Parameters
    ----------
    text : :class:`str`
        What ``write_json`` wrote.
    top : :class:`str`
        Name of the module.

    Attributes
    ----------
    luts : dict of :class:`str` to :class:`Lut`
        The tables with logic by the names of their cells, reduced.
    scopes : dict of :class:`str` to tuple of :class:`str`
        Where each cell was before ``flatten -scopename``: submodules from the top down.

    Raises
    ------
    ValueError
        If the module is not there.
    """

    def __init__(self, text, top):
        self._design = json.loads(text)
        if top not in self._design["modules"]:
            raise ValueError(f"no module {top!r} in the netlist")
        self._cells = self._design["modules"][top]["cells"]
        self.scopes = {name: _scope(cell["attributes"]) for name, cell in self._cells.items()}
        self.luts = {}
        for name, cell in self._cells.items():
            if cell["type"] in _PINS and "O" in cell["connections"]:  # ECP5's LUT4 has Z
                lut = _lut(name, cell)
                self.luts[name] = lut
                cell |= _described(lut)

    def types(self):
        """Return the type of each cell by its name."""
        return {name: cell["type"] for name, cell in self._cells.items()}

    def o6_loads(self):
        """Yield the inputs of other cells that only an O6 reaches: cell, pin, net."""
        for name, cell in self._cells.items():
            for port in _FROM_O6.get(cell["type"], ()):
                for bit, net in enumerate(cell["connections"][port]):
                    yield name, f"{port}[{bit}]", net

    def to_json(self):
        """Return the netlist, with the reduced tables."""
        return json.dumps(self._design)


def _scope(attributes):
    if "hdlname" in attributes:
        return tuple(attributes["hdlname"].split(" ")[:-1])
    return tuple(attributes["scopename"].split(" ")) if "scopename" in attributes else ()


def _lut(name, cell):
    nets = [cell["connections"][pin][0] for pin in _PINS[cell["type"]]]
    table = 1 if cell["type"] == "INV" else int(cell["parameters"]["INIT"].replace("x", "0"), 2)
    return Lut(name, tuple(nets), table, cell["connections"]["O"][0]).reduced()


def _described(lut):
    """Return what the JSON says about the cell of a table; a constant has one idle input."""
    nets = lut.inputs or ("0",)
    table = lut.table if lut.inputs else 3 * lut.table
    kind = f"LUT{len(nets)}"
    return {
        "type": kind,
        "parameters": {"INIT": f"{table:0{1 << len(nets)}b}"},
        "port_directions": dict.fromkeys(_PINS[kind], "input") | {"O": "output"},
        "connections": {pin: [net] for pin, net in zip(_PINS[kind], nets, strict=True)}
                       | {"O": [lut.output]},
    }
