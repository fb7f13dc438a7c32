"""Verilog of a component, with flat port names that drop into any Verilog design."""

from amaranth.back import verilog
from amaranth.hdl import Value
from amaranth.hdl._ir import PortDirection
from amaranth.lib.wiring import In

__all__ = ["flat_ports", "flat_verilog"]


def flat_ports(component):
    """Return the ports of ``component`` as ``{name: (value, direction)}``.

    A name is the member's path joined with ``_``: ``x.issue.req.instr`` is
    ``x_issue_req_instr``. Values are plain, never views: a port with an array layout collides with
    its own bits in Yosys.

    Raises
    ------
    ValueError
        If two members get the same name.
    """
    ports = {}
    for path, member, value in component.signature.flatten(component):
        name = "_".join(map(str, path))
        if name in ports or name in ("clk", "rst"):
            raise ValueError(f"port name {name!r} of member {path!r} is taken already")
        direction = PortDirection.Input if member.flow == In else PortDirection.Output
        ports[name] = (Value.cast(value), direction)
    return ports


def flat_verilog(component, name):
    """Return Verilog of ``component`` as a module called ``name``, with ports of `flat_ports`.

    The domain ``sync`` has the ports ``clk`` and ``rst``. The text has no source locations, so it
    does not depend on where it was made.
    """
    return verilog.convert(component, name=name, ports=flat_ports(component), emit_src=False,
                           strip_internal_attrs=True)
