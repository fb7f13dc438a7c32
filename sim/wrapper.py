"""The module around the SoC that the fast engine compiles."""

import re

__all__ = ["wrap"]

_PORT = re.compile(r"\b(input|output)\s+(?:reg\s+|wire\s+)?(\[\d+:0\]\s*)?(\w+)\s*[;,)]")

_EDGE = "posedge clk"


def wrap(verilog, *, both_edges):
    """Return Verilog with a module ``engine`` around the module ``soc``.

    Its ports are those of the SoC. The inputs pass through registers: then no combinational logic
    hangs on them, and Verilator evaluates the design once a cycle instead of twice. What is driven
    in a cycle reaches the SoC in the next one.

    Parameters
    ----------
    verilog : :class:`str`
        With a module ``soc`` in the style of :func:`hdl.flat.flat_verilog`.
    both_edges : :class:`bool`
        Every change of ``clk`` is a clock cycle, which halves the evaluations once more.

    Raises
    ------
    ValueError
        If there is no such module.
    """
    body = re.search(r"^module soc\b.*?^endmodule", verilog, re.MULTILINE | re.DOTALL)
    if body is None:
        raise ValueError("the Verilog has no module soc")
    if both_edges:
        verilog = verilog.replace(_EDGE, "edge clk")
    edge = "edge clk" if both_edges else _EDGE
    ports, registers, connections = ["input clk"], [], [".clk(clk)"]
    for direction, width, name in _PORT.findall(body[0]):
        if name == "clk":
            continue
        ports.append(f"{direction} {width}{name}")
        if direction == "input":
            registers.append(f"  reg {width}{name}_q = 0;\n"
                             f"  always @({edge}) {name}_q <= {name};\n")
            connections.append(f".{name}({name}_q)")
        else:
            connections.append(f".{name}({name})")
    return (f"{verilog}\nmodule engine({', '.join(ports)});\n{''.join(registers)}"
            f"  soc soc({', '.join(connections)});\nendmodule\n")
