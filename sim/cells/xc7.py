"""Cells of Xilinx series 7.

Source: UG953 "Vivado 7 Series Libraries Guide"; UG473 "Memory Resources", "Block RAM Attributes"
(order of initial contents); UG474 "CLB", "Carry Logic", "Distributed RAM".
"""

from math import log2

__all__ = ["KINDS"]


def _lut(cell):
    width = len(cell.pins) - 1
    inputs = cell.vector(*(f"I{k}" for k in range(width)))
    table = f"{1 << width}'h{cell.number('INIT'):x}"
    return [f"wire [{(1 << width) - 1}:0] {cell.id} = {table};",
            *cell.drive("O", f"{cell.id}[{inputs}]")]


def _inverter(cell):
    return cell.drive("O", f"~{cell.bit('I')}")


def _wide_multiplexer(cell):
    return cell.drive("O", f"{cell.bit('S')} ? {cell.bit('I1')} : {cell.bit('I0')}")


def _carry(cell):
    """Four bits: ``O = S ^ carry in``, ``carry out = S ? carry in : DI``."""
    start = f"{cell.bit('CI')} | {cell.bit('CYINIT')}"
    out = [f"{cell.id}_{k}" for k in range(5)]
    lines = [f"wire {out[0]} = {start};"]
    for k, (select, generate) in enumerate(zip(cell.pins["S"], cell.pins["DI"], strict=True)):
        lines.append(f"wire {out[k + 1]} = {select} ? {out[k]} : {generate};")
        for pin, value in (("O", f"{select} ^ {out[k]}"), ("CO", out[k + 1])):
            if cell.pins.get(pin):
                lines.append(f"assign {cell.pins[pin][k]} = {value};")
    return lines


def _flip_flop(cell):
    """FDRE and FDSE: synchronous reset or set goes before the enable."""
    cell.require(IS_C_INVERTED=0, IS_D_INVERTED=0, IS_R_INVERTED=0, IS_S_INVERTED=0)
    pin, value = ("R", 0) if cell.kind == "FDRE" else ("S", 1)
    return [f"reg {cell.id} = {cell.number('INIT')};",
            f"always @(posedge {cell.bit('C')})",
            f"  if ({cell.bit(pin)}) {cell.id} <= {value};",
            f"  else if ({cell.bit('CE', '1')}) {cell.id} <= {cell.bit('D')};",
            *cell.drive("Q", cell.id)]


def _ram32m(cell):
    """Four tables of 32 x 2 bits, each with its read address; all are written at ADDRD."""
    lines = []
    for table in "ABCD":
        memory = f"{cell.id}_{table}"
        init = f"64'h{cell.number(f'INIT_{table}'):x}"
        address = cell.vector(f"ADDR{table}") if f"ADDR{table}" in cell.pins else "5'd0"
        lines.append(f"reg [63:0] {memory} = {init};")
        if f"DI{table}" in cell.pins:
            lines.append(f"always @(posedge {cell.bit('WCLK')}) if ({cell.bit('WE')}) "
                         f"{memory}[{{{cell.vector('ADDRD')}, 1'b0}} +: 2] <= "
                         f"{cell.vector(f'DI{table}')};")
        lines += cell.drive(f"DO{table}", f"{memory}[{{{address}, 1'b0}} +: 2]")
    return lines


#: Bits of data and of parity by the width that a parameter tells.
_WIDTHS = {1: (1, 0), 2: (2, 0), 4: (4, 0), 9: (8, 1), 18: (16, 2), 36: (32, 4)}

#: Names of port A's pins, those of port B.
_PORTS = {
    "A": {"clk": "CLKARDCLK", "en": "ENARDEN", "addr": "ADDRARDADDR", "di": "DIADI",
          "dip": "DIPADIP", "do": "DOADO", "dop": "DOPADOP", "we": "WEA", "reset": "RSTRAMARSTRAM"},
    "B": {"clk": "CLKBWRCLK", "en": "ENBWREN", "addr": "ADDRBWRADDR", "di": "DIBDI",
          "dip": "DIPBDIP", "do": "DOBDO", "dop": "DOPBDOP", "we": "WEBWE", "reset": "RSTRAMB"},
}


