"""What random programs begin with: handlers of traps, and the state that they need.

Exceptions skip their instruction, interrupts return. A bus error inside of a handler has lost the
way back: the program begins again.
"""

from sim.core.encode import b_type, i_type, j_type, u_type

__all__ = ["DATA", "DATA_REGISTER", "LINES_REGISTER", "MAIN", "handlers", "prologue"]

#: Where data lie, and where the program begins, behind the handlers.
DATA, MAIN = 0x2_0000, 0x200

#: Registers with DATA and with all interrupt lines. The handlers have x28 to x30.
DATA_REGISTER, LINES_REGISTER = 26, 27

_VECTOR, _EXCEPTION, _INTERRUPT, _NMI = 0x80, 0x104, 0x150, 0x160

_MRET = 0x3020_0073


def handlers(short):
    """Return the memory's content from 0 to MAIN; with ``short``, instructions may be short."""
    skip = [i_type(0x13, 30, 30, 4)]
    if short:
        skip = [i_type(0x5003, 29, 30, 0),                       # lhu x29, 0(x30)
                i_type(0x7013, 29, 29, 3), i_type(0x13, 29, 29, -3),
                i_type(0x13, 30, 30, 2), b_type(0x1063, 29, 0, 8), i_type(0x13, 30, 30, 2)]
    parts = {
        0: [j_type(0x6f, 0, MAIN)],
        _EXCEPTION: [
            0x3420_2ef3,                                         # csrr x29, mcause
            b_type(0x4063, 29, 0, _INTERRUPT - _EXCEPTION - 4),  # bltz x29
            0x3410_2f73, *skip,                                  # csrr x30, mepc
            i_type(0x1073, 0, 30, 0x341), _MRET],                # csrw mepc, x30
        _INTERRUPT: [0x3420_2e73, _MRET],                        # csrr x28, mcause
        _NMI: [
            0x3420_2e73, 0x3410_2e73,                            # csrr x28, mcause; x28, mepc
            i_type(0x13, 29, 0, MAIN), b_type(0x6063, 28, 29, 8),  # bltu x28, x29
            _MRET, i_type(0x6073, 0, 8, 0x300),                  # csrsi mstatus, 8
            j_type(0x6f, 0, MAIN - _NMI - 24)],
        _VECTOR: [j_type(0x6f, 0, _EXCEPTION - _VECTOR)],
    }
    for line in (3, 7, 11, 15, *range(16, 32)):
        at = _VECTOR + 4 * line
        parts[at] = [j_type(0x6f, 0, (_NMI if line == 15 else _INTERRUPT) - at)]
    content = bytearray(0x0000_0013.to_bytes(4, "little") * (MAIN // 4))
    for start, words in parts.items():
        for at, word in enumerate(words):
            content[start + 4 * at:start + 4 * at + 4] = word.to_bytes(4, "little")
    return bytes(content)


def prologue(vectored):
    """Return the words that a program begins with; ``vectored`` is the mode of ``mtvec``."""
    words = [
        u_type(0x37, DATA_REGISTER, DATA >> 12),
        u_type(0x37, LINES_REGISTER, 0xffff1),
        i_type(0x13, LINES_REGISTER, LINES_REGISTER, -0x778),
        i_type(0x13, 29, 0, _VECTOR + vectored), i_type(0x1073, 0, 29, 0x305),  # csrw mtvec
        i_type(0x5073, 0, 0, 0x320),                             # csrwi mcountinhibit, 0
        i_type(0x1073, 0, LINES_REGISTER, 0x304),                # csrw mie
        i_type(0x6073, 0, 8, 0x300)]                             # csrsi mstatus, 8
    return words + [i_type(0x13, base, DATA_REGISTER, 0) for base in (31, 14, 2)]
