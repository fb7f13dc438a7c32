"""Files that the firmware is built with, generated from the instruction table and the memory map.

They are made at build time, into the build's folder, and never committed.
"""

from hdl.isa import INSTRUCTIONS, IV, OPCODES, ROUNDS, Algorithm, ByteOrder, Index
from soc.memory_map import BLOCKS, REGIONS, Command, Interrupt, Status
from sw.model.permutation import permute

__all__ = ["GENERATED", "c_header", "initial_states", "instruction_macros", "linker_script",
           "memory_map_symbols", "write_all"]

#: Bytes of the stack, at the top of data RAM.
STACK_SIZE = 1024

_PREFIX = {ByteOrder.LITTLE: "ascon.", ByteOrder.BIG: "ascon.be."}


def _choices(numbers):
    """Spell a list of numbers: ``0, 8 or 12``."""
    *head, last = [str(number) for number in sorted(numbers)]
    return f"{', '.join(head)} or {last}" if head else last


def _index_range(instruction):
    """Legal values of the index field without its flag, as a range from 0."""
    flag = 1 << instruction.flag_bit if instruction.flag else 0
    legal = [value for value in range(16) if not value & flag and any(
        all(p in ("-", b) for p, b in zip(pattern, f"{value:04b}", strict=True))
        for pattern in instruction.index.patterns)]
    assert legal == list(range(len(legal)))
    return range(len(legal))


def _check(condition, message):
    """Lines that stop the assembler unless a condition holds."""
    return [f"  .ifeq {condition}", f'    .error "{message}"', "  .endif"]


def _macro(instruction, order):
    """Lines of the macro of one instruction in one byte order."""
    index = None if instruction.index is Index.FLAGS else instruction.index.value
    flag = instruction.flag
    operands = [name for name, used in (("rd", instruction.rd), (index, index),
                                        ("rs1", instruction.rs1), ("rs2", instruction.rs2)) if used]
    keywords = ["rounds=0", "domain=0"] + ([f"{flag}=0"] if flag else [])
    lines = [f".macro {_PREFIX[order]}{instruction.mnemonic} {', '.join(operands + keywords)}"]
    fields = [r"((\domain) << 4)"]
    if index:
        last = _index_range(instruction)[-1]
        lines += _check(rf"((\{index}) >= 0) & ((\{index}) <= {last})",
                        f"{index} must be 0..{last}")
        fields.append(rf"(\{index})")
    for bit, name in ((4, "domain"), (instruction.flag_bit, flag)):
        if name:
            lines += _check(rf"((\{name}) >= 0) & ((\{name}) <= 1)", f"{name} must be 0 or 1")
        if name and name != "domain":
            fields.append(rf"((\{name}) << {bit})")
    registers = ", ".join(rf"\{name}" if getattr(instruction, name) else "x0"
                          for name in ("rd", "rs1", "rs2"))
    joint = " | ".join(fields)
    word = ".elseif"
    for number, (code, rounds) in enumerate(ROUNDS[order].items()):
        word = ".elseif" if number else ".if"
        lines += [rf"  {word} (\rounds) == {rounds}",
                  f"    .insn r 0x{OPCODES[order]:02x}, {instruction.operation.value}, "
                  f"{joint} | ({code} << 5), {registers}"]
    lines += ["  .else", f'    .error "rounds must be {_choices(ROUNDS[order].values())}"',
              "  .endif", ".endm", ""]
    return lines


def instruction_macros():
    """Return the assembler include with a macro for every custom instruction.

    A macro's operands are those registers that the instruction has, destination first, with the
    algorithm, lane or word behind the destination; then keywords, all 0 unless given::

        ascon.init         algorithm, rs1, rs2,  rounds=, domain=
        ascon.absorb       lane, rs1, rs2,       rounds=, domain=, pad=
        ascon.encrypt      rd, word, rs1,        rounds=, domain=
        ascon.encrypt_last rd, rs1, rs2,         rounds=, domain=, nopad=

    ``ascon.be.*`` are the big-endian forms. A value that the table does not allow stops the
    assembler.
    """
    lines = ["# Generated from hdl/isa.py.", ""]
    lines += [f".equ ALGORITHM_{name}, {algorithm.value}"
              for name, algorithm in Algorithm.__members__.items()]
    for name, algorithm in Algorithm.__members__.items():
        lines += [f".equ IV_{name}_LOW,  0x{IV[algorithm] & 0xffff_ffff:08x}",
                  f".equ IV_{name}_HIGH, 0x{IV[algorithm] >> 32:08x}"]
    lines.append("")
    for order in ByteOrder:
        for instruction in INSTRUCTIONS:
            lines += _macro(instruction, order)
    return "\n".join(lines)


