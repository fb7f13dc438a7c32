"""Instruction-set simulator of the whole system: unicorn, the memory map, the coprocessor's model.

Unicorn executes computation, jumps, loads and stores of RV32I. Everything else stops it and is
executed by :mod:`sim.foreign`. A cycle is an instruction, or one that the core sleeps.
"""

from unicorn import Uc, UcError
from unicorn import unicorn_const as uc_const
from unicorn.riscv_const import UC_RISCV_REG_PC, UC_RISCV_REG_X0

from sim.foreign import WFI, Step, execute, trap
from sim.machine import Cause, Machine
from sim.observation import Observation
from sim.rv32i import is_rv32i, rd_of
from sim.system_bus import IMEM, MAILBOX, SystemBus
from soc.features import Features
from soc.memory_map import Interrupt
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

#: Of the default preset.
_FEATURES = Features()


class Iss:
    """The system without hardware; a :class:`sw.transport.Transport`.

    Interrupts are taken in front of basic blocks, and of any instruction with an observer; but
    always directly behind a store to the clint, a CSR instruction, ``mret`` and ``wfi``. ``wfi``
    lets time pass until a line is set that ``mie`` enables.

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
        No interrupt is taken but by :meth:`take_interrupt`, not even that for a bus error, and
        ``wfi`` does not wait: for somebody who knows when hardware did.

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
        self._slept = 0
        self._observer = observer
        self._defer_interrupts = defer_interrupts
        self._uc = uc = Uc(uc_const.UC_ARCH_RISCV, uc_const.UC_MODE_RISCV32)
        self._bus = SystemBus(uc, features=features, clock_hz=clock_hz, now=lambda: self.cycles)
        self.control, self.uart = self._bus.control, self._bus.uart
        self._machine = Machine(time=lambda: self._bus.clint.time,
                                lines=lambda: self._bus.lines)
        if not defer_interrupts:
            self._bus.clint.changed = self._on_clint
        uc.ctl_exits_enabled(True)
        if observer is None:
            uc.hook_add(uc_const.UC_HOOK_BLOCK, self._on_block)
        else:
            uc.hook_add(uc_const.UC_HOOK_CODE, self._on_code)
            self._observation = Observation(uc, self._bus, self.register)
        uc.hook_add(uc_const.UC_HOOK_MEM_WRITE, self._on_mailbox, None, MAILBOX[0], MAILBOX[-1])
        self._plain = None
        self._stop = False
        self._awaited = None
        self._block = None
        self._limit = 0
        self._running = self._interrupted = False
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
        self._asleep = False

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
        limit = self.cycles + timeout_cycles
        self._awaited = address
        try:
            while self.read(address, 1) != [0]:
                if self.cycles >= limit or self.control.core_reset:
                    raise TimeoutError(f"the word at 0x{address:08x} is not 0 after "
                                       f"{timeout_cycles} cycles")
                self.run(limit - self.cycles)
        finally:
            self._awaited = None

    # What the core does.

    @property
    def cycles(self):
        """Cycles since creation: instructions, and how long it slept."""
        return self.instructions + self._slept

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
            How many cycles, exact with an observer; without, up to the length of a basic block
            more.
        """
        if self._plain is None:
            self._find_plain()
        end = self.cycles + limit
        self._stop = False
        while not self._stop and self.cycles < end:
            left = end - self.cycles
            if not self._defer_interrupts:
                left = self._attend(left)
            self._limit = self.instructions + left
            if not left:
                continue
            if self._pc not in self._plain:
                self._execute()
            else:
                self._emulate()

    def _attend(self, left):
        """Take a pending interrupt, or sleep; return after how many instructions to look again."""
        machine = self._machine
        if not machine.selects and not self._asleep:
            return left
        timer = self._bus.clint.until_timer if machine.selected(Interrupt.TIMER) else left
        if self._asleep:
            if not machine.wakes:
                self._slept += min(timer, left)
                return 0
            # wfi retires, then the interrupt is taken.
            self._asleep = False
            return 1
        cause = machine.pending
        if cause is not None:
            self.take_interrupt(cause)
        return min(timer, left) if timer else left

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
        self._jumped = self._interrupted = False
        self._running = True
        try:
            self._uc.emu_start(self._pc, 0)
        except UcError as error:
            if error.errno not in _BUS_ERRORS:
                raise
            self._pc = self._uc.reg_read(UC_RISCV_REG_PC)
            if _BUS_ERRORS[error.errno] is not None:
                self._fail(_BUS_ERRORS[error.errno])
                return
        finally:
            self._running = False
        if self._interrupted:
            # Unicorn's program counter is still that of the store.
            self._end_block(self._uc.reg_read(UC_RISCV_REG_PC) + 4)
        elif not self._jumped:
            self._pc = self._uc.reg_read(UC_RISCV_REG_PC)
            self._finish(self._pc)

    def _end_block(self, pc):
        """Account for what has run, which ends in front of ``pc``, inside of a block."""
        if self._block is not None:
            self._block = self._block[0], pc - self._block[0]
        self._pc = pc
        self._finish(pc)

    def _on_clint(self):
        """Look behind a store to the clint whether it interrupts."""
        if self._running:
            self._interrupted = True
            self._uc.emu_stop()

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
            self._observation.begin(address)

    def _ends(self, address):
        """Account for what has run; return whether to stop before ``address``."""
        interrupted, self._interrupted = self._interrupted, False
        if address & 2:
            self._misaligned()
        else:
            self._finish(address)
        return (self._stop or interrupted or self.instructions >= self._limit
                or address not in self._plain)

    def _finish(self, pc):
        """Account for what has run since the last call and goes on at ``pc``."""
        if self._block is not None:
            _, size = self._block
            self._block = None
            self._pass(size // 4)
        elif self._observer is not None and (step := self._observation.end(pc)) is not None:
            self._retire(step)

    def _misaligned(self):
        """Trap the jump that has just led to an address between two words."""
        if self._block is not None:
            start, size = self._block
            self._block = None
            self._pass(size // 4 - 1)
            self._pc = start + size - 4
        else:
            self._pc, rd, value = self._observation.undo()
            self.set_register(rd, value)
        self._trap(Cause.MISALIGNED)
        self._jumped = True

    def _fail(self, cause):
        """Finish a load or store that met a bus error: it retires, an interrupt follows."""
        self._bus.device_value = 0
        if cause == Cause.LOAD_ERROR:
            self.set_register(rd_of(self._fetch(self._pc)), 0)
        self._end_block(self._pc + 4)
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
        insn = self._fetch(pc)
        if insn == WFI and not self._defer_interrupts and not self._machine.wakes:
            self._asleep = True
            return
        coprocessor = self.coprocessor if self.control.accelerator_enable else None
        step = execute(insn, pc, self.register, self._machine, coprocessor)
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
