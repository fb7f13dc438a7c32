"""What the programs cost."""

from typing import NamedTuple

from sw.schedule.code import Label
from sw.schedule.programs import PROGRAMS
from sw.schedule.proof import prove

__all__ = ["Row", "report"]


class Row(NamedTuple):
    """An entry of a program.

    ``instructions`` is without the return, ``cycles`` with it; ``size`` is the program's in bytes.
    """

    program:      str
    isa:          str
    layout:       str
    complemented: str
    rounds:       int
    instructions: int
    cycles:       int
    size:         int

    @property
    def per_round(self):
        """Instructions of a round on average."""
        return self.instructions / self.rounds


def report(programs=None):
    """Prove programs and return a :class:`Row` for each of their entries.

    Parameters
    ----------
    programs : iterable of :class:`sw.schedule.programs.Program`, optional
        By default all.

    Raises
    ------
    sw.schedule.proof.ProofError
        If one is wrong.
    """
    rows = []
    for program in PROGRAMS.values() if programs is None else programs:
        size = 4 * sum(not isinstance(item, Label) for item in program.items)
        for rounds, execution in prove(program).items():
            rows.append(Row(program.name, program.form.isa.value, program.form.layout.value,
                            program.complemented, rounds, execution.instructions - 1,
                            execution.cycles, size))
    return rows
