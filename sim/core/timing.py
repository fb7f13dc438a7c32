"""Cycle counts of the core: one table for the tests that measure them and for ``docs/core.md``.

Source: CV32E40X user manual, "Pipeline Details", table of cycle counts; the numbers for CV-X-IF
were measured on its RTL (master d952cd6).

The cost of a sequence is the number of cycles between the retirement of the instruction in front of
it and that of the one behind it, at ``end``, less one: without any stall an instruction costs 1.
"""

from dataclasses import dataclass

__all__ = ["ENTRY", "HAZARDS", "INSTRUCTIONS", "INTERRUPT", "OFFLOADS", "Case"]

#: Cycles from the retirement of what traps to that of the handler's first instruction.
ENTRY = 4

#: From the cycle in which a line rises to the retirement of the handler's first instruction.
INTERRUPT = 5


@dataclass(frozen=True)
class Case:
    """A sequence and what it costs.

    Attributes
    ----------
    what : :class:`str`
        What it shows.
    sequence : :class:`str`
        Instructions. x1 and x2 hold small numbers, x22 and mepc the address of ``end``, x31 that of
        data. ``{rd}`` and so on are offloaded instructions, see :data:`OFFLOADS`.
    cycles : :class:`int`
        Its cost with memories that grant at once and answer in the next cycle.
    k : :class:`int`
        Cycles from the issue of an offloaded instruction to its result.
    busy : :class:`int`
        Cycles for which ``issue_ready`` is low in front of the first one.
    extensions : :class:`str`
        What the core must have.
    exact : :class:`int` or None
        Its cost with ``exact_timing``, if that is another.
    """

    what:       str
    sequence:   str
    cycles:     int
    k:          int = 2
    busy:       int = 0
    extensions: str = ""
    exact:      int | None = None


#: Each instruction alone.
INSTRUCTIONS = (
    Case("ALU", "add x3, x1, x2", 1),
    Case("`lui`, `slt`, shifts, each with the result in front",
         "lui x3, 1; slt x4, x3, x1; sll x5, x4, x3; sra x6, x5, x4", 4),
    Case("Zba, Zbb, Zbs, Zbkb", "sh1add x3, x1, x2; clz x4, x3; bset x5, x4, x1; brev8 x6, x5", 4,
         extensions="zba zbb zbs zbkb"),
    Case("compressed", "c.addi x3, 1; c.mv x8, x3; c.and x8, x8; c.slli x8, 2", 4,
         extensions="c"),
    Case("`mul`", "mul x3, x1, x2", 1, extensions="m"),
    Case("`mulh`, `mulhsu`, `mulhu`: 4 each",
         "mulh x3, x1, x2; mulhsu x4, x1, x2; mulhu x5, x1, x2", 3 * 4, extensions="m"),
    Case("division by 3: 3 cycles, one for each leading zero",
         "addi x5, x0, 3; divu x3, x1, x5", 1 + 33, extensions="m"),
    Case("... by 0x8000_0000", "lui x5, 0x80000; remu x3, x1, x5", 1 + 3, extensions="m"),
    Case("... by 0", "div x3, x1, x0", 35, extensions="m"),
    Case("... by -1: 3 cycles, one for each leading one but the first",
         "addi x5, x0, -1; rem x3, x1, x5", 1 + 34, extensions="m"),
    Case("load", "lw x3, 0(x31)", 1),
    Case("store", "sw x1, 0(x31)", 1),
    Case("load across a word", "lw x3, 1(x31)", 2),
    Case("store across a word", "sh x1, 3(x31)", 2),
    Case("branch, not taken", "bne x0, x0, end; nop", 2),
    Case("branch, taken", "beq x0, x0, end; nop", 3),
    Case("... to four bytes that lie in two words", "beq x0, x0, end; c.nop", 4, extensions="c"),
    Case("`jal`", "jal x3, end; nop", 2),
    Case("... to four bytes that lie in two words", "jal x3, end; c.nop", 3, extensions="c"),
    Case("`jalr`", "jalr x3, 0(x22); nop", 2),
    Case("... to four bytes that lie in two words", "jalr x3, 0(x22); c.nop", 3, extensions="c"),
    Case("`mret`", "mret; nop", 2),
    Case("... to four bytes that lie in two words", "mret; c.nop", 3, extensions="c"),
    Case("CSR instruction", "csrrw x3, mscratch, x1", 1),
    Case("`fence`", "fence", 5),
    Case("`fence.i`", "fence.i", 5, exact=6),
    Case("loop of `addi` and `bnez`, five times",
         "addi x3, x0, 5; loop: addi x3, x3, -1; bne x3, x0, loop", 1 + 5 * 4 - 2),
)

