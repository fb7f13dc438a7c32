"""Instruction-set simulator of the whole system: unicorn, the memory map, the coprocessor's model.

Unicorn executes computation, jumps, loads and stores of RV32I. Everything else stops it and is
executed by :mod:`sim.foreign`. There is no time: a cycle is an instruction.
"""

from unicorn import Uc, UcError
from unicorn import unicorn_const as uc_const
from unicorn.riscv_const import UC_RISCV_REG_PC, UC_RISCV_REG_X0

from sim.foreign import Step, execute, trap
from sim.machine import Cause, Machine
from sim.rv32i import is_rv32i, rd_of
from sim.system_bus import DMEM, HOST, IMEM, MAILBOX, SystemBus
from soc.features import Features
from sw.model.coprocessor import CoprocessorModel

__all__ = ["Iss", "Step"]

#: Unicorn's errors on the bus and what comes of them; fetches are tried once more here.
_BUS_ERRORS = {
    uc_const.UC_ERR_READ_UNMAPPED:  Cause.LOAD_ERROR,
    uc_const.UC_ERR_READ_PROT:      Cause.LOAD_ERROR,
    uc_const.UC_ERR_WRITE_UNMAPPED: Cause.STORE_ERROR,
    uc_const.UC_ERR_WRITE_PROT:     Cause.STORE_ERROR,
    uc_const.UC_ERR_FETCH_UNMAPPED: None,
    uc_const.UC_ERR_FETCH_PROT:     None,
}
_BUS_ERROR_HOOKS = uc_const.UC_HOOK_MEM_READ_INVALID | uc_const.UC_HOOK_MEM_WRITE_INVALID
_WRITE_ACCESSES = (uc_const.UC_MEM_WRITE_UNMAPPED, uc_const.UC_MEM_WRITE_PROT)

#: Of the default preset.
_FEATURES = Features()

#: What ``jal`` and ``jalr`` have in common, in the bits 0x77.
_JUMP = 0x67


