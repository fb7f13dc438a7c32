/* What the library's files share: the assembly that they call, and checks of arguments. */
#ifndef ASCON_XIF_INTERNAL_H
#define ASCON_XIF_INTERNAL_H

#include "ascon.h"
#include "ascon_xif.h"

/* VARIANT(name): the routine `name` of the variant in use. */
#if defined(ASCON_XIF_ONLY_BASELINE)
#define VARIANT(name) name##_baseline
#elif defined(ASCON_XIF_ONLY_ACCELERATED)
#define VARIANT(name) name##_accelerated
#else
extern uint8_t ascon_xif_use_accelerated;
#define VARIANT(name) (ascon_xif_use_accelerated ? name##_accelerated : name##_baseline)
#endif

/* blocks_baseline.S and blocks_accelerated.S: whole blocks and the state in memory, word w of which
 * is half of lane w / 2. `length` is a multiple of the block's, and not 0. */
typedef void permute_state(uint32_t *state);
typedef void absorb_blocks(uint32_t *state, const uint8_t *data, size_t length);
typedef void squeeze_blocks(uint32_t *state, uint8_t *output, size_t length);
typedef void crypt_blocks(uint32_t *state, uint8_t *output, const uint8_t *input, size_t length);

#define DECLARE(type, name) type name##_baseline, name##_accelerated

DECLARE(permute_state,  ascon_state_permute8);   /* Ascon-p[8] */
DECLARE(permute_state,  ascon_state_permute12);  /* Ascon-p[12] */
DECLARE(absorb_blocks,  ascon_state_absorb8);    /* 8 bytes, Ascon-p[12] behind each block */
DECLARE(absorb_blocks,  ascon_state_absorb32);   /* 32 bytes, Ascon-p[12] behind */
DECLARE(absorb_blocks,  ascon_state_absorb16);   /* 16 bytes, Ascon-p[8] behind */
DECLARE(absorb_blocks,  ascon_state_replace16);  /* the same, but the block replaces the words */
DECLARE(crypt_blocks,   ascon_state_encrypt16);  /* 16 bytes, Ascon-p[8] behind */
DECLARE(crypt_blocks,   ascon_state_decrypt16);
DECLARE(squeeze_blocks, ascon_state_squeeze8);   /* 8 bytes, Ascon-p[12] in front of each block */
DECLARE(squeeze_blocks, ascon_state_squeeze16);  /* 16 bytes, Ascon-p[12] in front */

#undef DECLARE

/* compare.S: 1 if any of the bytes differs, else 0. */
uint32_t ascon_compare(const uint8_t *a, const uint8_t *b, size_t length);

/* initial_states.S: after the first permutation. */
extern const uint32_t ascon_initial_hash256[10], ascon_initial_xof128[10],
                      ascon_initial_cxof128[10];

/* The last bit of the state is in the last word. */
#define DOMAIN_SEPARATION 0x80000000u

/* Bytes that are expected but not there. */
static inline int is_missing(const void *pointer, size_t length)
{
    return pointer == NULL && length != 0;
}

static inline int is_tag_length(size_t length)
{
    return length - ASCON_XIF_TAG_SIZE_MIN <= ASCON_XIF_TAG_SIZE - ASCON_XIF_TAG_SIZE_MIN;
}

/* A word at any address, of any type. */
typedef struct {
    uint32_t value;
} __attribute__((packed, may_alias)) any_word;

/* Four words, such as a key. */
static inline void load_four(uint32_t *words, const uint8_t *bytes)
{
    const any_word *from = (const any_word *)bytes;
    words[0] = from[0].value;
    words[1] = from[1].value;
    words[2] = from[2].value;
    words[3] = from[3].value;
}

static inline void xor_four(uint32_t *words, const uint32_t *others)
{
    words[0] ^= others[0];
    words[1] ^= others[1];
    words[2] ^= others[2];
    words[3] ^= others[3];
}

static inline void copy_bytes(uint8_t *to, const uint8_t *from, size_t length)
{
    while (length--)
        *to++ = *from++;
}

#endif
