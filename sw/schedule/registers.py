"""Where the state lies, and which registers are free."""

__all__ = ["COUNTERS", "HALVES", "HOME", "TEMPORARIES", "Pool"]

#: The two registers of a lane: low and high half, or even and odd bits.
HALVES = (0, 1)

#: ``HOME[lane][half]`` holds that half before and after every round.
HOME = tuple((f"s{2 * lane}", f"s{2 * lane + 1}") for lane in range(5))

#: The other registers that a round uses.
TEMPORARIES = ("t0", "t1", "t2")

#: What a loop uses besides: the next constant, and the one behind the last.
COUNTERS = ("t3", "t4")


class Pool:
    """Free registers, handed out in a fixed order: what is emitted is reproducible.

    Parameters
    ----------
    registers : iterable of :class:`str`
        Those that are free at first.
    """

    def __init__(self, registers):
        self._free = list(registers)

    def __contains__(self, register):
        return register in self._free

    def take(self, wanted=None, *, leave=()):
        """Take a register out of the pool.

        Parameters
        ----------
        wanted : :class:`str` or None
            This one, if it is free.
        leave : collection of :class:`str`
            Not these.

        Raises
        ------
        LookupError
            If none is free.
        """
        if wanted in self._free:
            self._free.remove(wanted)
            return wanted
        for register in self._free:
            if register not in leave:
                self._free.remove(register)
                return register
        raise LookupError("no register is free")

    def give(self, register):
        """Put a register back."""
        self._free.append(register)
