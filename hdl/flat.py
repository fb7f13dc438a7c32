"""Verilog or RTLIL of a component, with flat port names that drop into any Verilog design."""

from amaranth.back import rtlil, verilog
from amaranth.hdl import Value
from amaranth.hdl._ir import PortDirection
from amaranth.lib.wiring import In

__all__ = ["flat_ports", "flat_rtlil", "flat_verilog"]


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


def flat_rtlil(component, name, *, leave_open=()):
    """Return RTLIL of ``component``, what `flat_verilog` is made of and what Yosys reads fastest.

    Parameters
    ----------
    component : :class:`amaranth.lib.wiring.Component`
        The component.
    name : :class:`str`
        Of the module.
    leave_open : sequence of :class:`str`
        Members that become no ports: nothing drives them, nobody reads them.
    """
    ports = {port: value for port, value in flat_ports(component).items()
             if not port.startswith(tuple(f"{member}_" for member in leave_open))}
    return rtlil.convert(component, name=name, ports=ports, emit_src=False)