def _block_ram(cell):
    """RAMB36E1 and RAMB18E1 with two ports, each of which reads and writes one width."""
    cell.require(RAM_MODE="TDP", DOA_REG=0, DOB_REG=0, RAM_EXTENSION_A="NONE",
                 RAM_EXTENSION_B="NONE")
    rows = 128 if cell.kind == "RAMB36E1" else 64
    data = sum(cell.number(f"INIT_{k:02X}") << 256 * k for k in range(rows))
    parity = sum(cell.number(f"INITP_{k:02X}") << 256 * k for k in range(rows // 8))
    bits = 256 * rows
    lines = [f"reg [{bits - 1}:0] {cell.id} = {bits}'h{data:x};",
             f"reg [{bits // 8 - 1}:0] {cell.id}p = {bits // 8}'h{parity:x};"]
    for port, pins in _PORTS.items():
        lines += _block_ram_port(cell, port, pins, int(log2(bits)))
    return lines


def _block_ram_port(cell, port, pins, address_width):
    width = cell.number(f"READ_WIDTH_{port}") or cell.number(f"WRITE_WIDTH_{port}")
    if not width:
        return []
    if cell.number(f"WRITE_WIDTH_{port}", width) not in (0, width):
        raise ValueError(f"cell {cell.name}: both widths of port {port} must be the same")
    if cell.bit(pins["reset"]) != "1'b0":
        raise ValueError(f"cell {cell.name}: {pins['reset']} is not described")
    count, extra = _WIDTHS[width]
    step = int(log2(count))
    bits = cell.pins[pins["addr"]][step:address_width]
    address = "{" + ", ".join([*reversed(bits), *["1'b0"] * step]) + "}"
    memory, out = cell.id, f"{cell.id}_{port}"
    # A lane has a write enable: of eight bits and, in the wide modes, their parity.
    enables = (cell.pins[pins["we"]] * 4)[:max(1, count // 8)]
    lane = min(count, 8)
    mode = cell.word(f"WRITE_MODE_{port}", "WRITE_FIRST")
    if mode == "NO_CHANGE":
        read = [f"if (!({' | '.join(enables)}))"]
    elif mode in ("READ_FIRST", "WRITE_FIRST"):
        read = [""]
    else:
        raise ValueError(f"cell {cell.name}: {mode} is not a write mode")
    lines = [f"reg [{count - 1}:0] {out} = 0;", f"reg [{max(extra, 1) - 1}:0] {out}p = 0;",
             f"always @(posedge {cell.bit(pins['clk'])}) if ({cell.bit(pins['en'])}) begin",
             f"  {read[0]} begin {out} <= {memory}[{address} +: {count}];"]
    parity_address = f"({address} >> 3)"
    lines.append(f"  {out}p <= {memory}p[{parity_address} +: {extra}]; end" if extra else "  end")
    for k, enable in enumerate(enables):
        source = "{" + ", ".join(reversed(cell.pins[pins["di"]][lane * k:lane * (k + 1)])) + "}"
        writes = [f"{memory}[{address} + {lane * k} +: {lane}] <= {source};"]
        if extra:
            writes.append(f"{memory}p[{parity_address} + {k}] <= {cell.pins[pins['dip']][k]};")
        if mode == "WRITE_FIRST":
            writes.append(f"{out}[{lane * k} +: {lane}] <= {source};")
            if extra:
                writes.append(f"{out}p[{k}] <= {cell.pins[pins['dip']][k]};")
        lines += [f"  if ({enable}) begin", *(f"    {write}" for write in writes), "  end"]
    lines.append("end")
    for pin, name, used in ((pins["do"], out, count), (pins["dop"], f"{out}p", extra)):
        for k, net in enumerate(cell.pins.get(pin, ())[:used]):
            lines.append(f"assign {net} = {name}[{k}];")
    return lines


#: What describes each kind: a function that returns lines of Verilog.
KINDS = {
    **{f"LUT{width}": _lut for width in range(1, 7)},
    "INV":      _inverter,
    "CARRY4":   _carry,
    "MUXF7":    _wide_multiplexer,
    "FDRE":     _flip_flop,
    "FDSE":     _flip_flop,
    "RAM32M":   _ram32m,
    "RAMB36E1": _block_ram,
    "RAMB18E1": _block_ram,
}
