/* Ascon-Hash256. SP 800-232, section 5.1. */
#include "hash.h"

int ascon_xif_hash256(uint8_t *hash, const uint8_t *message, size_t length)
{
    if (hash == NULL || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    return VARIANT(ascon_hash256)(hash, message, length);
}

int ascon_xif_hash256_init(ascon_xif_hash256_context *context)
{
    return ascon_hash_init((ascon_xif_sponge *)context, ascon_initial_hash256);
}

int ascon_xif_hash256_update(ascon_xif_hash256_context *context, const uint8_t *message,
                             size_t length)
{
    return ascon_hash_update((ascon_xif_sponge *)context, message, length);
}

int ascon_xif_hash256_final(ascon_xif_hash256_context *context, uint8_t *hash)
{
    int status = ascon_hash_squeeze((ascon_xif_sponge *)context, hash, ASCON_XIF_HASH_SIZE);
    if (status == ASCON_XIF_OK)
        ascon_wipe(context, sizeof *context);
    return status;
}
