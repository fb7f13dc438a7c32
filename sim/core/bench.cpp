// The core's bench: the core alone, compiled by Verilator, between models of memory, interrupts and
// a coprocessor, behind a C interface.
//
// Both buses see one memory, mirrored through the address space. Grants and responses come after
// random waits, responses with noise in the lanes that were not asked for. The coprocessor takes
// some of custom-0 (see respond() and execute()), after random waits and with random latency; what
// it remembers changes only with the commit. The protocols' rules are checked in every cycle.
// The layouts of Settings and Record are those of sim/core/bench.py.

#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "Vcore.h"
#include "verilated.h"

namespace {

enum Status : int { DONE = 0, STUCK = 1, ASLEEP = 2, VIOLATION = 3, EXITED = 4 };

// What can make the core wait, and what a record's `waits` has for it.
enum Wait : uint8_t { FETCH = 1, GRANT = 2, RESPONSE = 4, ISSUE = 8, RESULT = 16 };

constexpr uint32_t WORDS = 1 << 16;
constexpr uint32_t CONSOLE = 0x80000000, EXIT = 0x80000004;
// Cycles without an instruction after which the core is stuck, or asleep for good.
constexpr int PATIENCE = 2000;

struct Settings {
    uint64_t seed;
    // Highest number of idle cycles in front of a grant or an answer, and of the latency.
    uint32_t iwait, idelay, dwait, ddelay, xwait, xdelay;
    // Mean cycles between changes of the interrupt lines, 0 for none, and which lines change.
    uint32_t irq_gap, irq_lines;
    // Stores to CONSOLE and EXIT are for the console.
    uint32_t console;
    uint32_t reserved;
};
static_assert(sizeof(Settings) == 48, "layout of sim/core/bench.py");

struct Record {
    uint32_t insn, pc_rdata, pc_wdata, rs1_rdata, rs2_rdata, rd_wdata;
    uint32_t mem_addr, mem_rdata, mem_wdata;
    uint8_t rs1_addr, rs2_addr, rd_addr, mem_rmask, mem_wmask, trap, intr, waits;
    uint32_t cycle;
};
static_assert(sizeof(Record) == 48, "layout of sim/core/bench.py");

struct Lines {
    uint32_t cycle, value;
};

struct Random {
    uint64_t state;
    uint32_t next() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return uint32_t(state >> 32);
    }
    uint32_t below(uint32_t limit) { return uint64_t(next()) * limit >> 32; }
    uint32_t upto(uint32_t most) { return most ? below(most + 1) : 0; }
};

uint32_t lanes(uint32_t be) {
    uint32_t mask = 0;
    for (int i = 0; i < 4; ++i) if (be >> i & 1) mask |= 0xffu << 8 * i;
    return mask;
}

struct Request {
    uint32_t addr = 0, wdata = 0, we = 0, be = 0;
    bool operator==(const Request& other) const {
        return addr == other.addr && we == other.we && be == other.be
               && (!we || (wdata & lanes(be)) == (other.wdata & lanes(be)));
    }
};

struct Response {
    uint32_t due, data;
    bool error;
};

// One bus: when it grants, and what it still has to answer.
struct Bus {
    uint32_t wait, delay, patience = 0, last = 0;
    std::deque<Response> queue;
    bool waiting = false, granting = false;
    Request asked;
};

struct Offload {
    uint32_t id, instr, rs1, rs2;
    bool accept, writeback;
};

struct Result {
    uint32_t due, id, data, rd;
    bool we;
};

bool accepts(uint32_t instr) { return (instr & 0x7f) == 0x0b && (instr >> 12 & 7) <= 4; }
bool writes(uint32_t instr) { return 0x15 >> (instr >> 12 & 7) & 1; }
bool announces(uint32_t instr) { return (instr >> 12 & 7) >= 3; }

}  // namespace

struct Bench {
    VerilatedContext context;
    std::unique_ptr<Vcore> core;
    Settings settings;
    Random random;
    std::vector<uint32_t> memory = std::vector<uint32_t>(WORDS);
    // By word: bit 0, it can't be fetched; bit 1, it can't be loaded or stored.
    std::vector<uint8_t> errors = std::vector<uint8_t>(WORDS);
    std::vector<Record> records;
    std::vector<Lines> lines;
    std::string output, violation;
    uint32_t cycle = 0, code = 0, irq_left = 0, silence = 0;
    uint64_t order = 0;
    uint8_t waits = 0;
    bool keep = true, exited = false;
    Bus ibus, dbus;
    // Coprocessor.
    uint32_t memo = 0, x_patience = 0;
    bool x_offered = false;
    std::deque<Offload> uncommitted;
    std::deque<Result> results;

    explicit Bench(const Settings& given) : settings(given), random{given.seed | 1} {
        core = std::make_unique<Vcore>(&context, "");
        ibus.wait = given.iwait;
        ibus.delay = given.idelay;
        dbus.wait = given.dwait;
        dbus.delay = given.ddelay;
        for (int i = 0; i < 8; ++i) random.next();
        core->rst = 1;
        for (int i = 0; i < 4; ++i) edge();
        core->rst = 0;
    }

