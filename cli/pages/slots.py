"""``docs/slots.md``: where every cycle of a block goes."""

from cli.names import NAMES
from cli.pages.markdown import NOTICE, table
from cli.slots_svg import slots_text
from hdl.ascon.presets import PRESETS
from sim.slots import Core

__all__ = ["page", "picture", "section"]

_HEAD = """\
# Cycles of a block

{notice}

One turn of the inner loop of a long message, out of the trace of a call at zero wait states. The
upper line is the core: the instruction that leaves the decode stage in a cycle, from where the
coprocessor's are issued. The lower line is the coprocessor's state: the instruction that executes
there, one cycle after its issue, or a round of the permutation.

In letters: `e` encrypt, `a` absorb, `r` read, with the number of the word or lane; `>` starts a
permutation; `-` is lost to a jump; `~` waits, usually for the permutation; `#` is a cycle of
rounds.

{sections}
## Against the bounds

Cycles of a block. The core cannot do with less than its loads, stores and coprocessor instructions;
the coprocessor not with less than the cycles in which its state changes. What is left above the
larger one are the loop's own instructions and waits that nothing is done in. A block of AEAD128
needs four loads, four instructions with a result and four stores, 12 cycles for 16 bytes, whatever
the coprocessor is; a block of a hash twelve rounds for 8 bytes, if nothing else takes a cycle of
the state.

{table}
"""

_SECTION = """\
## {title}

![Core and state in each cycle of a block]({picture})

```text
{text}```
"""


def picture(preset):
    """Return the name of a preset's picture, beside the page."""
    return f"slots-{preset}.svg"


def section(preset, turns):
    """Return the section of a preset; ``turns`` is a list of :class:`sim.slots.Turn`."""
    return _SECTION.format(title=f"{preset.capitalize()}: {PRESETS[preset].description}",
                           picture=picture(preset), text=slots_text(turns))


def page(presets):
    """Return the page's text.

    Parameters
    ----------
    presets : dict of :class:`str` to list of :class:`sim.slots.Turn`
        By preset.
    """
    header = ("", "preset", "block", "loads, stores", "coprocessor", "other", "jumps", "waits",
              "**all**", "core's bound", "state's bound", "left", "cycles/byte")
    return _HEAD.format(
        notice=NOTICE, sections="\n".join(section(preset, turns)
                                          for preset, turns in presets.items()),
        table=table(header, [_line(turn) for turns in presets.values() for turn in turns],
                    ["left"] * 2 + ["right"] * (len(header) - 2)))


def _line(turn):
    blocks, slots = len(turn.blocks), turn.slots
    memory, ours = slots[Core.LOAD] + slots[Core.STORE], slots[Core.COPROCESSOR]
    bound = max(memory + ours, turn.work)
    figures = [memory, ours, slots[Core.OTHER], slots[Core.JUMP], slots[Core.WAIT], turn.cycles,
               memory + ours, turn.work, turn.cycles - bound]
    return (NAMES[turn.member], turn.preset, f"{turn.size // blocks} bytes",
            *(f"{figure / blocks:g}" for figure in figures), f"{turn.cycles / turn.size:.3f}")
