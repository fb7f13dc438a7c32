/* Absorbing and squeezing in pieces, for all members that do.
 *
 * The state is in the context, in memory, and so are bytes of a block that is not complete: they
 * are absorbed at once. `position` counts them; while squeezing, the bytes of the block that have
 * been given.
 */
#ifndef ASCON_XIF_SPONGE_H
#define ASCON_XIF_SPONGE_H

#include "internal.h"

/* Where a context is. ENDED is what a wiped one has. */
enum { ENDED = 0, ABSORBING = 1, SQUEEZING = 2 };

static inline uint8_t *block_at(ascon_xif_sponge *sponge)
{
    return (uint8_t *)sponge->state + sponge->position;
}

static inline void sponge_start(ascon_xif_sponge *sponge, const uint32_t *state)
{
    for (int word = 0; word < 10; word++)
        sponge->state[word] = state[word];
    sponge->position = 0;
    sponge->phase = ABSORBING;
}

static inline void xor_bytes(ascon_xif_sponge *sponge, const uint8_t *data, size_t length)
{
    uint8_t *block = block_at(sponge);
    sponge->position += length;
    while (length--)
        *block++ ^= *data++;
}

/* Absorbs; every full block is permuted. `rate` is a power of two. */
static inline void sponge_absorb(ascon_xif_sponge *sponge, const uint8_t *data, size_t length,
                                 size_t rate, absorb_blocks *absorb, permute_state *permute)
{
    if (sponge->position) {
        size_t count = rate - sponge->position;
        if (count > length) {
            xor_bytes(sponge, data, length);
            return;
        }
        xor_bytes(sponge, data, count);
        permute(sponge->state);
        sponge->position = 0;
        data += count;
        length -= count;
    }
    size_t whole = length & -rate;
    if (whole)
        absorb(sponge->state, data, whole);
    xor_bytes(sponge, data + whole, length - whole);
}

/* The padding behind the last byte. */
static inline void sponge_pad(ascon_xif_sponge *sponge)
{
    *block_at(sponge) ^= 1;
}

/* Gives output; every block is permuted before it is given. With `position` = `rate` there is none
 * in work. */
static inline void sponge_squeeze(ascon_xif_sponge *sponge, uint8_t *output, size_t length,
                                  size_t rate, squeeze_blocks *squeeze, permute_state *permute)
{
    size_t count = rate - sponge->position;
    if (count > length)
        count = length;
    copy_bytes(output, block_at(sponge), count);
    sponge->position += count;
    output += count;
    length -= count;
    size_t whole = length & -rate, rest = length - whole;
    if (whole)
        squeeze(sponge->state, output, whole);
    if (rest) {
        permute(sponge->state);
        sponge->position = 0;
        copy_bytes(output + whole, block_at(sponge), rest);
        sponge->position = rest;
    }
}

#endif
