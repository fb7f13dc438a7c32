#include "console.h"

#include "memory_map.h"

#define REGISTER(block, name) \
    (*(volatile uint32_t *)(ASCON_XIF_##block##_BASE + ASCON_XIF_##block##_##name))

static void put(char character)
{
    while (!(REGISTER(UART, STATUS) & ASCON_XIF_UART_STATUS_TX_READY))
        ;
    REGISTER(UART, TX_DATA) = (uint8_t)character;
}

void print(const char *text)
{
    while (*text)
        put(*text++);
}

void print_hex(const uint8_t *bytes, size_t length)
{
    for (; length--; bytes++) {
        put("0123456789abcdef"[*bytes >> 4]);
        put("0123456789abcdef"[*bytes & 15]);
    }
}

int accelerator_enabled(void)
{
    return REGISTER(CONTROL, CONTROL) & ASCON_XIF_CONTROL_CONTROL_ACCELERATOR_ENABLE;
}
