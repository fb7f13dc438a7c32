/* What Mac and Prf share. */
#ifndef ASCON_XIF_PRF_H
#define ASCON_XIF_PRF_H

#include "internal.h"

/* initial_states.S: lane 0. */
extern const uint32_t ascon_iv_mac[2], ascon_iv_prf[2];

int ascon_prf_init(ascon_xif_sponge *sponge, const uint32_t *iv, const uint8_t *key);
int ascon_prf_update(ascon_xif_sponge *sponge, const uint8_t *message, size_t length);
int ascon_prf_squeeze(ascon_xif_sponge *sponge, uint8_t *output, size_t length);

#endif
