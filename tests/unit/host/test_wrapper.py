"""The module around the SoC that the engine compiles."""

import pytest

from sim.wrapper import wrap

#: As Yosys writes it.
VERILOG = """
module other(a);
  input a;
endmodule

module soc(clk, rst, go, done);
  wire \\$1 ;
  input clk;
  wire clk;
  input rst;
  wire rst;
  input [3:0] go;
  wire [3:0] go;
  output [7:0] done;
  reg [7:0] done = 8'h00;
  always @(posedge clk)
    done <= rst ? 8'h00 : {go, go};
endmodule
"""


@pytest.mark.parametrize(("both_edges", "edge"), [(False, "posedge clk"), (True, "edge clk")])
def test_ports_are_the_socs(both_edges, edge):
    text = wrap(VERILOG, both_edges=both_edges)
    assert "module engine(input clk, input rst, input [3:0] go, output [7:0] done);" in text
    assert "soc soc(.clk(clk), .rst(rst_q), .go(go_q), .done(done));" in text
    assert f"always @({edge}) go_q <= go;" in text
    assert text.count(f"@({edge})") == text.count("always @(") == 3


def test_a_soc_is_needed():
    with pytest.raises(ValueError, match="no module soc"):
        wrap(VERILOG.replace("module soc(", "module socket("), both_edges=True)
