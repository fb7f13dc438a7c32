"""``docs/proofs.md``: what is proven of the gateware, and how far."""

import re

from cli.pages.markdown import NOTICE, table

__all__ = ["faults_listed", "page", "rows_listed"]

HEAD = """\
# Proofs

{notice}

`ascon-xif prove` proves these properties of the gateware with an SMT solver, `ascon-xif prove
--seeded` shows that each can fail: it puts faults into the design, one at a time, and the check
must find them. Tools: {tools}, from PyPI.

* **Mode**: *bounded* is for all runs of that many cycles after reset, whatever memories,
  coprocessor, interrupt lines and the program do. *induction* and *reachability* are for ever:
  the latter (ABC's property-directed reachability) finds what it needs to know of the states that
  occur by itself; it comes after a bounded run of that depth. *cover* shows that something can
  happen.
* **Depth**: cycles after reset. The core's first instruction retires in cycle 6; from there on one
  a cycle may.
* **Cut**: what is taken out of the design. In its place is something more general, so what is
  proven holds for the original too, except for M: multiplier and divider are replaced by a simpler
  function of the same operands, so what is proven is that instructions get the right operands,
  wait, and write the unit's value. What the units do with operands is proven apart,
  `core.multiplier` and `core.divider`.
* **The permutation** is proven in steps: one round is the standard's for every state
  (`coprocessor.round`), those of a cycle follow each other (`coprocessor.rounds-*`), and whatever a
  round does, an instruction that starts *n* is followed by these *n*, from the right constant on
  and before anything else (`*.permutation`, `coprocessor.tiny.execution`); for the smallest preset,
  two cycles are a round (`coprocessor.tiny.halves`). Together: the permutation of *n* rounds, for
  every *n* that there is.
* **Time**: each measured in one run, two at a time on a machine that was busy otherwise.
* Registers that are not reset, and memories, begin with any value.

All of {count} checks hold; all of {faults} faults are found.

## Checks

{checks}

## Cuts

{cuts}

## Faults

*later*: reachability or induction finds it, beyond the bounded run.

{found}
"""

_HEADER = ("check", "mode", "depth", "time", "cuts", "states")

#: Times are given as less than one of these, in seconds, by its name.
_CLASSES = ((10, "< 10 s"), (30, "< 30 s"), (60, "< 1 min"), (120, "< 2 min"), (300, "< 5 min"),
            (600, "< 10 min"))


def _time(seconds):
    return next((name for limit, name in _CLASSES if seconds < limit), "≥ 10 min")


def page(outcomes, tools):
    """Return the page's text.

    Parameters
    ----------
    outcomes : list of :class:`formal.prover.Outcome`
        Of all checks, each without a fault and with each of its own.
    tools : :class:`str`
        Names and versions.

    Raises
    ------
    ValueError
        If one is not as it should be.
    """
    for outcome in outcomes:
        if not outcome.right:
            what = f" with the fault {outcome.fault.what!r}" if outcome.fault else ""
            raise ValueError(f"{outcome.check.name}{what}: {outcome.verdict}")
    held = [outcome for outcome in outcomes if outcome.fault is None]
    found = [outcome for outcome in outcomes if outcome.fault is not None]
    cuts = list(dict.fromkeys(cut.what for outcome in held for cut in outcome.check.cuts))
    checks = [(f"`{outcome.check.name}`", outcome.check.mode.value, outcome.check.depth,
               _time(outcome.seconds),
               ", ".join(str(cuts.index(cut.what) + 1) for cut in outcome.check.cuts),
               outcome.check.states) for outcome in held]
    return HEAD.format(
        notice=NOTICE, tools=tools, count=len(held), faults=len(found),
        checks=table(_HEADER, checks, ["left", "left", "right", "left", "left", "left"]),
        cuts="\n".join(f"{number}. {what}" for number, what in enumerate(cuts, 1)),
        found=table(("check", "fault", "found in cycle"),
                    [(f"`{outcome.check.name}`", outcome.fault.what,
                     "later" if outcome.step is None else outcome.step)
                     for outcome in found], ["left", "left", "right"]))


def rows_listed(text):
    """Return what a page says of its checks: ``(name, mode, depth, states)`` of each."""
    section = text.partition("\n## Checks\n")[2].partition("\n## ")[0]
    return [(name, mode, int(depth), states) for name, mode, depth, states in re.findall(
        r"^\| `([^`]+)` \| (\w+) \| (\d+) \|[^|]*\|[^|]*\| (.*) \|$", section, re.M)]


def faults_listed(text):
    """Return what a page says of faults: ``(name, fault)`` of each."""
    section = text.partition("\n## Faults\n")[2]
    return re.findall(r"^\| `([^`]+)` \| (.*) \| (?:\d+|later) \|$", section, re.M)
