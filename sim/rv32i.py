"""Which words are RV32I instructions, and what register they write.

Source: RISC-V unprivileged specification 20240411, chapter 35. FENCE, ECALL and EBREAK are left
out: they are not for the simulator's CPU.
"""

__all__ = ["is_rv32i", "rd_of"]

_BRANCH, _STORE = 0x63, 0x23

#: Allowed ``funct3`` by opcode, where nothing else matters.
_FUNCT3 = {
    0x37:    range(8),              # lui
    0x17:    range(8),              # auipc
    0x6f:    range(8),              # jal
    0x67:    (0,),                  # jalr
    _BRANCH: (0, 1, 4, 5, 6, 7),
    0x03:    (0, 1, 2, 4, 5),       # loads
    _STORE:  (0, 1, 2),
    0x13:    (0, 2, 3, 4, 6, 7),    # register-immediate, shifts aside
}


def is_rv32i(word):
    """Whether a word is a computation, a jump, a branch, a load or a store of RV32I."""
    opcode, funct3, funct7 = word & 0x7f, word >> 12 & 7, word >> 25
    if funct3 in _FUNCT3.get(opcode, ()):
        return True
    if opcode == 0x33 or opcode == 0x13 and funct3 in (1, 5):
        alternative = funct3 == 5 or opcode == 0x33 and funct3 == 0
        return funct7 == 0x00 or funct7 == 0x20 and alternative
    return False


def rd_of(word):
    """Return the register that an instruction of :func:`is_rv32i` writes, 0 for none."""
    return 0 if word & 0x7f in (_BRANCH, _STORE) else word >> 7 & 31
