"""Execution of each preset's instructions, with faults that the proofs must find."""

from functools import partial

from amaranth.hdl import Mux

from formal.ascon.execution import ANY_FUNCTION, ExecutionBench, effects, permutation
from formal.ascon.execution_tiny import TinyExecutionBench
from formal.ascon.halves import WHOLE
from formal.ascon.place import EVERYWHERE, FEW, SOME
from formal.check import Check, Fault, Mode
from hdl.ascon.round import Rounds
from hdl.ascon.state import State
from hdl.ascon.tiny.sequencer import Sequencer
from hdl.ascon.work import Prepare

__all__ = ["CHECKS"]

#: Configurations: preset and parameters that differ from it.
_CONFIGURATIONS = {
    "compact": ("compact", {}),
    "compact-1": ("compact", {"queue_depth": 1, "big_endian": True}),
    "fast": ("fast", {}),
    "fast-be": ("fast", {"big_endian": True}),
}

_EFFECTS = "An instruction's operation and flip change the state, and its result is, as specified"
_ROUNDS = ("Behind an instruction as many rounds follow as it starts, in their order and each of "
           "the state that the one before has left, and all before the next one; otherwise the "
           "state stays")
_SOME = "a bit of each word and those that padding and domain separation flip"

_EFFECT_FAULTS = (
    Fault("decryption encrypts", Prepare, lambda self: self.work.decrypt.eq(0)),
    Fault("the second byte of a partial word is not masked", Prepare,
          lambda self: self.masked[1].eq(0)),
    Fault("the last bit of the state never flips", State,
          lambda self: self.lanes[4][63].eq(self.lanes[4][63]), "sync"),
)
_ROUND_FAULTS = (
    Fault("a round is left out", Rounds,
          lambda self: self.next.eq(self.step + self.rounds_per_cycle + (self.step == 8))),
    Fault("a bit toggles", State, lambda self: self.lanes[3][3].eq(~self.lanes[3][3]), "sync"),
)
_BIT_FAULTS = (
    Fault("a bit keeps its ones", State,
          lambda self: self.lanes[2][50].eq(Mux(self.lanes[2][50], 1, self.lanes[2][49])), "sync"),
)
_TINY_FAULTS = (
    Fault("a lane operation has only one operand", Sequencer, lambda self: self.second.eq(0)),
    Fault("what was read stays as it was then", Sequencer, lambda self: self.xor.eq(self.execute)),
    Fault("a round is left out", Sequencer, lambda self: self.step[1].eq(1), "sync"),
)


def _everything(m, bench):
    effects(m, bench)
    permutation(m, bench)


def _checks():
    for name, (preset, parameters) in _CONFIGURATIONS.items():
        for prop, states, text, faults in (
                ("effects", effects, f"{_EFFECTS}: {_SOME}.", _EFFECT_FAULTS),
                ("permutation", permutation, f"{_ROUNDS}: {_SOME}.", _ROUND_FAULTS)):
            yield Check(f"coprocessor.{name}.{prop}", text,
                        partial(ExecutionBench, states, preset, places=SOME, **parameters),
                        depth=4, mode=Mode.REACHABILITY, cuts=(ANY_FUNCTION,), faults=faults,
                        timeout=600, quick=(name, prop) == ("compact", "permutation"))
        if not parameters:
            yield Check(f"coprocessor.{name}.bits", "Both for every bit of the state.",
                        partial(ExecutionBench, _everything, preset, places=EVERYWHERE),
                        depth=4, cuts=(ANY_FUNCTION,), faults=_BIT_FAULTS, timeout=600)
    yield Check("coprocessor.tiny.execution",
                f"{_EFFECTS}. {_ROUNDS}: bits that padding and domain separation flip, and two "
                "others.", partial(TinyExecutionBench, places=FEW), depth=3, mode=Mode.REACHABILITY,
                cuts=(WHOLE,), faults=_TINY_FAULTS, timeout=600)


CHECKS = tuple(_checks())
