"""Every property of the coprocessor for each preset, with faults that it must find."""

from collections.abc import Callable
from dataclasses import dataclass, field

from formal.ascon import handshake, secrets
from formal.ascon.bench import ANY_ROUND, CoprocessorBench
from formal.ascon.secrets import TwinBench
from formal.check import Check, Fault, Mode
from hdl.ascon import Coprocessor
from hdl.ascon.decoder import Decoder
from hdl.ascon.queue import Queue
from hdl.ascon.state import State
from hdl.ascon.tiny import TinyCoprocessor
from hdl.ascon.tiny.halves import Halves

__all__ = ["CHECKS", "CONFIGURATIONS", "Configuration"]


_DECODER = (
    Fault("every instruction is accepted", Decoder, lambda self: self.legal.eq(1)),
    Fault("rs2 is not waited for", Decoder, lambda self: self.uses.eq(1)),
    Fault("rd is announced for ABSORB too", Decoder,
          lambda self: self.decoded.writeback.eq(self.legal)),
)


def _sticky(bits):
    """Return an assignment that makes the second bit collect what the third one was."""
    return bits[1].eq(bits[1] | bits[2])


_COPROCESSOR = {
    "answers": _DECODER,
    "results": (
        Fault("no commit is needed", Queue, lambda self: self.committed.eq(1)),
        Fault("a kill is a commit", Coprocessor,
              lambda self: self._queue.commit.commit_kill.eq(0)),
        Fault("the id is that of the offer", Coprocessor,
              lambda self: self.x.result.id.eq(self.x.issue.req.id), "sync"),
        Fault("one is given twice", Coprocessor, lambda self: self.x.result.valid.eq(1), "sync"),
    ),
    "stability": (
        Fault("the data changes while it waits", Coprocessor,
              lambda self: self.x.result.data[4].eq(self.x.commit.valid), "sync"),
        Fault("it is withdrawn", Coprocessor,
              lambda self: self.x.result.valid.eq(self._queue.take), "sync"),
    ),
    "progress": (
        Fault("there is never room", Queue, lambda self: self.ready.eq(0)),
        Fault("a permutation is always about to start", Queue, lambda self: self.starting.eq(1)),
        Fault("no commit is seen", Coprocessor, lambda self: self._queue.commit.valid.eq(0)),
    ),
    "latency": (
        Fault("a bit of the state delays answers", Coprocessor,
              lambda self: self.x.issue.ready.eq(self.lanes[2][5])),
        Fault("a bit of an operand delays a result", Coprocessor,
              lambda self: self.x.result.valid.eq(self.x.issue.req.rs[7]), "sync"),
    ),
    "wipe": (
        Fault("a bit of the state stays", State, lambda self: _sticky(self.lanes[4]), "sync"),
        Fault("a bit of the result stays", Coprocessor, lambda self: _sticky(self.x.result.data),
              "sync"),
    ),
    "registers": (
        Fault("a bit of the state stays", State, lambda self: _sticky(self.lanes[4]), "sync"),
    ),
}

_TINY = {
    "answers": _DECODER,
    "results": (
        Fault("no commit is needed", TinyCoprocessor,
              lambda self: self._sequencer.enter_sure.eq(1)),
        Fault("nothing is ever killed", TinyCoprocessor, lambda self: self._sequencer.drop.eq(0)),
        Fault("the id is that of the offer", TinyCoprocessor,
              lambda self: self.x.result.id.eq(self.x.issue.req.id)),
    ),
    "stability": (
        Fault("the data follows an offer", TinyCoprocessor,
              lambda self: self.x.result.data[3].eq(self.x.issue.valid)),
        Fault("it is withdrawn", TinyCoprocessor,
              lambda self: self.x.result.valid.eq(self._sequencer.done & ~self.x.commit.valid)),
    ),
    "progress": (
        Fault("no commit is seen", TinyCoprocessor, lambda self: self._sequencer.confirm.eq(0)),
        Fault("there is never room", TinyCoprocessor,
              lambda self: self.x.issue.ready.eq(~self._decoder.legal)),
    ),
    "silence": (
        Fault("no commit is needed", TinyCoprocessor,
              lambda self: self._sequencer.enter_sure.eq(1)),
        Fault("nothing is ever killed", TinyCoprocessor, lambda self: self._sequencer.drop.eq(0)),
    ),
    "latency": (
        Fault("a bit of the state delays answers", TinyCoprocessor,
              lambda self: self.x.issue.ready.eq(self.lanes[2][5])),
    ),
    "wipe": (
        Fault("a bit of the state stays", Halves, lambda self: _sticky(self._front), "sync"),
    ),
    "registers": (
        Fault("a bit of the state stays", Halves, lambda self: _sticky(self._front), "sync"),
    ),
}


