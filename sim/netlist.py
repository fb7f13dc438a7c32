"""Verilog that simulates a netlist of FPGA cells: what Yosys has made, run instead of read.

Each cell becomes a few lines of plain Verilog, written here after the vendor's description of the
cell and not after Yosys's models of it. A kind or mode of cell that is not described is refused.
"""

import json
import re

from sim.cells import ecp5, xc7
from sim.cells.cell import Cell

__all__ = ["netlist_verilog"]

_KINDS = {"xc7": xc7.KINDS, "ecp5": ecp5.KINDS}


def netlist_verilog(text, top, name, family):
    """Return Verilog of a flat netlist, with the ports that it has.

    Parameters
    ----------
    text : :class:`str`
        What Yosys's ``write_json`` wrote; all of it is clocked by the port ``clk``.
    top : :class:`str`
        The module in it.
    name : :class:`str`
        What the Verilog's module is called.
    family : :class:`str`
        Whose cells they are: ``"xc7"`` or ``"ecp5"``.

    Raises
    ------
    ValueError
        If the family is another, or a cell is of an unknown kind or mode, or has another clock.
    """
    if family not in _KINDS:
        raise ValueError(f"family must be one of {', '.join(_KINDS)}, not {family!r}")
    kinds = _KINDS[family]
    module = json.loads(text)["modules"][top]
    clock = module["ports"]["clk"]["bits"][0]
    header, body, nets = [], [], set()
    for port, row in module["ports"].items():
        width = len(row["bits"])
        header.append(f"  {row['direction']} {f'[{width - 1}:0] ' if width > 1 else ''}{port}")
        for index, bit in enumerate(row["bits"]):
            pin = f"{port}[{index}]" if width > 1 else port
            if row["direction"] == "output":
                body.append(f"  assign {pin} = {_net(bit, clock)};")
            elif bit != clock:
                body.append(f"  assign n{bit} = {pin};")
            nets.add(bit)
    for number, (cell_name, row) in enumerate(module["cells"].items()):
        if row["type"] not in kinds:
            raise ValueError(f"cell {cell_name} is of the kind {row['type']!r}, which is not "
                             f"one of {', '.join(sorted(kinds))}")
        pins = {pin: [_net(bit, clock) for bit in bits]
                for pin, bits in row["connections"].items()}
        cell = Cell(f"c{number}", cell_name, row["type"], row["parameters"], pins)
        body += [f"  {line}" for line in kinds[row["type"]](cell)]
        nets.update(bit for bits in row["connections"].values() for bit in bits)
    wires = [f"  wire n{bit};" for bit in sorted(nets - {clock}, key=str)
             if not isinstance(bit, str)]
    verilog = "\n".join([f"module {name}(", ",\n".join(header), ");", *wires, *body,
                         "endmodule", ""])
    other = set(re.findall(r"posedge (\S+?)\)", verilog)) - {"clk"}
    if other:
        raise ValueError(f"cells have other clocks than the port clk: {', '.join(sorted(other))}")
    return verilog


def _net(bit, clock):
    """Return a net's name, or a constant; what does not matter is 0."""
    if isinstance(bit, str):
        return f"1'b{bit if bit in '01' else '0'}"
    return "clk" if bit == clock else f"n{bit}"
