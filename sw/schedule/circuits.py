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
            h3 = x1 ^ x2       h0 = x3 ^ x2       h2 = x3 ^ x4       h1 = x0 ^ x4
            g3 = x0 | h2       g1 = h0 & h3       h4 = h1 ^ h3       g2 = x4 & h2
            g4 = x1 | h1       y3 = h3 ^ g3       y1 = h4 ^ g1       g0 = x1 & h4
            y0 = h2 ^ g0       y2 = g2 ^ h3       y4 = g4 ^ h2
        """),
        _circuit("00111", "00010", """
            h0 = x3 ^ x2       h1 = x0 ^ x4       h4 = x3 ^ x4       g2 = h4 & x3
            g4 = h1 & x1       g3 = x0 | h4       h2 = x1 ^ x2       y3 = h2 ^ g3
            y4 = g4 ^ h4       y2 = g2 ^ h2       g1 = h2 & h0       h3 = h2 ^ h1
            g0 = x1 | h3       y0 = g0 ^ h4       y1 = g1 ^ h3
        """),
        _circuit("10110", "10001", """
            h4 = x4 ^ x3       h0 = x2 ^ x3       h1 = x4 ^ x0       g3 = h4 & x0
            g2 = x3 & x4       g4 = h1 & x1       y4 = g4 ^ h4       h2 = x1 ^ x2
            y3 = h2 ^ g3       y2 = g2 ^ h2       g1 = h0 & h2       h3 = h2 ^ h1
            y1 = g1 ^ h3       g0 = x1 | h3       y0 = h4 ^ g0
        """),
        _circuit("11001", "01100", """
            h2 = x3 ^ x4       g3 = h2 & x0       h0 = x3 ^ x2       h3 = x1 ^ x2
            g2 = x3 | x4       y2 = h3 ^ g2       h1 = x4 ^ x0       g1 = h0 & h3
            y3 = g3 ^ h3       h4 = h3 ^ h1       g4 = h1 | x1       y4 = g4 ^ h2
            y1 = g1 ^ h4       g0 = h4 & x1       y0 = g0 ^ h2
        """),
        _circuit("00000", "01100", """
            h0 = x2 ^ x1       h1 = x1 ^ x3       h3 = x4 ^ x3       h2 = x0 ^ x4
            h4 = x2 ^ h2       h5 = ~h2           g1 = h1 | h0       y1 = g1 ^ h5
            g2 = h3 & x4       g0 = x1 | h4       y0 = g0 ^ h3       y2 = h0 ^ g2
            g3 = x0 | h3       y3 = h0 ^ g3       g4 = x1 & h5       y4 = g4 ^ h3
        """),
        _circuit("00111", "00000", """
            h0 = x2 ^ x1       h2 = x3 ^ x2       h1 = ~h0           h5 = x4 ^ x3
            g2 = h5 & x3       y2 = h0 ^ g2       h3 = x4 ^ x0       g3 = h5 | x0
            y3 = h1 ^ g3       g4 = h3 & x1       g1 = h2 & h0       y4 = h5 ^ g4
            h4 = h0 ^ h3       y1 = g1 ^ h4       g0 = x1 | h4       y0 = h5 ^ g0
        """),
        _circuit("10100", "00000", """
            h3 = x4 ^ x3       g3 = x0 & h3       h5 = x2 ^ x3       h0 = x2 ^ x1
            g1 = h5 & h0       h4 = x4 ^ x0       h1 = x0 ^ h0       y3 = g3 ^ h1
            h2 = x4 ^ h1       y1 = h4 ^ g1       g0 = h2 | x1       g2 = x4 & h3
            y2 = h0 ^ g2       g4 = x1 & h4       y0 = g0 ^ h3       y4 = g4 ^ h3
        """),
        _circuit("10100", "10101", """
            h2 = x0 ^ x4       h3 = x1 ^ x2       h0 = ~x3           h5 = x4 ^ h0
            g3 = x0 & h5       h4 = h2 ^ h3       g0 = x1 | h4       g4 = x1 & h2
            y0 = h5 ^ g0       y4 = h5 ^ g4       h1 = x3 ^ x1       y3 = g3 ^ h3
            g1 = h1 & h3       y1 = g1 ^ h4       g2 = x3 | h5       y2 = h3 ^ g2
        """),
        _circuit("11001", "00000", """
            h4 = x3 ^ x4       h0 = x2 ^ x1       h2 = x2 ^ x3       h1 = ~h0
            g2 = x3 | x4       h3 = x4 ^ x0       g3 = x0 & h4       g1 = h2 | h1
            y3 = h0 ^ g3       y1 = g1 ^ h3       y2 = g2 ^ h1       g4 = h3 | x1
            y4 = g4 ^ h4       h5 = h3 ^ h0       g0 = h5 & x1       y0 = g0 ^ h4
        """),
        _circuit("11011", "01000", """
            h0 = x1 ^ x3       h1 = x4 ^ x0       h4 = ~x4           h5 = h4 ^ x3
            h2 = x2 ^ x1       g2 = x3 & h4       g4 = x1 | h1       y2 = h2 ^ g2
            y4 = h5 ^ g4       g1 = h0 & h2       g3 = h5 & x0       h3 = h1 ^ h2
            y1 = h3 ^ g1       y3 = g3 ^ h2       g0 = h3 & x1       y0 = h5 ^ g0
        """),
        _circuit("11011", "11001", """
            h4 = x3 ^ x4       g3 = h4 & x0       h0 = x1 ^ x2       h1 = h0 ^ x0
            y3 = g3 ^ h1       h5 = x2 ^ x3       h2 = h1 ^ x4       h3 = h2 ^ h0
            g1 = h0 & h5       g0 = x1 & h2       g4 = h3 | x1       g2 = h4 & x3
            y2 = g2 ^ h0       y1 = g1 ^ h3       y0 = g0 ^ h4       y4 = h4 ^ g4
        """),
        _circuit("11111", "00110", """
            h2 = x4 ^ x0       h4 = ~x4           g2 = h4 & x3       h3 = h2 ^ x2
            h5 = h4 ^ x3       g0 = h3 & x1       g3 = h5 & x0       h1 = x1 ^ x3
            h0 = x1 ^ x2       y3 = g3 ^ h0       g1 = h1 | h0       y2 = h0 ^ g2
            y1 = h2 ^ g1       y0 = h5 ^ g0       g4 = h2 | x1       y4 = h5 ^ g4
        """),
        _circuit("11111", "10111", """
            h0 = x1 ^ x2       h2 = x0 ^ x4       h3 = h2 ^ x2       g0 = h3 & x1
            h5 = h2 ^ x3       g3 = x0 & h5       h4 = x3 ^ x4       g4 = h2 | x1
            h1 = x3 ^ x1       y4 = g4 ^ h4       g1 = h0 | h1       g2 = x3 & h4
            y0 = h4 ^ g0       y3 = h0 ^ g3       y1 = g1 ^ h2       y2 = g2 ^ h0
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
