"""The coprocessor of a SoC: which one its preset means, and what that has."""

from hdl.ascon.presets import DEFAULT, PRESETS, preset_named
from soc.features import Features
from soc.memory_map import Preset

__all__ = ["features_of", "soc_coprocessor"]


def soc_coprocessor(preset=DEFAULT, rounds_per_cycle=None, *, id_width):
    """Make the coprocessor of a SoC, for whose core the smallest queue will do and ids are unique.

    Parameters
    ----------
    preset : :class:`str`
        A key of `hdl.ascon.presets.PRESETS`.
    rounds_per_cycle : :class:`int` or None
        Rounds of the permutation in a cycle, instead of the preset's.
    id_width : :class:`int`
        Width of ids.

    Raises
    ------
    ValueError
        If there is no such preset, or it does not support the rounds.
    """
    row = preset_named(preset)
    ids = {"unique_ids": True} if "unique_ids" in row.options else {}
    return row.make(id_width=id_width, **ids, **row.smallest_queue,
                    **_rounds(row, rounds_per_cycle))


def features_of(preset=DEFAULT, rounds_per_cycle=None):
    """Return the :class:`soc.features.Features` of the coprocessor with these parameters.

    Those of another preset's are that preset's.

    Parameters
    ----------
    preset, rounds_per_cycle
        Of :func:`soc_coprocessor`.

    Raises
    ------
    ValueError
        If there is no such preset, or it has no choice of rounds.
    """
    row = preset_named(preset)
    settings = row.settings(**_rounds(row, rounds_per_cycle))
    number = next((Preset[other.name.upper()] for other in PRESETS.values()
                   if (other.component, other.settings()) == (row.component, settings)),
                  Preset.NONE)
    return Features(rounds_per_cycle=settings.get("rounds_per_cycle", row.rounds_per_cycle),
                    big_endian=settings.get("big_endian", False), last=row.last, preset=number)


def _rounds(row, rounds_per_cycle):
    """Return the parameter, if it differs from the preset's."""
    own = rounds_per_cycle in (None, row.rounds_per_cycle)
    return {} if own else {"rounds_per_cycle": rounds_per_cycle}
