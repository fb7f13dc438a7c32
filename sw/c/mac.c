/* Ascon-Mac. Ascon v1.3. */
#include "prf.h"
#include "sponge.h"

int ascon_xif_mac(uint8_t *tag, size_t tag_length, const uint8_t *message, size_t length,
                  const uint8_t *key)
{
    uint32_t whole[4];
    if (tag == NULL || key == NULL || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    if (!is_tag_length(tag_length))
        return ASCON_XIF_INVALID_TAG_LENGTH;
    if (tag_length == ASCON_XIF_TAG_SIZE)
        return VARIANT(ascon_mac)(tag, message, length, key);
    VARIANT(ascon_mac)((uint8_t *)whole, message, length, key);
    copy_bytes(tag, (const uint8_t *)whole, tag_length);
    ascon_wipe(whole, sizeof whole);
    return ASCON_XIF_OK;
}

int ascon_xif_mac_verify(const uint8_t *tag, size_t tag_length, const uint8_t *message,
                         size_t length, const uint8_t *key)
{
    uint32_t whole[4], difference;
    if (tag == NULL || key == NULL || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    if (!is_tag_length(tag_length))
        return ASCON_XIF_INVALID_TAG_LENGTH;
    VARIANT(ascon_mac)((uint8_t *)whole, message, length, key);
    difference = ascon_compare((const uint8_t *)whole, tag, tag_length);
    ascon_wipe(whole, sizeof whole);
    return difference ? ASCON_XIF_TAG_MISMATCH : ASCON_XIF_OK;
}

int ascon_xif_mac_init(ascon_xif_mac_context *context, const uint8_t *key)
{
    return ascon_prf_init((ascon_xif_sponge *)context, ascon_iv_mac, key);
}

int ascon_xif_mac_update(ascon_xif_mac_context *context, const uint8_t *message, size_t length)
{
    return ascon_prf_update((ascon_xif_sponge *)context, message, length);
}

int ascon_xif_mac_final(ascon_xif_mac_context *context, uint8_t *tag, size_t tag_length)
{
    if (context == NULL || tag == NULL)
        return ASCON_XIF_NULL_POINTER;
    if (context->sponge.phase != ABSORBING)
        return ASCON_XIF_WRONG_ORDER;
    if (!is_tag_length(tag_length))
        return ASCON_XIF_INVALID_TAG_LENGTH;
    ascon_prf_squeeze(&context->sponge, tag, tag_length);
    ascon_wipe(context, sizeof *context);
    return ASCON_XIF_OK;
}

int ascon_xif_mac_verify_final(ascon_xif_mac_context *context, const uint8_t *tag,
                               size_t tag_length)
{
    uint8_t expected[ASCON_XIF_TAG_SIZE];
    if (tag == NULL)
        return ASCON_XIF_NULL_POINTER;
    int status = ascon_xif_mac_final(context, expected, tag_length);
    if (status != ASCON_XIF_OK)
        return status;
    if (ascon_compare(expected, tag, tag_length))
        status = ASCON_XIF_TAG_MISMATCH;
    ascon_wipe(expected, sizeof expected);
    return status;
}
