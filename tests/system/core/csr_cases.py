"""Every CSR of the core: its address, its value after reset, and the bits that can be written.

Source: RISC-V privileged specification 20240411, chapter 2 (addresses; read-only ones have 11 in
their upper bits) and 3.1 (fields); unprivileged specification 20240411, chapter 8 (counters);
CV32E40X user manual, "Control and Status Registers" (reset values, which WARL bits exist). Debug
registers, ``jvt`` and CLIC's are the real core's only.
"""

from typing import NamedTuple

ONES = 0xffff_ffff


class Csr(NamedTuple):
    """A CSR; ``writable`` is None if it is read-only, 0 if it takes writes and ignores them."""

    name:     str
    address:  int
    reset:    int
    writable: int | None


def csrs(misa, aligned, counters):
    """Return the CSRs of a core; its instructions are ``aligned``, 2 or 4."""
    hpm = range(3, 32)
    there = range(3, 3 + counters)
    inhibit = 0b101 | sum(1 << i for i in there)
    return (
        # MPP is M, for ever; MPIE and MIE are bits 7 and 3.
        Csr("mstatus", 0x300, 0x1800, 0x88),
        Csr("misa", 0x301, misa, 0),
        # Software, timer, external, and 16 fast lines.
        Csr("mie", 0x304, 0, 0xffff_0888),
        # Vectored; the base is a multiple of 128.
        Csr("mtvec", 0x305, 1, 0xffff_ff81),
        Csr("mstatush", 0x310, 0, 0),
        *(Csr(f"mhpmevent{i}", 0x320 + i, 0, 0xffff if i in there else 0) for i in hpm),
        Csr("mscratch", 0x340, 0, ONES),
        Csr("mepc", 0x341, 0, ONES & -aligned),
        Csr("mcause", 0x342, 0, 0x8000_07ff),
        Csr("mtval", 0x343, 0, 0),
        # What of it exists are the lines, which no write changes.
        Csr("mip", 0x344, 0, 0),
        *(Csr(f"{name}{half}", base + offset, 0, ONES)
          for name, base in (("mcycle", 0xb00), ("minstret", 0xb02))
          for half, offset in (("", 0), ("h", 0x80))),
        *(Csr(f"mhpmcounter{i}{half}", 0xb00 + i + offset, 0, ONES if i in there else 0)
          for i in hpm for half, offset in (("", 0), ("h", 0x80))),
        *(Csr(f"{name}{half}", base + offset, 0, None)
          for name, base in (("cycle", 0xc00), ("time", 0xc01), ("instret", 0xc02))
          for half, offset in (("", 0), ("h", 0x80))),
        *(Csr(f"hpmcounter{i}{half}", 0xc00 + i + offset, 0, None)
          for i in hpm for half, offset in (("", 0), ("h", 0x80))),
        *(Csr(name, address, 0, None) for name, address in (
            ("mvendorid", 0xf11), ("marchid", 0xf12), ("mimpid", 0xf13), ("mhartid", 0xf14),
            ("mconfigptr", 0xf15))),
        # All counters stand still after reset. Last, since they count when it is written.
        Csr("mcountinhibit", 0x320, inhibit, inhibit),
    )
