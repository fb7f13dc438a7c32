// What every board has around the SoC: presses the button, says what the lights do.

#include <cstdint>

#include "Vboard.h"
#include "verilated.h"

// Bits of a cycle's lights.
enum : uint8_t { ALIVE = 1, BUSY = 2, PASSED = 4, FAILED = 8 };

// `press` and `release` are cycles; the level of the lights in each cycle goes to `lights`.
extern "C" void run(uint64_t cycles, uint64_t press, uint64_t release, uint8_t *lights) {
    VerilatedContext context;
    Vboard top(&context, "");
    top.rst = 0;
    top.uart_rx = 1;
    for (uint64_t cycle = 0; cycle < cycles; ++cycle) {
        top.clk = 0;
        top.button = cycle >= press && cycle < release;
        top.eval();
        lights[cycle] = (top.alive ? ALIVE : 0) | (top.busy ? BUSY : 0)
                        | (top.passed ? PASSED : 0) | (top.failed ? FAILED : 0);
        top.clk = 1;
        top.eval();
    }
    top.final();
}
