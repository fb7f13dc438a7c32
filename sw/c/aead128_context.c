/* Ascon-AEAD128 in pieces. SP 800-232, section 4. */
#include "aead128.h"
#include "sponge.h"

enum { RATE = 16 };

/* Where a context is; what is before the message is not further than AD. */
enum { START = 1, AD, ENCRYPTING, VERIFYING, VERIFIED, UNVERIFIED };

/* initial_states.S: lane 0. */
extern const uint32_t ascon_iv_aead128[2];

static int init(ascon_xif_aead128_context *context, const uint8_t *nonce, const uint8_t *key,
                const uint8_t *mask)
{
    if (context == NULL || nonce == NULL || key == NULL)
        return ASCON_XIF_NULL_POINTER;
    uint32_t *state = context->sponge.state;
    load_four(context->key, key);
    load_four(&state[6], nonce);
    if (mask != NULL) {
        load_four(&state[2], mask);
        xor_four(&state[6], &state[2]);
    }
    state[0] = ascon_iv_aead128[0];
    state[1] = ascon_iv_aead128[1];
    load_four(&state[2], (const uint8_t *)context->key);
    VARIANT(ascon_state_permute12)(state);
    xor_four(&state[6], context->key);
    context->sponge.position = 0;
    context->sponge.phase = START;
    context->verified = 0;
    return ASCON_XIF_OK;
}

int ascon_xif_aead128_init(ascon_xif_aead128_context *context, const uint8_t *nonce,
                           const uint8_t *key)
{
    return init(context, nonce, key, NULL);
}

int ascon_xif_aead128_masked_init(ascon_xif_aead128_context *context, const uint8_t *nonce,
                                  const uint8_t *key)
{
    return init(context, nonce, key, key == NULL ? NULL : key + ASCON_XIF_KEY_SIZE);
}

int ascon_xif_aead128_ad_update(ascon_xif_aead128_context *context, const uint8_t *ad,
                                size_t length)
{
    if (context == NULL || is_missing(ad, length))
        return ASCON_XIF_NULL_POINTER;
    if (context->sponge.phase != START && context->sponge.phase != AD)
        return ASCON_XIF_WRONG_ORDER;
    if (length) {
        context->sponge.phase = AD;
        sponge_absorb(&context->sponge, ad, length, RATE, VARIANT(ascon_state_absorb16),
                      VARIANT(ascon_state_permute8));
    }
    return ASCON_XIF_OK;
}

/* Whether a context is in a phase, or can go there because its message has not begun. */
static int may_enter(const ascon_xif_aead128_context *context, uint8_t phase)
{
    return context->sponge.phase == phase
        || context->sponge.phase == START || context->sponge.phase == AD;
}

/* The end of the associated data. */
static void begin(ascon_xif_aead128_context *context, uint8_t phase)
{
    ascon_xif_sponge *sponge = &context->sponge;
    if (sponge->phase == AD) {
        sponge_pad(sponge);
        VARIANT(ascon_state_permute8)(sponge->state);
    }
    sponge->state[9] ^= DOMAIN_SEPARATION;
    sponge->position = 0;
    sponge->phase = phase;
    if (phase == VERIFYING)
        for (int word = 0; word < 10; word++)
            context->start[word] = sponge->state[word];
}

/* Goes to a phase. */
static inline void enter(ascon_xif_aead128_context *context, uint8_t phase)
{
    if (context->sponge.phase != phase)
        begin(context, phase);
}

/* A part of a block. Encryption leaves the output in the state, decryption the input. Verification
 * has no output. */
static void crypt_bytes(ascon_xif_sponge *sponge, uint8_t *output, const uint8_t *input,
                        size_t length)
{
    uint8_t *block = block_at(sponge);
    int encrypting = sponge->phase == ENCRYPTING;
    sponge->position += length;
    if (output == NULL) {
        copy_bytes(block, input, length);
        return;
    }
    while (length--) {
        uint8_t taken = *input++, made = *block ^ taken;
        *block++ = encrypting ? made : taken;
        *output++ = made;
    }
}

static uint8_t *ahead(uint8_t *output, size_t length)
{
    return output == NULL ? NULL : output + length;
}

/* A part of the message; the phase tells what to do. */
static void crypt(ascon_xif_sponge *sponge, uint8_t *output, const uint8_t *input, size_t length)
{
    if (sponge->position) {
        size_t count = RATE - sponge->position;
        if (count > length)
            count = length;
        crypt_bytes(sponge, output, input, count);
        if (sponge->position < RATE)
            return;
        VARIANT(ascon_state_permute8)(sponge->state);
        sponge->position = 0;
        output = ahead(output, count);
        input += count;
        length -= count;
    }
    size_t whole = length & -(size_t)RATE;
    if (whole) {
        if (sponge->phase == ENCRYPTING)
            VARIANT(ascon_state_encrypt16)(sponge->state, output, input, whole);
        else if (sponge->phase == VERIFYING)
            VARIANT(ascon_state_replace16)(sponge->state, input, whole);
        else
            VARIANT(ascon_state_decrypt16)(sponge->state, output, input, whole);
    }
    crypt_bytes(sponge, ahead(output, whole), input + whole, length - whole);
}

