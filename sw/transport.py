"""How the host driver reaches the system's address space: a protocol of three methods.

Simulation engine, instruction-set simulator, cocotb and board each have one implementation.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

__all__ = ["Transport"]


@runtime_checkable
class Transport(Protocol):
    """Word access to the memory map of :mod:`soc.memory_map`.

    Addresses are byte addresses, multiples of 4. Words are 32-bit unsigned integers, their byte
    at the lowest address in bits 7:0.
    """

    def read(self, address: int, count: int) -> list[int]:
        """Read ``count`` words from ``address`` up.

        Raises
        ------
        OSError
            If the bus answers with an error.
        """

    def write(self, address: int, words: Sequence[int]) -> None:
        """Write ``words`` from ``address`` up.

        Raises
        ------
        OSError
            If the bus answers with an error.
        """

    def wait_zero(self, address: int, timeout_cycles: int) -> None:
        """Return when the word at ``address`` reads 0.

        Raises
        ------
        TimeoutError
            If it does not within ``timeout_cycles`` clock cycles.
        """
