/* Measures the library: a line a call, "name cycles stack" in hexadecimal, the call included. */
#include "ascon_xif.h"
#include "console.h"

enum { LENGTH = 1024, PIECE = 64 };

extern uint32_t __stack_bottom[];

static uint8_t message[LENGTH], output[LENGTH], key[16], nonce[16], tag[16];
static ascon_xif_aead128_context aead128;
static ascon_xif_hash256_context hash256;
static ascon_xif_xof128_context xof128;
static ascon_xif_cxof128_context cxof128;
static ascon_xif_mac_context mac;
static ascon_xif_prf_context prf;
static ascon_xif_prfshort_context prfshort;

static inline uint32_t cycles(void)
{
    uint32_t value;
    __asm__ volatile ("csrr %0, mcycle" : "=r"(value) : : "memory");
    return value;
}

static inline uint32_t *stack(void)
{
    uint32_t *value;
    __asm__ volatile ("mv %0, sp" : "=r"(value) : : "memory");
    return value;
}

static void print_number(uint32_t value)
{
    uint8_t bytes[4] = {value >> 24, value >> 16, value >> 8, value};
    print_hex(bytes, 4);
}

/* Runs a part of the program; what it has touched of the stack was painted before. */
static void measure(const char *name, int (*run)(void))
{
    volatile uint32_t *bottom = __stack_bottom, *top = stack();
    for (volatile uint32_t *word = bottom; word < top; word++)
        *word = 0x51515151;
    uint32_t before = cycles();
    int status = run();
    uint32_t after = cycles();
    while (*bottom == 0x51515151)
        bottom++;
    print(name);
    print(status ? " failed" : " ");
    print_number(after - before);
    print(" ");
    print_number((uint32_t)(top - bottom) * 4);
    print("\n");
}

#define PIECES(call)                                        \
    for (uint32_t at = 0; at < LENGTH; at += PIECE)         \
        if (call)                                           \
            return 1;

static int aead128_once(void)
{
    return ascon_xif_aead128_encrypt(output, tag, 16, message, LENGTH, NULL, 0, nonce, key);
}

static int aead128_pieces(void)
{
    if (ascon_xif_aead128_init(&aead128, nonce, key))
        return 1;
    PIECES(ascon_xif_aead128_encrypt_update(&aead128, output + at, message + at, PIECE))
    return ascon_xif_aead128_encrypt_final(&aead128, tag, 16);
}

static int hash256_once(void)
{
    return ascon_xif_hash256(output, message, LENGTH);
}

static int hash256_pieces(void)
{
    if (ascon_xif_hash256_init(&hash256))
        return 1;
    PIECES(ascon_xif_hash256_update(&hash256, message + at, PIECE))
    return ascon_xif_hash256_final(&hash256, output);
}

static int xof128_once(void)
{
    return ascon_xif_xof128(output, 32, message, LENGTH);
}

static int xof128_pieces(void)
{
    if (ascon_xif_xof128_init(&xof128))
        return 1;
    PIECES(ascon_xif_xof128_update(&xof128, message + at, PIECE))
    return ascon_xif_xof128_squeeze(&xof128, output, 32) || ascon_xif_xof128_final(&xof128);
}

static int cxof128_once(void)
{
    return ascon_xif_cxof128(output, 32, message, LENGTH, key, 16);
}

static int cxof128_pieces(void)
{
    if (ascon_xif_cxof128_init(&cxof128, key, 16))
        return 1;
    PIECES(ascon_xif_cxof128_update(&cxof128, message + at, PIECE))
    return ascon_xif_cxof128_squeeze(&cxof128, output, 32) || ascon_xif_cxof128_final(&cxof128);
}

static int mac_once(void)
{
    return ascon_xif_mac(tag, 16, message, LENGTH, key);
}

static int mac_pieces(void)
{
    if (ascon_xif_mac_init(&mac, key))
        return 1;
    PIECES(ascon_xif_mac_update(&mac, message + at, PIECE))
    return ascon_xif_mac_final(&mac, tag, 16);
}

static int prf_once(void)
{
    return ascon_xif_prf(output, 32, message, LENGTH, key);
}

static int prf_pieces(void)
{
    if (ascon_xif_prf_init(&prf, key))
        return 1;
    PIECES(ascon_xif_prf_update(&prf, message + at, PIECE))
    return ascon_xif_prf_squeeze(&prf, output, 32) || ascon_xif_prf_final(&prf);
}

static int prfshort_once(void)
{
    return ascon_xif_prfshort(output, 16, message, 16, key);
}

static int prfshort_pieces(void)
{
    return ascon_xif_prfshort_init(&prfshort, key)
        || ascon_xif_prfshort_update(&prfshort, message, 8)
        || ascon_xif_prfshort_update(&prfshort, message + 8, 8)
        || ascon_xif_prfshort_final(&prfshort, output, 16);
}

#define MEMBER(name)                        \
    measure(#name " once", name##_once);    \
    measure(#name " pieces", name##_pieces);

int main(void)
{
    int status = ascon_xif_select(accelerator_enabled() ? ASCON_XIF_ACCELERATED
                                                        : ASCON_XIF_BASELINE);
    if (status != ASCON_XIF_OK)
        return status;
    MEMBER(aead128)
    MEMBER(hash256)
    MEMBER(xof128)
    MEMBER(cxof128)
    MEMBER(mac)
    MEMBER(prf)
    MEMBER(prfshort)
    return 0;
}