@dataclass(frozen=True)
class Configuration:
    """A coprocessor that is proven.

    Attributes
    ----------
    name : :class:`str`
        What the names of its checks begin with.
    preset : :class:`str`
        A key of `PRESETS`.
    faults : dict of :class:`str` to tuple of :class:`Fault`
        By property; one without is not proven here.
    parameters : dict
        Those that differ from the preset's.
    quick : tuple of :class:`str`
        Properties that belong to the short run.
    bounded : dict of :class:`str` to :class:`int`
        Depth of the properties that take too long to be proven for ever.
    """

    name:       str
    preset:     str
    faults:     dict
    parameters: dict  = field(default_factory=dict)
    quick:      tuple = ()
    bounded:    dict  = field(default_factory=dict)


CONFIGURATIONS = (
    Configuration("compact", "compact", _COPROCESSOR, quick=("answers", "results", "latency")),
    Configuration("compact-1", "compact", _COPROCESSOR, {"queue_depth": 1, "big_endian": True}),
    Configuration("soc", "compact", _COPROCESSOR, {"queue_depth": 1, "unique_ids": True}),
    Configuration("fast", "fast", _COPROCESSOR),
    Configuration("tiny", "tiny", _TINY, bounded={"silence": 12, "registers": 8}),
)

@dataclass(frozen=True)
class _Property:
    """What is proven of each configuration; ``states`` adds it to the module of a ``bench``.

    With ``cut`` it does not matter what a round does.
    """

    text:    str
    bench:   type
    states:  Callable
    timeout: int  = 120
    cut:     bool = False
    mode:    Mode = Mode.REACHABILITY
    depth:   int  = 4


_PROPERTIES = {
    "answers": _Property(
        "Instructions of the table are accepted, with their operands, and nothing else is; that is "
        "answered at once.", CoprocessorBench, handshake.answers),
    "results": _Property(
        "There is one result for each instruction accepted and committed, after its commit and in "
        "order, and none for others.", CoprocessorBench, handshake.results),
    "stability": _Property(
        "A result holds until it is taken, unchanged but for data that is not to be written.",
        CoprocessorBench, handshake.stability),
    "progress": _Property(
        "A committed instruction has its result, and an offer its answer, after a bounded time.",
        CoprocessorBench, handshake.progress),
    "silence": _Property(
        "A bit of each word of the state changes only for an instruction that is committed, and "
        "its permutation.",
        CoprocessorBench, handshake.silence, timeout=300, cut=True),
    "wipe": _Property(
        "Once the instruction that wipes has its result, state and result are zero until another "
        "one comes.", CoprocessorBench, secrets.wipe, timeout=300, cut=True),
    "registers": _Property(
        "Then no register depends on what was before: two copies with other operands.",
        TwinBench, secrets.registers, timeout=300, cut=True, mode=Mode.BOUNDED, depth=6),
    "latency": _Property(
        "A core sees the same with other operands, but for the values of results: two copies.",
        TwinBench, secrets.latency),
}


def _checks():
    for configuration in CONFIGURATIONS:
        for name in configuration.faults:
            prop, bound = _PROPERTIES[name], configuration.bounded.get(name)
            yield Check(
                f"coprocessor.{configuration.name}.{name}", prop.text,
                lambda prop=prop, configuration=configuration: prop.bench(
                    prop.states, configuration.preset, **configuration.parameters),
                mode=Mode.BOUNDED if bound else prop.mode, depth=bound or prop.depth,
                faults=configuration.faults[name], cuts=(ANY_ROUND,) if prop.cut else (),
                timeout=prop.timeout, quick=name in configuration.quick)


CHECKS = tuple(_checks())
