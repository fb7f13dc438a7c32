// The Ascon coprocessor on the six interface ports of CV32E40X.
//
// ascon_coprocessor is what `ascon-xif verilog --unit coprocessor` writes; the interface
// cv32e40x_if_xif comes with the core. Both ends of it must have X_NUM_RS = 2, X_RFR_WIDTH =
// X_RFW_WIDTH = 32 and an X_ID_WIDTH that is the coprocessor's --id-width.
//
// Instructions are neither compressed nor do they load or store: those interfaces are answered
// with constants.

module ascon_cv32e40x #(
  parameter int unsigned X_ID_WIDTH = 4
) (
  input logic clk_i,
  input logic rst_ni,

  cv32e40x_if_xif.coproc_compressed xif_compressed_if,
  cv32e40x_if_xif.coproc_issue      xif_issue_if,
  cv32e40x_if_xif.coproc_commit     xif_commit_if,
  cv32e40x_if_xif.coproc_mem        xif_mem_if,
  cv32e40x_if_xif.coproc_mem_result xif_mem_result_if,
  cv32e40x_if_xif.coproc_result     xif_result_if
);

  if ($bits(xif_issue_if.issue_req.rs) != 64) begin : gen_check_rs
    $error("ascon_cv32e40x needs X_NUM_RS = 2 and X_RFR_WIDTH = 32");
  end
  if ($bits(xif_result_if.result.data) != 32) begin : gen_check_data
    $error("ascon_cv32e40x needs X_RFW_WIDTH = 32");
  end
  if ($bits(xif_issue_if.issue_req.id) != X_ID_WIDTH) begin : gen_check_id
    $error("ascon_cv32e40x and its interface need the same X_ID_WIDTH");
  end

  // The coprocessor has no asynchronous reset; the core's must last for one edge of the clock.
  ascon_coprocessor u_coprocessor (
    .clk                    (clk_i),
    .rst                    (~rst_ni),

    .x_issue_valid          (xif_issue_if.issue_valid),
    .x_issue_ready          (xif_issue_if.issue_ready),
    .x_issue_req_instr      (xif_issue_if.issue_req.instr),
    .x_issue_req_mode       (xif_issue_if.issue_req.mode),
    .x_issue_req_id         (xif_issue_if.issue_req.id),
    .x_issue_req_rs         (xif_issue_if.issue_req.rs),
    .x_issue_req_rs_valid   (xif_issue_if.issue_req.rs_valid),
    .x_issue_req_ecs        (xif_issue_if.issue_req.ecs),
    .x_issue_req_ecs_valid  (xif_issue_if.issue_req.ecs_valid),
    .x_issue_resp_accept    (xif_issue_if.issue_resp.accept),
    .x_issue_resp_writeback (xif_issue_if.issue_resp.writeback),
    .x_issue_resp_dualwrite (xif_issue_if.issue_resp.dualwrite),
    .x_issue_resp_dualread  (xif_issue_if.issue_resp.dualread),
    .x_issue_resp_loadstore (xif_issue_if.issue_resp.loadstore),
    .x_issue_resp_ecswrite  (xif_issue_if.issue_resp.ecswrite),
    .x_issue_resp_exc       (xif_issue_if.issue_resp.exc),

    .x_commit_valid         (xif_commit_if.commit_valid),
    .x_commit_id            (xif_commit_if.commit.id),
    .x_commit_commit_kill   (xif_commit_if.commit.commit_kill),

    .x_result_valid         (xif_result_if.result_valid),
    .x_result_ready         (xif_result_if.result_ready),
    .x_result_id            (xif_result_if.result.id),
    .x_result_data          (xif_result_if.result.data),
    .x_result_rd            (xif_result_if.result.rd),
    .x_result_we            (xif_result_if.result.we),
    .x_result_ecsdata       (xif_result_if.result.ecsdata),
    .x_result_ecswe         (xif_result_if.result.ecswe),
    .x_result_exc           (xif_result_if.result.exc),
    .x_result_exccode       (xif_result_if.result.exccode),
    .x_result_err           (xif_result_if.result.err),
    .x_result_dbg           (xif_result_if.result.dbg)
  );

  assign xif_compressed_if.compressed_ready = 1'b1;
  assign xif_compressed_if.compressed_resp  = '0;
  assign xif_mem_if.mem_valid               = 1'b0;
  assign xif_mem_if.mem_req                 = '0;

  // What there is no use for here.
  logic unused;
  assign unused = &{1'b0, xif_compressed_if.compressed_valid, xif_compressed_if.compressed_req,
                    xif_mem_if.mem_ready, xif_mem_if.mem_resp,
                    xif_mem_result_if.mem_result_valid, xif_mem_result_if.mem_result};

endmodule
