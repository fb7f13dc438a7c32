/* What compilers call even without a libc. The library itself needs none of these. */
#include <stddef.h>

void *memset(void *to, int byte, size_t length)
{
    unsigned char *at = to;
    while (length--)
        *at++ = (unsigned char)byte;
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    unsigned char *at = to;
    const unsigned char *source = from;
    while (length--)
        *at++ = *source++;
    return to;
}

void *memmove(void *to, const void *from, size_t length)
{
    unsigned char *at = to;
    const unsigned char *source = from;
    if (at < source)
        return memcpy(to, from, length);
    while (length--)
        at[length] = source[length];
    return to;
}

int memcmp(const void *first, const void *second, size_t length)
{
    const unsigned char *a = first, *b = second;
    for (; length--; a++, b++)
        if (*a != *b)
            return *a - *b;
    return 0;
}
