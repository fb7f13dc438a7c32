"""Follows every path of a routine, for all secrets at once, and finds what depends on them.

An abstract interpretation to a fixed point: registers and memory hold, instead of values, whether
they are secret, and what is publicly known of them. Where paths meet, what is known is joined,
unless they have other return addresses. Whatever is not understood is a finding: an address into
nowhere known, a jump to an unknown place, another instruction.

This is no model of what instructions calculate, for that see :mod:`sim.core.model`: it knows only
what their results depend on, and public addresses.

Secret is what was loaded from memory that is, what the coprocessor returns, what a register that is
no argument holds on entry, and what was computed from such. Nothing makes a secret public, except
what is declared to be a verdict, see :data:`VERDICT`.
"""

from typing import NamedTuple

from sim.audit.decode import Kind, decode
from sim.audit.memory import IMAGE, STACK, Memory, local
from sim.audit.values import NUMBER, OPAQUE, Linear, combine, holds, join, pointer

__all__ = ["VERDICT", "Finding", "Followed", "Interpreter"]

#: Labels of this prefix declare a verdict: one bit of a secret that becomes public, such as whether
#: a tag is right. The instruction there must tell whether one register is 0: it is a branch that
#: compares it with x0, whose direction may then be seen, or sltu rd, x0, rs (snez), whose result is
#: public. Nothing else of the register becomes public.
VERDICT = "ascon_verdict_"

_RETURN = "return address"
_RA, _SP, _A0 = 1, 2, 10
_MASK = 0xffff_ffff


class Finding(NamedTuple):
    """Something at an address of the code that is not proven to be public."""

    address: int
    reason:  str


class Followed(NamedTuple):
    """What came of following a routine.

    Attributes
    ----------
    findings : :class:`set` of :class:`Finding`
        Empty if nothing depends on a secret.
    reached : :class:`set` of :class:`int`
        Addresses of all instructions that were followed.
    verdicts : :class:`set` of :class:`str`
        Names of all verdicts that were met.
    """

    findings: set
    reached:  set
    verdicts: set


class _State:
    """What is known in front of an instruction: for each register secret and value, and memory."""

    def __init__(self, registers, memory):
        self.registers, self.memory = registers, memory

    def copy(self):
        return _State(list(self.registers), self.memory.copy())

    def joined(self, other):
        """Return what covers both; this one itself if it does."""
        registers = [a if a == b else (a[0] or b[0], join(a[1], b[1]))
                     for a, b in zip(self.registers, other.registers, strict=True)]
        memory = self.memory.joined(other.memory)
        if memory is self.memory and registers == self.registers:
            return self
        return _State(registers, memory)

    def key(self, pc):
        """Return what must be equal for states to be joined: the place, and who returns where."""
        code = [(number, value.offset) for number, (_, value) in enumerate(self.registers)
                if _is_code(value)]
        saved = [(offset, value.offset) for offset, value in self.memory.saved_values()
                 if _is_code(value)]
        return pc, self.registers[_SP], tuple(code), tuple(sorted(saved))


def _is_code(value):
    return isinstance(value, Linear) and value.region == IMAGE


