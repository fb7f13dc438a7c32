"""``docs/isa.md``: the instruction set, bit by bit, from its table."""

from cli.pages.markdown import NOTICE, table
from hdl.isa import (
    INSTRUCTIONS,
    IV,
    OPCODES,
    ROUNDS,
    STATE_WORDS,
    Algorithm,
    ByteOrder,
    Index,
    encode,
)

__all__ = ["page"]

#: How the assembler names the instructions of either byte order.
PREFIXES = {ByteOrder.LITTLE: "ascon.", ByteOrder.BIG: "ascon.be."}

HEAD = """\
# Instruction set

{notice}

The coprocessor adds R-type instructions that work on one 320-bit Ascon state, `x[0]` to `x[4]`,
which it holds itself. One instruction moves up to 64 bits into the state or 32 bits out of it, and
can start the permutation as a side effect; on a CV32E40X each costs one cycle, like an addition.

## Instruction word

{layout}

* **opcode** gives the byte order: {opcodes}.
* **rounds** starts a permutation in the cycle after the operation:

{rounds}

* **domain** = 1 also flips the last bit of the state (domain separation): bit 63 of `x[4]` for
  little-endian, bit 0 for big-endian instructions.
* **index** holds an algorithm, a lane, a word or flags, as each instruction says below. In the
  patterns `-` is a bit that may be either.
* **rd**, **rs1**, **rs2** that an instruction does not use are ignored. Set them to `x0`: a core
  checks them for hazards all the same.

An instruction takes effect in this order: its operation, the flip, the rounds. Everything that is
not described here (a refused `rounds`, `funct3` 111, an index that matches no pattern) is refused
by the coprocessor, and the core takes an illegal-instruction trap.

## Assembler

`instructions.inc`, which the firmware's build generates from the same table, has a macro for each:
`ascon.*` for little-endian words, `ascon.be.*` for big-endian ones. Operands are rd, the index, rs1
and rs2, as far as there are such; then come the keywords `rounds=`, `domain=` and the instruction's
flag, all 0 if left out. A value that is not allowed stops the assembler.

    ascon.encrypt a0, 3, a1, rounds=8       # last word of a block, then 8 rounds

## Timing

An instruction executes in the cycle of its commit, normally the one after its issue, and its result
is ready one cycle later: no stall on a CV32E40X, back to back. A permutation of *n* rounds
takes ceil(*n* / `rounds_per_cycle`) cycles, beginning in the cycle after; meanwhile the
core may execute everything else, and the next instruction for the coprocessor waits at issue until
the state is ready. No latency depends on data.

## Words and bytes

Word `w[i]` is half of lane `x[i / 2]`; there are {words}. A register holds four bytes as `lw` loads
them, the first one in bits 7:0.

{orders}

## Summary

{summary}

`effect` in one line each:

{effects}
"""

TAIL = """\
## Initial values

`init` loads lane 0 with the IV of the algorithm in its index. PrfShort's IV also holds the
message's length in bits at bit 48 and up; software adds it with `absorb`.

{ivs}

Algorithm 0 with `x0, x0` clears the state, the operand registers and the result register: the wipe
at the end of a message.
"""


def _layout():
    return table(
        ("31:30", "29", "28:25", "24:20", "19:15", "14:12", "11:7", "6:0"),
        [("rounds", "domain", "index", "rs2", "rs1", "funct3", "rd", "opcode")],
        align="center")


def _rounds():
    return table(
        ("words", "00", "01", "10", "11"),
        [(order.name.lower() + "-endian",
          *(str(ROUNDS[order].get(code, "refused")) for code in range(4))) for order in ByteOrder])


def _orders():
    return table(
        ("", "little-endian (SP 800-232)", "big-endian (Ascon v1.2, ISAP)"),
        [("opcode", *(f"`{OPCODES[order]:07b}`" for order in ByteOrder)),
         ("bytes of a register", "as they are", "reversed on the way in and out"),
         ("even word", "bits 31:0 of its lane", "bits 63:32"),
         ("odd word", "bits 63:32 of its lane", "bits 31:0"),
         ("padding byte", "`0x01`", "`0x80`"),
         ("last bit of the state", "bit 63 of `x[4]`", "bit 0 of `x[4]`")])


