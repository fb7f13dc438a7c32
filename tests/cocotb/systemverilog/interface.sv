// What ascon_cv32e40x.sv needs of CV32E40X's interface, for tests without that core: the structures
// of CV-X-IF v0.2.0, first member in the high bits, and the coprocessor's directions.

interface cv32e40x_if_xif #(
  parameter int unsigned X_NUM_RS    = 2,
  parameter int unsigned X_ID_WIDTH  = 4,
  parameter int unsigned X_MEM_WIDTH = 32,
  parameter int unsigned X_RFR_WIDTH = 32,
  parameter int unsigned X_RFW_WIDTH = 32
);

  typedef logic [X_ID_WIDTH-1:0] id_t;

  typedef struct packed { logic [15:0] instr; logic [1:0] mode; id_t id; } compressed_req_t;
  typedef struct packed { logic [31:0] instr; logic accept; } compressed_resp_t;
  typedef struct packed {
    logic [31:0] instr;
    logic [1:0] mode;
    id_t id;
    logic [X_NUM_RS-1:0][X_RFR_WIDTH-1:0] rs;
    logic [X_NUM_RS-1:0] rs_valid;
    logic [5:0] ecs;
    logic ecs_valid;
  } issue_req_t;
  typedef struct packed {
    logic accept;
    logic writeback;
    logic dualwrite;
    logic [2:0] dualread;
    logic loadstore;
    logic ecswrite;
    logic exc;
  } issue_resp_t;
  typedef struct packed { id_t id; logic commit_kill; } commit_t;
  typedef struct packed {
    id_t id;
    logic [31:0] addr;
    logic [1:0] mode;
    logic we;
    logic [2:0] size;
    logic [X_MEM_WIDTH/8-1:0] be;
    logic [1:0] attr;
    logic [X_MEM_WIDTH-1:0] wdata;
    logic last;
    logic spec;
  } mem_req_t;
  typedef struct packed { logic exc; logic [5:0] exccode; logic dbg; } mem_resp_t;
  typedef struct packed { id_t id; logic [X_MEM_WIDTH-1:0] rdata; logic err; logic dbg; }
      mem_result_t;
  typedef struct packed {
    id_t id;
    logic [X_RFW_WIDTH-1:0] data;
    logic [4:0] rd;
    logic [X_RFW_WIDTH/32-1:0] we;
    logic [5:0] ecsdata;
    logic [2:0] ecswe;
    logic exc;
    logic [5:0] exccode;
    logic err;
    logic dbg;
  } result_t;

  logic compressed_valid, compressed_ready, issue_valid, issue_ready, commit_valid;
  logic mem_valid, mem_ready, mem_result_valid, result_valid, result_ready;
  compressed_req_t compressed_req;
  compressed_resp_t compressed_resp;
  issue_req_t issue_req;
  issue_resp_t issue_resp;
  commit_t commit;
  mem_req_t mem_req;
  mem_resp_t mem_resp;
  mem_result_t mem_result;
  result_t result;

  modport coproc_compressed (input compressed_valid, compressed_req,
                             output compressed_ready, compressed_resp);
  modport coproc_issue      (input issue_valid, issue_req, output issue_ready, issue_resp);
  modport coproc_commit     (input commit_valid, commit);
  modport coproc_mem        (input mem_ready, mem_resp, output mem_valid, mem_req);
  modport coproc_mem_result (input mem_result_valid, mem_result);
  modport coproc_result     (input result_ready, output result_valid, result);

endinterface
