"""Pins of DSP blocks that only another one can drive.

Yosys ties those that are not used to 0. There is no wire for that: nextpnr-xilinx finds no route,
and takes a pin that is not connected for 0 anyway.

Source: UG479 v1.10, table 2-1 "DSP48E1 Port List and Definitions".
"""

import json

__all__ = ["without_cascades"]

_CASCADES = {"DSP48E1": ("ACIN", "BCIN", "PCIN", "CARRYCASCIN", "MULTSIGNIN")}


def without_cascades(text):
    """Return a netlist that Yosys wrote as JSON without such pins where all bits are constant."""
    netlist = json.loads(text)
    for module in netlist["modules"].values():
        for cell in module["cells"].values():
            for pin in _CASCADES.get(cell["type"], ()):
                if all(isinstance(bit, str) for bit in cell["connections"].get(pin, ())):
                    cell["connections"].pop(pin, None)
                    cell.get("port_directions", {}).pop(pin, None)
    return json.dumps(netlist)
