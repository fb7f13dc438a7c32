"""``docs/permutation.md``: the permutation in software, from its proofs and the experiment."""

from cli.pages.markdown import NOTICE, table
from sim.even_odd import PEER

__all__ = ["page"]

_PAGE = """\
# The permutation in software

{notice}

The baseline's permutation is emitted by a generator, `sw/schedule`, which proves every program
equal to the permutation for every state. `./ascon-xif schedule` proves and lists them, and writes
one as assembly source.

{programs}

Instructions are those of all rounds, the return not included; cycles are those of a CV32E40X with
it. The firmware and the C library have `unrolled`, or `rolled` for small memories: the same
routines work on either. With "x1" lane 1 is stored complemented on entry and on return, which the
routines take care of; the others are for state as it is. Programs of both 12 and 8 rounds share
their last rounds, so that their size is that of 12. None has a table, a multiplication, or a branch
or address that depends on the state.

## Where the instructions go

| a round | halves | even/odd | halves, Zbb | even/odd, Zbb |
|---|---:|---:|---:|---:|
| constant | 1 | 2 | 1 | 2 |
| substitution layer | 30 | 30 | 30 | 30 |
| linear layer | 80 | 77 | 70 | 39 |
| complements, on average over 12 | {halves:.2f} | {even_odd:.2f} | 0 | 0 |

* **Substitution layer.** The five outputs take 15 operations in each half of the state; RV32I would
  need NOTs besides. Instead some lanes are stored complemented: an AND of complemented operands is
  an OR, and the linear layer keeps complements. Four circuits get by without any NOT, but no
  sequence of them returns to where it began; the generator looks for the shortest path through the
  sets of complemented lanes, with circuits of 16 operations in between. They were found by
  exhaustive search, and no others lead to a shorter path. A round constant can flip lane 2 at no
  cost, since its complement is an immediate as well.
* **Linear layer.** A rotation of 64 bits is four shifts. With the even bits of a lane in one
  register and the odd ones in the other it is two rotations of a register, and half of one of the
  ten rotations disappears. There the two registers may have different lanes complemented, which
  saves one or two instructions more.
* **Zbb.** With `andn`, `orn` and `xnor` complements are free. With halves, rotating each half
  as a word is wrong by bits of the sum of both halves, the same bits in either: 14
  operations a lane, where shifts take 16. With even and odd bits `rori` does it all.

## Even and odd bits in AEAD128

{lead}

{permutations}

{points}

Against what is published for RV32IMAC; here there is neither multiplication nor are there
compressed instructions:

{comparison}

Converting a lane takes 30 instructions each way, a block has two lanes, and both directions are
needed: more than the {gain} instructions that eight rounds gain. So the baseline keeps halves. Even
and odd bits pay where data stay in that form, or with Zbb and Zbkb: eight rounds gain {zbb_gain}
instructions there, and with `zip` and `unzip` a conversion takes 6.
"""

_LEAD = """\
Encryption, the whole call, on the simulated core at zero wait states, without the coprocessor; the
core has the extensions that a row names. Key, nonce, associated data, message and results are
standard bytes for "halves" and "even/odd"; for "even/odd, native" each lane is a word of even and a
word of odd bits in memory. Every result was compared with the reference model's.
`./ascon-xif experiment even-odd` measures the same."""

_LAYOUTS = {"halves": "halves", "even_odd": "even/odd"}


def _values(values):
    return " and ".join(f"{value:.2f}" for value in values)


def _programs(rows):
    return table(
        ("program", "instructions of", "lanes", "complemented", "rounds", "instructions",
         "a round", "cycles", "bytes"),
        [(f"`{row.program}`", row.isa, _LAYOUTS[row.layout], row.complemented, row.rounds,
          f"{row.instructions:,}", f"{row.per_round:.2f}", f"{row.cycles:,}", f"{row.size:,}")
         for row in rows],
        align=["left"] * 4 + ["right"] * 5)


def _gain(calls, isa):
    """Return how many instructions fewer eight rounds take with even and odd bits."""
    return calls[isa, "halves"].instructions - calls[isa, "even/odd"].instructions


def page(rows, permutations, points):
    """Return the page's text.

    Parameters
    ----------
    rows : list of :class:`sw.schedule.report.Row`
        All programs.
    permutations : list of :class:`sim.even_odd.Permutation`
        The experiment's permutations.
    points : list of :class:`sim.even_odd.Point`
        Its encryptions.

    Raises
    ------
    ValueError
        If a result is wrong: then there is nothing to publish.
    """
    wrong = [row for row in (*permutations, *points) if not row.correct]
    if wrong:
        raise ValueError(f"{len(wrong)} results of the even/odd experiment are wrong; "
                         "`ascon-xif experiment even-odd` shows which")
    calls = {(row.isa, row.form): row for row in permutations}
    # Besides the constant, 30 operations of the substitution layer and the linear layer.
    complements = {row.program: row.per_round - {"halves": 111, "even_odd": 109}[row.layout]
                   for row in rows if row.rounds == 12 and row.isa == "rv32i"}
    rates = {row.variant: row.cycles / row.message for row in points
             if (row.isa, row.message, row.ad) == ("rv32i", 1024, 0)}
    return _PAGE.format(
        notice=NOTICE, programs=_programs(rows), lead=_LEAD,
        permutations=table(("instructions of", "eight rounds, called", "cycles", "instructions"),
                           [(row.isa, row.form, row.cycles, row.instructions)
                            for row in permutations],
                           align=["left", "left", "right", "right"]),
        points=table(("instructions of", "state", "message bytes", "AD bytes", "cycles",
                      "instructions", "cycles per byte"),
                     [(row.isa, row.variant, f"{row.message:,}", f"{row.ad:,}", f"{row.cycles:,}",
                       f"{row.instructions:,}",
                       f"{row.cycles / (row.message + row.ad):.2f}" if row.message else "")
                      for row in points],
                     align=["left"] * 2 + ["right"] * 5),
        comparison=table(
            ("even/odd on RV32I", "here", "published"),
            [("cycles of eight rounds, called", calls["rv32i", "even/odd"].cycles,
              PEER["permutation"]),
             ("cycles per byte, encryption of 1,024 standard bytes", f"{rates['even/odd']:.2f}",
              _values(PEER["even/odd"])),
             ("the same on native data", f"{rates['even/odd, native']:.2f}",
              _values(PEER["even/odd, native"]))], align=["left", "right", "right"]),
        halves=complements["unrolled"], even_odd=complements["even_odd_12"],
        gain=_gain(calls, "rv32i"), zbb_gain=_gain(calls, "rv32i_zbb_zbkb"))
