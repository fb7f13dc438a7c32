"""Instruction decoder.

Source: RISC-V unprivileged specification 20240411, chapter 35 (instruction set listings);
privileged specification 20240411, table 4 to 7 (CSR addresses). Which encodings are illegal is as
in CV32E40X with the same extensions.
"""

from amaranth.hdl import Cat, Module, Mux, Signal, Value
from amaranth.lib import wiring
from amaranth.lib.wiring import In, Out

from hdl.core.control import (
    Control,
    CsrSelect,
    Immediate,
    Logic,
    OperandA,
    Result,
    TargetBase,
    TargetOffset,
)
from hdl.core.decode_extensions import INSTRUCTIONS

__all__ = ["CSRS", "Decoder", "immediate", "target_offset"]

#: ``(address pattern, storage)``; an address in no row does not exist. Addresses whose upper two
#: bits are set are read-only.
CSRS = (
    ("001100000000", CsrSelect.MSTATUS),        # 300
    ("001100000001", CsrSelect.MISA),           # 301
    ("001100000100", CsrSelect.MIE),            # 304
    ("001100000101", CsrSelect.MTVEC),          # 305
    ("001100010000", CsrSelect.ZERO),           # 310 mstatush
    ("001100100000", CsrSelect.MCOUNTINHIBIT),  # 320
    ("001100100011", CsrSelect.MHPMEVENT),      # 323 mhpmevent3
    ("0011001001--", CsrSelect.MHPMEVENT),      # 324..327
    ("001100101---", CsrSelect.MHPMEVENT),      # 328..32f
    ("00110011----", CsrSelect.MHPMEVENT),      # 330..33f mhpmevent31
    ("001101000000", CsrSelect.MSCRATCH),       # 340
    ("001101000001", CsrSelect.MEPC),           # 341
    ("001101000010", CsrSelect.MCAUSE),         # 342
    ("001101000011", CsrSelect.ZERO),           # 343 mtval
    ("001101000100", CsrSelect.MIP),            # 344
    ("1011-0000000", CsrSelect.MCYCLE),         # b00, b80 mcycleh
    ("1011-0000010", CsrSelect.MINSTRET),       # b02, b82 minstreth
    ("1011-0000011", CsrSelect.MHPMCOUNTER),    # b03 mhpmcounter3(h)
    ("1011-00001--", CsrSelect.MHPMCOUNTER),    # b04..b07
    ("1011-0001---", CsrSelect.MHPMCOUNTER),    # b08..b0f
    ("1011-001----", CsrSelect.MHPMCOUNTER),    # b10..b1f mhpmcounter31(h)
    ("1100-0000000", CsrSelect.MCYCLE),         # c00 cycle, c80 cycleh
    ("1100-0000001", CsrSelect.TIME),           # c01 time, c81 timeh
    ("1100-0000010", CsrSelect.MINSTRET),       # c02 instret, c82 instreth
    ("1100-0000011", CsrSelect.MHPMCOUNTER),    # c03 hpmcounter3(h)
    ("1100-00001--", CsrSelect.MHPMCOUNTER),    # c04..c07
    ("1100-0001---", CsrSelect.MHPMCOUNTER),    # c08..c0f
    ("1100-001----", CsrSelect.MHPMCOUNTER),    # c10..c1f hpmcounter31(h)
    ("111100010001", CsrSelect.ZERO),           # f11 mvendorid
    ("11110001001-", CsrSelect.ZERO),           # f12 marchid, f13 mimpid
    ("11110001010-", CsrSelect.ZERO),           # f14 mhartid, f15 mconfigptr
)


def immediate(insn, select, size):
    """Return the 32-bit immediate ``select`` (an :class:`Immediate`) of ``insn``."""
    sign = insn[31]
    upper = Mux(select == Immediate.TYPE_U, insn[12:31], sign.replicate(19))
    low_i = insn[20:32]
    low_s = Cat(insn[7:12], insn[25:32])
    low = Mux(select == Immediate.TYPE_S, low_s, low_i)
    value = Cat(Mux(select == Immediate.TYPE_U, 0, low), upper, sign)
    return Mux(select == Immediate.SIZE, size, value)


