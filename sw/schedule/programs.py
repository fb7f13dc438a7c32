"""The programs: which forms of the permutation there are, and their code.

All take and leave the state in the registers of :data:`sw.schedule.registers.HOME`, use
:data:`~sw.schedule.registers.TEMPORARIES` besides, and loops
:data:`~sw.schedule.registers.COUNTERS`, and return with ``ret``.
"""

from dataclasses import dataclass
from functools import cached_property

from sw.model.permutation import CONSTANTS
from sw.schedule.code import Branch, Instruction, Jump, Label, Return
from sw.schedule.form import ORDINARY, Complements, Form, Isa, Layout
from sw.schedule.paths import shortest_path
from sw.schedule.registers import COUNTERS
from sw.schedule.rounds import emit_round

__all__ = ["LANE_1", "PROGRAMS", "Program"]

_HALVES       = Form(Layout.HALVES,   Isa.RV32I)
_EVEN_ODD     = Form(Layout.EVEN_ODD, Isa.RV32I)
_HALVES_ZBB   = Form(Layout.HALVES,   Isa.ZBB_ZBKB)
_EVEN_ODD_ZBB = Form(Layout.EVEN_ODD, Isa.ZBB_ZBKB)

#: Lane 1 is complemented: with that no instruction of RV32I is lost on entry and return.
LANE_1 = Complements("01000", "01000")

_CONSTANT, _END = COUNTERS

#: From one constant to the next.
_STRIDE = CONSTANTS[1] - CONSTANTS[0]

#: Labels of a loop.
_BEGIN, _LOOP = ".Lascon_permute", ".Lascon_two_rounds"


@dataclass(frozen=True)
class Program:
    """A program of the permutation.

    Parameters
    ----------
    name : :class:`str`
        Its name.
    form : :class:`sw.schedule.form.Form`
        Layout of the lanes, and the instructions it uses.
    complements : :class:`sw.schedule.form.Complements`
        What is complemented on entry and on return.
    entries : tuple of :class:`int`
        Numbers of rounds that it can be entered for, most first; they share their last rounds.
    rolled : :class:`bool`
        A loop of two rounds.
    """

    name:        str
    form:        Form
    complements: Complements
    entries:     tuple[int, ...] = (12, 8)
    rolled:      bool = False

    @cached_property
    def rounds(self):
        """The longest entry's, or the loop's, as :class:`sw.schedule.rounds.Round`."""
        if self.rolled:
            steps = shortest_path(self.form, 2, self.complements, self.complements, flips=False)
            return tuple(emit_round(self.form, _CONSTANT, step) for step in steps)
        lengths = [*self.entries, 0]
        steps = [step for more, fewer in zip(lengths, lengths[1:], strict=False)
                 for step in shortest_path(self.form, more - fewer, self.complements,
                                           self.complements)]
        return tuple(emit_round(self.form, constant, step)
                     for constant, step in zip(CONSTANTS[-len(steps):], steps, strict=True))

    @property
    def complemented(self):
        """Which lanes are complemented, such as ``"x1"``; empty if none is."""
        return ", ".join(f"x{lane}" for lane, pair in enumerate(zip(*self.complements, strict=True))
                         if pair != ("0", "0"))

    def claims(self, rounds):
        """Return the :class:`~sw.schedule.rounds.Round` of every round behind an entry."""
        return self.rounds * (rounds // 2) if self.rolled else self.rounds[-rounds:]

    def label(self, rounds):
        """Return the label of an entry."""
        suffix = "_even_odd" if self.form.layout is Layout.EVEN_ODD else ""
        return f"ascon_permute{rounds}{suffix}"

    @cached_property
    def items(self):
        """The program, a list of the classes of :mod:`sw.schedule.code`."""
        return self._loop() if self.rolled else self._straight()

    def _straight(self):
        """Return a program of one round after another."""
        items = []
        for number, part in enumerate(self.rounds):
            rounds = len(self.rounds) - number
            if rounds in self.entries:
                items.append(Label(self.label(rounds)))
            items += part.code
        return [*items, Return()]

    def _loop(self):
        """Return a program of two rounds in a loop."""
        first, second = self.rounds
        step = Instruction("addi", _CONSTANT, _CONSTANT, _STRIDE)
        items = []
        for rounds in self.entries:
            items += [Label(self.label(rounds)),
                      Instruction("addi", _CONSTANT, "zero", CONSTANTS[-rounds])]
            if rounds != self.entries[-1]:
                items.append(Jump(_BEGIN))
        return [*items, Label(_BEGIN), Instruction("addi", _END, "zero", CONSTANTS[-1] + _STRIDE),
                Label(_LOOP),
                *first.code, step, *second.code, step, Branch(_CONSTANT, _END, _LOOP), Return()]


#: All programs, by name.
PROGRAMS = {program.name: program for program in (
    Program("unrolled",          _HALVES,       LANE_1),
    Program("rolled",            _HALVES,       LANE_1, rolled=True),
    Program("ordinary_12",       _HALVES,       ORDINARY, (12,)),
    Program("ordinary_8",        _HALVES,       ORDINARY, (8,)),
    Program("even_odd_12",       _EVEN_ODD,     ORDINARY, (12,)),
    Program("even_odd_8",        _EVEN_ODD,     ORDINARY, (8,)),
    Program("zbb_unrolled",      _HALVES_ZBB,   LANE_1),
    Program("zbb_rolled",        _HALVES_ZBB,   LANE_1, rolled=True),
    Program("zbb_ordinary",      _HALVES_ZBB,   ORDINARY),
    Program("zbb_even_odd",      _EVEN_ODD_ZBB, ORDINARY),
)}