    ~Bench() { core->final(); }

    void edge() {
        core->clk = 0;
        core->eval();
        core->clk = 1;
        core->eval();
    }

    void require(bool holds, const char* rule) {
        if (!holds && violation.empty())
            violation = std::string(rule) + ", cycle " + std::to_string(cycle);
    }

    template <class Grant, class Valid, class Data, class Error>
    void answer(Bus& bus, Grant& gnt, Valid& rvalid, Data& rdata, Error& err) {
        gnt = bus.granting = bus.patience == 0;
        rvalid = !bus.queue.empty() && bus.queue.front().due <= cycle;
        rdata = rvalid ? bus.queue.front().data : random.next();
        err = rvalid ? bus.queue.front().error : random.next() & 1;
        bus.waiting = !bus.queue.empty() && !rvalid;
        if (rvalid) bus.queue.pop_front();
    }

    // Take the request of this cycle; return whether it waits.
    bool take(Bus& bus, bool req, const Request& request, uint8_t error_bit, bool asks_before) {
        require(req || !asks_before, "request withdrawn");
        if (!req) {
            // Idle buses change their mind too.
            if (bus.patience) --bus.patience;
            return false;
        }
        require(!asks_before || request == bus.asked, "request changed before its grant");
        bus.asked = request;
        if (!bus.granting) {
            --bus.patience;
            return true;
        }
        require(bus.queue.size() < 2, "three transfers outstanding");
        require(request.be != 0, "transfer without bytes");
        const uint32_t index = request.addr >> 2 & (WORDS - 1);
        const uint32_t old = memory[index], mask = lanes(request.be);
        const bool device = settings.console && request.addr >> 31;
        const bool error = !device && errors[index] & error_bit;
        if (request.we && device) {
            if ((request.addr & ~3u) == CONSOLE) output.push_back(char(request.wdata));
            if ((request.addr & ~3u) == EXIT) { exited = true; code = request.wdata; }
        } else if (request.we && !error) {
            memory[index] = (old & ~mask) | (request.wdata & mask);
        }
        uint32_t due = cycle + 1 + random.upto(bus.delay);
        if (due <= bus.last) due = bus.last + 1;
        bus.last = due;
        bus.queue.push_back({due, (old & mask) | (random.next() & ~mask), error});
        bus.patience = random.upto(bus.wait);
        return false;
    }

    uint32_t execute(const Offload& offload) {
        switch (offload.instr >> 12 & 7) {
            case 0: return offload.rs1 * 3 + offload.rs2 * 5 + offload.instr;
            case 1: memo = (memo * 5 + offload.rs1) ^ offload.rs2; return 0;
            case 2: return offload.rs1 + offload.rs2;
            case 3: memo += offload.rs2; return 0;
            default: return memo + offload.rs1;
        }
    }

    void tick() {
        Vcore& c = *core;
        // What registers would drive.
        answer(ibus, c.ibus_gnt, c.ibus_rvalid, c.ibus_rdata, c.ibus_err);
        answer(dbus, c.dbus_gnt, c.dbus_rvalid, c.dbus_rdata, c.dbus_err);
        const bool has_result = !results.empty() && results.front().due <= cycle;
        c.x_result_valid = has_result;
        c.x_result_data = has_result ? results.front().data : random.next();
        if (has_result) {
            c.x_result_id = results.front().id;
            c.x_result_rd = results.front().rd;
            c.x_result_we = results.front().we;
        }
        interrupt();
        // The answer to an offer is combinational.
        const bool ready = x_patience == 0;
        c.x_issue_ready = ready;
        c.x_issue_resp_accept = c.x_issue_resp_writeback = c.x_issue_resp_exc = random.next() & 1;
        c.clk = 0;
        c.eval();
        const bool offer = c.x_issue_valid;
        const uint32_t instr = c.x_issue_req_instr;
        const bool accept = offer && accepts(instr);
        const bool commits = c.x_commit_valid;
        c.x_issue_resp_accept = accept;
        c.x_issue_resp_writeback = accept && writes(instr);
        c.x_issue_resp_exc = accept && announces(instr);
        c.eval();
        require(c.x_issue_valid == offer && c.x_commit_valid == commits,
                "issue or commit depends on the answer");

        observe(offer && !ready);
        if (offer) {
            require(c.x_issue_req_rs_valid == 3, "operands are not valid");
            if (ready) {
                for (const Offload& other : uncommitted)
                    require(other.id != c.x_issue_req_id, "id in use");
                for (const Result& other : results)
                    require(other.id != c.x_issue_req_id, "id in use");
            } else {
                --x_patience;
            }
        }
        if (commits) commit(c.x_commit_id, c.x_commit_commit_kill);
        if (c.x_result_ready && has_result) results.pop_front();
        if (offer && ready) {
            uncommitted.push_back({uint32_t(c.x_issue_req_id), instr, uint32_t(c.x_issue_req_rs),
                                   uint32_t(c.x_issue_req_rs >> 32), accept,
                                   accept && writes(instr)});
            x_patience = random.upto(settings.xwait);
        }
        c.clk = 1;
        c.eval();
        ++cycle;
    }

