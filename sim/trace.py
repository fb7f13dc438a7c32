"""Readable traces of what the engine captured: instructions, and coprocessor transactions."""

from sim.disassembly import REGISTERS, disassemble
from sim.events import Commit, Issue, Result

__all__ = ["instruction_line", "transaction_line", "write_instructions", "write_transactions"]

_INSTRUCTION_HEADER = f"{'cycle':>10} {'pc':8} {'insn':8} {'disassembly':52} effect"
_TRANSACTION_HEADER = f"{'cycle':>10} {'channel':7} {'id':>2} what"


def write_instructions(path, retired):
    """Write the instruction trace.

    Parameters
    ----------
    path : path
        The file.
    retired : iterable of :class:`sim.events.Retired`
        In order.
    """
    _write(path, _INSTRUCTION_HEADER, map(instruction_line, retired))


def write_transactions(path, transactions):
    """Write the coprocessor's transaction trace.

    Parameters
    ----------
    path : path
        The file.
    transactions : iterable
        :class:`sim.events.Issue`, :class:`sim.events.Commit` and :class:`sim.events.Result`, in
        order.
    """
    _write(path, _TRANSACTION_HEADER, map(transaction_line, transactions))


def _write(path, header, lines):
    with open(path, "w", encoding="ascii") as file:
        print(header, file=file)
        for line in lines:
            print(line, file=file)


def instruction_line(record):
    """Describe a retired instruction: where, what, and the registers and memory it wrote."""
    effects = []
    if record.intr:
        effects.append("first of a handler")
    if record.trap:
        effects.append(f"trap to {record.pc_wdata:08x}")
    if record.mem_rmask:
        effects.append(_memory(record.mem_addr, record.mem_rmask, record.mem_rdata, "->"))
    if record.rd_addr:
        effects.append(f"{REGISTERS[record.rd_addr]}={record.rd_wdata:08x}")
    if record.mem_wmask:
        effects.append(_memory(record.mem_addr, record.mem_wmask, record.mem_wdata, "<-"))
    text = disassemble(record.insn, record.pc_rdata)
    return (f"{record.cycle:10} {record.pc_rdata:08x} {record.insn:08x} {text:52} "
            f"{' '.join(effects)}").rstrip()


def _memory(address, mask, data, arrow):
    """Describe an access: its address, and as many digits as it has bytes."""
    count = mask.bit_count()
    return f"[{address:08x}]{arrow}{data & (1 << 8 * count) - 1:0{2 * count}x}"


def transaction_line(event):
    """Describe a transaction on a channel."""
    match event:
        case Issue():
            channel = "issue"
            answer = "refused" if not event.accept else (
                "accepted, writes rd" if event.writeback else "accepted")
            what = (f"{event.instr:08x} {disassemble(event.instr):52} rs1={event.rs1:08x} "
                    f"rs2={event.rs2:08x} {answer}")
        case Commit():
            channel, what = "commit", "kill" if event.kill else "commit"
        case Result():
            channel = "result"
            what = (f"{REGISTERS[event.rd]}={event.data:08x}" if event.we else "nothing to write")
    return f"{event.cycle:10} {channel:7} {event.id:2} {what}"
