/* Measures the library's routines for blocks, with random states and data: a line a routine, with
 * its name, how often it ran, and the fewest and the most cycles, in hexadecimal. */
#include <stddef.h>
#include <stdint.h>
#include "console.h"

enum { RUNS = 200, WORDS = 16, LENGTH = 64 };

static uint32_t state[10], input[WORDS], output[WORDS];

/* Marsaglia's xorshift. */
static uint32_t seed = 0xa5c01234;

static uint32_t next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

/* The first two runs are of zeros and ones. */
static void fill(uint32_t *words, int count, int run)
{
    while (count--)
        *words++ = run == 0 ? 0 : run == 1 ? UINT32_MAX : next();
}

static inline uint32_t cycles(void)
{
    uint32_t value;
    __asm__ volatile ("csrr %0, mcycle" : "=r"(value) : : "memory");
    return value;
}

static void print_number(uint32_t value)
{
    uint8_t bytes[4] = {value >> 24, value >> 16, value >> 8, value};
    print_hex(bytes, 4);
}

typedef void permute(uint32_t *state);
typedef void absorb(uint32_t *state, const uint8_t *data, size_t length);
typedef void squeeze(uint32_t *state, uint8_t *output, size_t length);
typedef void crypt(uint32_t *state, uint8_t *output, const uint8_t *input, size_t length);

#define MEASURE(name, call)                                     \
    do {                                                        \
        uint32_t least = UINT32_MAX, most = 0;                  \
        for (int run = 0; run < RUNS; run++) {                  \
            fill(state, 10, run);                               \
            fill(input, WORDS, run);                            \
            uint32_t before = cycles();                         \
            call;                                               \
            uint32_t cost = cycles() - before;                  \
            least = cost < least ? cost : least;                \
            most = cost > most ? cost : most;                   \
        }                                                       \
        print(name " ");                                        \
        print_number(RUNS);                                     \
        print(" ");                                             \
        print_number(least);                                    \
        print(" ");                                             \
        print_number(most);                                     \
        print("\n");                                            \
    } while (0)

#define BOTH(type, name, ...)                                   \
    do {                                                        \
        extern type name##_baseline, name##_accelerated;        \
        MEASURE(#name "_baseline", name##_baseline(__VA_ARGS__));       \
        MEASURE(#name "_accelerated", name##_accelerated(__VA_ARGS__)); \
    } while (0)

int main(void)
{
    const uint8_t *data = (const uint8_t *)input;
    uint8_t *to = (uint8_t *)output;

    BOTH(permute, ascon_state_permute8, state);
    BOTH(permute, ascon_state_permute12, state);
    BOTH(absorb, ascon_state_absorb8, state, data, LENGTH);
    BOTH(absorb, ascon_state_absorb16, state, data, LENGTH);
    BOTH(absorb, ascon_state_absorb32, state, data, LENGTH);
    BOTH(absorb, ascon_state_replace16, state, data, LENGTH);
    BOTH(crypt, ascon_state_encrypt16, state, to, data, LENGTH);
    BOTH(crypt, ascon_state_decrypt16, state, to, data, LENGTH);
    BOTH(squeeze, ascon_state_squeeze8, state, to, LENGTH);
    BOTH(squeeze, ascon_state_squeeze16, state, to, LENGTH);
    return 0;
}
