"""Directed tests of every CSR, and of every address that is none, on the core in Verilator."""

import pytest
from csr_cases import csrs
from isa_program import build, differences, run, text
from isa_rows import Row, Step

from hdl.core.decode import CSRS
from sim.core.bench import EXTENSIONS
from sim.core.soak import COUNTERS

_ONES, _P, _Q = 0xffff_ffff, 0x1234_5678, 0xedcb_a987

#: Every way to write, and what it leaves of a register that takes everything, one after the other;
#: x5 to x7 hold the three values above.
_WRITES = (("csrrw x8, {}, x5", _ONES), ("csrrc x8, {}, x6", 0xedcb_a987),
           ("csrrw x8, {}, x6", _P), ("csrrs x8, {}, x7", _ONES), ("csrrw x8, {}, x7", _Q),
           ("csrrs x8, {}, x0", _Q), ("csrrc x8, {}, x0", _Q), ("csrrsi x8, {}, 0", _Q),
           ("csrrci x8, {}, 0", _Q), ("csrrwi x8, {}, 21", 21), ("csrrsi x8, {}, 10", 31),
           ("csrrci x8, {}, 17", 14), ("csrrwi x8, {}, 0", 0), ("csrrsi x8, {}, 31", 31),
           ("csrrw x8, {}, x0", 0))

#: By extensions: bits of ``misa``, alignment of instructions, and counters of events.
_CORES = {EXTENSIONS: (0x4080_1106, 2, COUNTERS), (): (0x4080_0100, 4, 0)}


def _row(name, *steps):
    return Row(name, "i", (steps,))


def _accesses(csr):
    """Return a row with every form of access to a CSR; what cannot be written traps."""
    fixed = csr.reset & ~(csr.writable or 0)
    steps = [Step(f"csrrs x8, {csr.address:#x}, x0", rd=csr.reset)]
    for form, value in _WRITES:
        line = form.format(f"{csr.address:#x}")
        if csr.writable is not None:
            steps += [Step(line, rd=steps[-1].rd),
                      Step(f"csrrs x8, {csr.address:#x}, x0", rd=fixed | value & csr.writable)]
        elif "csrrw" in line or not line.endswith((" x0", " 0")):
            steps.append(Step(line, trap=2))
        else:
            steps.append(Step(line, rd=csr.reset))
    return _row(csr.name, *steps)


@pytest.mark.parametrize("extensions", _CORES, ids=["all", "none"])
def test_every_csr(extensions, tmp_path):
    """Its value after reset, then six instructions, with and without something to write."""
    table = csrs(*_CORES[extensions])
    first = [_row(csr.name, Step(f"csrrs x8, {csr.address:#x}, x0", rd=csr.reset))
             for csr in table]
    first.append(_row("values", Step(f"li x5, {_ONES:#x}"), Step(f"li x6, {_P:#x}"),
                      Step(f"li x7, {_Q:#x}")))
    # mtvec at the end, since without a handler nothing may trap.
    mtvec, = (csr for csr in table if csr.name == "mtvec")
    rows = [*(_accesses(csr) for csr in table if csr is not mtvec),
            _row("mtvec", Step("csrw mtvec, x0"), *_accesses(mtvec._replace(reset=0)).cases[0])]
    memory, symbols = build(text(rows, first), tmp_path)
    seen = run(memory, extensions)
    assert differences([*first, *rows], symbols, seen, extensions) == []


@pytest.mark.parametrize("extensions", _CORES, ids=["all", "none"])
def test_every_address(extensions, tmp_path):
    """Each of the 4096 addresses: read; written with what was read; read with x1, which is 0.

    The last one writes, so that it traps where writing is not allowed.
    """
    table = {csr.address: csr for csr in csrs(*_CORES[extensions])}
    rows = []
    for address in range(4096):
        csr = table.get(address)
        read = 2 if csr is None else -1
        write = 2 if csr is None or csr.writable is None else -1
        rows.append(_row(f"{address:#x}",
                         Step(f".4byte {address << 20 | 2 << 12 | 8 << 7 | 0x73:#x}", trap=read),
                         Step(f".4byte {address << 20 | 8 << 15 | 1 << 12 | 0x73:#x}", trap=write),
                         Step(f".4byte {address << 20 | 1 << 15 | 2 << 12 | 0x73:#x}", trap=write)))
    first = [_row("start", Step("li x1, 0"))]
    memory, symbols = build(text(rows, first), tmp_path)
    assert differences([*first, *rows], symbols, run(memory, extensions), extensions) == []


def test_no_csr_is_left_out():
    """The core's table of addresses has those of the cases and no others."""
    def matches(pattern, address):
        return all(p in ("-", bit) for p, bit in zip(pattern, f"{address:012b}", strict=True))

    core = {address for address in range(4096)
            if any(matches(pattern, address) for pattern, _ in CSRS)}
    for parameters in _CORES.values():
        assert {csr.address for csr in csrs(*parameters)} == core