def _summary():
    return table(
        ("instruction", "funct3", "index", "patterns", "flag", "rd", "rs1", "rs2"),
        [(f"[`ascon.{row.mnemonic}`](#ascon{row.mnemonic})", f"`{row.operation.value:03b}`",
          row.index.value, " ".join(f"`{pattern}`" for pattern in row.index.patterns),
          f"`{row.flag}`" if row.flag else "",
          *("yes" if used else "" for used in (row.rd, row.rs1, row.rs2)))
         for row in INSTRUCTIONS])


def _effects():
    return table(("instruction", "effect"),
                 [(f"`ascon.{row.mnemonic}`", f"`{row.effect}`") for row in INSTRUCTIONS])


def _index_bits(row):
    names = {Index.ALGORITHM: ("algorithm, 0 to 7", 3), Index.LANE: ("lane, 0 to 4", 3),
             Index.WORD: (f"word, 0 to {STATE_WORDS - 1}", 4), Index.FLAGS: ("0", 4)}
    meaning, width = names[row.index]
    if row.flag is not None:
        flag = (f"{25 + row.flag_bit}", f"`{row.flag}`")
        if row.flag_bit == 3:
            return [flag, ("27:25", meaning)]
        return [("28:26", "0"), flag]
    return [("28", "0"), ("27:25", meaning)] if width == 3 else [("28:25", meaning)]


def _bits(row):
    rows = [("31:30", "`rounds`"), ("29", "`domain`"), *_index_bits(row)]
    rows += [("24:20", "rs2" if row.rs2 else "ignored, `x0`"),
             ("19:15", "rs1" if row.rs1 else "ignored, `x0`"),
             ("14:12", f"`{row.operation.value:03b}`"),
             ("11:7", "rd" if row.rd else "ignored, `x0`"),
             ("6:0", " or ".join(f"`{OPCODES[order]:07b}`" for order in ByteOrder))]
    return table(("bits", "content"), rows)


def _example(row):
    numbers = {name: number for name, number in (("rd", 10), ("rs1", 11), ("rs2", 12))
               if getattr(row, name)}
    registers = {name: f"a{number - 10}" for name, number in numbers.items()}
    index = 0 if row.index is Index.FLAGS else 1
    operands = [registers.get("rd"), str(index) if index else None, registers.get("rs1"),
                registers.get("rs2"), "rounds=12"]
    text = ", ".join(operand for operand in operands if operand)
    return table(
        ("assembler", "instruction word"),
        [(f"`{prefix}{row.mnemonic} {text}`",
          f"`{encode(row.operation, order=order, rounds=12, index=index, **numbers):#010x}`")
         for order, prefix in PREFIXES.items()])


def _section(row):
    effect = "\n".join(f"    {line.strip()}" for line in row.effect.split(";"))
    return (f"### ascon.{row.mnemonic}\n\n{row.use}\n\n{effect}\n\n{_bits(row)}\n\n"
            f"{_example(row)}\n")


def _ivs():
    return table(("index", "algorithm", "lane 0"),
                 [(f"`{algorithm.value:04b}`",
                   algorithm.name.lower() if algorithm.value else "none: clear",
                   f"`{IV[algorithm]:#018x}`") for algorithm in Algorithm])


def page():
    """Return the page's text."""
    opcodes = ", ".join(f"`{OPCODES[order]:07b}` (*custom-{index}*) for {order.name.lower()}-endian"
                        for index, order in enumerate(ByteOrder)) + " words"
    head = HEAD.format(notice=NOTICE, layout=_layout(), opcodes=opcodes, rounds=_rounds(),
                       words=STATE_WORDS, orders=_orders(), summary=_summary(), effects=_effects())
    sections = "\n".join(_section(row) for row in INSTRUCTIONS)
    return f"{head}\n## Instructions\n\n{sections}\n{TAIL.format(ivs=_ivs())}"
