// The fast engine's run loop: the SoC, compiled by Verilator, behind a C interface.
//
// Words move over the SoC's AXI4-Lite port. With ENGINE_TRACE (the SoC has its rvfi and x ports)
// retired instructions and coprocessor transactions can be captured; with ENGINE_WAVEFORM a VCD
// file can be written. The layouts of Retired and Transaction are those of sim/events.py.

#include <cstdint>
#include <memory>
#include <vector>

#include "Vsoc.h"
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
    uint32_t mem_addr, mem_rdata, mem_wdata;
    uint8_t rs1_addr, rs2_addr, rd_addr, mem_rmask, mem_wmask, trap, intr, mode;
    uint32_t reserved;
};
static_assert(sizeof(Retired) == 64, "layout of sim/events.py");

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
    std::unique_ptr<Vsoc> soc;
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
        soc = std::make_unique<Vsoc>(&context, "");
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

    // Settle the outputs for the inputs of this cycle.
    void settle() {
        soc->clk = 0;
        soc->eval();
#ifdef ENGINE_WAVEFORM
        if (waveform) waveform->dump(uint64_t(cycles * picoseconds_per_cycle));
#endif
    }

    // End the cycle.
    void edge() {
#ifdef ENGINE_TRACE
        if (capturing) capture();
#endif
        soc->clk = 1;
        soc->eval();
#ifdef ENGINE_WAVEFORM
        if (waveform) waveform->dump(uint64_t((cycles + 0.5) * picoseconds_per_cycle));
#endif
        ++cycles;
    }

    void step(uint64_t count) {
        for (; count; --count) {
            settle();
            edge();
        }
    }

    // Step until `handshake`, looked at in every settled cycle, is true.
    template <typename Handshake>
    bool step_until(Handshake handshake) {
        for (int i = 0; i < STUCK_CYCLES; ++i) {
            settle();
            const bool done = handshake();
            edge();
            if (done) return true;
        }
        return false;
    }

    int read(uint32_t address, uint32_t& word) {
        bool error = false;
        soc->axi_araddr = address;
        soc->axi_arvalid = 1;
        const bool taken = step_until([&] { return bool(soc->axi_arready); });
        soc->axi_arvalid = 0;
        if (!taken || !step_until([&] {
                if (!soc->axi_rvalid) return false;
                word = soc->axi_rdata;
                error = soc->axi_rresp != 0;
                return true;
            }))
            return BUS_STUCK;
        return error ? BUS_ERROR : OK;
    }

    int write(uint32_t address, uint32_t word) {
        bool error = false, address_taken = false, data_taken = false;
        soc->axi_awaddr = address;
        soc->axi_awvalid = 1;
        soc->axi_wdata = word;
        soc->axi_wvalid = 1;
        for (int i = 0; i < STUCK_CYCLES && !(address_taken && data_taken); ++i) {
            settle();
            const bool address_now = soc->axi_awvalid && soc->axi_awready;
            const bool data_now = soc->axi_wvalid && soc->axi_wready;
            edge();
            if (address_now) {
                address_taken = true;
                soc->axi_awvalid = 0;
            }
            if (data_now) {
                data_taken = true;
                soc->axi_wvalid = 0;
            }
        }
        soc->axi_awvalid = 0;
        soc->axi_wvalid = 0;
        if (!address_taken || !data_taken || !step_until([&] {
                if (!soc->axi_bvalid) return false;
                error = soc->axi_bresp != 0;
                return true;
            }))
            return BUS_STUCK;
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
                soc->rvfi_mem_rdata, soc->rvfi_mem_wdata, soc->rvfi_rs1_addr, soc->rvfi_rs2_addr,
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
