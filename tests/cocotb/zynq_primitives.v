// Stand-ins for the primitives of a Zynq: the processors do what a testbench tells them.

module PS7 (
    input  wire        MAXIGP0ACLK,
    output wire        MAXIGP0ARVALID, MAXIGP0AWVALID, MAXIGP0WVALID, MAXIGP0WLAST,
    output wire        MAXIGP0BREADY, MAXIGP0RREADY,
    output wire [11:0] MAXIGP0ARID, MAXIGP0AWID, MAXIGP0WID,
    output wire [31:0] MAXIGP0ARADDR, MAXIGP0AWADDR, MAXIGP0WDATA,
    output wire [3:0]  MAXIGP0ARLEN, MAXIGP0AWLEN, MAXIGP0WSTRB,
    output wire [1:0]  MAXIGP0ARSIZE, MAXIGP0AWSIZE, MAXIGP0ARBURST, MAXIGP0AWBURST,
    input  wire        MAXIGP0ARREADY, MAXIGP0AWREADY, MAXIGP0WREADY, MAXIGP0BVALID,
    input  wire        MAXIGP0RVALID, MAXIGP0RLAST,
    input  wire [11:0] MAXIGP0BID, MAXIGP0RID,
    input  wire [31:0] MAXIGP0RDATA,
    input  wire [1:0]  MAXIGP0BRESP, MAXIGP0RRESP
);
  reg         axi_arvalid /*verilator public_flat_rw*/ = 0;
  reg         axi_awvalid /*verilator public_flat_rw*/ = 0;
  reg         axi_wvalid /*verilator public_flat_rw*/ = 0;
  reg         axi_wlast /*verilator public_flat_rw*/ = 0;
  reg         axi_bready /*verilator public_flat_rw*/ = 0;
  reg         axi_rready /*verilator public_flat_rw*/ = 0;
  reg  [11:0] axi_arid /*verilator public_flat_rw*/ = 0;
  reg  [11:0] axi_awid /*verilator public_flat_rw*/ = 0;
  reg  [11:0] axi_wid /*verilator public_flat_rw*/ = 0;
  reg  [31:0] axi_araddr /*verilator public_flat_rw*/ = 0;
  reg  [31:0] axi_awaddr /*verilator public_flat_rw*/ = 0;
  reg  [31:0] axi_wdata /*verilator public_flat_rw*/ = 0;
  reg  [3:0]  axi_arlen /*verilator public_flat_rw*/ = 0;
  reg  [3:0]  axi_awlen /*verilator public_flat_rw*/ = 0;
  reg  [3:0]  axi_wstrb /*verilator public_flat_rw*/ = 0;
  reg  [2:0]  axi_arsize /*verilator public_flat_rw*/ = 0;
  reg  [2:0]  axi_awsize /*verilator public_flat_rw*/ = 0;
  reg  [1:0]  axi_arburst /*verilator public_flat_rw*/ = 0;
  reg  [1:0]  axi_awburst /*verilator public_flat_rw*/ = 0;
  wire        axi_arready /*verilator public_flat_rd*/ = MAXIGP0ARREADY;
  wire        axi_awready /*verilator public_flat_rd*/ = MAXIGP0AWREADY;
  wire        axi_wready /*verilator public_flat_rd*/ = MAXIGP0WREADY;
  wire        axi_bvalid /*verilator public_flat_rd*/ = MAXIGP0BVALID;
  wire        axi_rvalid /*verilator public_flat_rd*/ = MAXIGP0RVALID;
  wire        axi_rlast /*verilator public_flat_rd*/ = MAXIGP0RLAST;
  wire [11:0] axi_bid /*verilator public_flat_rd*/ = MAXIGP0BID;
  wire [11:0] axi_rid /*verilator public_flat_rd*/ = MAXIGP0RID;
  wire [31:0] axi_rdata /*verilator public_flat_rd*/ = MAXIGP0RDATA;
  wire [1:0]  axi_bresp /*verilator public_flat_rd*/ = MAXIGP0BRESP;
  wire [1:0]  axi_rresp /*verilator public_flat_rd*/ = MAXIGP0RRESP;

  assign MAXIGP0ARVALID = axi_arvalid;
  assign MAXIGP0AWVALID = axi_awvalid;
  assign MAXIGP0WVALID = axi_wvalid;
  assign MAXIGP0WLAST = axi_wlast;
  assign MAXIGP0BREADY = axi_bready;
  assign MAXIGP0RREADY = axi_rready;
  assign MAXIGP0ARID = axi_arid;
  assign MAXIGP0AWID = axi_awid;
  assign MAXIGP0WID = axi_wid;
  assign MAXIGP0ARADDR = axi_araddr;
  assign MAXIGP0AWADDR = axi_awaddr;
  assign MAXIGP0WDATA = axi_wdata;
  assign MAXIGP0ARLEN = axi_arlen;
  assign MAXIGP0AWLEN = axi_awlen;
  assign MAXIGP0WSTRB = axi_wstrb;
  assign MAXIGP0ARSIZE = axi_arsize[1:0];
  assign MAXIGP0AWSIZE = axi_awsize[1:0];
  assign MAXIGP0ARBURST = axi_arburst;
  assign MAXIGP0AWBURST = axi_awburst;
endmodule

// Passes the clock on and is locked after some cycles.
module PLLE2_BASE #(
    parameter CLKIN1_PERIOD = 0.0,
    parameter DIVCLK_DIVIDE = 1,
    parameter CLKFBOUT_MULT = 5,
    parameter CLKOUT0_DIVIDE = 1
) (
    input  wire CLKIN1, CLKFBIN, RST, PWRDWN,
    output wire CLKFBOUT, CLKOUT0, LOCKED
);
  reg [4:0] count = 0;
  always @(posedge CLKIN1) if (!LOCKED) count <= count + 1;
  assign LOCKED = count[4];
  assign CLKFBOUT = CLKIN1;
  assign CLKOUT0 = CLKIN1;
endmodule

module BUFG (input wire I, output wire O);
  assign O = I;
endmodule

module IBUF (input wire I, output wire O);
  assign O = I;
endmodule

module OBUFT (input wire I, T, output wire O);
  assign O = I;
endmodule

module FDPE #(parameter INIT = 1) (input wire C, CE, PRE, D, output reg Q);
  initial Q = INIT;
  always @(posedge C or posedge PRE)
    if (PRE) Q <= 1;
    else if (CE) Q <= D;
endmodule
