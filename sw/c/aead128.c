/* Ascon-AEAD128 at once. SP 800-232, section 4. */
#include "aead128.h"

/* What may be wrong with a call. `key_size` tells whether the nonce is masked. */
static int check(const uint8_t *output, const uint8_t *tag, size_t tag_length,
                 const uint8_t *input, size_t length, const uint8_t *ad, size_t ad_length,
                 const uint8_t *nonce, const uint8_t *key, size_t key_size)
{
    if (tag == NULL || nonce == NULL || key == NULL || is_missing(output, length)
        || is_missing(input, length) || is_missing(ad, ad_length))
        return ASCON_XIF_NULL_POINTER;
    if (!is_tag_length(tag_length))
        return ASCON_XIF_INVALID_TAG_LENGTH;
    if (overruns(output, input, length) || overlap(output, length, tag, tag_length)
        || overlap(output, length, ad, ad_length)
        || overlap(output, length, nonce, ASCON_XIF_NONCE_SIZE)
        || overlap(output, length, key, key_size))
        return ASCON_XIF_OVERLAP;
    return ASCON_XIF_OK;
}

static void mask(uint32_t *masked, const uint8_t *nonce, const uint8_t *key)
{
    uint32_t other[4];
    load_four(masked, nonce);
    load_four(other, key + ASCON_XIF_KEY_SIZE);
    xor_four(masked, other);
    ascon_wipe(other, sizeof other);
}

static int encrypt(uint8_t *ciphertext, uint8_t *tag, size_t tag_length, const uint8_t *plaintext,
                   size_t length, const uint8_t *ad, size_t ad_length, const uint8_t *nonce,
                   const uint8_t *key)
{
    uint32_t whole[4];
    if (tag_length == ASCON_XIF_TAG_SIZE)
        return VARIANT(ascon_aead128_encrypt)(ciphertext, tag, plaintext, length, ad, ad_length,
                                              nonce, key);
    VARIANT(ascon_aead128_encrypt)(ciphertext, (uint8_t *)whole, plaintext, length, ad, ad_length,
                                   nonce, key);
    copy_bytes(tag, (const uint8_t *)whole, tag_length);
    ascon_wipe(whole, sizeof whole);
    return ASCON_XIF_OK;
}

static int decrypt(uint8_t *plaintext, const uint8_t *tag, size_t tag_length,
                   const uint8_t *ciphertext, size_t length, const uint8_t *ad, size_t ad_length,
                   const uint8_t *nonce, const uint8_t *key)
{
    ascon_xif_aead128_context context;
    if (tag_length == ASCON_XIF_TAG_SIZE)
        return VARIANT(ascon_aead128_decrypt)(plaintext, tag, ciphertext, length, ad, ad_length,
                                              nonce, key);
    /* The arguments have been checked: only the last one of these can return anything else. */
    (void)!ascon_xif_aead128_init(&context, nonce, key);
    (void)!ascon_xif_aead128_ad_update(&context, ad, ad_length);
    (void)!ascon_xif_aead128_decrypt_update_unverified(&context, plaintext, ciphertext, length);
    int status = ascon_xif_aead128_decrypt_final_unverified(&context, tag, tag_length);
    if (status != ASCON_XIF_OK)
        ascon_wipe(plaintext, length);
    return status;
}

int ascon_xif_aead128_encrypt(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                              const uint8_t *plaintext, size_t length, const uint8_t *ad,
                              size_t ad_length, const uint8_t *nonce, const uint8_t *key)
{
    int status = check(ciphertext, tag, tag_length, plaintext, length, ad, ad_length, nonce, key,
                       ASCON_XIF_KEY_SIZE);
    if (status != ASCON_XIF_OK)
        return status;
    return encrypt(ciphertext, tag, tag_length, plaintext, length, ad, ad_length, nonce, key);
}

int ascon_xif_aead128_masked_encrypt(uint8_t *ciphertext, uint8_t *tag, size_t tag_length,
                                     const uint8_t *plaintext, size_t length, const uint8_t *ad,
                                     size_t ad_length, const uint8_t *nonce, const uint8_t *key)
{
    uint32_t masked[4];
    int status = check(ciphertext, tag, tag_length, plaintext, length, ad, ad_length, nonce, key,
                       ASCON_XIF_MASKED_KEY_SIZE);
    if (status != ASCON_XIF_OK)
        return status;
    mask(masked, nonce, key);
    status = encrypt(ciphertext, tag, tag_length, plaintext, length, ad, ad_length,
                     (const uint8_t *)masked, key);
    ascon_wipe(masked, sizeof masked);
    return status;
}

int ascon_xif_aead128_decrypt(uint8_t *plaintext, const uint8_t *tag, size_t tag_length,
                              const uint8_t *ciphertext, size_t length, const uint8_t *ad,
                              size_t ad_length, const uint8_t *nonce, const uint8_t *key)
{
    int status = check(plaintext, tag, tag_length, ciphertext, length, ad, ad_length, nonce, key,
                       ASCON_XIF_KEY_SIZE);
    if (status != ASCON_XIF_OK)
        return status;
    return decrypt(plaintext, tag, tag_length, ciphertext, length, ad, ad_length, nonce, key);
}

int ascon_xif_aead128_masked_decrypt(uint8_t *plaintext, const uint8_t *tag, size_t tag_length,
                                     const uint8_t *ciphertext, size_t length, const uint8_t *ad,
                                     size_t ad_length, const uint8_t *nonce, const uint8_t *key)
{
    uint32_t masked[4];
    int status = check(plaintext, tag, tag_length, ciphertext, length, ad, ad_length, nonce, key,
                       ASCON_XIF_MASKED_KEY_SIZE);
    if (status != ASCON_XIF_OK)
        return status;
    mask(masked, nonce, key);
    status = decrypt(plaintext, tag, tag_length, ciphertext, length, ad, ad_length,
                     (const uint8_t *)masked, key);
    ascon_wipe(masked, sizeof masked);
    return status;
}
