"""Pipeline registers: the instructions in EX and in WB."""

from amaranth.hdl import unsigned
from amaranth.lib import data

from hdl.core.control import BitFunction, CsrSelect, Logic, Result

__all__ = ["Execute", "WriteBack"]


class Execute(data.Struct):
    """The instruction in EX."""

    pc:           32
    #: It does nothing but trap.
    trap:         1
    #: Cause of the exception; 0 for a branch, whose target may be misaligned.
    cause:        5
    rd_we:        1
    rd:           5
    #: Operands of the ALU.
    a:            32
    b:            32
    #: Value to store.
    rs2:          32
    #: Target of a branch; address behind a fence.
    target:       32
    compressed:   1
    jump:         1
    branch:       1
    load:         1
    store:        1
    fence:        1
    mret:         1
    wfi:          1
    csr:          1
    csr_we:       1
    csr_select:   CsrSelect
    csr_addr:     12
    funct3:       unsigned(3)
    subtract:     1
    signed:       1
    arithmetic:   1
    rotate:       1
    one_hot:      1
    logic:        Logic
    bit_function: BitFunction
    result:       Result


class WriteBack(data.Struct):
    """The instruction in WB."""

    pc:         32
    trap:       1
    cause:      5
    rd_we:      1
    rd:         5
    #: Result of EX.
    value:      32
    #: It is a load or store.
    memory:     1
    #: What it is for the counters of events.
    compressed: 1
    jump:       1
    branch:     1
    taken:      1
    fence:      1
    #: With ``exact_timing``: the fence is ``fence.i``.
    slow:       1
    mret:       1
    wfi:        1
    csr:        1
    csr_we:     1
    csr_select: CsrSelect
    csr_addr:   12
    #: New value of its CSR.
    csr_value:  32
