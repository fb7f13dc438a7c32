"""What unicorn tells of an instruction, put together to a :class:`sim.foreign.Step`."""

from unicorn import unicorn_const as uc_const

from sim.foreign import Step
from sim.rv32i import rd_of
from sim.system_bus import DMEM, HOST, MAILBOX

__all__ = ["Observation"]

_BUS_ERROR_HOOKS = uc_const.UC_HOOK_MEM_READ_INVALID | uc_const.UC_HOOK_MEM_WRITE_INVALID
_WRITE_ACCESSES = (uc_const.UC_MEM_WRITE_UNMAPPED, uc_const.UC_MEM_WRITE_PROT)

#: What ``jal`` and ``jalr`` have in common, in the bits 0x77.
_JUMP = 0x67


class Observation:
    """Notes the instruction that unicorn executes, and its load or store.

    Parameters
    ----------
    uc : :class:`unicorn.Uc`
        Executes.
    bus : :class:`sim.system_bus.SystemBus`
        What is accessed.
    register : callable
        Returns the value of a general-purpose register.
    """

    def __init__(self, uc, bus, register):
        self._bus = bus
        self._register = register
        self._current = None
        self._access = {}
        uc.hook_add(uc_const.UC_HOOK_MEM_READ, self._on_read)
        uc.hook_add(uc_const.UC_HOOK_MEM_WRITE, self._on_write)
        uc.hook_add(_BUS_ERROR_HOOKS, self._on_error)

    def begin(self, address):
        """Note that the instruction at an address is executed next."""
        insn = self._bus.peek(address, 4)
        link = self._register(rd_of(insn)) if insn & 0x77 == _JUMP else None
        self._current = (address, insn, link)

    def end(self, pc):
        """Return the :class:`sim.foreign.Step` of this instruction, which goes on at ``pc``.

        None if there is none.
        """
        if self._current is None:
            return None
        address, insn, _ = self._current
        access, self._current, self._access = self._access, None, {}
        if access.get("mem_rdata", 0) is None:
            access["mem_rdata"] = self._bus.device_value
        rd = rd_of(insn)
        return Step(address, insn, pc, rd_addr=rd, rd_wdata=self._register(rd) if rd else 0,
                    **access)

    def undo(self):
        """Forget the instruction, a jump.

        Returns
        -------
        address : :class:`int`
            Where it is.
        rd : :class:`int`
            The register that it has written, 0 for none.
        value : :class:`int`
            What that held before.
        """
        (address, insn, link), self._current = self._current, None
        return address, 0 if link is None else rd_of(insn), link

    def _on_read(self, uc, access, address, size, value, _):
        """Note a load; the value of a device comes later."""
        memory = address in DMEM or address in MAILBOX
        self._access = {"mem_addr": address, "mem_rmask": (1 << size) - 1,
                        "mem_rdata": self._bus.peek(address, size) if memory else None,
                        "timed": address in HOST}

    def _on_write(self, uc, access, address, size, value, _):
        """Note a store."""
        self._access = {"mem_addr": address, "mem_wmask": (1 << size) - 1,
                        "mem_wdata": value & (1 << 8 * size) - 1}

    def _on_error(self, uc, access, address, size, value, _):
        """Note a load or store that meets a bus error."""
        if access in _WRITE_ACCESSES:
            self._on_write(uc, access, address, size, value, None)
        else:
            self._on_read(uc, access, address, size, value, None)
        return False
