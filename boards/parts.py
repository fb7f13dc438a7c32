"""Which part of the system a cell of a flat netlist belongs to, and what each part takes.

A flat netlist is optimized across the borders of modules, and its cells have no place in the
hierarchy. Yosys's ``autoname`` calls each by a signal that it drives or that drives it, and that
signal's module is where the cell is counted. At the borders this is a choice, not a fact.
"""

from boards.utilization import utilization

__all__ = ["PARTS", "by_part", "part_of"]

#: Parts, and the submodules of :class:`soc.top.SoC` in each; the last one is everything else.
PARTS = {
    "core":         ("core",),
    "coprocessor":  ("coprocessor", "gate"),
    "memories":     ("imem", "dmem"),
    "interconnect": ("ibus", "dbus", "fetch", "data", "host", "bridge", "arbiter", "peripherals"),
    "peripherals":  ("control", "mailbox", "uart", "clint"),
    "around":       (),
}

#: How tops call the SoC.
_SOC = "soc"

_PART_OF_MODULE = {module: part for part, modules in PARTS.items() for module in modules}


def part_of(name):
    """Return the part that a cell, net or path such as ``top.soc.core.fetch.pc`` belongs to."""
    path = name.split(".")
    below = path[path.index(_SOC) + 1:] if _SOC in path else []
    return _PART_OF_MODULE.get(below[0] if below else None, "around")


def by_part(netlist, family):
    """Return what each part takes, and ``"everything"``, as dictionaries.

    Parameters
    ----------
    netlist : :class:`boards.netlist.Netlist`
        Flat, with names by ``autoname``.
    family : :class:`str`
        A key of :data:`boards.recipes.FAMILIES`.
    """
    netlist.scopes = {name: (part_of(name),) for name in netlist.types()}
    return {"everything": utilization(netlist, family).to_json()} | {
        part: utilization(netlist, family, scope=(part,)).to_json() for part in PARTS}
