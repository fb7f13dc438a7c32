/* What both of Ascon-AEAD128's files share. */
#ifndef ASCON_XIF_AEAD128_H
#define ASCON_XIF_AEAD128_H

#include "internal.h"

/* Whether two buffers overlap, neither of which is empty. */
static inline int overlap(const void *a, size_t a_length, const void *b, size_t b_length)
{
    return (uintptr_t)a + a_length - 1 - (uintptr_t)b < a_length + b_length - 1;
}

/* Whether an output would overwrite input that has not been read: it starts behind the input's
 * first byte, and in front of its end. */
static inline int overruns(const uint8_t *output, const uint8_t *input, size_t length)
{
    uintptr_t offset = (uintptr_t)output - (uintptr_t)input;
    return offset && offset < length;
}

#endif
