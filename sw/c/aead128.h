/* What both of Ascon-AEAD128's files share. */
#ifndef ASCON_XIF_AEAD128_H
#define ASCON_XIF_AEAD128_H

#include "internal.h"

/* Whether the bytes of two buffers overlap. */
static inline int overlap(const void *a, size_t a_length, const void *b, size_t b_length)
{
    uintptr_t offset = (uintptr_t)a - (uintptr_t)b;
    return a_length && b_length && (offset < b_length || -offset < a_length);
}

/* Whether an output would overwrite input that has not been read: it starts behind the input's
 * first byte, and in front of its end. */
static inline int overruns(const uint8_t *output, const uint8_t *input, size_t length)
{
    uintptr_t offset = (uintptr_t)output - (uintptr_t)input;
    return offset && offset < length;
}

#endif
