/* What Hash256, XOF128 and CXOF128 share. SP 800-232, section 5. */
#include "hash.h"
#include "sponge.h"

enum { RATE = 8 };

int ascon_hash_init(ascon_xif_sponge *sponge, const uint32_t *state)
{
    if (sponge == NULL)
        return ASCON_XIF_NULL_POINTER;
    sponge_start(sponge, state);
    return ASCON_XIF_OK;
}

int ascon_hash_update(ascon_xif_sponge *sponge, const uint8_t *message, size_t length)
{
    if (sponge == NULL || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    if (sponge->phase != ABSORBING)
        return ASCON_XIF_WRONG_ORDER;
    sponge_absorb(sponge, message, length, RATE, VARIANT(ascon_state_absorb8),
                  VARIANT(ascon_state_permute12));
    return ASCON_XIF_OK;
}

void ascon_hash_end_string(ascon_xif_sponge *sponge)
{
    sponge_pad(sponge);
    VARIANT(ascon_state_permute12)(sponge->state);
    sponge->position = 0;
}

int ascon_hash_squeeze(ascon_xif_sponge *sponge, uint8_t *output, size_t length)
{
    if (sponge == NULL || is_missing(output, length))
        return ASCON_XIF_NULL_POINTER;
    if (sponge->phase == ABSORBING) {
        sponge_pad(sponge);
        sponge->position = RATE;
        sponge->phase = SQUEEZING;
    }
    if (sponge->phase != SQUEEZING)
        return ASCON_XIF_WRONG_ORDER;
    sponge_squeeze(sponge, output, length, RATE, VARIANT(ascon_state_squeeze8),
                   VARIANT(ascon_state_permute12));
    return ASCON_XIF_OK;
}

int ascon_sponge_final(ascon_xif_sponge *sponge)
{
    if (sponge == NULL)
        return ASCON_XIF_NULL_POINTER;
    if (sponge->phase == ENDED)
        return ASCON_XIF_WRONG_ORDER;
    ascon_wipe(sponge, sizeof *sponge);
    return ASCON_XIF_OK;
}
