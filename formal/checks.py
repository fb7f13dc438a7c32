"""All checks."""

from formal.ascon import checks as coprocessor
from formal.ascon import executions, halves, wrapper
from formal.ascon import round as rounds
from formal.core import (
    buses,
    compressed,
    csrs,
    division,
    instructions,
    liveness,
    memory,
    multiplication,
    offload,
    order,
    registers,
)

__all__ = ["CHECKS", "chosen"]

CHECKS = (*instructions.CHECKS, *compressed.CHECKS, *csrs.CHECKS, *order.CHECKS,
          *registers.CHECKS, *memory.CHECKS, *buses.CHECKS, *offload.CHECKS, *liveness.CHECKS,
          *multiplication.CHECKS, *division.CHECKS,
          *rounds.CHECKS, *coprocessor.CHECKS, *halves.CHECKS, *executions.CHECKS,
          *wrapper.CHECKS)


def chosen(names):
    """Return the checks with these names, or all.

    A name is that of a check or of a unit, which is what a check's name begins with.

    Raises
    ------
    ValueError
        If there is none with one of the names.
    """
    for name in names:
        if not any(_has(check, name) for check in CHECKS):
            raise ValueError(f"no check is called {name!r}; there are "
                             f"{', '.join(check.name for check in CHECKS)}")
    return [check for check in CHECKS
            if not names or any(_has(check, name) for name in names)]


def _has(check, name):
    return check.name == name or check.name.startswith(f"{name}.")