class Interpreter:
    """Follows routines of a program.

    Parameters
    ----------
    image : :class:`sw.contents.Image`
        The program.
    data_base : :class:`int`
        Address of the image's ``dmem``.
    """

    def __init__(self, image, data_base):
        self._words = [int.from_bytes(image.imem[at:at + 4], "little")
                       for at in range(0, len(image.imem), 4)]
        self._constants = dict(enumerate(image.dmem, data_base))
        self._verdicts = {address: name for name, address in image.symbols.items()
                          if name.startswith(VERDICT)}

    def follow(self, entry, arguments, *, fields=None, memory=(), returns=True):
        """Follow a routine.

        Parameters
        ----------
        entry : :class:`int`
            Its address.
        arguments : sequence
            Values of its arguments, all public; those that do not fit into registers are on the
            stack. What they point to is secret.
        fields : :class:`dict`, optional
            By region, offsets of bytes that are public, on entry and on return.
        memory : iterable of triples
            Region, offset and value of bytes that are known on entry, and public.
        returns : :class:`bool`
            The routine has a result, which must be public.

        Returns
        -------
        :class:`Followed`
            What was found.

        Raises
        ------
        ValueError
            If a verdict is declared where there can be none.
        """
        self._followed = Followed(set(), set(), set())
        self._returns = returns
        state = _State([(True, NUMBER)] * 32, Memory(fields or {}, self._constants))
        state.registers[0] = False, 0
        state.registers[_RA] = False, pointer(_RETURN)
        state.registers[_SP] = False, pointer(STACK)
        for number in (8, 9, *range(18, 28)):
            state.registers[number] = False, pointer(f"x{number} on entry")
        for number, value in enumerate(arguments):
            if number < 8:
                state.registers[_A0 + number] = False, value
            else:
                state.memory.store(STACK, 4 * (number - 8), 4, False, value)
        for region, offset, value in memory:
            state.memory.store(region, offset, 1, False, value)
        known = {state.key(entry): state}
        ahead = [state.key(entry)]
        while ahead:
            key = ahead.pop()
            for pc, after in self._run(key[0], known[key].copy()):
                key = after.key(pc)
                before = known.get(key)
                known[key] = after if before is None else before.joined(after)
                if known[key] is not before and key not in ahead:
                    ahead.append(key)
        return self._followed

    def _run(self, pc, state):
        """Follow straight code; return where it goes on, and what is known there."""
        registers = state.registers
        while True:
            if pc % 4 or not 0 <= pc < 4 * len(self._words):
                return self._stop(pc, "jumps out of the code")
            instruction = decode(self._words[pc // 4])
            self._followed.reached.add(pc)
            if instruction is None:
                return self._stop(pc, "is no instruction of RV32I or of the coprocessor")
            kind, name, rd, rs1, rs2, immediate, _, _ = instruction
            if kind is Kind.REGISTER or kind is Kind.IMMEDIATE:
                secret, a = registers[rs1]
                if kind is Kind.REGISTER:
                    secret_b, b = registers[rs2]
                    secret = secret or secret_b
                else:
                    b = immediate & _MASK
                if pc in self._verdicts:
                    self._check_verdict(pc, name == "sltu" and kind is Kind.REGISTER and rs1 == 0)
                    secret = False
                value = combine(name, a, b)
                if rs1 == _SP and rd != _SP and _points_to(value, STACK) and name == "add":
                    value = pointer(local(value.offset))
                result = secret, value
            elif kind is Kind.LUI:
                result = False, immediate & _MASK
            elif kind is Kind.AUIPC:
                result = False, pointer(IMAGE, pc + immediate & _MASK)
            elif kind is Kind.COPROCESSOR:
                result = True, NUMBER
            elif kind is Kind.LOAD:
                result = self._load(pc, instruction, state)
            elif kind is Kind.STORE:
                self._store(pc, instruction, state)
                pc += 4
                continue
            elif kind is Kind.BRANCH:
                return self._branch(pc, instruction, state)
            else:
                return self._jump(pc, instruction, state)
            if rd:
                registers[rd] = result
                if rd == _SP and _points_to(result[1], STACK):
                    state.memory.drop_stack_below(result[1].offset)
            pc += 4

    def _find(self, pc, reason):
        self._followed.findings.add(Finding(pc, reason))

    def _stop(self, pc, reason):
        """End a path that can't be followed."""
        self._find(pc, reason)
        return []

    def _check_verdict(self, pc, allowed):
        name = self._verdicts[pc]
        if not allowed:
            raise ValueError(f"the instruction at {name}, 0x{pc:08x}, does not tell whether a "
                             "register is 0: it can be no verdict")
        self._followed.verdicts.add(name)

    def _address(self, pc, instruction, state):
        """Return region and offset of an access; no region if it is not known."""
        secret, value = state.registers[instruction.rs1]
        if secret:
            self._find(pc, "the address depends on a secret")
        value = combine("add", value, instruction.immediate & _MASK)
        if isinstance(value, int):
            return IMAGE, value
        if isinstance(value, Linear) and value.region is not None:
            return value.region, value.offset
        return None, None

    def _load(self, pc, instruction, state):
        region, offset = self._address(pc, instruction, state)
        if region is None:
            return True, OPAQUE
        secret, value = state.memory.load(region, offset, instruction.size)
        bits = 8 * instruction.size
        if isinstance(value, int) and instruction.signed and value >> bits - 1:
            value = value - (1 << bits) & _MASK
        return secret, value

    def _store(self, pc, instruction, state):
        region, offset = self._address(pc, instruction, state)
        if region is None or not state.memory.is_known(region, offset):
            self._find(pc, "what is stored to is not known")
            return
        secret, value = state.registers[instruction.rs2]
        state.memory.store(region, offset, instruction.size, secret, value,
                           saved=instruction.rs1 == _SP)

    def _branch(self, pc, instruction, state):
        """Return both ways, or the one that is taken."""
        name, numbers = instruction.name, (instruction.rs1, instruction.rs2)
        (secret_a, a), (secret_b, b) = (state.registers[number] for number in numbers)
        if pc in self._verdicts:
            self._check_verdict(pc, name in ("beq", "bne") and 0 in numbers)
        elif secret_a or secret_b:
            self._find(pc, "the branch depends on a secret")
        target, behind = pc + instruction.immediate, pc + 4
        taken = holds(name, a, b)
        if taken is not None:
            return [(target if taken else behind, state)]
        if name not in ("beq", "bne"):
            return [(target, state), (behind, state.copy())]
        # Where both are equal, a register is the known number that it was compared with.
        equal = state.copy()
        for number, value in zip(numbers, (b, a), strict=True):
            if number and isinstance(value, int):
                equal.registers[number] = False, value
        ways = (equal, state) if name == "beq" else (state, equal)
        return [(target, ways[0]), (behind, ways[1])]

    def _jump(self, pc, instruction, state):
        if instruction.kind is Kind.JAL:
            target = pc + instruction.immediate
        else:
            secret, value = state.registers[instruction.rs1]
            if secret:
                return self._stop(pc, "the jump's target depends on a secret")
            value = combine("add", value, instruction.immediate & _MASK)
            if _points_to(value, _RETURN) and not value.offset:
                return self._return(pc, state)
            known = isinstance(value, int) or _points_to(value, IMAGE)
            if not known:
                return self._stop(pc, "the jump's target is not known")
            target = value if isinstance(value, int) else value.offset & _MASK
        if instruction.rd:
            state.registers[instruction.rd] = False, pointer(IMAGE, pc + 4)
        return [(target, state)]

    def _return(self, pc, state):
        """Check what a routine leaves that has to be public."""
        if self._returns and state.registers[_A0][0]:
            self._find(pc, "the result depends on a secret")
        field = state.memory.secret_fields()
        if field is not None:
            self._find(pc, "byte {1} of {0}, which is public, depends on a secret".format(*field))
        return []


def _points_to(value, region):
    """Whether a value is a pointer into a region, of a known offset."""
    return isinstance(value, Linear) and value.region == region and value.offset is not None