class Iss:
    """The system without hardware; a :class:`sw.transport.Transport`.

    Parameters
    ----------
    image : :class:`sw.contents.Image`, optional
        Initial content of the memories.
    features : :class:`soc.features.Features`
        What the control registers report, and which instructions the coprocessor has.
    clock_hz : :class:`int`
        What the control registers report.
    observer : callable, optional
        Called with the :class:`Step` of every instruction, before the next one executes. It may
        call :meth:`set_register` and :meth:`stop`, and raise. Much slower. Without one, a jump to
        an address between two words has written its link when it traps.
    defer_interrupts : :class:`bool`
        The interrupt for a bus error, which is imprecise, waits for :meth:`take_interrupt`. There
        are no others but those that this method is given.

    Attributes
    ----------
    coprocessor : :class:`sw.model.coprocessor.CoprocessorModel`
        The model.
    control : :class:`sim.peripherals.ControlRegisters`
        The control registers.
    uart : :class:`sim.peripherals.SerialPort`
        The serial port.
    instructions : :class:`int`
        Instructions executed since creation, trapped ones included.
    """

    def __init__(self, image=None, *, features=_FEATURES, clock_hz=50_000_000, observer=None,
                 defer_interrupts=False):
        self.coprocessor = CoprocessorModel(big_endian=features.big_endian,
                                            last=features.last)
        self.instructions = 0
        self._machine = Machine()
        self._observer = observer
        self._defer_interrupts = defer_interrupts
        self._uc = uc = Uc(uc_const.UC_ARCH_RISCV, uc_const.UC_MODE_RISCV32)
        self._bus = SystemBus(uc, features=features, clock_hz=clock_hz)
        self.control, self.uart = self._bus.control, self._bus.uart
        uc.ctl_exits_enabled(True)
        if observer is None:
            uc.hook_add(uc_const.UC_HOOK_BLOCK, self._on_block)
        else:
            uc.hook_add(uc_const.UC_HOOK_CODE, self._on_code)
            uc.hook_add(uc_const.UC_HOOK_MEM_READ, self._on_read)
            uc.hook_add(uc_const.UC_HOOK_MEM_WRITE, self._on_write)
            uc.hook_add(_BUS_ERROR_HOOKS, self._on_error)
        uc.hook_add(uc_const.UC_HOOK_MEM_WRITE, self._on_mailbox, None, MAILBOX[0], MAILBOX[-1])
        self._plain = None
        self._stop = False
        self._awaited = None
        self._last = self._block = None
        self._access = {}
        self._limit = 0
        self.reset()
        if image is not None:
            self.load(image)

    # What the host does.

    def load(self, image):
        """Write an image's memories and reset the core."""
        self._bus.load(image)
        self._plain = None
        self.reset()

    def reset(self):
        """Reset the core and the coprocessor; memories and registers keep their content."""
        self._machine.reset()
        self.coprocessor.reset()
        self._pc = 0
        self._interrupt = None

    def read(self, address, count):
        """Read words, see :meth:`sw.transport.Transport.read`."""
        return self._bus.read(address, count)

    def write(self, address, words):
        """Write words, see :meth:`sw.transport.Transport.write`."""
        held = self.control.core_reset
        self._bus.write(address, words)
        if held and not self.control.core_reset:
            self.reset()
        if address in IMEM:
            self._plain = None

    def wait_zero(self, address, timeout_cycles):
        """Run until a word is 0, see :meth:`sw.transport.Transport.wait_zero`."""
        limit = self.instructions + timeout_cycles
        self._awaited = address
        try:
            while self.read(address, 1) != [0]:
                if self.instructions >= limit or self.control.core_reset:
                    raise TimeoutError(f"the word at 0x{address:08x} is not 0 after "
                                       f"{timeout_cycles} cycles")
                self.run(limit - self.instructions)
        finally:
            self._awaited = None

    # What the core does.

    def register(self, number):
        """Return the value of a general-purpose register."""
        return self._uc.reg_read(UC_RISCV_REG_X0 + number)

    def set_register(self, number, value):
        """Set a general-purpose register."""
        if number:
            self._uc.reg_write(UC_RISCV_REG_X0 + number, value)

    def stop(self):
        """Let :meth:`run` return before the next instruction."""
        self._stop = True

    def run(self, limit):
        """Run instructions; after a reset from address 0.

        Parameters
        ----------
        limit : :class:`int`
            How many, exact with an observer; without, up to the length of a basic block more.
        """
        if self._plain is None:
            self._find_plain()
        self._limit = self.instructions + limit
        self._stop = False
        while not self._stop and self.instructions < self._limit:
            if self._pc not in self._plain:
                self._execute()
            else:
                self._emulate()

    def _find_plain(self):
        """Find the instructions that unicorn executes."""
        words = memoryview(bytes(self._uc.mem_read(IMEM.start, len(IMEM)))).cast("I")
        self._plain = {IMEM[4 * i] for i, word in enumerate(words) if is_rv32i(word)}
        # Falling through into one ends unicorn's run; a jump to one is seen by the hooks. Unicorn
        # forgets the translation of every end at every start: they must be few.
        ends = {address + 4 for address in self._plain} - self._plain
        self._uc.ctl_flush_tb()
        self._uc.ctl_set_exits(sorted(ends))

    def _emulate(self):
        """Let unicorn run until something is not for it."""
        self._jumped = False
        try:
            self._uc.emu_start(self._pc, 0)
        except UcError as error:
            if error.errno not in _BUS_ERRORS:
                raise
            self._pc = self._uc.reg_read(UC_RISCV_REG_PC)
            if _BUS_ERRORS[error.errno] is not None:
                self._fail(_BUS_ERRORS[error.errno])
                return
        if not self._jumped:
            self._pc = self._uc.reg_read(UC_RISCV_REG_PC)
            self._finish(self._pc)

    def _on_block(self, uc, address, size, _):
        """Count the block before this one, before this one runs."""
        if self._ends(address):
            uc.emu_stop()
        else:
            self._block = (address, size)

    def _on_code(self, uc, address, size, _):
        """Report the instruction before this one, before this one runs."""
        if self._ends(address):
            uc.emu_stop()
        else:
            insn = self._fetch(address)
            link = self.register(rd_of(insn)) if insn & 0x77 == _JUMP else None
            self._last = (address, insn, link)

    def _ends(self, address):
        """Account for what has run; return whether to stop before ``address``."""
        if address & 2:
            self._misaligned()
        else:
            self._finish(address)
        return self._stop or self.instructions >= self._limit or address not in self._plain

    def _finish(self, pc):
        """Account for what has run since the last call and goes on at ``pc``."""
        if self._block is not None:
            _, size = self._block
            self._block = None
            self._pass(size // 4)
        elif self._last is not None:
            address, insn, _ = self._last
            access, self._last, self._access = self._access, None, {}
            if access.get("mem_rdata", 0) is None:
                access["mem_rdata"] = self._bus.device_value
            rd = rd_of(insn)
            self._retire(Step(address, insn, pc, rd_addr=rd,
                              rd_wdata=self.register(rd) if rd else 0, **access))

    def _misaligned(self):
        """Trap the jump that has just led to an address between two words."""
        if self._block is not None:
            start, size = self._block
            self._block = None
            self._pass(size // 4 - 1)
            self._pc = start + size - 4
        else:
            self._pc, insn, link = self._last
            self._last = None
            if link is not None:
                self.set_register(rd_of(insn), link)
        self._trap(Cause.MISALIGNED)
        self._jumped = True

    def _fail(self, cause):
        """Finish a load or store that met a bus error: it retires, an interrupt follows."""
        self._bus.device_value = 0
        if cause == Cause.LOAD_ERROR:
            self.set_register(rd_of(self._fetch(self._pc)), 0)
        if self._block is not None:
            self._block = self._block[0], self._pc + 4 - self._block[0]
        self._pc += 4
        self._finish(self._pc)
        self._interrupt = cause
        if not self._defer_interrupts:
            self.take_interrupt()

    def take_interrupt(self, cause=None):
        """Go to the handler of an interrupt.

        Parameters
        ----------
        cause : :class:`int`, optional
            Its ``mcause``; by default that of the bus error that is pending.

        Raises
        ------
        RuntimeError
            If it can't be taken: it is not enabled, or there is no such bus error, or there is one
            and it is another.
        """
        if cause is None and self._interrupt is None:
            raise RuntimeError("there is no interrupt to take")
        if self._interrupt is not None:
            if cause not in (None, self._interrupt):
                raise RuntimeError(f"not the interrupt 0x{cause:08x} but the bus error "
                                   f"0x{self._interrupt:08x} is to be taken")
            cause, self._interrupt = self._interrupt, None
        elif not self._machine.enabled(cause):
            raise RuntimeError(f"the interrupt 0x{cause:08x} is not enabled")
        self._pc = self._machine.trap(cause, self._pc)

    def _pass(self, count):
        """Count instructions of a block."""
        self.instructions += count
        self._machine.retire(count)

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

    def _on_mailbox(self, uc, access, address, size, value, _):
        """Stop when the firmware clears the awaited word."""
        if address == self._awaited and value == 0:
            self._stop = True

    def _fetch(self, address):
        return self._bus.peek(address, 4)

    def _execute(self):
        """Execute an instruction that is not for unicorn."""
        pc = self._pc
        if pc not in IMEM:
            self._trap(Cause.FETCH_ERROR)
            return
        coprocessor = self.coprocessor if self.control.accelerator_enable else None
        step = execute(self._fetch(pc), pc, self.register, self._machine, coprocessor)
        self.set_register(step.rd_addr, step.rd_wdata)
        self._pc = step.pc_wdata
        self._retire(step)

    def _trap(self, cause):
        """Trap the instruction at the program counter."""
        pc = self._pc
        step = trap(cause, self._fetch(pc) if pc in IMEM else 0, pc, self._machine)
        self._pc = step.pc_wdata
        self._retire(step)

    def _retire(self, step):
        """Count an instruction, unless it trapped, and report it."""
        self.instructions += 1
        if not step.trap:
            self._machine.retire()
        if self._observer is not None:
            self._observer(step)
