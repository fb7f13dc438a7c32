/* What Hash256, XOF128 and CXOF128 share. */
#ifndef ASCON_XIF_HASH_H
#define ASCON_XIF_HASH_H

#include "internal.h"

int ascon_hash_init(ascon_xif_sponge *sponge, const uint32_t *state);
int ascon_hash_update(ascon_xif_sponge *sponge, const uint8_t *message, size_t length);
int ascon_hash_squeeze(ascon_xif_sponge *sponge, uint8_t *output, size_t length);

/* Absorbs the padding, with the permutation behind it. */
void ascon_hash_end_string(ascon_xif_sponge *sponge);

/* Wipes a context that has not ended. */
int ascon_sponge_final(ascon_xif_sponge *sponge);

#endif
