"""How many cycles each preset may take: the targets, and the budgets that hold.

A target is what a preset is meant to reach, a budget what it has reached and must not lose again.
The peers are the best that anybody has published or that was measured, of any Ascon on any RISC-V.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from sim.bench import slopes, table

__all__ = ["SHORTEST", "TARGETS", "Target"]

#: Bytes of the message from which on speedups count.
SHORTEST = 16


@dataclass(frozen=True)
class Target:
    """A figure of the benchmark and what it is to be.

    Attributes
    ----------
    name : :class:`str`
        What is measured.
    measure : callable
        Returns the figure, the worst if there are several, from the points of a benchmark in both
        modes, :class:`sim.bench.Point`.
    limits : dict of :class:`str` to :class:`float`
        The target of each preset that has one.
    budgets : dict of :class:`str` to :class:`float`
        For presets that miss theirs: what is reached.
    peer : :class:`str`
        The best of others.
    least : :class:`bool`
        The figure must be at least the limit; otherwise at most.
    """

    name:    str
    measure: Callable
    limits:  dict
    budgets: dict = field(default_factory=dict)
    peer:    str = ""
    least:   bool = False

    def met(self, preset, value):
        """Return whether a figure of a preset reaches its target."""
        return self._within(value, self.limits[preset])

    def held(self, preset, value):
        """Return whether a figure of a preset is in its budget."""
        return self._within(value, self.budgets.get(preset, self.limits[preset]))

    def _within(self, value, limit):
        return value >= limit if self.least else value <= limit


def _slope(*members):
    """Return what measures the cycles of a message's byte more."""
    def measure(points):
        return max(row["accelerated"] for row in slopes(points)
                   if row["member"] in members and row["of"] == "message")
    return measure


def _cycles(member, message):
    """Return what measures the cycles of a call without associated data."""
    def measure(points):
        return max(point.cycles for point in points if point.mode == "accelerated"
                   and (point.member, point.message, point.ad) == (member, message, 0))
    return measure


def _speedup(choose):
    """Return what measures the least or the greatest speedup."""
    def measure(points):
        return choose(row["speedup"] for row in table(points) if row["message"] >= SHORTEST)
    return measure


TARGETS = (
    Target("AEAD128, cycles per byte of a long message", _slope("aead128"),
           {"tiny": 1.5, "compact": 0.80, "fast": 0.80},
           peer="2.1 (Ascon-128, RI5CY, with hardware loops)"),
    Target("AEAD128, 1024 bytes", _cycles("aead128", 1024), {"compact": 880, "fast": 870}),
    Target("AEAD128, 16 bytes", _cycles("aead128", 16), {"compact": 70, "fast": 57}),
    Target("Hash256 and XOF128, cycles per byte of a long message", _slope("hash256", "xof128"),
           {"compact": 1.50, "fast": 0.70}, budgets={"fast": 0.75}, peer="2.5"),
    Target("Hash256, 16 bytes", _cycles("hash256", 16), {"compact": 97, "fast": 58}),
    Target("Mac and Prf, cycles per byte of a long message", _slope("mac", "prf"),
           {"compact": 0.50, "fast": 0.42}),
    Target("PrfShort, 16 bytes", _cycles("prfshort", 16), {"compact": 42, "fast": 35}),
    Target(f"smallest speedup, from {SHORTEST} bytes on", _speedup(min),
           {"compact": 30, "fast": 36}, peer="2.98", least=True),
    Target("largest speedup", _speedup(max), {"compact": 110, "fast": 220}, peer="21.37",
           least=True),
)
