"""The coprocessor of the core's benches, in Python: what it takes, and what that does.

The one in ``bench.cpp`` does the same.
"""

__all__ = ["Coprocessor"]

MASK = 0xffff_ffff


class Coprocessor:
    """Takes custom-0 with ``funct3`` 0 to 4; 1 and 3 have no result but are remembered, 4 recalls.

    3 and 4 announce that they may raise an exception; they never do.
    """

    def __init__(self):
        self._memo = 0

    def respond(self, instr):
        """Return the answer to an offer: accept, writeback, exc."""
        funct3 = instr >> 12 & 7
        accept = int(instr & 0x7f == 0x0b and funct3 <= 4)
        return accept, int(accept and funct3 in (0, 2, 4)), int(accept and funct3 in (3, 4))

    def execute(self, instr, rs1, rs2):
        """Execute what is committed; return the result, 0 if it has none."""
        match instr >> 12 & 7:
            case 0:
                return rs1 * 3 + rs2 * 5 + instr & MASK
            case 1:
                self._memo = (self._memo * 5 + rs1 & MASK) ^ rs2
            case 2:
                return rs1 + rs2 & MASK
            case 3:
                self._memo = self._memo + rs2 & MASK
            case 4:
                return self._memo + rs1 & MASK
        return 0
