"""The core keeps to CV-X-IF, whatever the coprocessor does that a legal one may do.

Source: CV-X-IF specification v0.2.0, sections on the issue, commit and result interface.
"""

from amaranth.hdl import Cat, Mux, Signal

from formal.check import Check, Fault, Mode, ensure
from formal.core.bench import CoreBench
from formal.core.cuts import ANY_ALU, ANY_REGISTERS
from formal.queue import Queue
from hdl.core.interruption import Interruption
from hdl.core.offload import Offload

__all__ = ["CHECKS"]

def _followed(m, core, *, payload=True):
    """Return queues of what has been issued and not committed, and of what is owed a result.

    An entry is id, acceptance, writeback and, with ``payload``, instruction and operands.
    """
    issue, commit, result = core.x.issue, core.x.commit, core.x.result
    width = core.id_width
    issued = issue.valid & issue.ready
    what = Cat(issue.req.id, issue.resp.accept, issue.resp.writeback)
    if payload:
        what = Cat(what, issue.req.instr, issue.req.rs)
    transaction = Signal(len(what))
    m.d.comb += transaction.eq(what)
    waiting = Queue(m, "waiting", len(transaction), enters=issued, value=transaction,
                     leaves=commit.valid)
    committed = Signal()
    m.d.comb += committed.eq(commit.valid & waiting.first[width] & ~commit.commit_kill)
    owed = Queue(m, "owed", len(transaction), enters=committed, value=waiting.first,
                  leaves=result.valid & result.ready)
    return waiting, owed


def _issue(m, bench, core):
    issue = core.x.issue
    # An offer that is repeated is the same one.
    offered = Signal()
    last = Signal(core.id_width + 96)
    now = Cat(issue.req.id, issue.req.instr, issue.req.rs)
    m.d.sync += [offered.eq(issue.valid & ~issue.ready), last.eq(now)]
    ensure(m, ~(offered & issue.valid & (last[:core.id_width] == issue.req.id)) | (now == last))
    ensure(m, ~issue.valid | (issue.req.rs_valid == 0b11) & (issue.req.mode == 0b11))


def _ids(m, bench, core):
    issue = core.x.issue
    waiting, owed = _followed(m, core, payload=False)
    for there, place in (*waiting.there, *owed.there):
        ensure(m, ~(issue.valid & there & (place[:core.id_width] == issue.req.id)))


def _commit(m, bench, core):
    commit = core.x.commit
    width = core.id_width
    waiting, _ = _followed(m, core, payload=False)
    ensure(m, ~commit.valid | waiting.some & (commit.id == waiting.first[:width]))
    ensure(m, ~commit.valid | waiting.first[width] | commit.commit_kill)
    ensure(m, waiting.count <= 1)


def _result(m, bench, core):
    rvfi, result = core.rvfi, core.x.result
    width = core.id_width
    _, owed = _followed(m, core)
    taken = result.valid & result.ready
    writeback, insn, operands = owed.first[width + 1], owed.first[width + 2:width + 34], \
        owed.first[width + 34:]
    rd = insn[7:12]
    writes = writeback & (rd != 0)
    # What was committed retires with its result: nothing flushes it.
    ensure(m, ~taken | owed.some & rvfi.valid & ~rvfi.trap)
    ensure(m, ~taken | (rvfi.insn == insn)
           & (Cat(rvfi.rs1_rdata, rvfi.rs2_rdata) == operands)
           & (rvfi.rd_addr == Mux(writes, rd, 0)) & (rvfi.rd_wdata == Mux(writes, result.data, 0)))
    # Custom-0 is the coprocessor's alone: it retires with a result or traps.
    ensure(m, ~(rvfi.valid & (rvfi.insn[:7] == 0b0001011)) | (taken ^ rvfi.trap))
    # An exception or interrupt finds nothing committed that is still to retire.
    ensure(m, ~(rvfi.valid & (rvfi.trap | rvfi.intr) & (owed.count != 0)) | taken)


def _bench(properties):
    return lambda: CoreBench(properties, fetch_errors=True, data_errors=True, interrupts=True,
                             coprocessor=True, id_width=2)


CHECKS = (
    Check("core.issue",
          "An offer holds, unchanged, or is taken back; all operands are valid.",
          _bench(_issue), depth=10, cuts=(ANY_REGISTERS,),
          faults=(Fault("an operand changes with the commit in front", Offload,
                        lambda self: self.link.issue.req.rs[63].eq(self.link.commit.valid)),),
          quick=True),
    Check("core.ids",
          "The id of an offer is none of a transaction that waits for commit or result.",
          _bench(_ids), depth=10, cuts=(ANY_REGISTERS, ANY_ALU),
          faults=(Fault("all ids are the same", Offload,
                        lambda self: self.link.issue.req.id.eq(0)),)),
    Check("core.commit",
          "Each commit is of the oldest transaction that waits for one, and none waits when the "
          "next one is offered; if refused, it is killed.",
          _bench(_commit), depth=10, mode=Mode.REACHABILITY, cuts=(ANY_REGISTERS, ANY_ALU),
          faults=(Fault("nothing is killed", Offload,
                        lambda self: self.link.commit.commit_kill.eq(0)),)),
    Check("core.result",
          "What is committed retires with its result: nothing older flushes it. RVFI has the "
          "offered operands, and the result if it is written.",
          _bench(_result), depth=10, cuts=(ANY_REGISTERS,),
          faults=(Fault("commit in front of an exception", Offload,
                        lambda self: self.link.commit.commit_kill.eq(~self.x_accepted)),
                  Fault("an interrupt does not wait for the offload in WB", Interruption,
                        lambda self: self.interrupt.eq(self.enabled)))),
)
