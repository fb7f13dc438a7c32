"""Constant and S-box of a round, and a look at the lanes, combinational.

Source: SP 800-232, section 3; the S-box as a formula of 15 two-input gates (inverters aside).
"""

from amaranth.hdl import Cat, Module, Signal, unsigned
from amaranth.lib import data, wiring
from amaranth.lib.wiring import In, Out

__all__ = ["BOUNDARY", "KEPT", "LOOKS", "Lanes", "Substitution"]

#: The state: lane 0 in the low bits.
Lanes = data.ArrayLayout(unsigned(64), 5)

#: Of a signal in a module that synthesis must not merge with others. What comes out of it fits into
#: half a table with five inputs, or one with six; merged, it does not.
BOUNDARY = {"boundary": 1}

#: Of a signal that synthesis must have as it is, for the same reason.
KEPT = {"keep": 1}

#: Codes that make a lane visible at the S-box's last output. That depends on lanes 0, 1, 3 and 4,
#: so that a table has two inputs left for the code.
LOOKS = {1: 0b01, 3: 0b11, 4: 0b10}


class Substitution(wiring.Component):
    """The nonlinear part of a round.

    Members
    -------
    step : ``In(4)``
        Which round, 0 to 11.
    look : ``In(2)``
        0, or a value of :data:`LOOKS`.
    i : ``In(Lanes)``
        State before.
    o : ``Out(Lanes)``
        State after; but lane 4 is a lane of ``i`` if ``look`` is not 0.
    """

    step: In(4)
    look: In(2)
    i:    In(Lanes)
    o:    Out(Lanes)

    def elaborate(self, platform):
        m = Module()

        x0, x1, x2, x3, x4 = x = [Signal(64, name=f"x{lane}", attrs=BOUNDARY) for lane in range(5)]
        m.d.comb += [lane.eq(self.i[number]) for number, lane in enumerate(x) if number != 2]
        # The constants 0xf0, 0xe1, .. 0x4b: the step and its complement.
        constant = Signal(8, attrs=KEPT)
        m.d.comb += [
            constant.eq(self.i[2][:8] ^ Cat(self.step, ~self.step)),
            x2.eq(Cat(constant, self.i[2][8:])),
        ]

        x12, x34, x04 = (Signal(64, name=name) for name in ("x12", "x34", "x04"))
        m.d.comb += [x12.eq(x1 ^ x2), x34.eq(x3 ^ x4), x04.eq(x0 ^ x4)]
        for number, formula in enumerate((
            x34 ^ (x1 | (x04 ^ x2)),
            x04 ^ (x12 | (x2 ^ x3)),
            x12 ^ (x3 | ~x4),
            x12 ^ (x0 | x34),
            x34 ^ (x1 & ~x04),
        )):
            m.d.comb += self.o[number].eq(formula)
        for number, code in LOOKS.items():
            with m.If(self.look == code):
                m.d.comb += self.o[4].eq(x[number])

        return m
