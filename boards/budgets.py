"""What coprocessor and core may take of an XC7Z020: the targets, and budgets that hold.

A target is what a preset is meant to reach, a budget what it has reached and must not lose again.
"""

from dataclasses import dataclass, field

__all__ = ["AREA", "CORE", "Area"]


@dataclass(frozen=True)
class Area:
    """Bounds of a unit's area, by the names of :class:`boards.utilization.Utilization`.

    Attributes
    ----------
    limits : dict of :class:`str` to :class:`int`
        The targets, at most.
    budgets : dict of :class:`str` to :class:`int`
        What is reached of those that are missed.
    """

    limits:  dict
    budgets: dict = field(default_factory=dict)

    def met(self, name, value):
        """Return whether a figure reaches its target."""
        return value <= self.limits[name]

    def held(self, name, value):
        """Return whether a figure is in its budget."""
        return value <= self.budgets.get(name, self.limits[name])


#: By preset. Those of the smallest one are less than the best that is published, 597 and 368.
AREA = {
    "tiny":    Area({"sites": 596, "ff": 367, "dsp": 0, "bram": 0}),
    "compact": Area({"sites": 650, "ff": 460, "dsp": 0, "bram": 0}, {"sites": 675}),
    "fast":    Area({"sites": 1400, "ff": 500, "dsp": 0, "bram": 0}),
}

#: By the core's configuration, as reports call it. Those of RV32I's and RV32IMC's look-up tables
#: and of RV32IMC's flip-flops are targets; all others are what is taken, with some room.
CORE = {
    "rv32i":   Area({"lut": 1900, "ff": 860, "lutram": 72, "dsp": 0, "bram": 0}),
    "rv32im":  Area({"lut": 2330, "ff": 990, "lutram": 72, "dsp": 3, "bram": 0}),
    "rv32imc": Area({"lut": 3000, "ff": 1500, "lutram": 72, "dsp": 3, "bram": 0}),
    "rv32imc_zba_zbb_zbs_zbkb": Area({"lut": 2950, "ff": 1020, "lutram": 72, "dsp": 3, "bram": 0}),
}