    // Short pulses, of one line or of several; nothing wakes a core up but what it has enabled.
    void interrupt() {
        if (settings.irq_gap == 0) return;
        const bool asleep = silence > PATIENCE / 4;
        if (irq_left && !(asleep && core->irq == 0)) {
            --irq_left;
            return;
        }
        uint32_t value = 0;
        if (asleep) {
            value = ~0u;
        } else if (core->irq == 0) {
            const uint32_t line = random.below(19);
            value = random.next() & 3 ? 1u << (line < 16 ? line + 16 : 4 * (line - 16) + 3)
                                      : random.next() & random.next();
        }
        core->irq = value & settings.irq_lines;
        irq_left = random.below(core->irq ? 32 : 2 * settings.irq_gap);
        lines.push_back({cycle, core->irq});
    }

    void commit(uint32_t id, bool kill) {
        require(!uncommitted.empty() && uncommitted.front().id == id, "commit without issue");
        if (uncommitted.empty()) return;
        const Offload offload = uncommitted.front();
        uncommitted.pop_front();
        require(kill || offload.accept, "commit of what was refused");
        if (kill || !offload.accept) return;
        uint32_t due = cycle + 1 + random.upto(settings.xdelay);
        if (!results.empty() && due <= results.back().due) due = results.back().due + 1;
        const uint32_t data = execute(offload);
        results.push_back({due, id, offload.writeback ? data : random.next(),
                           offload.instr >> 7 & 31, offload.writeback});
    }

    bool i_asks = false, d_asks = false;

    // The buses' requests, and what retires.
    void observe(bool issue_waits) {
        Vcore& c = *core;
        Request request;
        request.addr = c.ibus_addr;
        request.be = c.ibus_be;
        request.we = c.ibus_we;
        require(!c.ibus_req || (!c.ibus_we && (c.ibus_addr & 3) == 0 && c.ibus_be == 15),
                "fetch of something else than a word");
        i_asks = take(ibus, c.ibus_req, request, 1, i_asks);
        request.addr = c.dbus_addr;
        request.be = c.dbus_be;
        request.we = c.dbus_we;
        request.wdata = c.dbus_wdata;
        d_asks = take(dbus, c.dbus_req, request, 2, d_asks);
        if (i_asks || ibus.waiting) waits |= FETCH;
        if (d_asks) waits |= GRANT;
        if (dbus.waiting) waits |= RESPONSE;
        if (issue_waits) waits |= ISSUE;
        if (c.x_result_ready && !c.x_result_valid) waits |= RESULT;
        ++silence;
        if (c.rvfi_valid) {
            require(c.rvfi_order == order && c.rvfi_mode == 3 && c.rvfi_ixl == 1 && !c.rvfi_halt,
                    "order, mode, ixl or halt of a record");
            ++order;
            if (keep)
                records.push_back({c.rvfi_insn, c.rvfi_pc_rdata, c.rvfi_pc_wdata, c.rvfi_rs1_rdata,
                                   c.rvfi_rs2_rdata, c.rvfi_rd_wdata, c.rvfi_mem_addr,
                                   c.rvfi_mem_rdata, c.rvfi_mem_wdata, c.rvfi_rs1_addr,
                                   c.rvfi_rs2_addr, c.rvfi_rd_addr, c.rvfi_mem_rmask,
                                   c.rvfi_mem_wmask, c.rvfi_trap, c.rvfi_intr, waits, cycle});
            waits = 0;
            silence = 0;
        }
    }

    // Until `count` more instructions have retired.
    int run(uint64_t count) {
        records.clear();
        const uint64_t end = order + count;
        while (order < end) {
            tick();
            if (!violation.empty()) return VIOLATION;
            if (exited) return EXITED;
            if (silence > PATIENCE) return core->sleeping ? ASLEEP : STUCK;
        }
        return DONE;
    }
};

extern "C" {

Bench* bench_create(const Settings* settings) { return new Bench(*settings); }

void bench_destroy(Bench* bench) { delete bench; }

uint32_t* bench_memory(Bench* bench) { return bench->memory.data(); }

uint8_t* bench_errors(Bench* bench) { return bench->errors.data(); }

void bench_keep(Bench* bench, int on) { bench->keep = on; }

int bench_run(Bench* bench, uint64_t count) { return bench->run(count); }

const void* bench_records(const Bench* bench, uint64_t* count) {
    *count = bench->records.size();
    return bench->records.data();
}

// Every change of the interrupt lines since the start.
const void* bench_lines(const Bench* bench, uint64_t* count) {
    *count = bench->lines.size();
    return bench->lines.data();
}

const char* bench_output(const Bench* bench, uint64_t* count) {
    *count = bench->output.size();
    return bench->output.data();
}

const char* bench_violation(const Bench* bench) { return bench->violation.c_str(); }

uint64_t bench_cycles(const Bench* bench) { return bench->cycle; }

uint32_t bench_code(const Bench* bench) { return bench->code; }

}  // extern "C"
