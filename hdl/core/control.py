"""What the decoder tells the pipeline about an instruction.

Source: RISC-V unprivileged specification 20240411, chapters 2 and 6 (instruction formats and
Zicsr), 13 (M), 29 (Zba, Zbb, Zbs) and 31 (Zbkb).
"""

from amaranth.hdl import unsigned
from amaranth.lib import data, enum

__all__ = ["BitFunction", "Control", "CsrSelect", "Immediate", "Logic", "OperandA", "Result",
           "TargetBase", "TargetOffset"]


class OperandA(enum.Enum, shape=3):
    """First operand of the ALU.

    ``RS1_REVERSED`` lets the right shifter shift left; ``UIMM`` is the immediate of a CSR
    instruction, otherwise 0. ``RS1_TIMES_2`` and so on are Zba's.
    """

    RS1          = 0
    RS1_REVERSED = 1
    PC           = 2
    UIMM         = 3
    RS1_TIMES_2  = 4
    RS1_TIMES_4  = 5
    RS1_TIMES_8  = 6


class Immediate(enum.Enum, shape=2):
    """Second operand of the ALU where it is not ``rs2``.

    ``SIZE``, the length of the instruction, is for the link address.
    """

    TYPE_I = 0
    TYPE_S = 1
    TYPE_U = 2
    SIZE   = 3


class TargetBase(enum.Enum, shape=1):
    """First operand of the adder in ID."""

    PC  = 0
    RS1 = 1


class TargetOffset(enum.Enum, shape=2):
    """Second operand of the adder in ID; ``FOUR`` is for the instruction behind a fence."""

    TYPE_I = 0
    TYPE_B = 1
    TYPE_J = 2
    FOUR   = 3


class Logic(enum.Enum, shape=3):
    """Function of the ALU's bitwise unit.

    ``LESS`` is the comparison's result, ``CSR`` the CSR's old value; ``MIN`` and ``MAX`` are Zbb's.
    """

    XOR  = 0
    OR   = 1
    AND  = 2
    LESS = 3
    CSR  = 4
    MIN  = 5
    MAX  = 6


class BitFunction(enum.Enum, shape=4):
    """Function of the unit for Zbb and Zbkb.

    With a reversed operand, ``COUNT_LEADING`` counts trailing zeros and ``REVERSE_BYTES`` reverses
    the bits of each byte.
    """

    COUNT_LEADING = 0
    COUNT_ONES    = 1
    EXTEND_BYTE   = 2
    EXTEND_HALF   = 3
    OR_BYTES      = 4
    REVERSE_BYTES = 5
    PACK_HALVES   = 6
    PACK_BYTES    = 7
    ZIP           = 8
    UNZIP         = 9


class Result(enum.Enum, shape=3):
    """Which unit's output is the result of EX; ``BIT`` is bit 0 of ``SHIFT_RIGHT``."""

    SUM         = 0
    LOGIC       = 1
    SHIFT_RIGHT = 2
    SHIFT_LEFT  = 3
    BIT         = 4
    BITS        = 5
    PRODUCT     = 6
    QUOTIENT    = 7


class CsrSelect(enum.Enum, shape=4):
    """Storage behind a CSR address. ``ZERO`` is every CSR that reads 0 and ignores writes.

    Bit 7 of the address selects the upper half of a counter and of ``TIME``, bits 4:0 select among
    ``MHPMEVENT`` and ``MHPMCOUNTER``.
    """

    ZERO          = 0
    MSTATUS       = 1
    MISA          = 2
    MIE           = 3
    MTVEC         = 4
    MSCRATCH      = 5
    MEPC          = 6
    MCAUSE        = 7
    MCOUNTINHIBIT = 8
    MIP           = 9
    MCYCLE        = 10
    MINSTRET      = 11
    TIME          = 12
    MHPMCOUNTER   = 13
    MHPMEVENT     = 14


class Control(data.Struct):
    """A decoded instruction. All zero is an instruction that does nothing."""

    #: Not an instruction of the core: goes to the coprocessor.
    unknown:       1
    #: An instruction of the core that is not allowed: traps.
    forbidden:     1
    ecall:         1
    ebreak:        1
    mret:          1
    wfi:           1
    fence:         1
    #: ``jal`` or ``jalr``.
    jump:          1
    branch:        1
    load:          1
    store:         1
    csr:           1
    #: The CSR is written, not only read.
    csr_we:        1
    csr_select:    CsrSelect
    #: The register is read.
    rs1:           1
    rs2:           1
    #: ``rd`` is written, if it is not ``x0``.
    rd_we:         1
    a:             OperandA
    #: The second operand is ``immediate``, not ``rs2``.
    b_immediate:   1
    immediate:     Immediate
    target_base:   TargetBase
    target_offset: TargetOffset
    #: The adder subtracts; AND, OR and XOR complement their second operand.
    subtract:      1
    #: Comparison is signed.
    signed:        1
    #: Shift right fills with the sign.
    arithmetic:    1
    #: Shifts are rotations.
    rotate:        1
    #: The second operand of AND, OR and XOR is 1 shifted by it.
    one_hot:       1
    logic:         Logic
    bit_function:  BitFunction
    result:        Result
    #: Branch condition, width and sign of a load or store, operation of a CSR instruction, kind
    #: of multiplication or division.
    funct3:        unsigned(3)
