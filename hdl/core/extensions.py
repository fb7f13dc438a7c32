"""Extensions of the instruction set that a core has or has not.

Source: RISC-V unprivileged specification 20240411, chapters 13, 27, 29 and 31; privileged
specification 20240411, section 3.1.1.
"""

from dataclasses import dataclass, fields

__all__ = ["Extensions"]


@dataclass(frozen=True)
class Extensions:
    """What there is besides RV32I, Zicsr, Zifencei and Zicntr; an extension left out costs nothing.

    Attributes
    ----------
    m : :class:`bool`
        Multiplication and division.
    c : :class:`bool`
        Compressed instructions (Zca).
    zba, zbb, zbs, zbkb : :class:`bool`
        Address generation, basic bit manipulation, single bits, bit manipulation for cryptography.

    Raises
    ------
    ValueError
        If one is neither True nor False.
    """

    m:    bool = False
    c:    bool = False
    zba:  bool = False
    zbb:  bool = False
    zbs:  bool = False
    zbkb: bool = False

    def __post_init__(self):
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, bool):
                raise ValueError(f"{field.name} must be True or False, not {value!r}")

    def has(self, names):
        """Return whether one of the extensions in ``names``, separated by spaces, is there."""
        return any(getattr(self, name) for name in names.split())

    @property
    def misa(self):
        """Value of ``misa``: I, X, and M, C, and B if Zba, Zbb and Zbs are all there."""
        letters = "ix" + "m" * self.m + "c" * self.c + "b" * (self.zba and self.zbb and self.zbs)
        return 1 << 30 | sum(1 << ord(letter) - ord("a") for letter in letters)

    @property
    def name(self):
        """The instruction set as compilers call it, such as ``rv32imc_zba``."""
        return "_".join(["rv32i" + "m" * self.m + "c" * self.c,
                         *(name for name in ("zba", "zbb", "zbs", "zbkb") if self.has(name))])
