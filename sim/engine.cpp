// The fast engine's run loop: the SoC, compiled by Verilator, behind a C interface.
//
// The module compiled is that of sim/wrapper.py: what is written to an input reaches the SoC in the
// next cycle. Words move over the SoC's AXI4-Lite port. With ENGINE_TRACE (the SoC has its rvfi and x ports)
// retired instructions and coprocessor transactions can be captured; with ENGINE_WAVEFORM a VCD
// file can be written. The layouts of Retired and Transaction are those of sim/events.py.

#include <cstdint>
#include <memory>
#include <vector>

#include "Vengine.h"
#include "verilated.h"
#ifdef ENGINE_WAVEFORM
#include "verilated_vcd_c.h"
#endif

namespace {

enum Result : int { OK = 0, TIMEOUT = 1, BUS_ERROR = 2, BUS_STUCK = 3 };

// Cycles after which an AXI handshake counts as stuck.
constexpr int STUCK_CYCLES = 10000;

struct Retired {
    uint64_t cycle, order;
    uint32_t insn, pc_rdata, pc_wdata, rs1_rdata, rs2_rdata, rd_wdata;
    uint32_t mem_addr, mem_rdata, mem_wdata, mcause, mip;
    uint8_t rs1_addr, rs2_addr, rd_addr, mem_rmask, mem_wmask, trap, intr, mode;
    uint32_t reserved;
};
static_assert(sizeof(Retired) == 72, "layout of sim/events.py");

// A transfer on one of the coprocessor's channels; 0 where the channel has no such signal.
struct Transaction {
    uint64_t cycle;
    uint32_t instr, rs1, rs2, data;
    uint8_t channel, id, accept, writeback, kill, rd, we, reserved;
};
static_assert(sizeof(Transaction) == 32, "layout of sim/events.py");

enum Channel : uint8_t { ISSUE = 0, COMMIT = 1, RESULT = 2 };

}  // namespace

struct Engine {
    VerilatedContext context;
    std::unique_ptr<Vengine> soc;
    uint64_t cycles = 0;
    bool capturing = false;
    std::vector<Retired> retired;
    std::vector<Transaction> transactions;
#ifdef ENGINE_WAVEFORM
    std::unique_ptr<VerilatedVcdC> waveform;
    double picoseconds_per_cycle = 20000;
#endif

    Engine() {
#ifdef ENGINE_WAVEFORM
        context.traceEverOn(true);
#endif
        soc = std::make_unique<Vengine>(&context, "");
        soc->clk = 0;
        soc->rst = 0;
        soc->uart_rx = 1;
        soc->axi_bready = 1;
        soc->axi_rready = 1;
        soc->axi_wstrb = 0xf;
        soc->eval();
    }

    ~Engine() {
#ifdef ENGINE_WAVEFORM
        if (waveform) waveform->close();
#endif
        soc->final();
    }

    // Outputs are settled before and after.
    void tick() {
#ifdef ENGINE_TRACE
        if (capturing) capture();
#endif
#ifdef ENGINE_WAVEFORM
        half(1, 0);
        half(0, 0.5);
#else
        // Both edges are clock edges.
        soc->clk = !soc->clk;
        soc->eval();
#endif
        ++cycles;
    }

#ifdef ENGINE_WAVEFORM
    void half(int clk, double phase) {
        soc->clk = clk;
        soc->eval();
        if (waveform) waveform->dump(uint64_t((cycles + phase) * picoseconds_per_cycle));
    }
#endif

    void step(uint64_t count) {
        for (; count; --count) tick();
    }

    // Step until every transfer that is offered has been taken.
    bool offer() {
        tick();
        for (int i = 0; i < STUCK_CYCLES; ++i) {
            // The SoC sees the valid signals: what is ready now is taken at this edge.
            if (soc->axi_arready) soc->axi_arvalid = 0;
            if (soc->axi_awready) soc->axi_awvalid = 0;
            if (soc->axi_wready) soc->axi_wvalid = 0;
            const bool taken = !soc->axi_arvalid && !soc->axi_awvalid && !soc->axi_wvalid;
            tick();
            if (taken) return true;
        }
        soc->axi_arvalid = soc->axi_awvalid = soc->axi_wvalid = 0;
        return false;
    }

    // Step until a response is there; it is taken at the next edge, since ready is always 1.
    bool response(const CData& valid) {
        for (int i = 0; i < STUCK_CYCLES && !valid; ++i) tick();
        return valid;
    }

    int read(uint32_t address, uint32_t& word) {
        soc->axi_araddr = address;
        soc->axi_arvalid = 1;
        if (!offer() || !response(soc->axi_rvalid)) return BUS_STUCK;
        word = soc->axi_rdata;
        const bool error = soc->axi_rresp != 0;
        tick();
        return error ? BUS_ERROR : OK;
    }

    int write(uint32_t address, uint32_t word) {
        soc->axi_awaddr = address;
        soc->axi_wdata = word;
        soc->axi_awvalid = soc->axi_wvalid = 1;
        if (!offer() || !response(soc->axi_bvalid)) return BUS_STUCK;
        const bool error = soc->axi_bresp != 0;
        tick();
        return error ? BUS_ERROR : OK;
    }

