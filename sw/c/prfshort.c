/* Ascon-PrfShort. Ascon v1.3. */
#include "internal.h"

enum { ENDED = 0, COLLECTING = 1 };

int ascon_xif_prfshort(uint8_t *output, size_t output_length, const uint8_t *message,
                       size_t length, const uint8_t *key)
{
    if (key == NULL || is_missing(output, output_length) || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    return VARIANT(ascon_prfshort)(output, output_length, message, length, key);
}

/* The message's length is in the first lane, so that nothing can be computed before its end. */
int ascon_xif_prfshort_init(ascon_xif_prfshort_context *context, const uint8_t *key)
{
    if (context == NULL || key == NULL)
        return ASCON_XIF_NULL_POINTER;
    load_four(context->key, key);
    context->length = 0;
    context->phase = COLLECTING;
    return ASCON_XIF_OK;
}

int ascon_xif_prfshort_update(ascon_xif_prfshort_context *context, const uint8_t *message,
                              size_t length)
{
    if (context == NULL || is_missing(message, length))
        return ASCON_XIF_NULL_POINTER;
    if (context->phase != COLLECTING)
        return ASCON_XIF_WRONG_ORDER;
    if (length > (size_t)ASCON_XIF_PRFSHORT_MAX - context->length)
        return ASCON_XIF_INVALID_MESSAGE_LENGTH;
    copy_bytes((uint8_t *)context->message + context->length, message, length);
    context->length += length;
    return ASCON_XIF_OK;
}

int ascon_xif_prfshort_final(ascon_xif_prfshort_context *context, uint8_t *output,
                             size_t output_length)
{
    if (context == NULL || is_missing(output, output_length))
        return ASCON_XIF_NULL_POINTER;
    if (context->phase != COLLECTING)
        return ASCON_XIF_WRONG_ORDER;
    int status = VARIANT(ascon_prfshort)(output, output_length, (const uint8_t *)context->message,
                                         context->length, (const uint8_t *)context->key);
    if (status == ASCON_XIF_OK)
        ascon_wipe(context, sizeof *context);
    return status;
}
