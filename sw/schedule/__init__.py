"""Generator of Ascon-p in RV32I, with and without bit manipulation: straight-line code and loops.

A program consists of rounds, a round of its constant, the substitution layer (30 operations and
what complements cost, :mod:`~sw.schedule.circuits` and :mod:`~sw.schedule.paths`) and the linear
layer (:mod:`~sw.schedule.linear`). :mod:`~sw.schedule.proof` proves each program equal to the
permutation; ``python -m sw.schedule`` does that and prints what they cost.

Source: SP 800-232, section 3 (permutation); the complemented lanes are this project's.
"""

from sw.schedule.form import Isa
from sw.schedule.programs import PROGRAMS, Program
from sw.schedule.source import program_source

__all__ = ["ISAS", "PERMUTATIONS", "PROGRAMS", "Isa", "Program", "check_choice",
           "permutation_source", "program_source"]

#: What :func:`permutation_source` has: ``"unrolled"`` is fast, ``"rolled"`` has less than 1 KiB.
#: What calls them must reckon that t0 to t4 change, whichever it is.
PERMUTATIONS = ("unrolled", "rolled")

#: Instruction sets.
ISAS = tuple(isa.value for isa in Isa)


def check_choice(permutation, isa):
    """Raise :exc:`ValueError` if there is no such permutation or instruction set."""
    if permutation not in PERMUTATIONS:
        raise ValueError(f"permutation must be one of {PERMUTATIONS}, not {permutation!r}")
    if isa not in ISAS:
        raise ValueError(f"isa must be one of {ISAS}, not {isa!r}")


def permutation_source(permutation="unrolled", isa="rv32i"):
    """Return the assembly source of the permutation as the baseline routines want it.

    Parameters
    ----------
    permutation : :class:`str`
        One of :data:`PERMUTATIONS`.
    isa : :class:`str`
        One of :data:`ISAS`.

    Raises
    ------
    ValueError
        If there is no such permutation or instruction set.
    """
    check_choice(permutation, isa)
    return program_source(PROGRAMS[permutation if isa == "rv32i" else f"zbb_{permutation}"])
