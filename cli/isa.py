"""``ascon-xif isa``: the instruction table."""

from rich import box
from rich.table import Table
from rich.text import Text

from cli.console import console, say
from cli.files import JsonFile, write_json
from hdl.isa import INSTRUCTIONS, OPCODES, ROUNDS, ByteOrder, Index

__all__ = ["description", "isa"]

#: The fields of an instruction, most significant first: name, high bit, low bit.
FIELDS = (("rounds", 31, 30), ("domain", 29, 29), ("index", 28, 25), ("rs2", 24, 20),
          ("rs1", 19, 15), ("funct3", 14, 12), ("rd", 11, 7), ("opcode", 6, 0))


def description():
    """Return the whole instruction set as plain data, for JSON."""
    return {
        "fields": [{"name": name, "high": high, "low": low} for name, high, low in FIELDS],
        "opcodes": {order.name.lower(): OPCODES[order] for order in ByteOrder},
        "rounds": {order.name.lower(): {str(code): rounds for code, rounds in
                                        ROUNDS[order].items()} for order in ByteOrder},
        "instructions": [{
            "mnemonic": row.mnemonic,
            "funct3": row.operation.value,
            "index": {"meaning": row.index.value, "patterns": list(row.index.patterns)},
            "flag": None if row.flag is None else {"name": row.flag, "bit": row.flag_bit},
            "rd": row.rd, "rs1": row.rs1, "rs2": row.rs2,
            "effect": row.effect,
            "use": row.use,
        } for row in INSTRUCTIONS],
    }


def _operands(row):
    index = None if row.index is Index.FLAGS else row.index.value
    names = [name for name, used in (("rd", row.rd), (index, index), ("rs1", row.rs1),
                                     ("rs2", row.rs2)) if used]
    return ", ".join(names) + (f" [{row.flag}]" if row.flag else "")


def _table(title):
    return Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                 pad_edge=False, collapse_padding=True)


def _layout():
    table = _table("Instruction word")
    for _, high, low in FIELDS:
        table.add_column(f"{high}:{low}" if high != low else f"{high}", justify="center")
    table.add_row(*(name for name, _, _ in FIELDS))
    return table


def _instructions():
    table = _table("Instructions")
    table.add_column("name and operands", no_wrap=True)
    table.add_column("funct3", justify="center")
    table.add_column("index", no_wrap=True)
    table.add_column("effect")
    for row in INSTRUCTIONS:
        name = Text(f"ascon.{row.mnemonic}", style="bold cyan")
        name.append(f"\n  {_operands(row)}", style="not bold default")
        table.add_row(name, f"{row.operation.value:03b}", "\n".join(row.index.patterns),
                      Text(row.effect.replace("; ", "\n") + "\n"))
    return table


def _byte_orders():
    table = _table("Byte orders, and rounds that the rounds field starts")
    table.add_column("words")
    table.add_column("name", style="bold cyan")
    table.add_column("opcode", justify="center")
    for code in range(4):
        table.add_column(f"{code:02b}", justify="right")
    for order, prefix in ((ByteOrder.LITTLE, "ascon.*"), (ByteOrder.BIG, "ascon.be.*")):
        table.add_row(order.name.lower() + "-endian", prefix, f"{OPCODES[order]:07b}",
                      *(str(ROUNDS[order].get(code, "refused")) for code in range(4)))
    return table


def isa(json: JsonFile = None):
    """Show the coprocessor's instructions.

    docs/isa.md says the same bit by bit, with examples.

    For example:
    $ ascon-xif isa
    $ ascon-xif isa --json isa.json
    """
    for table in (_layout(), _instructions(), _byte_orders()):
        console.print(table)
    say("x is the state's five 64-bit lanes, w its ten words. domain = 1 also flips the state's "
        "last bit. What these tables don't have is refused: an illegal instruction.")
    write_json(json, description())
