"""Where every cycle of a block goes: the core's instructions beside the work on the state.

One turn of a member's inner loop is taken out of the trace of a call on the simulated hardware.
What the coprocessor's state does meanwhile comes from its own simulation, which gets the very
transactions of that call and has to answer each as it did there.
"""

import random
import warnings
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from amaranth.sim import Simulator

from hdl.isa import Operation
from sim.disassembly import disassemble
from sim.engine import Engine, EngineConfig
from sim.events import Commit, Issue
from soc.coprocessor import soc_coprocessor
from sw.driver import Driver
from sw.model.coprocessor import decode
from sw.request import Request

__all__ = ["MEMBERS", "Column", "Core", "Turn", "turn_of"]

#: What is traced: a message long enough that the loop turns three times.
MEMBERS = {
    "aead128": Request("aead128", "encrypt", key=bytes(range(16)), nonce=bytes(range(16, 32)),
                       message=random.Random(1).randbytes(512)),
    "hash256": Request("hash256", "hash", message=random.Random(2).randbytes(64)),
}

#: An instruction retires so many cycles after it has left the decode stage, where those for the
#: coprocessor are issued.
_RETIRES = 2


class Core(StrEnum):
    """What the core's decode stage does in a cycle."""

    COPROCESSOR = "coprocessor"
    LOAD        = "load"
    STORE       = "store"
    OTHER       = "other"
    JUMP        = "jump"    # nothing: a jump was taken
    WAIT        = "wait"    # holds an instruction that waits for the state or for a register


@dataclass(frozen=True)
class Column:
    """A cycle.

    Attributes
    ----------
    core : :class:`Core`
        What the core does.
    text : :class:`str`
        The instruction that leaves the decode stage, abbreviated.
    executes : :class:`str`
        The instruction that the coprocessor executes, abbreviated.
    works : :class:`bool`
        Whether the state changes at the end of the cycle.
    starts : :class:`bool`
        Whether the instruction that leaves starts a permutation.
    """

    core:     Core
    text:     str
    executes: str
    works:    bool
    starts:   bool


@dataclass(frozen=True)
class Turn:
    """A turn of a loop.

    Attributes
    ----------
    member, preset : :class:`str`
        What was traced, and on what.
    size : :class:`int`
        Bytes of message that it reads.
    blocks : tuple of tuple of :class:`Column`
        By block, from an instruction for the coprocessor on.
    """

    member: str
    preset: str
    size:   int
    blocks: tuple

    @property
    def cycles(self):
        """Cycles of the turn."""
        return sum(map(len, self.blocks))

    @property
    def slots(self):
        """How many cycles the core does what, :class:`collections.Counter` by :class:`Core`."""
        return Counter(column.core for block in self.blocks for column in block)

    @property
    def work(self):
        """In how many cycles the state changes."""
        return sum(column.works for block in self.blocks for column in block)


def turn_of(member, preset, image, *, notify=None):
    """Trace a call and return a :class:`Turn`.

    Parameters
    ----------
    member : :class:`str`
        A key of `MEMBERS`.
    preset : :class:`str`
        A key of `hdl.ascon.presets.PRESETS`.
    image : :class:`sw.contents.Image`
        The firmware.
    notify : callable, optional
        Of :class:`sim.engine.Engine`.

    Raises
    ------
    ValueError
        If the two simulations of the coprocessor differ.
    """
    with Engine(EngineConfig(preset=preset, trace=True), notify=notify) as engine:
        driver = Driver(engine)
        driver.load(image)
        engine.capture()
        driver.run(MEMBERS[member], "accelerated")
        retired, transactions = engine.take_records()
    loop = _loop(retired)
    works = _changes(preset, transactions, loop[-1].cycle + 1)
    executes = _executions(transactions)
    return Turn(member, preset, sum(record.mem_rmask.bit_count() for record in loop[1:]),
                tuple(_blocks(loop, executes, works)))


