"""A cell of a netlist, and what its description in Verilog needs of it."""

from dataclasses import dataclass

__all__ = ["Cell"]


@dataclass(frozen=True)
class Cell:
    """A cell.

    Attributes
    ----------
    id : :class:`str`
        A Verilog name that no other cell has.
    name, kind : :class:`str`
        In the netlist.
    parameters : dict of :class:`str` to :class:`str`
        Binary digits, or words.
    pins : dict of :class:`str` to list of :class:`str`
        Nets, the least significant bit first.
    """

    id:         str
    name:       str
    kind:       str
    parameters: dict
    pins:       dict

    def vector(self, *names):
        """Return an expression of pins, the first one's least significant bit being bit 0."""
        bits = [bit for name in names for bit in self.pins[name]]
        return "{" + ", ".join(reversed(bits)) + "}"

    def bit(self, name, default="1'b0"):
        """Return the net of a pin; of one that is not connected, a default."""
        return self.pins[name][0] if self.pins.get(name) else default

    def number(self, name, default=0):
        """Return a parameter's value; undefined digits are 0."""
        if name not in self.parameters:
            return default
        return int(self.parameters[name].replace("x", "0").replace("z", "0"), 2)

    def word(self, name, default):
        """Return a parameter that is a word."""
        return self.parameters.get(name, default).strip()

    def drive(self, name, expression):
        """Return a line that drives all bits of a pin, if it is connected."""
        return [f"assign {self.vector(name)} = {expression};"] if self.pins.get(name) else []

    def require(self, **words):
        """Check parameters that only one value is described of.

        Raises
        ------
        ValueError
            If one has another.
        """
        for name, wanted in words.items():
            value = (self.word(name, wanted) if isinstance(wanted, str)
                     else self.number(name, wanted))
            if value != wanted:
                raise ValueError(f"cell {self.name}: {name} of a {self.kind} must be {wanted!r}, "
                                 f"not {value!r}")
