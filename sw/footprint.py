"""Code size and stack of a routine, by following every path through its machine code.

What a routine calls or jumps to counts, whoever else uses it too. Nothing is executed.

Source: The RISC-V Instruction Set Manual, volume I, RV32I (encodings).
"""

from dataclasses import dataclass

__all__ = ["Footprint", "footprint"]

_AUIPC, _OP_IMM = 0x17, 0x13
_SP = 2


@dataclass(frozen=True)
class Footprint:
    """What a routine needs.

    Attributes
    ----------
    code : :class:`int`
        Bytes of code, those of ``shared`` included.
    shared : :class:`int`
        Bytes of code that lie in the permutation, which all routines without coprocessor share.
    stack : :class:`int`
        Bytes of stack below the stack pointer that it is called with.
    """

    code:   int
    shared: int
    stack:  int


def footprint(image, routine, *, shared="ascon_permute12"):
    """Return the :class:`Footprint` of a routine.

    Parameters
    ----------
    image : :class:`sw.contents.Image`
        The firmware.
    routine : :class:`str`
        The routine's symbol.
    shared : :class:`str`
        Symbol of what is to be told apart, up to the next return.

    Raises
    ------
    ValueError
        If there is no such routine, or it changes the stack pointer by more than constants.
    """
    for name in (routine, shared):
        if name not in image.symbols:
            raise ValueError(f"the image has no {name!r}")
    code, depth = _reach(image.imem, image.symbols[routine])
    others, _ = _reach(image.imem, image.symbols[shared])
    return Footprint(4 * len(code), 4 * len(code & others), depth)


def _reach(memory, start):
    """Return the addresses of all instructions that may run, and the deepest stack."""
    reached, deepest = {}, 0
    ahead = [(start, 0)]
    while ahead:
        pc, depth = ahead.pop()
        if pc in reached:
            if reached[pc] != depth:
                raise ValueError(f"two stack depths at 0x{pc:08x}: {reached[pc]} and {depth}")
            continue
        reached[pc] = depth
        insn = int.from_bytes(memory[pc:pc + 4], "little")
        targets, change = _next(memory, pc, insn)
        depth -= change
        deepest = max(deepest, depth)
        ahead += [(target, depth) for target in targets]
    return reached.keys(), deepest


def _next(memory, pc, insn):
    """Return where a path goes on, and what the instruction adds to the stack pointer."""
    match insn & 0x7f:
        case 0x6f:
            rest = [pc + 4] if _rd(insn) else []
            return [pc + _jump_offset(insn), *rest], 0
        case 0x63:
            return [pc + _branch_offset(insn), pc + 4], 0
        case 0x67:
            return _indirect(memory, pc, insn), 0
        case 0x17:
            # A pair of auipc and addi with one register: the address of code may be a return
            # address.
            after = int.from_bytes(memory[pc + 4:pc + 8], "little")
            target = pc + (insn & ~0xfff) + _immediate(after) & 0xffff_ffff
            taken = (after & 0x7f == _OP_IMM and _rs1(after) == _rd(insn) == _rd(after)
                     and target < len(memory))
            return [pc + 4, target] if taken else [pc + 4], 0
        case 0x13 if _rd(insn) == _SP:
            if _rs1(insn) != _SP or insn >> 12 & 7:
                raise ValueError(f"the stack pointer becomes unknown at 0x{pc:08x}")
            return [pc + 4], _immediate(insn)
        case _:
            return [pc + 4], 0


def _indirect(memory, pc, insn):
    """Return where a path goes on behind jalr: a return ends it, a call over auipc does not."""
    before = int.from_bytes(memory[pc - 4:pc], "little")
    rest = [pc + 4] if _rd(insn) else []
    if before & 0x7f == _AUIPC and _rd(before) == _rs1(insn):
        return [pc - 4 + (before & ~0xfff) + _immediate(insn) & 0xffff_ffff, *rest]
    return rest


def _rd(insn):
    return insn >> 7 & 0x1f


def _rs1(insn):
    return insn >> 15 & 0x1f


def _signed(value, width):
    return value - (1 << width) if value >> width - 1 else value


def _immediate(insn):
    return _signed(insn >> 20, 12)


def _branch_offset(insn):
    return _signed((insn >> 31) << 12 | (insn >> 7 & 1) << 11 | (insn >> 25 & 0x3f) << 5
                   | (insn >> 8 & 0xf) << 1, 13)


def _jump_offset(insn):
    return _signed((insn >> 31) << 20 | (insn >> 12 & 0xff) << 12 | (insn >> 20 & 1) << 11
                   | (insn >> 21 & 0x3ff) << 1, 21)
