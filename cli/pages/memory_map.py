"""``docs/memory-map.md``: regions, registers and mailbox codes, from their table."""

from cli.pages.markdown import NOTICE, table
from soc.memory_map import BLOCKS, COMMANDS, OPTIONS, REGIONS, Member, Status

__all__ = ["page"]

HEAD = """\
# Memory map

{notice}

The core and the host (at the SoC's AXI4-Lite port) see the same addresses. Registers are 32 bits
wide and little-endian; bits that are not named read as 0. Everything outside answers with a bus
error.

{regions}
"""

MAILBOX = """\
## Mailbox protocol

1. The host writes the message and its other inputs anywhere into `dmem`, their addresses and
   lengths into the mailbox, and whether to use the accelerator into
   `CONTROL.ACCELERATOR_ENABLE`.
2. It writes `COMMAND`.
3. The firmware runs the primitive, writes `STATUS`, `CYCLES` and `INSTRUCTIONS`, then
   sets `COMMAND` to 0; the host waits for that.

`CYCLES` and `INSTRUCTIONS` count from the jump to the primitive up to the first instruction after
its return; the mailbox and the choice between baseline and accelerated code are outside.

{commands}

{statuses}
"""


def _size(size):
    return f"{size // 1024} KiB" if size >= 1024 else f"{size} B"


def _regions():
    def yes(flag):
        return "yes" if flag else ""

    return table(
        ("region", "from", "to", "size", "fetch", "load, store", "host", ""),
        [(region.name, f"`{region.base:#010x}`", f"`{region.base + region.size - 1:#010x}`",
          _size(region.size), yes(region.fetch), yes(region.data), yes(region.host),
          region.description) for region in REGIONS.values()])


def _bits(field):
    return f"{field.low + field.width - 1}:{field.low}" if field.width > 1 else f"{field.low}"


def _block(block):
    base = REGIONS[block.name].base
    rows = []
    for register in block.registers:
        rows.append((f"`{base + register.offset:#010x}`", f"`{register.name}`",
                     register.access.value, "", register.description))
        rows += [("", f"`.{field.name}`", "", _bits(field), field.description)
                 for field in register.fields]
    return (f"## {block.name.capitalize()}\n\n"
            + table(("address", "register", "access", "bits", ""), rows) + "\n")


def _mailbox():
    rows = []
    for (member, operation), command in COMMANDS.items():
        rows.append((f"`{command.value:#04x}`", member, operation))
        if command in OPTIONS:
            rows.append((f"`{OPTIONS[command].value:#04x}`", member,
                         f"{operation}, with `TAG_LENGTH` and `NONCE_MASK`"))
    commands = table(("`COMMAND`", "member", "operation"), rows)
    statuses = table(("`STATUS`", "name"),
                     [(status.value, f"`{status.name}`") for status in Status])
    return MAILBOX.format(commands=commands, statuses=statuses)


def page():
    """Return the page's text."""
    members = table(("number", "member"), [(member.value, member.name.lower())
                                           for member in Member])
    return "\n".join([HEAD.format(notice=NOTICE, regions=_regions()),
                      *map(_block, BLOCKS.values()), _mailbox(),
                      "Members are numbered as in their IV: a command is "
                      f"`member << 4 | operation`.\n\n{members}\n"])
