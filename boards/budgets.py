"""What each preset of the coprocessor may take of an XC7Z020: the targets, and budgets that hold.

A target is what a preset is meant to reach, a budget what it has reached and must not lose again.
"""

from dataclasses import dataclass, field

__all__ = ["AREA", "Area"]


@dataclass(frozen=True)
class Area:
    """Bounds of a preset's area, by the names of :class:`boards.utilization.Utilization`.

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
    "compact": Area({"sites": 650, "ff": 460, "dsp": 0, "bram": 0}, {"sites": 735}),
    "fast":    Area({"sites": 1400, "ff": 500, "dsp": 0, "bram": 0}),
}
