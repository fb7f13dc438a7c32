/* Ascon-Prf. Ascon v1.3. */
#include "prf.h"
#include "hash.h"

int ascon_xif_prf(uint8_t *output, size_t output_length, const uint8_t *message, size_t length,
                  const uint8_t *key)
{
    if (key == NULL || is_missing(output, output_length) || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    return VARIANT(ascon_prf)(output, output_length, message, length, key);
}

int ascon_xif_prf_init(ascon_xif_prf_context *context, const uint8_t *key)
{
    return ascon_prf_init((ascon_xif_sponge *)context, ascon_iv_prf, key);
}

int ascon_xif_prf_update(ascon_xif_prf_context *context, const uint8_t *message, size_t length)
{
    return ascon_prf_update((ascon_xif_sponge *)context, message, length);
}

int ascon_xif_prf_squeeze(ascon_xif_prf_context *context, uint8_t *output, size_t length)
{
    return ascon_prf_squeeze((ascon_xif_sponge *)context, output, length);
}

int ascon_xif_prf_final(ascon_xif_prf_context *context)
{
    return ascon_sponge_final((ascon_xif_sponge *)context);
}
