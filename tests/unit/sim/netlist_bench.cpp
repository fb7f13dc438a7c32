// Runs a module with a clock, 32 bits in and 32 bits out.

#include <cstdint>

#include "Vnetlist.h"
#include "verilated.h"

extern "C" void run(const uint32_t *in, uint32_t *out, int count) {
    VerilatedContext context;
    Vnetlist top(&context, "");
    top.rst = 0;
    for (int i = 0; i < count; ++i) {
        top.clk = 0;
        top.i = in[i];
        top.eval();
        out[i] = top.o;
        top.clk = 1;
        top.eval();
    }
    top.final();
}
