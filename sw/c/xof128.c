/* Ascon-XOF128. SP 800-232, section 5.2. */
#include "hash.h"

int ascon_xif_xof128(uint8_t *output, size_t output_length, const uint8_t *message, size_t length)
{
    if (is_missing(output, output_length) || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    return VARIANT(ascon_xof128)(output, output_length, message, length);
}

int ascon_xif_xof128_init(ascon_xif_xof128_context *context)
{
    return ascon_hash_init((ascon_xif_sponge *)context, ascon_initial_xof128);
}

int ascon_xif_xof128_update(ascon_xif_xof128_context *context, const uint8_t *message,
                            size_t length)
{
    return ascon_hash_update((ascon_xif_sponge *)context, message, length);
}

int ascon_xif_xof128_squeeze(ascon_xif_xof128_context *context, uint8_t *output, size_t length)
{
    return ascon_hash_squeeze((ascon_xif_sponge *)context, output, length);
}

int ascon_xif_xof128_final(ascon_xif_xof128_context *context)
{
    return ascon_sponge_final((ascon_xif_sponge *)context);
}
