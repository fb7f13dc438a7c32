"""What a build of the SoC has, as ``CONTROL.FEATURES`` says it; without gateware, for hosts too."""

from dataclasses import asdict, dataclass

from soc.memory_map import CONTROL, Preset

__all__ = ["Features"]

_FIELDS = {field.name.lower(): field for field in CONTROL["FEATURES"].fields}


@dataclass(frozen=True)
class Features:
    """The fields of ``CONTROL.FEATURES``.

    Attributes
    ----------
    rounds_per_cycle : :class:`int`
        Rounds of the permutation in a clock cycle; 0: half of one.
    big_endian : :class:`bool`
        The big-endian instructions exist.
    last : :class:`bool`
        The instructions for a partial last word exist.
    preset : :class:`soc.memory_map.Preset`
        Which preset of the coprocessor it is.
    """

    rounds_per_cycle: int = 1
    big_endian:       bool = True
    last:             bool = True
    preset:           Preset = Preset.COMPACT

    @classmethod
    def from_word(cls, word):
        """Return those that a register's value tells.

        Raises
        ------
        ValueError
            If it names a preset that there is not.
        """
        values = {name: word >> field.low & (1 << field.width) - 1
                  for name, field in _FIELDS.items()}
        return cls(rounds_per_cycle=values["rounds_per_cycle"],
                   big_endian=bool(values["big_endian"]), last=bool(values["last"]),
                   preset=Preset(values["preset"]))

    @property
    def word(self):
        """The register's value."""
        return sum(int(value) << _FIELDS[name].low for name, value in asdict(self).items())
