"""The coprocessor's presets: one table for the SoC, the command line, reports and tests."""

import inspect
from dataclasses import dataclass, field

from hdl.ascon.coprocessor import Coprocessor
from hdl.ascon.tiny import TinyCoprocessor

__all__ = ["DEFAULT", "PRESETS", "Preset", "preset_coprocessor", "preset_named"]


@dataclass(frozen=True)
class Preset:
    """A complete coprocessor that has a name.

    Attributes
    ----------
    name : :class:`str`
        What users choose it by.
    description : :class:`str`
        What it is for, in a line.
    component : :class:`type`
        Its class: a component with the member ``x`` and the properties ``big_endian``, ``last``,
        ``id_width`` and ``lanes`` of :class:`hdl.ascon.Coprocessor`.
    parameters : dict of :class:`str` to :class:`int`
        Its constructor's parameters that define the preset.
    last : :class:`bool`
        Whether the instructions for a partial last word exist.
    """

    name:        str
    description: str
    component:   type
    parameters:  dict = field(default_factory=dict)
    last:        bool = True

    @property
    def options(self):
        """Names of the parameters that can be given."""
        return tuple(inspect.signature(self.component).parameters)

    @property
    def rounds_per_cycle(self):
        """Rounds of the permutation in a cycle; 0: half of one."""
        return self.settings().get("rounds_per_cycle", 0)

    @property
    def smallest_queue(self):
        """Parameters that make the queue of instructions as small as it can be, if there is one."""
        return {"queue_depth": 1} if "queue_depth" in self.options else {}

    def settings(self, **parameters):
        """Return all of the constructor's parameters.

        Parameters
        ----------
        **parameters
            Those that are to differ from the preset's.

        Raises
        ------
        ValueError
            If it has no such parameter.
        """
        for name in parameters:
            if name not in self.options:
                raise ValueError(f"{name} does not apply to preset {self.name}, which has "
                                 f"{', '.join(self.options)}")
        defaults = inspect.signature(self.component).parameters
        return {name: parameter.default for name, parameter in defaults.items()} | (
            self.parameters | parameters)

    def make(self, **parameters):
        """Make the coprocessor.

        Parameters
        ----------
        **parameters
            Of :meth:`settings`.

        Raises
        ------
        ValueError
            If it has no such parameter, or does not support the value.
        """
        return self.component(**self.settings(**parameters))


#: By name, from small to large.
PRESETS = {preset.name: preset for preset in (
    Preset("tiny", "half a round a cycle, little-endian whole words only, the least area",
           TinyCoprocessor, last=False),
    Preset("compact", "one round a cycle, every instruction at full speed", Coprocessor,
           {"rounds_per_cycle": 1, "big_endian": False}),
    Preset("fast", "two rounds a cycle, for hashes and short messages", Coprocessor,
           {"rounds_per_cycle": 2, "big_endian": False}),
)}

#: The preset where none is named.
DEFAULT = "compact"


def preset_coprocessor(*, preset=DEFAULT, **parameters):
    """Make the coprocessor of a preset.

    Parameters
    ----------
    preset : :class:`str`
        A key of `PRESETS`.
    **parameters
        Of :meth:`Preset.make`.

    Raises
    ------
    ValueError
        If there is no such preset, or for the reasons of :meth:`Preset.make`.
    """
    return preset_named(preset).make(**parameters)


def preset_named(name):
    """Return a preset.

    Raises
    ------
    ValueError
        If there is none of this name.
    """
    if name not in PRESETS:
        raise ValueError(f"preset must be one of {', '.join(PRESETS)}, not {name!r}")
    return PRESETS[name]
