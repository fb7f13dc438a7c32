"""Circuits of the substitution layer, and which lanes they take and leave complemented.

RV32I has no instruction that complements an operand. The S-box's five outputs need 15 operations,
of which none has to be a NOT if the right lanes are complemented before. There are four such
circuits, but no sequence of them that returns to where it began: in between, circuits of 16
operations are needed. All were found by exhaustive search among those that compute each output as
an AND or OR and the XOR of it with something; these and one or six XORs or NOTs more take as
operands whatever has been computed before. The order of the operations leaves few results alive.

With ``andn``, ``orn`` and ``xnor`` 15 operations do for any complements.
"""

import re
from typing import NamedTuple

from sw.schedule.form import Isa

__all__ = ["Circuit", "Operation"]

_OPERATION = re.compile(r"(\w+) = (?:(~)(\w+)|(\w+) (\^~?|&~?|\|~?) (\w+))")


class Operation(NamedTuple):
    """``result = operand operator operand``, or ``result = ~operand``."""

    result:   str
    operator: str
    operands: tuple[str, ...]


class Circuit(NamedTuple):
    """A circuit from x0..x4 to y0..y4.

    ``before`` and ``after`` have a digit a lane, 1 if it is complemented.
    """

    before:     str
    after:      str
    operations: tuple[Operation, ...]

    @property
    def cost(self):
        """Number of operations."""
        return len(self.operations)


def _circuit(before, after, text):
    """Parse a circuit."""
    operations = []
    for result, operator, operand, first, other, second in _OPERATION.findall(text):
        operands = (operand,) if operator else (first, second)
        operations.append(Operation(result, operator or other, operands))
    assert len(operations) == text.count("=")
    return Circuit(before, after, tuple(operations))


#: Circuits by instruction set.
CIRCUITS = {
    Isa.RV32I: (
        _circuit("01000", "11011", """
            s34 = x4 ^ x3      s12 = x1 ^ x2      a2 = x4 & s34      y2 = s12 ^ a2
            s23 = x2 ^ x3      a1 = s12 & s23     s04 = x0 ^ x4      o3 = x0 | s34
            s = s12 ^ s04      y3 = o3 ^ s12      y1 = a1 ^ s        o4 = x1 | s04
            y4 = s34 ^ o4      a0 = s & x1        y0 = s34 ^ a0
        """),
        _circuit("11011", "01000", """
            s23 = x2 ^ x3      s04 = x4 ^ x0      n4 = ~x4           s34 = n4 ^ x3
            a2 = n4 & x3       a3 = s34 & x0      s12 = x2 ^ x1      o4 = x1 | s04
            a1 = s12 & s23     y2 = s12 ^ a2      y1 = s04 ^ a1      y4 = s34 ^ o4
            s = s12 ^ s04      a0 = x1 & s        y0 = a0 ^ s34      y3 = a3 ^ s12
        """),
    ),
    Isa.ZBB_ZBKB: (
        _circuit("01000", "01000", """
            s04 = x4 ^ x0      s34 = x4 ^ x3      a2 = x4 &~ x3      s23 = x2 ^ x3
            s12 = x2 ^ x1      o4 = x1 | s04      a1 = s12 & s23     y2 = a2 ^ s12
            s = s12 ^ s04      y1 = a1 ^ s        y4 = s34 ^~ o4     o3 = x0 | s34
            a0 = x1 & s        y3 = s12 ^~ o3     y0 = a0 ^~ s34
        """),
        _circuit("00000", "00000", """
            s23 = x2 ^ x3      o2 = x3 |~ x4      s04 = x0 ^ x4      s34 = x3 ^ x4
            s12 = x1 ^ x2      y2 = o2 ^ s12      o1 = s23 | s12     a4 = x1 &~ s04
            y4 = s34 ^ a4      y1 = s04 ^ o1      o3 = x0 | s34      s = s12 ^ s04
            y3 = o3 ^ s12      o0 = x1 | s        y0 = o0 ^ s34
        """),
    ),
}
