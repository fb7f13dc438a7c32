"""``docs/coverage.md``: what the core's random programs have covered."""

from cli.pages.markdown import NOTICE, table
from sim.core.coverage import DISTANCES, PRODUCERS, WAITS
from sim.core.soak import CONFIGURATIONS, COUNTERS, SETTINGS

__all__ = ["INSTRUCTIONS", "SEED", "page"]

#: The run that the page is about.
INSTRUCTIONS, SEED = 5_000_000, 1

HEAD = """\
# Coverage of the core by random programs

{notice}

`ascon-xif soak --instructions {instructions} --seed {seed}` ran random programs on {count}
instruction sets:

{sets}

| | |
|---|---:|
| instructions | {total:,} |
| cycles | {cycles:,} |
| programs | {programs:,} |
| interrupts taken | {interrupts:,} |

The first of these cores has {counters} counters of events. Every record of RVFI was compared with a
model of the instruction set; the rules of OBI and CV-X-IF were checked in every cycle. The programs
run with {settings} combinations of wait states and interrupt rates, in turn.

**Distance** is how many instructions before the operand's register was written: 1 is the
instruction in front, "-" more than 3. **Wait** is what made the core wait while the instruction may
have been in the pipeline: the instruction bus (fetch), the data bus's grant or response, the
coprocessor's answer to an offer (issue) or its result. Several waits count several times.

{filled} of the {cells} cells instruction x operand x distance x wait that can be filled are filled.
{smallest}

## Instructions

Each column is the smallest count of the cells with this distance (any wait) or this wait (any
distance): what was covered least.

{instructions_table}

## Who wrote the operand

Number of operands by what wrote them, how far in front, and the kind of instruction that reads.

{pairs}

## Interrupts

{interrupts_table}
"""

_KINDS = {0x8000_0003: "software", 0x8000_0007: "timer", 0x8000_000b: "external",
          0x8000_0400: "bus error of a load", 0x8000_0401: "bus error of a store"}


def _instructions(cells):
    groups = {}
    for (name, operand, *key), count in cells.items():
        groups.setdefault((name, operand), {})[tuple(key)] = count
    rows = []
    for (name, operand), counts in groups.items():
        least = []
        for part in (*DISTANCES, *WAITS):
            chosen = [count for key, count in counts.items() if part in key]
            least.append(str(min(chosen)) if chosen else "")
        rows.append((name, operand, *least))
    return table(("instruction", "operand", *DISTANCES, *WAITS), rows,
                 align=["left", "left"] + ["right"] * (len(DISTANCES) + len(WAITS)))


def _pairs(pairs):
    kinds = sorted({key[1] for key in pairs})
    rows = [(producer, distance, *(pairs.get((producer, kind, distance), 0) for kind in kinds))
            for producer in PRODUCERS for distance in DISTANCES[:3]]
    return table(("written by", "distance", *kinds), rows,
                 align=["left", "left"] + ["right"] * len(kinds))


def _interrupts(interrupts):
    rows = [(f"`{cause:#010x}`", _KINDS.get(cause, f"fast {(cause & 31) - 16}"), count)
            for cause, count in sorted(interrupts.items())]
    return table(("mcause", "interrupt", "taken"), rows, align=["left", "left", "right"])


def page(result):
    """Return the page's text, given a :class:`sim.core.soak.Soak`."""
    cells = result.coverage.cells()
    empty = [" ".join(filter(None, cell)) for cell, count in cells.items() if not count]
    least = min(cells.values())
    smallest = (f"Empty: {', '.join(empty)}." if empty else
                f"The smallest count is {least}.")
    sets = "\n".join("* rv32i" + "".join(f" {name}" for name in extensions)
                     for extensions in CONFIGURATIONS)
    return HEAD.format(
        notice=NOTICE, instructions=INSTRUCTIONS, seed=SEED, total=result.instructions,
        cycles=result.cycles, programs=result.programs,
        interrupts=sum(result.interrupts.values()), count=len(CONFIGURATIONS), sets=sets,
        counters=COUNTERS, settings=len(SETTINGS), filled=len(cells) - len(empty), cells=len(cells),
        smallest=smallest, instructions_table=_instructions(cells),
        pairs=_pairs(result.coverage.pairs()), interrupts_table=_interrupts(result.interrupts))
