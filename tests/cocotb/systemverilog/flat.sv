// ascon_cv32e40x behind the flat ports of the coprocessor inside it, so that one testbench fits both.

module coprocessor #(
  parameter int unsigned X_ID_WIDTH  = 4,
  parameter int unsigned X_NUM_RS    = 2,
  parameter int unsigned X_RFW_WIDTH = 32
) (
  input  logic        clk,
  input  logic        rst,
  input  logic        x_issue_valid,
  output logic        x_issue_ready,
  input  logic [31:0] x_issue_req_instr,
  input  logic [1:0]  x_issue_req_mode,
  input  logic [3:0]  x_issue_req_id,
  input  logic [63:0] x_issue_req_rs,
  input  logic [1:0]  x_issue_req_rs_valid,
  input  logic [5:0]  x_issue_req_ecs,
  input  logic        x_issue_req_ecs_valid,
  output logic        x_issue_resp_accept,
  output logic        x_issue_resp_writeback,
  output logic        x_issue_resp_dualwrite,
  output logic [2:0]  x_issue_resp_dualread,
  output logic        x_issue_resp_loadstore,
  output logic        x_issue_resp_ecswrite,
  output logic        x_issue_resp_exc,
  input  logic        x_commit_valid,
  input  logic [3:0]  x_commit_id,
  input  logic        x_commit_commit_kill,
  output logic        x_result_valid,
  input  logic        x_result_ready,
  output logic [3:0]  x_result_id,
  output logic [31:0] x_result_data,
  output logic [4:0]  x_result_rd,
  output logic        x_result_we,
  output logic [5:0]  x_result_ecsdata,
  output logic [2:0]  x_result_ecswe,
  output logic        x_result_exc,
  output logic [5:0]  x_result_exccode,
  output logic        x_result_err,
  output logic        x_result_dbg
);

  cv32e40x_if_xif #(
    .X_NUM_RS(X_NUM_RS), .X_ID_WIDTH(X_ID_WIDTH), .X_RFW_WIDTH(X_RFW_WIDTH)
  ) xif ();

  ascon_cv32e40x u_ascon (
    .clk_i(clk), .rst_ni(~rst),
    .xif_compressed_if(xif), .xif_issue_if(xif), .xif_commit_if(xif), .xif_mem_if(xif),
    .xif_mem_result_if(xif), .xif_result_if(xif)
  );

  assign xif.compressed_valid = 1'b0;
  assign xif.compressed_req   = '0;
  assign xif.issue_valid      = x_issue_valid;
  assign xif.issue_req        = {x_issue_req_instr, x_issue_req_mode, x_issue_req_id,
                                 x_issue_req_rs, x_issue_req_rs_valid, x_issue_req_ecs,
                                 x_issue_req_ecs_valid};
  assign x_issue_ready        = xif.issue_ready;
  assign {x_issue_resp_accept, x_issue_resp_writeback, x_issue_resp_dualwrite,
          x_issue_resp_dualread, x_issue_resp_loadstore, x_issue_resp_ecswrite,
          x_issue_resp_exc}   = xif.issue_resp;
  assign xif.commit_valid     = x_commit_valid;
  assign xif.commit           = {x_commit_id, x_commit_commit_kill};
  assign xif.mem_ready        = 1'b0;
  assign xif.mem_resp         = '0;
  assign xif.mem_result_valid = 1'b0;
  assign xif.mem_result       = '0;
  assign x_result_valid       = xif.result_valid;
  assign xif.result_ready     = x_result_ready;
  assign {x_result_id, x_result_data, x_result_rd, x_result_we, x_result_ecsdata, x_result_ecswe,
          x_result_exc, x_result_exccode, x_result_err, x_result_dbg} = xif.result;

  logic unused;
  assign unused = &{1'b0, xif.compressed_ready, xif.compressed_resp, xif.mem_valid, xif.mem_req};

endmodule
