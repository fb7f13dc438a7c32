"""Scripts for Yosys: how a design becomes a netlist of a family's cells.

Source: Yosys, ``help synth_xilinx``, ``help synth_ecp5``, ``help abc9``; ABC, ``&if``.
"""

__all__ = ["FAMILIES", "is_wide", "script"]

#: Depth comes first. After a first mapping the logic is restructured along the tables that were
#: found, and mapped again. 600 ps for the way to a table is what routing takes at least; with less,
#: tables look cheap beside carry chains, and paths without one get long.
_RESTRUCTURE = ("+&scorr;&sweep;&dc2;&synch2;&ps;&if,{{W}},-v{limit};&mfs;"
                "&st;&dc2;&synch2;&if,{{W}},-v{limit};&mfs")

#: Multiplexers with this attribute are those behind two tables (MUXF7), which take no site.
_WIDE = """\
opt_clean
design -stash design
read_verilog <<END
(* techmap_celltype = "$mux" *)
module wide #(parameter WIDTH = 1) (input [WIDTH-1:0] A, B, input S, output [WIDTH-1:0] Y);
  MUXF7 multiplexer [WIDTH-1:0] (.I0(A), .I1(B), .S(S), .O(Y));
endmodule
END
design -stash wide
design -load design
techmap -map %wide a:wide %ci1 t:$mux %i
"""

#: As ``synth_xilinx`` does it but for the tables, each of which costs the same, without
#: other multiplexers behind them, and without ``xilinx_dffopt``, which moves enables and resets
#: of flip-flops into tables that have an input to spare: either keeps two tables apart that would
#: share a site.
_XC7 = """\
synth_xilinx -family xc7 -top {top} {flatten} {pads} -run begin:map_luts
opt_expr -mux_undef -noclkinv
read_verilog -icells -lib -specify +/xilinx/abc9_model.v
abc9 {delay}-W 600 -luts 1,1,1,1,1,1 -script {restructure}
clean
xilinx_srl -fixed -minlen 3
techmap -map +/xilinx/lut_map.v -map +/xilinx/cells_map.v -D LUT_WIDTH=6
opt_lut_ins -tech xilinx
synth_xilinx -family xc7 -top {top} {pads} -run finalize:check
"""

#: Up to seven inputs, by multiplexers behind tables of four.
_ECP5 = """\
synth_ecp5 -top {top} {noflatten} -run begin:map_luts
abc9 -W 600 -maxlut 7 -script {restructure}
clean
synth_ecp5 -top {top} {noflatten} -run map_cells:
"""

#: Modules with a signal that has this attribute are optimized and mapped for themselves: what comes
#: out of their inputs and outputs fits into sites as it is.
_BEFORE = """\
read_rtlil design.il
setattr -mod -set keep_hierarchy 1 a:boundary %m
"""

#: The hierarchy is gone in the end, but each cell says where it was.
_AFTER = """\
setattr -mod -unset keep_hierarchy *
flatten -scopename
delete t:$scopeinfo
clean
{names}select -module {top}
write_json -selected netlist.json
"""

FAMILIES = {"xc7": _XC7, "ecp5": _ECP5}


def script(family, top, *, hierarchy=False, pads=False, wide=False, delay=None):
    """Return a script that turns ``design.il`` into ``netlist.json``.

    Parameters
    ----------
    family : :class:`str`
        ``"xc7"`` (Xilinx series 7) or ``"ecp5"`` (Lattice).
    top : :class:`str`
        Name of the module.
    hierarchy : :class:`bool`
        Nothing is optimized across the borders of modules, so that each cell belongs to one.
    pads : :class:`bool`
        Ports are pins: they get buffers. Cells are called by the signals around them.
    wide : :class:`bool`
        Series 7: the design may have signals with the attribute ``wide``.
    delay : :class:`int` or None
        Series 7: picoseconds that a path may take; those that take no longer are made of fewer
        tables instead. Without it, the longest path of each part says it.

    Raises
    ------
    ValueError
        If the family is another.
    """
    if family not in FAMILIES:
        raise ValueError(f"family must be one of {', '.join(FAMILIES)}, not {family!r}")
    synthesis = FAMILIES[family].format(
        top=top, flatten="" if hierarchy else "-flatten",
        noflatten="-noflatten" if hierarchy else "",
        pads="" if pads else "-noiopad -noclkbuf",
        restructure=_RESTRUCTURE.format(limit=",{D}" if delay else ""),
        delay=f"-D {delay} " if delay else "")
    before = _BEFORE + (_WIDE if wide and family == "xc7" else "")
    return before + synthesis + _AFTER.format(top=top, names="autoname\n" if pads else "")


def is_wide(design):
    """Return whether RTLIL has a signal with the attribute ``wide``."""
    return "attribute \\wide " in design
