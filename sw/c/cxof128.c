/* Ascon-CXOF128. SP 800-232, section 5.3. */
#include "hash.h"

int ascon_xif_cxof128(uint8_t *output, size_t output_length, const uint8_t *message, size_t length,
                      const uint8_t *customization, size_t customization_length)
{
    if (is_missing(output, output_length) || is_missing(message, length)
        || is_missing(customization, customization_length))
        return ASCON_XIF_NULL_POINTER;
    return VARIANT(ascon_cxof128)(output, output_length, message, length, customization,
                                  customization_length);
}

int ascon_xif_cxof128_init(ascon_xif_cxof128_context *context, const uint8_t *customization,
                           size_t length)
{
    ascon_xif_sponge *sponge = (ascon_xif_sponge *)context;
    if (sponge == NULL || is_missing(customization, length))
        return ASCON_XIF_NULL_POINTER;
    if (length > ASCON_XIF_CUSTOMIZATION_MAX)
        return ASCON_XIF_INVALID_CUSTOMIZATION_LENGTH;
    ascon_hash_init(sponge, ascon_initial_cxof128);
    sponge->state[0] ^= 8 * length;
    VARIANT(ascon_state_permute12)(sponge->state);
    ascon_hash_update(sponge, customization, length);
    ascon_hash_end_string(sponge);
    return ASCON_XIF_OK;
}

int ascon_xif_cxof128_update(ascon_xif_cxof128_context *context, const uint8_t *message,
                             size_t length)
{
    return ascon_hash_update((ascon_xif_sponge *)context, message, length);
}

int ascon_xif_cxof128_squeeze(ascon_xif_cxof128_context *context, uint8_t *output, size_t length)
{
    return ascon_hash_squeeze((ascon_xif_sponge *)context, output, length);
}

int ascon_xif_cxof128_final(ascon_xif_cxof128_context *context)
{
    return ascon_sponge_final((ascon_xif_sponge *)context);
}
