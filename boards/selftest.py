"""The built-in self-test: official vectors in both modes, run by hardware in the host's place.

A program of a few hundred words in block RAM tells what to write, what to wait for and what must
be read. It is made by the host driver itself, from a system in which the reference models answer.
"""

from amaranth.hdl import Module, Signal
from amaranth.lib import data, enum, memory, wiring
from amaranth.lib.wiring import In, Out

from hdl import obi

__all__ = ["Op", "SelfTest", "Step"]


class Op(enum.Enum, shape=3):
    """What a step of the program does; all but `ADDRESS` go to the next word afterwards."""

    ADDRESS = 0  #: The next word is the one at this address.
    WRITE   = 1  #: Write the word.
    CHECK   = 2  #: Read the word and compare.
    SKIP    = 3  #: Nothing.
    WAIT    = 4  #: Read the word until it is 0.
    END     = 5  #: All was right.


class Step(data.Struct):
    """A word of the program."""

    value: 32
    op:    Op


class SelfTest(wiring.Component):
    """Runs a program on a bus, and says whether everything was as it should be.

    Parameters
    ----------
    program : sequence of (`Op`, :class:`int`)
        What to do; `boards.selftest_program` makes one.
    patience : :class:`int`
        How often `Op.WAIT` reads at most.

    Members
    -------
    start : ``In(1)``
        Begin, or begin anew.
    bus : ``Out(obi.Signature())``
        Whole words.
    running : ``Out(1)``
        It is not finished.
    passed : ``Out(1)``
        The last run ended well.
    failed : ``Out(1)``
        In the last run a word was wrong, a transfer failed, or a wait took too long.

    Raises
    ------
    ValueError
        If the program does not end with `Op.END`.
    """

    def __init__(self, program, *, patience=1 << 24):
        self._program = tuple(program)
        self._patience = patience
        if not self._program or self._program[-1][0] is not Op.END:
            raise ValueError("program must end with Op.END")
        super().__init__({
            "start":   In(1),
            "bus":     Out(obi.Signature()),
            "running": Out(1),
            "passed":  Out(1),
            "failed":  Out(1),
        })

    def elaborate(self, platform):
        """Build the program's memory and what executes it."""
        m = Module()

        m.submodules.program = program = memory.Memory(
            shape=Step, depth=len(self._program),
            init=[{"op": op, "value": value} for op, value in self._program])
        read = program.read_port()
        counter = Signal(range(len(self._program)))
        step = Signal(Step, reset_less=True)
        m.d.comb += [read.addr.eq(counter), read.en.eq(1)]

        bus = self.bus
        word = Signal(30)
        patience = Signal(range(self._patience))
        m.d.comb += [
            bus.addr[2:].eq(word),
            bus.we.eq(step.op == Op.WRITE),
            bus.be.eq(0b1111),
            bus.wdata.eq(step.value),
        ]

        def proceed():
            m.d.sync += [counter.eq(counter + 1), word.eq(word + 1)]
            m.next = "READ"

        def fail():
            m.d.sync += self.failed.eq(1)
            m.next = "IDLE"

        with m.FSM() as fsm:
            with m.State("IDLE"):
                m.d.sync += counter.eq(0)
                with m.If(self.start):
                    m.d.sync += [self.passed.eq(0), self.failed.eq(0)]
                    m.next = "READ"

            with m.State("READ"):
                m.next = "TAKE"

            # What a block RAM gives is late in its cycle: the bus sees registers.
            with m.State("TAKE"):
                m.d.sync += [step.eq(read.data), patience.eq(self._patience - 1)]
                m.next = "STEP"

            with m.State("STEP"):
                with m.Switch(step.op):
                    with m.Case(Op.ADDRESS):
                        proceed()
                        m.d.sync += word.eq(step.value[2:])
                    with m.Case(Op.SKIP):
                        proceed()
                    with m.Case(Op.END):
                        m.d.sync += self.passed.eq(1)
                        m.next = "IDLE"
                    with m.Default():
                        m.d.comb += bus.req.eq(1)
                        with m.If(bus.gnt):
                            m.next = "RESPONSE"

            with m.State("RESPONSE"):
                with m.If(bus.rvalid):
                    with m.If(bus.err):
                        fail()
                    with m.Elif(step.op == Op.WRITE):
                        proceed()
                    with m.Elif(step.op == Op.CHECK):
                        with m.If(bus.rdata == step.value):
                            proceed()
                        with m.Else():
                            fail()
                    with m.Elif(bus.rdata == 0):
                        proceed()
                    with m.Elif(patience == 0):
                        fail()
                    with m.Else():
                        m.d.sync += patience.eq(patience - 1)
                        m.next = "STEP"
        m.d.comb += self.running.eq(~fsm.ongoing("IDLE"))

        return m
