"""What a directed case of an instruction is, and how a line of a table becomes one."""

from typing import NamedTuple


class Row(NamedTuple):
    """An instruction, the extensions of which any has it (``i``: always), and its cases.

    A case is a list of steps, lines of assembly with what they do, see :class:`Step`.
    """

    name:       str
    extensions: str
    cases:      tuple


class Step(NamedTuple):
    """A line of assembly and what it does; what is None is not looked at.

    ``rd`` is the result, ``link`` that less the address of the instruction; ``next`` the address
    of the next instruction less its own; ``trap`` the exception's cause, or -1 for none.
    """

    line: str
    rd:   int | None = None
    link: int | None = None
    next: int | None = None
    trap: int = -1


_SCRATCH = 0xaaaa_aaaa, 0xbbbb_bbbb


def registers(extensions, table):
    """Make rows of instructions of two registers: ``(first, second, result)``."""
    for name, cases in table.items():
        yield Row(name, extensions, tuple(
            (Step(f"li x10, {a:#x}"), Step(f"li x11, {b:#x}"), Step(f"{name} x12, x10, x11", rd=r))
            for a, b, r in cases))


def immediates(extensions, table):
    """Make those of a register and an immediate: ``(register, immediate, result)``."""
    for name, cases in table.items():
        yield Row(name, extensions, tuple(
            (Step(f"li x10, {a:#x}"), Step(f"{name} x12, x10, {imm}", rd=r))
            for a, imm, r in cases))


def single(extensions, table):
    """Make those of one register: ``(register, result)``."""
    for name, cases in table.items():
        yield Row(name, extensions, tuple(
            (Step(f"li x10, {a:#x}"), Step(f"{name} x12, x10", rd=r)) for a, r in cases))


def loads(table):
    """``(offset, result)``; memory holds the bytes 01 7f ff 80 78 56 34 12, the base is behind."""
    for name, cases in table.items():
        yield Row(name, "i", tuple(
            (Step("la x10, data + 8"), Step(f"{name} x12, {offset - 8}(x10)", rd=r))
            for offset, r in cases))


def stores(table):
    """Store 0x11223344: ``(offset, first word, second word)`` are what it leaves."""
    for name, cases in table.items():
        yield Row(name, "i", tuple(
            (*fill(), Step("li x11, 0x11223344"), Step(f"{name} x11, {offset}(x10)"),
             Step("lw x12, 0(x10)", rd=low), Step("lw x12, 4(x10)", rd=high))
            for offset, low, high in cases))


def fill():
    """Let x10 point to two words of known content."""
    return (Step("la x10, scratch"), Step(f"li x12, {_SCRATCH[0]:#x}"), Step("sw x12, 0(x10)"),
            Step(f"li x12, {_SCRATCH[1]:#x}"), Step("sw x12, 4(x10)"))


def branches(table):
    """``(first, second, whether it is taken)``, forward and backward."""
    for name, cases in table.items():
        yield Row(name, "i", tuple(
            (Step(f"li x10, {a:#x}"), Step(f"li x11, {b:#x}"), *steps)
            for a, b, taken in cases for steps in (
                (Step(f"{name} x10, x11, .+12", next=12 if taken else 4), Step("nop"),
                 Step("nop")),
                (Step("j .+12"), Step("nop"), Step("j .+8"),
                 Step(f"{name} x10, x11, .-4", next=-4 if taken else 4)))))


def csr(name, *cases):
    """Give each case the value 0xf0f0f0f0 in ``mscratch``, 0x00ff00ff in x10, and 0 in x11."""
    start = (Step("li x12, 0xf0f0f0f0"), Step("csrw mscratch, x12"), Step("li x10, 0x00ff00ff"),
             Step("li x11, 0"))
    return Row(name, "i", tuple((*start, *case) for case in cases))


def reads(value):
    return Step("csrrs x13, mscratch, x0", rd=value)