def target_offset(insn, select):
    """Return the 32-bit offset ``select`` (a :class:`TargetOffset`) of ``insn``."""
    sign = insn[31]
    offset_i = Cat(insn[20:31], sign.replicate(21))
    offset_b = Cat(0, insn[8:12], insn[25:31], insn[7], sign.replicate(20))
    offset_j = Cat(0, insn[21:31], insn[20], insn[12:20], sign.replicate(12))
    return Mux(select == TargetOffset.TYPE_I, offset_i,
               Mux(select == TargetOffset.TYPE_B, offset_b,
                   Mux(select == TargetOffset.TYPE_J, offset_j, 4)))


class Decoder(wiring.Component):
    """Decodes RV32I, Zicsr, Zifencei, ``mret``, ``wfi`` and extensions. Combinational.

    What is left out is marked ``unknown`` and reads both registers.

    Parameters
    ----------
    extensions : :class:`~hdl.core.extensions.Extensions`
        What there is besides.

    Members
    -------
    insn : ``In(32)``
        The instruction.
    control : ``Out(Control)``
        What it does.
    """

    def __init__(self, extensions):
        self._extensions = extensions
        super().__init__({"insn": In(32), "control": Out(Control)})

    @property
    def extensions(self):
        """What there is besides RV32I."""
        return self._extensions

    def elaborate(self, platform):
        m = Module()
        insn = Value.cast(self.insn)
        control = self.control
        funct3 = insn[12:15]
        funct7 = insn[25:32]
        system = insn[20:32]
        # Read here, so not a field of ``control``, which would look like a loop to Verilator.
        forbidden = Signal()
        rs1_is_x0 = insn[15:20] == 0

        def known(*, rs1=False, rs2=False, rd=False):
            return [control.unknown.eq(0), control.rs1.eq(rs1), control.rs2.eq(rs2),
                    control.rd_we.eq(rd)]

        def immediate_operand(select):
            return [control.b_immediate.eq(1), control.immediate.eq(select)]

        def arithmetic(subtract_or_arithmetic):
            """Decode ``funct3`` of OP and OP-IMM."""
            with m.Switch(funct3):
                with m.Case(0b000):
                    m.d.comb += control.subtract.eq(subtract_or_arithmetic)
                with m.Case(0b001):
                    m.d.comb += [control.result.eq(Result.SHIFT_LEFT),
                                 control.a.eq(OperandA.RS1_REVERSED)]
                with m.Case(0b010, 0b011):
                    m.d.comb += [control.result.eq(Result.LOGIC), control.logic.eq(Logic.LESS),
                                 control.subtract.eq(1), control.signed.eq(~funct3[0])]
                with m.Case(0b100):
                    m.d.comb += [control.result.eq(Result.LOGIC), control.logic.eq(Logic.XOR)]
                with m.Case(0b101):
                    m.d.comb += [control.result.eq(Result.SHIFT_RIGHT),
                                 control.arithmetic.eq(subtract_or_arithmetic)]
                with m.Case(0b110):
                    m.d.comb += [control.result.eq(Result.LOGIC), control.logic.eq(Logic.OR)]
                with m.Case(0b111):
                    m.d.comb += [control.result.eq(Result.LOGIC), control.logic.eq(Logic.AND)]

        m.d.comb += [control.unknown.eq(1), control.rs1.eq(1), control.rs2.eq(1),
                     control.funct3.eq(funct3), control.forbidden.eq(forbidden)]
        with m.Switch(insn[0:7]):
            with m.Case(0b0110111):  # lui
                m.d.comb += [known(rd=True), control.a.eq(OperandA.UIMM),
                             immediate_operand(Immediate.TYPE_U)]
            with m.Case(0b0010111):  # auipc
                m.d.comb += [known(rd=True), control.a.eq(OperandA.PC),
                             immediate_operand(Immediate.TYPE_U)]
            with m.Case(0b1101111):  # jal
                m.d.comb += [known(rd=True), control.jump.eq(1),
                             control.target_offset.eq(TargetOffset.TYPE_J),
                             control.a.eq(OperandA.PC), immediate_operand(Immediate.SIZE)]
            with m.Case(0b1100111):  # jalr
                with m.If(funct3 == 0):
                    m.d.comb += [known(rs1=True, rd=True), control.jump.eq(1),
                                 control.target_base.eq(TargetBase.RS1),
                                 control.target_offset.eq(TargetOffset.TYPE_I),
                                 control.a.eq(OperandA.PC), immediate_operand(Immediate.SIZE)]
            with m.Case(0b1100011):  # branch
                with m.If(funct3[1:3] != 0b01):
                    m.d.comb += [known(rs1=True, rs2=True), control.branch.eq(1),
                                 control.target_offset.eq(TargetOffset.TYPE_B),
                                 control.subtract.eq(1), control.signed.eq(~funct3[1])]
            with m.Case(0b0000011):  # load
                with m.If((funct3 != 0b011) & (funct3[1:3] != 0b11)):
                    m.d.comb += [known(rs1=True, rd=True), control.load.eq(1),
                                 immediate_operand(Immediate.TYPE_I)]
            with m.Case(0b0100011):  # store
                with m.If(~funct3[2] & (funct3[0:2] != 0b11)):
                    m.d.comb += [known(rs1=True, rs2=True), control.store.eq(1),
                                 immediate_operand(Immediate.TYPE_S)]
            with m.Case(0b0010011):  # register with immediate
                shift = funct3[0:2] == 0b01
                right = funct3[2]
                with m.If(~shift | (funct7 == 0) | right & (funct7 == 0b0100000)):
                    m.d.comb += [known(rs1=True, rd=True),
                                 immediate_operand(Immediate.TYPE_I)]
                    arithmetic(shift & insn[30])
            with m.Case(0b0110011):  # register with register
                alternative = (funct7 == 0b0100000) & ((funct3 == 0b000) | (funct3 == 0b101))
                with m.If((funct7 == 0) | alternative):
                    m.d.comb += [known(rs1=True, rs2=True, rd=True)]
                    arithmetic(insn[30])
            with m.Case(0b0001111):  # fence, fence.i
                with m.If(funct3[1:3] == 0):
                    m.d.comb += [known(), control.fence.eq(1),
                                 control.target_offset.eq(TargetOffset.FOUR)]
            with m.Case(0b1110011):  # system
                with m.If(funct3[0:2] != 0):
                    exists = self._decode_csr(m, system)
                    writes = (funct3[0:2] == 0b01) | ~rs1_is_x0
                    read_only = system[10:12].all()
                    m.d.comb += [
                        known(rs1=~funct3[2]),
                        forbidden.eq(~exists | writes & read_only),
                    ]
                    with m.If(~forbidden):
                        m.d.comb += [control.csr.eq(1), control.csr_we.eq(writes),
                                     control.rd_we.eq(1), control.result.eq(Result.LOGIC),
                                     control.logic.eq(Logic.CSR)]
                    with m.If(funct3[2]):
                        m.d.comb += control.a.eq(OperandA.UIMM)
                with m.Elif((funct3 == 0) & rs1_is_x0 & (insn[7:12] == 0)):
                    for number, member in ((0x000, control.ecall), (0x001, control.ebreak),
                                           (0x302, control.mret), (0x105, control.wfi)):
                        with m.If(system == number):
                            m.d.comb += [known(), member.eq(1)]

        with m.Switch(insn):
            for row in INSTRUCTIONS:
                if self._extensions.has(row.extensions):
                    with m.Case(row.pattern):
                        m.d.comb += [known(rs1=True, rs2=not row.immediate, rd=True),
                                     control.b_immediate.eq(row.immediate)]
                        m.d.comb += [control[name].eq(value)
                                     for name, value in row.settings.items()]
        return m

    def _decode_csr(self, m, address):
        """Select the storage of the CSR at ``address``; return whether it exists."""
        exists = Signal(name="csr_exists")
        with m.Switch(address):
            for pattern, select in CSRS:
                with m.Case(pattern):
                    m.d.comb += [exists.eq(1), self.control.csr_select.eq(select)]
        return exists
