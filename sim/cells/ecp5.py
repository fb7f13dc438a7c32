"""Cells of Lattice ECP5.

Source: Lattice, "ECP5 Family Primitives" (FPGA Libraries Reference Guide 3.12: CCU2C, DP16KD,
L6MUX21, PFUMX); FPGA-TN-02204 "ECP5 Memory Usage Guide", "Initializing Memory"; Project Trellis,
"Logic Cells" (TRELLIS_FF, TRELLIS_DPR16X4).
"""

from math import log2

__all__ = ["KINDS"]


def _lut(cell):
    return [f"wire [15:0] {cell.id} = 16'h{cell.number('INIT'):x};",
            *cell.drive("Z", f"{cell.id}[{cell.vector('A', 'B', 'C', 'D')}]")]


def _slice_multiplexer(cell):
    return cell.drive("Z", f"{cell.bit('C0')} ? {cell.bit('ALUT')} : {cell.bit('BLUT')}")


def _wide_multiplexer(cell):
    return cell.drive("Z", f"{cell.bit('SD')} ? {cell.bit('D1')} : {cell.bit('D0')}")


def _carry(cell):
    """Two bits: a table's output, and the carry out that it or its lower quarter makes."""
    lines = [f"wire {cell.id}_0 = {cell.bit('CIN')};"]
    for k in range(2):
        cell.require(**{f"INJECT1_{k}": "NO"})
        inputs = cell.vector(f"A{k}", f"B{k}", f"C{k}", f"D{k}")
        lower = "{2'b00, " + cell.vector(f"A{k}", f"B{k}") + "}"
        here, there = f"{cell.id}_{k}", f"{cell.id}_{k + 1}"
        lines += [f"wire [15:0] {here}t = 16'h{cell.number(f'INIT{k}'):x};",
                  f"wire {here}p = {here}t[{inputs}];",
                  f"wire {there} = {here}p ? {here} : {here}t[{lower}];",
                  *cell.drive(f"S{k}", f"{here}p ^ {here}")]
    return [*lines, *cell.drive("COUT", f"{cell.id}_2")]


def _flip_flop(cell):
    cell.require(CLKMUX="CLK", LSRMUX="LSR", GSR="DISABLED", SRMODE="LSR_OVER_CE")
    value = int(cell.word("REGSET", "RESET") == "SET")
    enable = {"CE": cell.bit("CE", "1'b1"), "1": "1'b1", "0": "1'b0",
              "INV": f"~{cell.bit('CE')}"}[cell.word("CEMUX", "1")]
    return [f"reg {cell.id} = {value};",
            f"always @(posedge {cell.bit('CLK')})",
            f"  if ({cell.bit('LSR')}) {cell.id} <= {value};",
            f"  else if ({enable}) {cell.id} <= {cell.bit('DI')};",
            *cell.drive("Q", cell.id)]


def _table_ram(cell):
    cell.require(WCKMUX="WCK", WREMUX="WRE")
    return [f"reg [63:0] {cell.id} = 64'h{cell.number('INITVAL'):x};",
            f"always @(posedge {cell.bit('WCK')}) if ({cell.bit('WRE')}) "
            f"{cell.id}[{{{cell.vector('WAD')}, 2'b00}} +: 4] <= {cell.vector('DI')};",
            *cell.drive("DO", f"{cell.id}[{{{cell.vector('RAD')}, 2'b00}} +: 4]")]


def _block_ram(cell):
    """Two ports; words of 9 bits, in the narrow modes eight of them."""
    cell.require(REGMODE_A="NOREG", REGMODE_B="NOREG", CSDECODE_A="0b000", CSDECODE_B="0b000",
                 CLKAMUX="CLKA", CLKBMUX="CLKB")
    content = 0
    for row in range(64):
        words = cell.number(f"INITVAL_{row:02X}")
        for k in range(16):
            content |= (words >> 20 * k & 0x3_ffff) << 18 * (16 * row + k)
    lines = [f"reg [18431:0] {cell.id} = 18432'h{content:x};"]
    for port in "AB":
        if cell.bit(f"CE{port}") != "1'b0":
            lines += _block_ram_port(cell, port)
    return lines


def _block_ram_port(cell, port):
    width = cell.number(f"DATA_WIDTH_{port}", 18)
    for pin in (f"RST{port}", f"CS{port}0", f"CS{port}1", f"CS{port}2"):
        if cell.bit(pin) != "1'b0":
            raise ValueError(f"cell {cell.name}: {pin} is not described")
    pins = [cell.bit(f"AD{port}{k}") for k in range(14)]
    # The address of a word of nine bits, and of a bit in it.
    word = "{" + ", ".join(reversed(pins[3:] if width < 18 else pins[4:])) + "}"
    step = int(log2(width)) if width < 9 else 3
    low = "{" + ", ".join([*reversed(pins[step:3]), *["1'b0"] * step]) + "}"
    place = f"{{18'd0, {word}}} * {9 if width < 18 else 18}"
    if width < 9:
        place += f" + {low}"
    memory, out = cell.id, f"{cell.id}_{port}"
    lanes = [(0, min(width, 9), "1'b1")] if width < 18 else [(0, 9, pins[0]), (9, 9, pins[1])]
    mode = cell.word(f"WRITEMODE_{port}", "NORMAL")
    if mode not in ("NORMAL", "WRITETHROUGH", "READBEFOREWRITE"):
        raise ValueError(f"cell {cell.name}: {mode} is not a write mode")
    write = cell.bit(f"WE{port}")
    unless = f"if (!{write}) " if mode == "NORMAL" else ""
    lines = [f"reg [{width - 1}:0] {out} = 0;",
             f"always @(posedge {cell.bit(f'CLK{port}')}) if ({cell.bit(f'CE{port}')}) begin",
             f"  {unless}{out} <= {memory}[{place} +: {width}];"]
    for start, count, enable in lanes:
        data = "{" + ", ".join(cell.bit(f"DI{port}{start + k}")
                               for k in reversed(range(count))) + "}"
        through = f" {out}[{start} +: {count}] <= {data};" if mode == "WRITETHROUGH" else ""
        lines.append(f"  if ({write} & {enable}) begin {memory}[{place} + {start} +: {count}] <= "
                     f"{data};{through} end")
    lines.append("end")
    for k in range(width):
        lines += cell.drive(f"DO{port}{k}", f"{out}[{k}]")
    return lines


#: What describes each kind: a function that returns lines of Verilog.
KINDS = {
    "LUT4":            _lut,
    "PFUMX":           _slice_multiplexer,
    "L6MUX21":         _wide_multiplexer,
    "CCU2C":           _carry,
    "TRELLIS_FF":      _flip_flop,
    "TRELLIS_DPR16X4": _table_ram,
    "DP16KD":          _block_ram,
}