    // Poll at intervals that grow with the time waited for, by an eighth of it.
    int wait_zero(uint32_t address, uint64_t timeout_cycles) {
        const uint64_t start = cycles;
        while (cycles - start < timeout_cycles) {
            step(16 + (cycles - start) / 8);
            uint32_t word;
            const int result = read(address, word);
            if (result != OK) return result;
            if (word == 0) return OK;
        }
        return TIMEOUT;
    }

#ifdef ENGINE_TRACE
    void capture() {
        if (soc->rvfi_valid) {
            retired.push_back(Retired{
                cycles, soc->rvfi_order, soc->rvfi_insn, soc->rvfi_pc_rdata, soc->rvfi_pc_wdata,
                soc->rvfi_rs1_rdata, soc->rvfi_rs2_rdata, soc->rvfi_rd_wdata, soc->rvfi_mem_addr,
                soc->rvfi_mem_rdata, soc->rvfi_mem_wdata,
                soc->rvfi_csr_mcause_rdata, soc->rvfi_csr_mip_rdata, soc->rvfi_rs1_addr, soc->rvfi_rs2_addr,
                soc->rvfi_rd_addr, soc->rvfi_mem_rmask, soc->rvfi_mem_wmask, soc->rvfi_trap,
                soc->rvfi_intr, soc->rvfi_mode, 0});
        }
        if (soc->x_issue_valid && soc->x_issue_ready) {
            Transaction t{};
            t.cycle = cycles;
            t.channel = ISSUE;
            t.id = soc->x_issue_req_id;
            t.instr = soc->x_issue_req_instr;
            t.rs1 = uint32_t(soc->x_issue_req_rs);
            t.rs2 = uint32_t(soc->x_issue_req_rs >> 32);
            t.accept = soc->x_issue_resp_accept;
            t.writeback = soc->x_issue_resp_writeback;
            transactions.push_back(t);
        }
        if (soc->x_commit_valid) {
            Transaction t{};
            t.cycle = cycles;
            t.channel = COMMIT;
            t.id = soc->x_commit_id;
            t.kill = soc->x_commit_commit_kill;
            transactions.push_back(t);
        }
        if (soc->x_result_valid && soc->x_result_ready) {
            Transaction t{};
            t.cycle = cycles;
            t.channel = RESULT;
            t.id = soc->x_result_id;
            t.data = soc->x_result_data;
            t.rd = soc->x_result_rd;
            t.we = soc->x_result_we;
            transactions.push_back(t);
        }
    }
#endif
};

extern "C" {

Engine* engine_create() { return new Engine; }

void engine_destroy(Engine* engine) { delete engine; }

void engine_reset(Engine* engine) {
    engine->soc->rst = 1;
    engine->step(4);
    engine->soc->rst = 0;
}

void engine_step(Engine* engine, uint64_t count) { engine->step(count); }

uint64_t engine_cycles(const Engine* engine) { return engine->cycles; }

// Both return how many words went well in *done.
int engine_read(Engine* engine, uint32_t address, uint32_t* words, uint32_t count,
                uint32_t* done) {
    int result = OK;
    for (*done = 0; *done < count; ++*done) {
        result = engine->read(address + 4 * *done, words[*done]);
        if (result != OK) break;
    }
    return result;
}

int engine_write(Engine* engine, uint32_t address, const uint32_t* words, uint32_t count,
                 uint32_t* done) {
    int result = OK;
    for (*done = 0; *done < count; ++*done) {
        result = engine->write(address + 4 * *done, words[*done]);
        if (result != OK) break;
    }
    return result;
}

int engine_wait_zero(Engine* engine, uint32_t address, uint64_t timeout_cycles) {
    return engine->wait_zero(address, timeout_cycles);
}

int engine_uart_tx(const Engine* engine) { return engine->soc->uart_tx; }

void engine_uart_rx(Engine* engine, int level) { engine->soc->uart_rx = level; }

#ifdef ENGINE_TRACE
void engine_capture(Engine* engine, int on) { engine->capturing = on; }

// Captured records so far; valid until the next call that advances time or clears them.
const void* engine_retired(const Engine* engine, uint64_t* count) {
    *count = engine->retired.size();
    return engine->retired.data();
}

const void* engine_transactions(const Engine* engine, uint64_t* count) {
    *count = engine->transactions.size();
    return engine->transactions.data();
}

void engine_clear(Engine* engine) {
    engine->retired.clear();
    engine->transactions.clear();
}
#endif

#ifdef ENGINE_WAVEFORM
int engine_waveform_open(Engine* engine, const char* path, double picoseconds_per_cycle) {
    engine->picoseconds_per_cycle = picoseconds_per_cycle;
    engine->waveform = std::make_unique<VerilatedVcdC>();
    engine->soc->trace(engine->waveform.get(), 99);
    engine->waveform->open(path);
    return engine->waveform->isOpen() ? OK : BUS_ERROR;
}

void engine_waveform_close(Engine* engine) {
    if (engine->waveform) engine->waveform->close();
    engine->waveform.reset();
}
#endif

}  // extern "C"
