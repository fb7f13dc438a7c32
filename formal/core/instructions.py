"""Instructions do what the specification says, group by group."""

from amaranth.asserts import AnySeq
from amaranth.hdl import C, Cat, Module, Signal, Value

from formal.check import Check, Cut, Fault, ensure
from formal.core.bench import CoreBench
from formal.core.cuts import ANY_REGISTERS
from formal.core.semantics import ACCESSES, COMPUTATIONS, JUMPS, SHIFTS, SYSTEM, Operands
from formal.core.semantics_extensions import (
    MULTIPLICATIONS,
    SHARED,
    ZBA,
    ZBB,
    ZBKB,
    ZBS,
    alternative,
)
from hdl.core.alu import Alu
from hdl.core.bits import BitUnit
from hdl.core.decode import Decoder
from hdl.core.divider import Divider
from hdl.core.lsu import LoadStoreUnit
from hdl.core.multiplier import Multiplier

__all__ = ["CHECKS", "check_effect"]

_MRET, _WFI = 0x3020_0073, 0x1050_0073

_BASE = (COMPUTATIONS, SHIFTS, JUMPS, ACCESSES, SYSTEM)


def check_effect(m, rvfi, rows, insn, size, *, compressed=False):
    """State that a record of RVFI is as ``rows`` say, if its instruction is among them.

    Parameters
    ----------
    m : :class:`Module`
        Gets the properties.
    rvfi : ``rvfi.Signature()``
        The record.
    rows : dict
        Instructions, as :mod:`formal.core.semantics` has them.
    insn : Value
        The instruction in 32 bits.
    size : Value
        Its bytes in memory.
    compressed : :class:`bool`
        Whether any even address is one of an instruction.
    """
    operands = Operands(insn, rvfi.rs1_rdata, rvfi.rs2_rdata, rvfi.pc_rdata, size)
    rd = insn[7:12]
    for name, (pattern, effect_of) in rows.items():
        effect = effect_of(operands)
        found = Signal(name=f"found_{name}")
        m.d.comb += found.eq(rvfi.valid & insn.matches(pattern))
        behind = (rvfi.pc_rdata + size)[:32]
        next_pc = Signal(32, name=f"next_pc_{name}")
        m.d.comb += [next_pc.eq(behind if effect.next_pc is None else effect.next_pc)]

        def must(condition, found=found):
            ensure(m, ~found | condition, src_loc_at=1)

        # Without C, an instruction can't be at just any even address.
        jumps = effect.next_pc is not None
        traps = next_pc[1] if jumps and not compressed else C(effect.traps, 1)
        must(rvfi.trap == traps)
        must(~traps | (rvfi.rd_addr == 0) & (rvfi.mem_rmask == 0) & (rvfi.mem_wmask == 0))
        if effect.traps:
            continue
        found = found & ~traps

        def must(condition, found=found):
            ensure(m, ~found | condition, src_loc_at=1)

        must(rvfi.pc_wdata == next_pc)
        must(rvfi.rs1_addr == (insn[15:20] if effect.rs1 else 0))
        must(rvfi.rs2_addr == (insn[20:25] if effect.rs2 else 0))
        loads = effect.address is not None and effect.store is None
        if effect.rd is not None or loads:
            must(rvfi.rd_addr == rd)
        else:
            must(rvfi.rd_addr == 0)
        cases = effect.rd if isinstance(effect.rd, list) else [(C(1, 1), effect.rd)]
        for condition, new in cases if effect.rd is not None else ():
            value = Signal(32, name=f"value_{name}")
            m.d.comb += value.eq(new)
            must(~condition | (rd == 0) | (rvfi.rd_wdata == value))
        must((rvfi.rd_addr != 0) | (rvfi.rd_wdata == 0))
        mask = (1 << effect.size) - 1
        must(rvfi.mem_rmask == (mask if loads else 0))
        must(rvfi.mem_wmask == (mask if effect.store is not None else 0))
        if effect.address is not None:
            must(rvfi.mem_addr == effect.address[:32])
        bits = 8 * effect.size
        if loads:
            data = rvfi.mem_rdata[:bits]
            sign = data[-1] if effect.sign else C(0, 1)
            must((rd == 0) | (rvfi.rd_wdata == Cat(data, sign.replicate(32 - bits))))
        elif effect.store is not None:
            must(rvfi.mem_wdata[:bits] == effect.store[:bits])


def _bench(rows, **parameters):
    def properties(m, bench, core):
        check_effect(m, core.rvfi, rows, core.rvfi.insn, C(4, 3))

    return lambda: CoreBench(properties, **parameters)


