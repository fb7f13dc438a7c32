/* The core's end of the programs: the console of the core's bench, and multiplication, division and
 * copying for compilers, where the core has no instructions for them. */
#include <stddef.h>
#include <stdint.h>

void put(int character);

void put(int character)
{
    *(volatile uint32_t *)0x80000000u = (uint32_t)character;
}

void *memset(void *to, int byte, size_t length)
{
    for (unsigned char *at = to; length--; at++) {
        *at = (unsigned char)byte;
        __asm__ volatile("" ::: "memory");
    }
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    unsigned char *at = to;
    for (const unsigned char *source = from; length--;) {
        *at++ = *source++;
        __asm__ volatile("" ::: "memory");
    }
    return to;
}

uint32_t __mulsi3(uint32_t a, uint32_t b);
uint64_t __muldi3(uint64_t a, uint64_t b);
uint32_t __udivsi3(uint32_t a, uint32_t b);
uint32_t __umodsi3(uint32_t a, uint32_t b);
int32_t __divsi3(int32_t a, int32_t b);
int32_t __modsi3(int32_t a, int32_t b);

uint32_t __mulsi3(uint32_t a, uint32_t b)
{
    uint32_t product = 0;
    for (; b; b >>= 1, a <<= 1)
        if (b & 1)
            product += a;
    return product;
}

uint64_t __muldi3(uint64_t a, uint64_t b)
{
    uint64_t product = 0;
    for (; b; b >>= 1, a <<= 1)
        if (b & 1)
            product += a;
    return product;
}

static uint32_t divide(uint32_t a, uint32_t b, uint32_t *rest)
{
    uint32_t quotient = 0, left = 0;
    for (int i = 31; i >= 0; i--) {
        left = left << 1 | (a >> i & 1);
        if (left >= b) {
            left -= b;
            quotient |= 1u << i;
        }
    }
    *rest = left;
    return quotient;
}

uint32_t __udivsi3(uint32_t a, uint32_t b)
{
    uint32_t rest;
    return divide(a, b, &rest);
}

uint32_t __umodsi3(uint32_t a, uint32_t b)
{
    uint32_t rest;
    divide(a, b, &rest);
    return rest;
}

static uint32_t absolute(int32_t value)
{
    return value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
}

int32_t __divsi3(int32_t a, int32_t b)
{
    uint32_t rest, quotient = divide(absolute(a), absolute(b), &rest);
    return (int32_t)((a ^ b) < 0 ? 0u - quotient : quotient);
}

int32_t __modsi3(int32_t a, int32_t b)
{
    uint32_t rest;
    divide(absolute(a), absolute(b), &rest);
    return (int32_t)(a < 0 ? 0u - rest : rest);
}
