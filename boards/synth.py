"""Synthesis of a unit, and what it takes.

Two netlists are made: one of the flattened design, which is what a board gets and whose figures
count; and one whose modules are kept apart, which shows where they come from.
"""

from dataclasses import dataclass

from boards.netlist import Netlist
from boards.pairing import pair
from boards.recipes import is_wide, script
from boards.units import CONFIGURATIONS, DELAYS, component, label
from boards.utilization import by_module, utilization
from boards.yosys import run_yosys, yosys_version
from hdl.flat import flat_rtlil
from sw.cache import digest

__all__ = ["Synthesis", "row", "syntheses"]

_TOP = "top"


@dataclass(frozen=True)
class Synthesis:
    """A component to be synthesized alone, without pins.

    Its retirement port ``rvfi`` is for simulation and left open.

    Attributes
    ----------
    design : :class:`str`
        RTLIL.
    family : :class:`str`
        ``"xc7"`` or ``"ecp5"``.
    delay : :class:`int` or None
        See :func:`boards.recipes.script`.
    notify : callable or None
        Called before Yosys runs, with a sentence.
    """

    design: str
    family: str = "xc7"
    delay: int | None = None
    notify: object = None

    @classmethod
    def of(cls, component, **options):
        """Prepare the synthesis of a component.

        Parameters
        ----------
        component : :class:`amaranth.lib.wiring.Component`
            The component.
        **options
            The other attributes.
        """
        return cls(flat_rtlil(component, _TOP, leave_open=("rvfi",)), **options)

    @property
    def digest(self):
        """A short name for all that the result depends on: design, scripts, Yosys."""
        return digest(self.design, self._script(False), self._script(True), yosys_version())[:12]

    def netlist(self, *, hierarchy=False):
        """Return the netlist, flattened before or, with ``hierarchy``, after the synthesis.

        Raises
        ------
        boards.yosys.YosysError
            If Yosys is missing or fails.
        """
        return Netlist(run_yosys(self._script(hierarchy), self.design, notify=self.notify), _TOP)

    def utilization(self):
        """Return the :class:`Utilization` of the flattened design."""
        return utilization(self.netlist(), self.family)

    def modules(self, depth=2):
        """Return the :class:`Utilization` of each module by its path; they were kept apart."""
        return by_module(self.netlist(hierarchy=True), self.family, depth)

    def pairing(self, **options):
        """Return the :class:`boards.pairing.Pairing` of the flattened design."""
        return pair(self.netlist(), **options)

    def _script(self, hierarchy):
        return script(self.family, _TOP, hierarchy=hierarchy, delay=self.delay,
                      wide=is_wide(self.design))


def row(config, synthesis):
    """Return a row of a report: configuration, figures, figures by module, digest.

    Parameters
    ----------
    config : :class:`str`
        How the report calls it.
    synthesis : :class:`Synthesis`
        What it is about.
    """
    return {
        "config": config,
        **synthesis.utilization().to_json(),
        "digest": synthesis.digest,
        "modules": {path: figures.to_json() for path, figures in synthesis.modules().items()},
    }


def syntheses(unit, configurations=None, **options):
    """Prepare the syntheses of a unit's configurations.

    Parameters
    ----------
    unit : :class:`str`
        A key of :data:`boards.units.UNITS`.
    configurations : iterable of :class:`dict`, optional
        Parameters; by default those of :data:`boards.units.CONFIGURATIONS`.
    **options
        Of :meth:`Synthesis.of`.

    Returns
    -------
    dict of :class:`str` to :class:`Synthesis`
        By what a report calls the configuration.

    Raises
    ------
    ValueError
        If a parameter is not supported.
    """
    if configurations is None:
        configurations = CONFIGURATIONS[unit]
    options = {"delay": DELAYS.get(unit)} | options
    return {label(unit, configuration): Synthesis.of(component(unit, **configuration), **options)
            for configuration in configurations}
