"""The model of :mod:`sim.core` with RVFI's records as dictionaries, for the core in the simulator.

``order``, ``intr``, ``mode``, ``ixl`` and ``halt`` are added to what it says.
"""

from sim.core import model
from sim.core.bench import MEMORY_SIZE
from sim.core.lockstep import FIELDS


class Model(model.Model):
    """Executes one instruction per :meth:`step`, and returns its record.

    ``memory`` has words by address; ``unit`` has ``respond(instr)`` and ``execute(instr, rs1,
    rs2)``; ``ierrors`` are addresses of words that cannot be fetched, ``derrors`` of words whose
    loads and stores fail. ``mip`` comes from the record to compare with.
    """

    def __init__(self, memory, *, unit=None, ierrors=(), derrors=(), extensions=()):
        content = bytearray(MEMORY_SIZE)
        for address, word in memory.items():
            content[address:address + 4] = word.to_bytes(4, "little")
        assert len(content) == MEMORY_SIZE, "an address is outside of the memory"
        super().__init__(content, extensions=extensions, fetch_errors=ierrors,
                         data_errors=derrors, unit=unit)
        self.csrs.pending = lambda seen: seen[5]
        self.in_handler = 0
        self._order = 0

    def take(self, cause):
        self.in_handler = 1
        return super().take(cause)

    def step(self, seen):
        """Execute; ``seen`` is the core's record."""
        extra = {"order": self._order, "intr": self.in_handler, "mode": 3, "ixl": 1, "halt": 0}
        self._order += 1
        self.in_handler = 0
        record = super().step(tuple(seen[name] for name in FIELDS))
        return extra | dict(zip(FIELDS, record, strict=True))