/* The end of the message; the tag is in the last words of the state. */
static const uint8_t *finish(ascon_xif_aead128_context *context)
{
    uint32_t *state = context->sponge.state;
    sponge_pad(&context->sponge);
    xor_four(&state[4], context->key);
    VARIANT(ascon_state_permute12)(state);
    xor_four(&state[6], context->key);
    return (const uint8_t *)&state[6];
}

static int update(ascon_xif_aead128_context *context, uint8_t *output, const uint8_t *input,
                  size_t length, uint8_t phase)
{
    if (context == NULL || is_missing(input, length) || is_missing(output, length))
        return ASCON_XIF_NULL_POINTER;
    if (!may_enter(context, phase))
        return ASCON_XIF_WRONG_ORDER;
    if (overruns(output, input, length))
        return ASCON_XIF_OVERLAP;
    enter(context, phase);
    crypt(&context->sponge, output, input, length);
    return ASCON_XIF_OK;
}

static int check_final(const ascon_xif_aead128_context *context, const uint8_t *tag,
                       size_t tag_length, uint8_t phase)
{
    if (context == NULL || tag == NULL)
        return ASCON_XIF_NULL_POINTER;
    if (!may_enter(context, phase))
        return ASCON_XIF_WRONG_ORDER;
    return is_tag_length(tag_length) ? ASCON_XIF_OK : ASCON_XIF_INVALID_TAG_LENGTH;
}

int ascon_xif_aead128_encrypt_update(ascon_xif_aead128_context *context, uint8_t *ciphertext,
                                     const uint8_t *plaintext, size_t length)
{
    return update(context, ciphertext, plaintext, length, ENCRYPTING);
}

int ascon_xif_aead128_encrypt_final(ascon_xif_aead128_context *context, uint8_t *tag,
                                    size_t tag_length)
{
    int status = check_final(context, tag, tag_length, ENCRYPTING);
    if (status != ASCON_XIF_OK)
        return status;
    enter(context, ENCRYPTING);
    copy_bytes(tag, finish(context), tag_length);
    ascon_wipe(context, sizeof *context);
    return ASCON_XIF_OK;
}

int ascon_xif_aead128_decrypt_update_unverified(ascon_xif_aead128_context *context,
                                                uint8_t *plaintext, const uint8_t *ciphertext,
                                                size_t length)
{
    return update(context, plaintext, ciphertext, length, UNVERIFIED);
}

int ascon_xif_aead128_decrypt_final_unverified(ascon_xif_aead128_context *context,
                                               const uint8_t *tag, size_t tag_length)
{
    int status = check_final(context, tag, tag_length, UNVERIFIED);
    if (status != ASCON_XIF_OK)
        return status;
    enter(context, UNVERIFIED);
    if (ascon_compare(finish(context), tag, tag_length))
        status = ASCON_XIF_TAG_MISMATCH;
    ascon_wipe(context, sizeof *context);
    return status;
}

int ascon_xif_aead128_verify_update(ascon_xif_aead128_context *context, const uint8_t *ciphertext,
                                    size_t length)
{
    if (context == NULL || is_missing(ciphertext, length))
        return ASCON_XIF_NULL_POINTER;
    if (!may_enter(context, VERIFYING))
        return ASCON_XIF_WRONG_ORDER;
    enter(context, VERIFYING);
    crypt(&context->sponge, NULL, ciphertext, length);
    context->verified += length;
    return ASCON_XIF_OK;
}

int ascon_xif_aead128_verify_final(ascon_xif_aead128_context *context, const uint8_t *tag,
                                   size_t tag_length)
{
    int status = check_final(context, tag, tag_length, VERIFYING);
    if (status != ASCON_XIF_OK)
        return status;
    enter(context, VERIFYING);
    const uint8_t *expected = finish(context);
    if (ascon_compare(expected, tag, tag_length)) {
        ascon_wipe(context, sizeof *context);
        return ASCON_XIF_TAG_MISMATCH;
    }
    load_four(context->tag, expected);
    for (int word = 0; word < 10; word++)
        context->sponge.state[word] = context->start[word];
    context->sponge.position = 0;
    context->sponge.phase = VERIFIED;
    return ASCON_XIF_OK;
}

int ascon_xif_aead128_decrypt_update(ascon_xif_aead128_context *context, uint8_t *plaintext,
                                     const uint8_t *ciphertext, size_t length)
{
    if (context == NULL || is_missing(ciphertext, length) || is_missing(plaintext, length))
        return ASCON_XIF_NULL_POINTER;
    if (context->sponge.phase != VERIFIED)
        return ASCON_XIF_WRONG_ORDER;
    if (length > context->verified)
        return ASCON_XIF_INVALID_MESSAGE_LENGTH;
    if (overruns(plaintext, ciphertext, length))
        return ASCON_XIF_OVERLAP;
    crypt(&context->sponge, plaintext, ciphertext, length);
    context->verified -= length;
    return ASCON_XIF_OK;
}

int ascon_xif_aead128_decrypt_final(ascon_xif_aead128_context *context)
{
    if (context == NULL)
        return ASCON_XIF_NULL_POINTER;
    if (context->sponge.phase != VERIFIED)
        return ASCON_XIF_WRONG_ORDER;
    uint32_t difference = ascon_compare(finish(context), (const uint8_t *)context->tag,
                                        sizeof context->tag);
    ascon_wipe(context, sizeof *context);
    return difference ? ASCON_XIF_TAG_MISMATCH : ASCON_XIF_OK;
}