#: What waits for what.
HAZARDS = (
    Case("load, then its user", "lw x3, 0(x31); add x4, x3, x1", 2 + 1),
    Case("... with one between", "lw x3, 0(x31); nop; add x4, x3, x1", 3),
    Case("load, then a store of it", "lw x3, 0(x31); sw x3, 4(x31)", 2 + 1),
    Case("load, then a branch on it", "lw x3, 0(x31); beq x3, x3, end", 1 + 3 + 1),
    Case("ALU, then `jalr` to it", "addi x3, x22, 0; jalr x0, 0(x3); nop", 1 + 2 + 1),
    Case("... with one between", "addi x3, x22, 0; nop; jalr x0, 0(x3); nop", 1 + 1 + 2),
    Case("load, then `jalr` to it", "lw x3, 0(x31); jalr x0, 0(x3); nop", 1 + 2 + 2),
    Case("... with one between", "lw x3, 0(x31); nop; jalr x0, 0(x3); nop", 1 + 1 + 2 + 1),
    Case("... with two", "lw x3, 0(x31); nop; nop; jalr x0, 0(x3); nop", 1 + 2 + 2),
    Case("`mret` behind a CSR instruction", "csrw mscratch, x1; mret; nop", 1 + 2 + 2),
    Case("... with one between", "csrw mscratch, x1; nop; mret; nop", 1 + 1 + 2 + 1),
    Case("CSR written, then read", "csrw mscratch, x1; csrr x3, mscratch", 2 + 1),
    Case("... with one between", "csrw mscratch, x1; nop; csrr x3, mscratch", 3),
    Case("CSR written, then another read", "csrw mscratch, x1; csrr x3, mepc", 2),
    Case("CSR read, then its user", "csrr x3, mscratch; add x4, x3, x1", 2, exact=2 + 1),
    Case("... with one between", "csrr x3, mscratch; nop; add x4, x3, x1", 3),
    Case("read of a counter", "csrr x3, mcycle", 1 + 1),
    Case("... behind the bubble of a jump", "jal x0, 4; csrr x3, instret", 2 + 1),
    Case("... in front of a jump, whose bubble it hides", "csrr x3, mcycle; jal x0, end",
         1 + 1 + 2 - 1),
    Case("`mie` written, then a load", "csrw mie, x1; lw x3, 0(x31)", 2 + 1),
    Case("... or anything else", "csrw mie, x1; add x3, x1, x2", 2),
    Case("multiplication behind the load of its operand", "lw x3, 0(x31); mulh x4, x1, x3",
         1 + 1 + 4, extensions="m"),
    Case("jump behind a slow instruction: taken at once", "mulh x3, x1, x2; jal x0, end; nop",
         4 + 2 - 1, extensions="m"),
)

#: Offloaded instructions: ``{rd}`` has the result x3 of x1 and x2, ``{rd5}`` x5 of x1; ``{use}``
#: reads x3 as its first operand and has x4, ``{use2}`` as its second; ``{none}`` has no result;
#: ``{idle}`` has none either and names x3 in a field that it does not use; ``{exc}`` announces that
#: it may raise an exception; ``{to_end}`` has the address of ``end`` as x3.
OFFLOADS = (
    Case("with a result, there at t + 1", "{rd}", 1, k=1),
    Case("there at t + 2", "{rd}", 1),
    Case("back to back", "{rd}; {rd5}; {rd}; {rd5}", 4),
    Case("back to back without results", "{none}; {none}; {none}", 3),
    Case("result, then its user", "{rd}; add x4, x3, x1", 2 + 1),
    Case("... with one between", "{rd}; nop; add x4, x3, x1", 3),
    Case("chain, by the first operand", "{rd}; {use}", 2 + 1),
    Case("chain, by the second operand", "{rd}; {use2}", 2 + 1),
    Case("there at t + 5", "{rd}", 4, k=5),
    Case("... then its user", "{rd}; add x4, x3, x1", 4 + 1 + 1, k=5),
    Case("... with one between", "{rd}; nop; add x4, x3, x1", 4 + 1 + 1, k=5),
    Case("without a result, done at t + 5", "{none}", 4, k=5),
    Case("two of them", "{rd}; {rd5}", 4 + 1, k=5),
    Case("two without results", "{none}; {none}", 4 + 1, k=5),
    Case("load, then an offload of it", "lw x3, 0(x31); {use}", 2 + 1),
    Case("load, then an offload that names it in an idle field", "lw x3, 0(x31); {idle}", 2 + 1),
    Case("ALU, then an offload of it", "add x3, x1, x2; {use}", 2),
    Case("result, then a store of it", "{rd}; sw x3, 4(x31)", 2 + 1),
    Case("`issue_ready` low for three cycles", "{rd}; {rd5}", 2 + 3, busy=3),
    Case("one that announces `exc`, then anything", "{exc}; nop", 2 + 1),
    Case("`jalr` to a result", "{to_end}; jalr x0, 0(x3); nop", 1 + 2 + 2),
    Case("... with one between", "{to_end}; nop; jalr x0, 0(x3); nop", 1 + 1 + 2 + 1),
    Case("... with two", "{to_end}; nop; nop; jalr x0, 0(x3); nop", 1 + 2 + 2),
    Case("branch behind one that is there at t + 5: taken at once", "{rd}; beq x0, x0, end; nop",
         4 + 3 - 1, k=5),
)