def _loop(retired):
    """Return a turn of the hottest loop that has instructions for the coprocessor in it.

    It is from the first one of them to that one of the next turn, both included.
    """
    places = {record.pc_rdata for record in retired if decode(record.insn) is not None}
    jumps = Counter((record.pc_wdata, record.pc_rdata) for record in retired
                    if record.pc_wdata <= record.pc_rdata)
    (start, end), _ = max((item for item in jumps.items()
                           if any(item[0][0] <= place <= item[0][1] for place in places)),
                          key=lambda item: item[1])
    first = min(place for place in places if start <= place <= end)
    turns = [number for number, record in enumerate(retired) if record.pc_rdata == first]
    middle = len(turns) // 2
    return retired[turns[middle - 1]:turns[middle] + 1]


def _short(insn):
    """Abbreviate an instruction."""
    decoded = decode(insn)
    if decoded is None:
        return disassemble(insn).split()[0]
    return _LETTERS[decoded.row.operation] + str(decoded.index & 7 if decoded.row.index.value
                                                 == "lane" else decoded.index)


_LETTERS = {Operation.INIT: "i", Operation.ABSORB: "a", Operation.ENCRYPT: "e",
            Operation.DECRYPT: "d", Operation.READ: "r", Operation.ENCRYPT_LAST: "el",
            Operation.DECRYPT_LAST: "dl"}


def _blocks(loop, executes, works):
    """Yield the blocks of a turn, a new one behind each start of a permutation."""
    block, started = [], False
    for record, following in zip(loop, loop[1:], strict=False):
        cycle = record.cycle - _RETIRES
        decoded = decode(record.insn)
        if started and decoded is not None:
            yield tuple(block)
            block, started = [], False
        core = (Core.COPROCESSOR if decoded is not None else Core.LOAD if record.mem_rmask
                else Core.STORE if record.mem_wmask else Core.OTHER)
        starts = decoded is not None and decoded.rounds > 0
        block.append(Column(core, _short(record.insn), executes.get(cycle, ""), cycle in works,
                            starts))
        started |= starts
        jumped = record.pc_wdata != record.pc_rdata + 4
        for idle in range(cycle + 1, following.cycle - _RETIRES):
            block.append(Column(Core.JUMP if jumped else Core.WAIT, "", executes.get(idle, ""),
                                idle in works, False))
            # A jump takes one or two cycles more; what is beyond is another wait.
            jumped = jumped and idle < cycle + 2 and record.insn & 0x7f == 0x63
    yield tuple(block)


def _executions(transactions):
    """Return the instruction that executes in a cycle, that of its commit at the earliest."""
    issued, found = {}, {}
    for event in transactions:
        if isinstance(event, Issue) and event.accept:
            issued[event.id] = event
        elif isinstance(event, Commit) and not event.kill and event.id in issued:
            issue = issued.pop(event.id)
            found[max(event.cycle, issue.cycle + 1)] = _short(issue.instr)
    return found


def _changes(preset, transactions, end):
    """Return the cycles before ``end`` at whose end the state changes."""
    dut = soc_coprocessor(preset, id_width=4)
    issues = {event.cycle: event for event in transactions if isinstance(event, Issue)}
    commits = {event.cycle: event for event in transactions if isinstance(event, Commit)}
    found = set()

    async def replay(ctx):
        issue, commit = dut.x.issue, dut.x.commit
        ctx.set(dut.x.result.ready, 1)
        before = [ctx.get(lane) for lane in dut.lanes]
        for cycle in range(min(issues), end):
            offered, sure = issues.get(cycle), commits.get(cycle)
            ctx.set(issue.valid, offered is not None)
            if offered is not None:
                ctx.set(issue.req.instr, offered.instr)
                ctx.set(issue.req.id, offered.id)
                ctx.set(issue.req.rs, offered.rs1 | offered.rs2 << 32)
                ctx.set(issue.req.rs_valid, 3)
            ctx.set(commit.valid, sure is not None)
            if sure is not None:
                ctx.set(commit.id, sure.id)
                ctx.set(commit.commit_kill, sure.kill)
            if offered is not None and not ctx.get(issue.ready):
                raise ValueError(f"{disassemble(offered.instr)} is not ready in cycle {cycle}, "
                                 "as it was")
            await ctx.tick()
            after = [ctx.get(lane) for lane in dut.lanes]
            if after != before:
                found.add(cycle)
            before = after

    simulator = Simulator(dut)
    simulator.add_clock(1e-8)
    simulator.add_testbench(replay)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        simulator.run()
    return found
