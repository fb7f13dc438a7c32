/* What Mac and Prf share. Ascon v1.3. */
#include "prf.h"
#include "sponge.h"

enum { RATE = 32, OUTPUT_RATE = 16 };

int ascon_prf_init(ascon_xif_sponge *sponge, const uint32_t *iv, const uint8_t *key)
{
    if (sponge == NULL || key == NULL)
        return ASCON_XIF_NULL_POINTER;
    ascon_wipe(sponge, sizeof *sponge);
    sponge->state[0] = iv[0];
    sponge->state[1] = iv[1];
    load_four(&sponge->state[2], key);
    VARIANT(ascon_state_permute12)(sponge->state);
    sponge->phase = ABSORBING;
    return ASCON_XIF_OK;
}

int ascon_prf_update(ascon_xif_sponge *sponge, const uint8_t *message, size_t length)
{
    if (sponge == NULL || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    if (sponge->phase != ABSORBING)
        return ASCON_XIF_WRONG_ORDER;
    sponge_absorb(sponge, message, length, RATE, VARIANT(ascon_state_absorb32),
                  VARIANT(ascon_state_permute12));
    return ASCON_XIF_OK;
}

int ascon_prf_squeeze(ascon_xif_sponge *sponge, uint8_t *output, size_t length)
{
    if (sponge == NULL || is_missing(output, length))
        return ASCON_XIF_NULL_POINTER;
    if (sponge->phase == ABSORBING) {
        sponge_pad(sponge);
        sponge->state[9] ^= DOMAIN_SEPARATION;
        sponge->position = OUTPUT_RATE;
        sponge->phase = SQUEEZING;
    }
    if (sponge->phase != SQUEEZING)
        return ASCON_XIF_WRONG_ORDER;
    sponge_squeeze(sponge, output, length, OUTPUT_RATE, VARIANT(ascon_state_squeeze16),
                   VARIANT(ascon_state_permute12));
    return ASCON_XIF_OK;
}
