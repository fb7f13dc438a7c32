"""Records that the fast engine captures: retired instructions and coprocessor transactions."""

import struct
from typing import NamedTuple

__all__ = ["Commit", "Issue", "Result", "Retired", "unpack_retired", "unpack_transactions"]

#: The structures ``Retired`` and ``Transaction`` of ``engine.cpp``.
_RETIRED = struct.Struct("<2Q11I8B4x")
_TRANSACTION = struct.Struct("<Q4I7Bx")


class Retired(NamedTuple):
    """An instruction that retired or trapped in a cycle; fields as in :mod:`hdl.rvfi`."""

    cycle:     int
    order:     int
    insn:      int
    pc_rdata:  int
    pc_wdata:  int
    rs1_rdata: int
    rs2_rdata: int
    rd_wdata:  int
    mem_addr:  int
    mem_rdata: int
    mem_wdata: int
    csr_mcause_rdata: int
    csr_mip_rdata:    int
    rs1_addr:  int
    rs2_addr:  int
    rd_addr:   int
    mem_rmask: int
    mem_wmask: int
    trap:      int
    intr:      int
    mode:      int


class Issue(NamedTuple):
    """An issue transaction."""

    cycle:     int
    id:        int
    instr:     int
    rs1:       int
    rs2:       int
    accept:    bool
    writeback: bool


class Commit(NamedTuple):
    """A commit transaction."""

    cycle: int
    id:    int
    kill:  bool


class Result(NamedTuple):
    """A result transaction."""

    cycle: int
    id:    int
    data:  int
    rd:    int
    we:    bool


def unpack_retired(content):
    """Return a list of :class:`Retired` from the engine's bytes."""
    return [Retired._make(values) for values in _RETIRED.iter_unpack(content)]


def unpack_transactions(content):
    """Return a list of :class:`Issue`, :class:`Commit` and :class:`Result`, in order."""
    events = []
    for (cycle, instr, rs1, rs2, data, channel, id_, accept, writeback, kill, rd,
         we) in _TRANSACTION.iter_unpack(content):
        match channel:
            case 0:
                events.append(Issue(cycle, id_, instr, rs1, rs2, bool(accept), bool(writeback)))
            case 1:
                events.append(Commit(cycle, id_, bool(kill)))
            case 2:
                events.append(Result(cycle, id_, data, rd, bool(we)))
    return events