def initial_states():
    """Return the assembler include with the state of a hash after its first permutation.

    There is no key in it, so that it is a constant: ``INITIAL_HASH256_3_LOW`` is the low half of
    lane 3 of Hash256's.
    """
    lines = ["# Generated from hdl/isa.py and sw/model/permutation.py.", ""]
    for algorithm in (Algorithm.HASH256, Algorithm.XOF128, Algorithm.CXOF128):
        for number, lane in enumerate(permute([IV[algorithm], 0, 0, 0, 0], 12)):
            name = f"INITIAL_{algorithm.name}_{number}"
            lines += [f".equ {name}_LOW,  0x{lane & 0xffff_ffff:08x}",
                      f".equ {name}_HIGH, 0x{lane >> 32:08x}"]
    return "\n".join(lines) + "\n"


def _constants():
    """Yield name, value and description of everything in the memory map."""
    for region in REGIONS.values():
        yield f"{region.name.upper()}_BASE", region.base, region.description
        yield f"{region.name.upper()}_SIZE", region.size, "Its size in bytes."
    for block in BLOCKS.values():
        for register in block.registers:
            name = f"{block.name.upper()}_{register.name}"
            yield name, register.offset, register.description
            for field in register.fields:
                mask = (1 << field.width) - 1 << field.low
                yield f"{name}_{field.name}", mask, field.description
    for enumeration, prefix in ((Command, "COMMAND"), (Status, "STATUS"),
                                (Interrupt, "INTERRUPT")):
        for member in enumeration:
            yield f"{prefix}_{member.name}", member.value, ""


def memory_map_symbols():
    """Return the assembler include with addresses, register offsets, field masks and codes."""
    lines = ["# Generated from soc/memory_map.py. A register's symbol is its offset in its block,",
             "# a field's is its mask.", ""]
    lines += [f".equ {name}, 0x{value:08x}" for name, value, _ in _constants()]
    return "\n".join(lines) + "\n"


def c_header():
    """Return the memory map as a C header."""
    lines = ["/* Generated from soc/memory_map.py. A register's macro is its offset in its block,",
             " * a field's is its mask. */", "#ifndef ASCON_XIF_MEMORY_MAP_H",
             "#define ASCON_XIF_MEMORY_MAP_H", ""]
    for name, value, description in _constants():
        comment = f" /* {description} */" if description else ""
        lines.append(f"#define ASCON_XIF_{name} 0x{value:08x}u{comment}")
    return "\n".join([*lines, "", "#endif", ""])


def linker_script():
    """Return the linker script: code in instruction RAM, everything else in data RAM.

    The core cannot load from instruction RAM, so constants lie in data RAM. What is left there
    between them and the stack belongs to the host: ``__heap_start`` to ``__heap_end``.
    """
    memories = "\n".join(
        f"  {name} : ORIGIN = 0x{REGIONS[name].base:08x}, LENGTH = 0x{REGIONS[name].size:x}"
        for name in ("imem", "dmem"))
    return f"""\
/* Generated from soc/memory_map.py. */
OUTPUT_ARCH(riscv)
ENTRY(_start)

MEMORY
{{
{memories}
}}

__stack_size   = 0x{STACK_SIZE:x};
__stack_top    = ORIGIN(dmem) + LENGTH(dmem);
__stack_bottom = __stack_top - __stack_size;

SECTIONS
{{
  .text : {{ KEEP(*(.text.start)) *(.text .text.*) }} > imem
  .data : ALIGN(4) {{ *(.rodata .rodata.* .srodata .srodata.*) *(.data .data.* .sdata .sdata.*) \
. = ALIGN(4); }} > dmem
  .bss (NOLOAD) : ALIGN(4) {{ __bss_start = .; *(.bss .bss.* .sbss .sbss.* COMMON) . = ALIGN(4); \
__bss_end = .; }} > dmem
  __heap_start = ALIGN(__bss_end, 16);
  __heap_end   = __stack_bottom;
  /DISCARD/ : {{ *(.comment) *(.note*) *(.eh_frame*) }}
}}

ASSERT(_start == ORIGIN(imem), "the core starts at the first word of instruction RAM")
ASSERT(__heap_start <= __heap_end, "constants, variables and stack exceed data RAM")
"""


#: What :func:`write_all` writes: file name and the function that makes its content.
GENERATED = {
    "instructions.inc":   instruction_macros,
    "initial_states.inc": initial_states,
    "memory_map.inc":     memory_map_symbols,
    "memory_map.h":       c_header,
    "link.ld":            linker_script,
}


def write_all(folder):
    """Write every generated file into a folder.

    Parameters
    ----------
    folder : :class:`pathlib.Path`
        An existing folder.
    """
    for name, make in GENERATED.items():
        (folder / name).write_text(make())