def _illegal(*groups):
    """State that what is in none of the groups, and neither of Zicsr nor privileged, traps."""
    patterns = [pattern for rows in groups for pattern, _ in rows.values()]

    def properties(m, bench, core):
        insn = core.rvfi.insn
        known = Signal()
        m.d.comb += known.eq(insn.matches(*patterns, _MRET, _WFI)
                             | (insn[:7] == 0b1110011) & (insn[12:14] != 0))
        ensure(m, ~core.rvfi.valid | known | core.rvfi.trap & (core.rvfi.rd_addr == 0))

    return properties


def _cut_unit(base):
    def elaborate(self):
        m = Module()
        was_done = Signal()
        m.d.comb += [
            self.done.eq(was_done | AnySeq(1)),
            self.value.eq(alternative(Cat(self.funct3, C(base, 1)), self.a, self.b)),
        ]
        m.d.sync += was_done.eq(self.done & self.step & ~self.clear)
        return m

    return elaborate


_UNITS = (Cut("the product is something simpler, and is there when it likes", Multiplier,
              _cut_unit(0)),
          Cut("the quotient is something simpler, and is there when it likes", Divider,
              _cut_unit(1)))


def _check(name, about, rows, fault, *, depth=8, cuts=(), quick=False, **parameters):
    return Check(f"core.{name}",
                 f"{about}: {', '.join(rows)}. RVFI's record of each is what the specification "
                 "says: registers, value, next address, access to memory.",
                 _bench(rows, **parameters), depth=depth, cuts=(ANY_REGISTERS, *cuts),
                 faults=(fault,), quick=quick)


CHECKS = (
    _check("computations", "Sums, comparisons and bitwise operations", COMPUTATIONS,
           Fault("comparison is always unsigned", Alu, lambda self: self.less.eq(
               self.a < self.b))),
    _check("shifts", "Shifts", SHIFTS,
           Fault("srai shifts in zeros", Decoder,
                 lambda self: self.control.arithmetic.eq(self.insn[5]))),
    _check("jumps", "Jumps and branches", JUMPS,
           Fault("bgeu is bltu for equal operands", Alu,
                 lambda self: self.less.eq(self.subtract & ~self.signed & (self.a <= self.b)))),
    _check("accesses", "Loads and stores", ACCESSES,
           Fault("the highest bit of what is loaded is the bus's", LoadStoreUnit,
                 lambda self: self.w_data[31].eq(self.bus.rdata[31]))),
    _check("system", "What does nothing, and what traps", SYSTEM,
           Fault("ebreak does nothing", Decoder, lambda self: self.control.ebreak.eq(0)),
           quick=True),
    _check("m", "Multiplication and division", MULTIPLICATIONS,
           Fault("rem is div", Decoder, lambda self: self.control.funct3[1].eq(0)),
           cuts=_UNITS, m=True),
    _check("zba", "Zba", ZBA,
           Fault("sh1add is sh2add", Decoder,
                 lambda self: Value.cast(self.control.a)[0].eq(1)), zba=True),
    _check("zbb", "Zbb", ZBB,
           Fault("orc.b looks at one bit", BitUnit, lambda self: self.value[7].eq(self.a[0])),
           zbb=True),
    _check("rotations", "What Zbb and Zbkb share", SHARED,
           Fault("xnor is xor", Decoder, lambda self: self.control.subtract.eq(0)), zbkb=True),
    _check("zbs", "Zbs", ZBS,
           Fault("bclr does not complement its mask", Decoder,
                 lambda self: self.control.subtract.eq(0)), zbs=True),
    _check("zbkb", "Zbkb", ZBKB,
           Fault("packh packs halves", BitUnit, lambda self: self.value[8].eq(self.b[8])),
           zbkb=True),
    Check("core.illegal",
          "Without extensions, what is no instruction of RV32I, Zicsr, Zifencei, mret or wfi traps "
          "if the coprocessor refuses it, and writes nothing.",
          lambda: CoreBench(_illegal(*_BASE)), depth=10, cuts=(ANY_REGISTERS,),
          faults=(Fault("what is unknown and has bit 5 set does nothing", Decoder,
                        lambda self: self.control.unknown.eq(~self.insn[5])),)),
    Check("core.illegal-extended",
          "The same with M, Zba, Zbb, Zbs and Zbkb.",
          lambda: CoreBench(_illegal(*_BASE, MULTIPLICATIONS, ZBA, ZBB, ZBS, ZBKB, SHARED), m=True,
                            zba=True, zbb=True, zbs=True, zbkb=True),
          depth=9, cuts=(ANY_REGISTERS, *_UNITS),
          faults=(Fault("what is unknown and has bit 5 clear does nothing", Decoder,
                        lambda self: self.control.unknown.eq(self.insn[5])),)),
)
